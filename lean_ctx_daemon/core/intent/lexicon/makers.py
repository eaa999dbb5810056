"""Verbs that say that something is to be made or changed, and leave it to their object what.

"Write tests" is about tests, "write a parser" is not. Entries as in verbs.py.

Tests: tests/core/intent/lexicon/test_tables.py
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

MAKES: Final[Mapping[str, str]] = {
    "en": "add, create, write, generate, make, build me, new, need, put, include, insert, draft, "
    "prepare, define, give, want, we need, i need, need a, id like, should have, increase, "
    "improve coverage",
    "zh": "添加, 编写, 写一个, 创建, 生成, 加, 写, 新建, 做一个, 編寫, 創建, 撰写, 补充, 提高",
    "ja": "作って, 作成, 書いて, 書く, 作る, 生成, 加え, 上げ",
    "ko": "작성, 만들어, 만들, 생성, 써줘",
    "hi": "जोड़*, बना*, लिख*, जोड*, तैयार*",
    "bn": "যোগ*, তৈরি*, লেখ*, লিখ*",
    "ur": "بنا*, لکھ*, شامل*",
    "es": "agreg*, anad*, crea, crear, crea*, escrib*, genera, generar, haz, hacer, aument*",
    "pt": "adicion*, cri*, escrev*, gera, gere, gerar, acrescent*, faca, aument*",
    "fr": "ajout*, cree*, creer, ecri*, gener*, fais, faire, augment*",
    "it": "aggiung*, crea, creare, scriv*, genera, generare, aument*",
    "de": "fuge, fug, erstell*, schreib*, generier*, hinzufug*, anleg*, erzeug*, erhoh*, erganz*",
    "nl": "voeg, toevoegen, maak, maken, schrijf*, genereer*, creeer",
    "sv": "lagg till, skapa, skriv, generera",
    "da": "tilfoj, opret, skriv, lav",
    "pl": "dodaj*, dodac, stworz*, utworz*, napisz*, wygeneruj*, zrob, zwieksz*",
    "cs": "pridej*, napis*, vygeneruj*",
    "ru": "добав*, созда*, напи*, сгенерир*, сделай, сделать, допиш*, увелич*",
    "uk": "додай*, додати, створи*, напиш*, згенеруй*, зроби",
    "tr": "ekle, ekleyin, olustur*, yaz, yazin, uret*, yap, artir*, ekleme*",
    "ar": "اضف, اضافة, انشئ, انشاء, اكتب, كتابة, ولد",
    "he": "הוסף, צור, כתוב, בנה",
    "fa": "اضافه*, بساز, ایجاد, بنویس",
    "vi": "them, tao, viet",
    "id": "tambah*, buat*, tulis*",
    "th": "เพิ่ม, สร้าง, เขียน",
    "el": "προσθεσ*, δημιουργησ*, γραψ*",
    "ro": "adaug*, creeaz*, scrie",
    "hu": "adj hozza, keszits*, irj",
}

CHANGES: Final[Mapping[str, str]] = {
    "en": "update, change, improve, adjust, set, tweak, modify, edit, enhance, revise, sync, "
    "refresh, push, run, switch, align, fill in, finish, keep, apply, mark, regenerate, rebuild",
    "zh": "更新, 修改, 改进, 改善, 调整, 完善",
    "ja": "更新, 変更, 改善, 調整",
    "ko": "업데이트, 변경, 개선, 갱신",
    "hi": "अपडेट*, बदल*, अद्यतन*",
    "es": "actualiz*, cambia*, mejora, mejorar, modific*, ajust*, pon",
    "pt": "atualiz*, mud*, melhor*, modifi*, ajust*, alter*",
    "fr": "mets a jour, mettre a jour, mise a jour, actualis*, chang*, amelior*, modifi*, ajust*",
    "it": "aggiorn*, cambia*, miglior*, modific*",
    "de": "aktualisier*, ander*, verbesser*, anpass*, passe, setze, pflege",
    "nl": "werk bij, update*, wijzig*, verbeter*, pas aan, bijwerken",
    "sv": "uppdatera*, andra, forbattra*",
    "pl": "zaktualizuj*, zmien*, popraw*, ulepsz*",
    "cs": "aktualizuj*, zmen*, vyleps*",
    "ru": "обнов*, измен*, улучш*, поменя*, смени*",
    "uk": "онов*, змін*, покращ*",
    "tr": "guncelle*, guncelleyin, degistirin",
    "ar": "حدث, تحديث, غير, عدل, تعديل",
    "he": "עדכן, שנה, שפר",
    "fa": "به روز*, تغییر, بهبود",
    "vi": "cap nhat, thay doi, cai thien, chinh",
    "id": "perbarui, ubah, tingkatkan, update*",
    "th": "อัปเดต, เปลี่ยน, ปรับปรุง",
    "el": "ενημερω*, αλλαξ*, βελτιω*",
    "ro": "actualiz*, schimb*, imbunatat*",
    "hu": "frissitsd, valtoztasd, javitsd fel",
}
