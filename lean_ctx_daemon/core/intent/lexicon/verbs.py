# ruff: noqa: RUF001  (many scripts: letters that look Latin are meant)
"""Verbs: what people want done, by task type and language.

Each names its type by itself. English entries are lemmas (inflected by the finder), others are
stems or whole forms, written without accents where the alphabet allows it.

Tests: tests/core/intent/lexicon/test_tables.py
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lean_ctx_daemon.core.types import TaskType

VERBS: Final[Mapping[TaskType, Mapping[str, str]]] = {
    TaskType.FIX_BUG: {
        "en": "fix, bugfix, hotfix, repair, solve, resolve, debug, correct, patch, prevent, "
        "avoid, handle, ensure, make sure, guard, dont, do not, never, stop, troubleshoot, "
        "diagnose, restore, recover, workaround, work around, squash, detect, skip, reject, "
        "be consistent, consistently, account for, tolerate, sanitize, sanitise, validate, "
        "eliminate bug, get rid of the bug, protect, respect, honor, honour, escape, properly, "
        "correctly, fix up",
        "zh": "修复, 修正, 修好, 修一下, 解决, 排查, 调试, 修復, 解決, 排除故障",
        "ja": "修正, 直して, 直す, 直せ, なおして, 解決, デバッグ, 対処",
        "ko": "수정, 고쳐, 고치, 해결, 디버그, 디버깅, 바로잡",
        "hi": "ठीक कर*, सुधार*, फिक्स*, फ़िक्स*, हल कर*, डीबग*, दुरुस्त*",
        "bn": "ঠিক কর*, সমাধান*, ফিক্স*",
        "ur": "ٹھیک*, درست کر*",
        "es": "arregl*, corrig*, corregir, repar*, soluciona*, resolv*, resuelv*, depura*, "
        "evita, evitar",
        "pt": "corrij*, corrig*, conserta*, arrum*, resolv*, depur*, evite, evitar, concerta*, "
        "consert*",
        "fr": "corrige*, repar*, resou*, debogu*, debug*, evite, eviter, empeche*, regle le, "
        "regler le",
        "it": "corregg*, risolv*, ripara*, sistema il, sistemare, aggiusta*, evita, evitare",
        "de": "behebe*, beheben, korrigier*, reparier*, fixe, fixen, lose den, lose das, losen, "
        "bereinige den fehler, verhinder*, vermeide*, debugg*, repariere*",
        "nl": "los op, los de, repareer*, herstel*, verhelp*, corrigeer*, voorkom*, oplossen",
        "sv": "fixa, ratta, atgarda, losa",
        "da": "ret fejl*, reparer, los fejl*",
        "pl": "napraw*, popraw blad*, usun blad*, zapobieg*, rozwiaz*, debuguj*",
        "cs": "oprav*, vyres*",
        "ru": "исправ*, почин*, устран*, реши, решить, отлад*, пофикс*, фикс*, предотврат*, "
        "поправ*",
        "uk": "виправ*, полагод*, усун*, пофікс*, відлагод*",
        "tr": "duzelt*, onar*, gider*, coz, cozun*, hata ayikla*, engelle*, tamir*",
        "ar": "اصلح, اصلاح, صحح, تصحيح, حل مشكلة, عالج, معالجة, قم باصلاح",
        "he": "תקן, לתקן, פתור",
        "fa": "رفع, درست کن, اصلاح, برطرف",
        "vi": "sua, sua loi, khac phuc, go loi, va loi",
        "id": "perbaiki, memperbaiki, betulkan, atasi, selesaikan",
        "th": "แก้ไข, แก้บั๊ก, แก้",
        "el": "διορθωσ*, φτιαξε, επιλυσ*",
        "ro": "repar*, remedia*, corecteaza",
        "hu": "javitsd, javits*",
    },
    TaskType.GENERATE: {
        "en": "implement, build, support, allow, enable, let, introduce, expose, provide, "
        "scaffold, feature, extend, make it possible, accept, integrate, bring back, prototype, "
        "design, develop, port, feat, permit, teach, emit, offer, show a, display, suggest, "
        "autocomplete, complete",
        "zh": "实现, 开发, 支持, 增加, 新增, 實現, 開發, 支援",
        "ja": "実装, 開発, 追加, 対応",
        "ko": "구현, 개발, 추가, 지원",
        "hi": "लागू कर*, विकसित*, इम्प्लीमेंट*",
        "bn": "বাস্তবায়ন*, যোগ কর*",
        "es": "implement*, desarroll*, permit*, soporta*, habilit*",
        "pt": "implement*, desenvolv*, permit*, suport*, habilit*",
        "fr": "implement*, developp*, permet*, support*, integre*",
        "it": "implement*, svilupp*, permett*, consent*, supporta*",
        "de": "implementier*, entwickle*, unterstutz*, ermoglich*, einbauen, baue, bau",
        "nl": "implementeer*, ontwikkel*, ondersteun*, bouw",
        "sv": "implementera, utveckla, stod for, bygg",
        "pl": "zaimplement*, implement*, rozwin, wspieraj, umozliw*, zbuduj",
        "cs": "implement*, vytvor*",
        "ru": "реализ*, разработ*, внедри*, поддерж*, имплемент*",
        "uk": "реаліз*, розроб*, підтрим*, впровад*",
        "tr": "uygula, gelistir*, destekle*, implement*, entegre*",
        "ar": "نفذ, تنفيذ, طور, تطوير, ادعم, دعم",
        "he": "ממש, לממש, פתח",
        "fa": "پیاده*, توسعه",
        "vi": "trien khai chuc nang, hien thuc, phat trien, ho tro",
        "id": "implementasi*, kembangkan, dukung, implement*",
        "th": "พัฒนา, รองรับ",
        "el": "υλοποι*, αναπτυξ*",
        "ro": "implement*, dezvolt*",
        "hu": "valositsd, implement*",
    },
    TaskType.REFACTOR: {
        "en": "refactor, rename, extract, clean up, cleanup, clean, simplify, move, split, "
        "convert, inline, deduplicate, dedupe, dedup, restructure, reorganize, reorganise, tidy, "
        "tidy up, unify, optimize, optimise, speed up, remove, delete, drop, replace, modernize, "
        "modernise, decouple, merge, rewrite, migrate, get rid of, use, reuse, prefer, "
        "consolidate, streamline, separate, break up, break down, eliminate, deprecate, "
        "abstract, factor out, pull out, make faster, reduce, shrink, hoist, encapsulate, "
        "generalize, generalise, isolate, refine, polish, reformat, format, lint, untangle, "
        "modularize, modularise, group, regroup, nest, flatten, shift, swap, sort imports, "
        "hide internals, mark private, make private, clarify code, clarify function*, "
        "clarify intent*, avoid allocat*, avoid clon*, standardize, normalise names, "
        "reword code, rework, rearrange, pull up, push down, cache, perf, style, collapse, "
        "trim down, tweak internals, transform, redesign, rip out, prune",
        "zh": "重构, 重構, 提取, 抽取, 拆分, 简化, 优化, 清理, 重命名, 改名, 整理, 删除, 移除, "
        "替换, 迁移, 合并, 優化, 簡化, 拆成",
        "ja": "リファクタ, 整理, 抽出, 分割, 最適化, 名前変更, リネーム, 簡略化, 共通化, 削除, "
        "置き換え, 移行, 統合",
        "ko": "리팩토링, 리팩터링, 정리, 추출, 분리, 최적화, 이름변경, 단순화, 삭제, 제거, 교체, "
        "마이그레이션",
        "hi": "रीफैक्टर*, रिफैक्टर*, सरल*, साफ कर*, साफ़ कर*, हटा*, नाम बदल*, ऑप्टिमाइज*, पुनर्गठ*, "
        "अनुकूलित*",
        "bn": "রিফ্যাক্টর*, সরল*, মুছ*",
        "es": "refactor*, renombr*, extra*, simplific*, limpi*, elimin*, mueve*, mover, divid*, "
        "reorganiz*, optimiz*, reemplaz*, sustitu*, migra, migrar, unific*, reestructur*, quita*",
        "pt": "refator*, refactor*, renom*, extrai*, simplifi*, limp*, remov*, mov*, divid*, "
        "reorganiz*, otimiz*, substitu*, migre, migrar, unifi*, reestrutur*",
        "fr": "refactor*, remani*, renomm*, extrai*, extraire, simplifi*, nettoi*, nettoy*, "
        "supprim*, deplac*, divise*, reorganis*, optimis*, remplac*, migre, migrer, restructur*, "
        "unifi*, decoup*",
        "it": "rifattor*, refactor*, rinomin*, estra*, semplific*, pulisc*, rimuov*, elimin*, "
        "spost*, dividi*, riorganizz*, ottimizz*, sostitui*, migra, migrare, unific*, "
        "ristruttur*",
        "de": "refaktor*, refactor*, umbenenn*, benenne*, extrahier*, vereinfach*, aufraum*, "
        "raume, raum, entfern*, losche*, loschen, verschieb*, aufteil*, optimier*, ersetz*, "
        "migrier*, vereinheitlich*, umstruktur*, umbau*, ausbau*, zusammenfuhr*, beschleunig*, "
        "umstell*",
        "nl": "refactor*, hernoem*, vereenvoudig*, ruim op, verwijder*, verplaats*, splits*, "
        "optimaliseer*, vervang*, opschonen, herstructureer*",
        "sv": "refaktorera*, byt namn*, forenkla*, stada*, ta bort, flytta, optimera, ersatt",
        "pl": "zrefaktor*, refaktor*, zmien nazwe, uprosc*, wydziel*, usun*, przenies*, "
        "podziel*, zoptymalizuj*, zastap*, posprzataj*, wyczysc*",
        "cs": "refaktor*, prejmenuj*, zjednodus*, odstran*, optimalizuj*",
        "ru": "отрефактор*, рефактор*, зарефактор*, переимен*, упрост*, вынес*, удал*, перенес*, "
        "раздел*, оптимиз*, замен*, почист*, вычист*, убер*, перепиш*, мигрир*, ускор*",
        "uk": "рефактор*, відрефактор*, перейменуй*, спрост*, винес*, видал*, оптиміз*, замін*, "
        "прибер*",
        "tr": "refaktor*, refactor*, yeniden duzenle*, yeniden adlandir*, sadelestir*, "
        "basitlestir*, cikar, kaldir*, sil, tasi, bol, optimize*, temizle*, degistir, ayir, "
        "iyilestir*, hizlandir*",
        "ar": "اعد هيكلة, اعادة هيكلة, اعد تسمية, بسط, تبسيط, نظف, تنظيف, احذف, حذف, ازل, انقل, "
        "حسن اداء, تحسين",
        "he": "רפקטר, שנה שם, פשט, מחק, הסר, העבר, נקה",
        "fa": "بازسازی, ریفکتور*, ساده*, حذف, تغییر نام, بهینه*",
        "vi": "tai cau truc, cau truc lai, doi ten, don dep, don gian hoa, xoa, tach, toi uu*, "
        "di chuyen, thay the",
        "id": "refaktor*, ganti nama, sederhanakan, bersihkan, hapus, pindahkan, pisahkan, "
        "optimalkan, optimasi",
        "th": "ปรับโครงสร้าง, รีแฟกเตอร์, เปลี่ยนชื่อ, ลบ, ย้าย, ปรับปรุงประสิทธิภาพ",
        "el": "αναδιαρθρω*, μετονομα*, απλοποι*, αφαιρεσ*, διαγραψ*",
        "ro": "refactor*, redenum*, simplific*, sterge, muta, optimiz*",
        "hu": "refaktor*, nevezd at, egyszerusits*, torold",
    },
    TaskType.TEST: {
        "en": "test, mock, cover, stub, unit test, run the test*, run tests, run all test*, "
        "assert, fuzz, benchmark, bench, check in test",
        "zh": "测试一下, 跑测试, 测一下, 補測試",
        "ja": "テストする, テストして, テストを書",
        "ko": "테스트해",
        "hi": "परीक्षण कर*, टेस्ट कर*",
        "es": "prueba que, probar que, testea*",
        "pt": "teste se, testar, teste que",
        "fr": "teste, tester, testez",
        "it": "testa, testare",
        "de": "teste, testen",
        "nl": "test dat",
        "pl": "przetestuj*, testuj*",
        "ru": "протестир*, покрой*, тестир*",
        "uk": "протестуй*, покрий*",
        "tr": "test et*",
        "ar": "اختبر",
        "vi": "kiem thu",
        "id": "uji, menguji",
        "th": "ทดสอบ",
    },
    TaskType.REVIEW: {
        "en": "review, audit, critique, look over, proofread, take a look at my, "
        "take a look at this, assess, evaluate, inspect, check, double check, sanity check, "
        "verify, validate my, find security*, find vulnerabilit*, look for bugs, code review, "
        "security review, look at my, give feedback, scrutinize, lgtm",
        "zh": "审查, 评审, 审核, 检查一下, 检查, 把关, 審查, 檢查, 复查, 审计",
        "ja": "レビュー, 確認して, チェックして, 監査, 見てもらえ",
        "ko": "리뷰, 검토, 점검, 감사해, 확인해",
        "hi": "समीक्षा*, जाँच*, जांच*, रिव्यू*",
        "bn": "পর্যালোচনা*, রিভিউ*",
        "es": "revis*, audit*, evalua*, inspeccion*, comprueb*",
        "pt": "revis*, reveja*, audit*, avali*, inspecion*, verifique*, verificar",
        "fr": "relis, relire, revue de code, revois, audit*, evalu*, verifi*, passe en revue, "
        "inspect*",
        "it": "revision*, rived*, controll*, valuta, valutare, verifica*, audit",
        "de": "uberpruf*, pruf*, begutacht*, reviewe*, audit*, kontrollier*, schau dir, bewert*",
        "nl": "beoordeel*, controleer*, review*, bekijk mijn",
        "sv": "granska*, kontrollera*",
        "pl": "przejrzyj*, sprawdz*, zrecenzuj*, zrob review, oceń*, ocen",
        "cs": "zkontroluj*, prover*",
        "ru": "ревью, проверь*, проверить, отревью*, оцени*, просмотри*, аудит*, проревьюв*",
        "uk": "перевір*, рев'ю, переглянь*, оціни*",
        "tr": "incele, inceleyin, gozden gecir*, kontrol et*, denetle*",
        "ar": "راجع, مراجعة, افحص, تحقق من, دقق",
        "he": "סקור, בדוק",
        "fa": "بررسی, بازبینی",
        "vi": "ra soat, kiem tra, danh gia, xem lai",
        "id": "tinjau*, periksa*, review*, audit*",
        "th": "ตรวจสอบ, รีวิว",
        "el": "ελεγξ*, αξιολογ*",
        "ro": "revizui*, verific*",
        "hu": "ellenorizd, nezd at",
    },
    TaskType.CONFIG: {
        "en": "configure, set up, setup, bump, upgrade, downgrade, pin, unpin, turn on, "
        "turn off, install, chore, update dep, update deps, update dependency, "
        "update dependencies, build deps, ci",
        "zh": "配置, 升级, 设置一下, 安装, 升級, 設定檔",
        "ja": "設定をし, 設定して, 設定する, アップグレード, 導入, インストール",
        "ko": "설정해, 설정하, 업그레이드, 설치",
        "hi": "कॉन्फ़िगर*, कॉन्फिगर*, सेटअप*, अपग्रेड*, इंस्टॉल*",
        "es": "configur*, instal*",
        "pt": "configur*, instal*",
        "fr": "configur*, install*, parametr*",
        "it": "configur*, install*, impost*",
        "de": "konfigurier*, einricht*, richte, installier*, einstell*",
        "nl": "configureer*, installeer*, stel in, instellen",
        "sv": "konfigurera*, installera*",
        "pl": "skonfigur*, konfigur*, zainstal*, ustaw",
        "cs": "nakonfigur*, nastav*",
        "ru": "настро*, сконфигур*, установи*, подними версию",
        "uk": "налаштуй*, сконфігур*, встанов*",
        "tr": "yapilandir*, ayarla, ayarlayin, kur, kurun, yukselt*",
        "ar": "باعداد, اعداد, هيئ, تهيئة, ثبت, تثبيت, ترقية",
        "fa": "پیکربندی, نصب, تنظیم کن",
        "vi": "cau hinh, thiet lap, cai dat goi, nang cap",
        "id": "konfigurasi*, pasang, atur konfigurasi",
        "th": "ตั้งค่า, ติดตั้ง, อัปเกรด",
        "el": "ρυθμισ*, εγκατασ*, διαμορφω*",
        "ro": "configur*, instal*",
        "hu": "allitsd be, telepits*, konfigur*",
    },
    TaskType.DEPLOY: {
        "en": "deploy, release, publish, ship, roll back, rollback, roll out, rollout, go live, "
        "launch, push to prod*, promote to, dockerize, dockerise, containerize, provision, "
        "redeploy, tag a release, cut a release, prepare the release",
        "zh": "部署, 发布, 上线, 回滚, 發布, 上線",
        "ja": "デプロイ, リリース, 公開する, ロールバック",
        "ko": "배포, 릴리스, 출시, 롤백",
        "hi": "डिप्लॉय*, deploy, रिलीज*, रिलीज़*, तैनात*, प्रकाशित*",
        "es": "despleg*, despliega*, desplieg*, public*, lanz*, libera*",
        "pt": "implant*, public*, publiq*, lanc*, faca o deploy, fazer deploy, deploy",
        "fr": "deploi*, deploy*, publi*, mettre en production, mise en production, "
        "livre la version",
        "it": "distribu*, rilasci*, pubblic*, deploy*, metti in produzione",
        "de": "deploye*, ausroll*, rolle aus, veroffentlich*, ausliefer*, bereitstell*",
        "nl": "uitrol*, rol uit, publiceer*, deploy*, breng uit",
        "sv": "driftsatt*, publicera*, slapp",
        "pl": "wdroz*, opublikuj*, wydaj*, zdeployuj*",
        "cs": "nasad*, vydej*",
        "ru": "задепло*, депло*, разверн*, выпуст*, опублик*, выкат*, зарелиз*, откати*",
        "uk": "задепло*, розгорн*, випуст*, опублік*, викот*",
        "tr": "dagit*, yayinla*, canliya, deploy et*, surum cikar*",
        "ar": "انشر, نشر, اطلق, اطلاق",
        "he": "פרוס, שחרר",
        "fa": "استقرار, منتشر*, دیپلوی",
        "vi": "trien khai len, phat hanh, trien khai, dua len",
        "id": "rilis*, terbitkan, luncurkan, deploy*, sebarkan",
        "th": "ดีพลอย, เผยแพร่, ปล่อยเวอร์ชัน",
        "el": "αναπτυξε σε, δημοσιευσ*, κυκλοφορησ*",
        "ro": "lanseaz*, public*, deploy*",
        "hu": "telepitsd, add ki, publikal*",
    },
    TaskType.DOCUMENT: {
        "en": "document, describe, annotate, comment, docs, doc, clarify, reword, rephrase, "
        "mention, explain in, write up, fix typo*, fix spelling, fix grammar, fix doc, fix docs, "
        "fix readme, fix link*, fix broken link*, correct typo*, correct spelling, note, "
        "point out, summarise in, list in the docs",
        "zh": "文档化, 写文档, 编写文档, 说明文档",
        "ja": "文書化, ドキュメント化",
        "ko": "문서화",
        "hi": "दस्तावेज़ लिख*, दस्तावेज लिख*",
        "es": "documenta*, documente, coment*",
        "pt": "document*, coment*",
        "fr": "documente*, redig*",
        "it": "documenta*, comment*",
        "de": "dokumentier*, kommentier*, beschreib*",
        "nl": "documenteer*, beschrijf*",
        "sv": "dokumentera*, beskriv*",
        "pl": "udokumentuj*, opisz*, skomentuj*",
        "cs": "zdokumentuj*, popis*",
        "ru": "задокумент*, документир*, опиши*, прокоммент*",
        "uk": "задокумент*, опиши*",
        "tr": "belgele*, dokumante*, acikla yaz",
        "ar": "وثق, توثيق",
        "he": "תעד",
        "fa": "مستند کن, مستندسازی",
        "vi": "viet tai lieu",
        "id": "dokumentasikan, jelaskan di readme",
        "th": "เขียนเอกสาร",
        "el": "τεκμηριω*",
        "ro": "documenteaz*",
        "hu": "dokumental*",
    },
    TaskType.EXPLORE: {
        "en": "explain, find, understand, show me, walk me through, list, trace, look into, "
        "investigate how, get familiar, explore, locate, search for, overview, summarize, "
        "summarise, tell me, describe how, study, learn, analyze, analyse, investigate, "
        "figure out, give me an overview, look up, map out, onboard, search",
        "zh": "解释, 说明, 了解, 介绍, 查找, 找到, 理解, 看看, 分析一下, 解釋, 梳理",
        "ja": "説明して, 説明, 教えて, 調べて, 理解したい, 探して, 一覧",
        "ko": "설명해, 설명, 알려줘, 찾아줘, 이해하",
        "hi": "समझा*, बता*, दिखा*, खोज*, समझना*, ढूंढ*",
        "bn": "ব্যাখ্যা*, বোঝা*, দেখা*",
        "ur": "سمجھا*, بتا*",
        "es": "explic*, muestr*, encuentra*, busca*, entender, describe como, listar, analiza*",
        "pt": "expliq*, explic*, mostr*, encontr*, busque, procure*, entender, analis*, liste",
        "fr": "expliq*, explique moi, montre*, trouve*, cherche*, comprendre, liste, analyse*",
        "it": "spieg*, mostra*, trova*, cerca*, capire, elenca*, analizza*",
        "de": "erklar*, zeig*, finde*, suche*, verstehe*, analysier*, erlauter*",
        "nl": "leg uit, toon*, zoek*, begrijp*, laat zien",
        "sv": "forklara*, visa*, hitta*",
        "pl": "wyjasnij*, pokaz*, znajdz*, zrozum*, wytlumacz*",
        "cs": "vysvetli*, ukaz*, najdi*",
        "ru": "объясн*, покаж*, найд*, понять, расскаж*, разобраться, разберись, поясни*",
        "uk": "поясни*, покаж*, знайд*, розкаж*, зрозумі*",
        "tr": "acikla, aciklar, anlat*, goster*, bul, listele*, ozetle*",
        "ar": "اشرح, شرح, اعرض, ابحث, افهم, وضح",
        "he": "הסבר, הראה, מצא",
        "fa": "توضیح*, نشان بده, پیدا کن",
        "vi": "giai thich, tim, cho toi xem, tim hieu",
        "id": "jelaskan, tunjukkan, cari, temukan, pahami",
        "th": "อธิบาย, ค้นหา, แสดง",
        "el": "εξηγησ*, δειξ*, βρες",
        "ro": "explic*, arata*, gaseste",
        "hu": "magyarazd, mutasd, keresd",
    },
}
