# ruff: noqa: RUF001  (many scripts: letters that look Latin are meant)
"""Symptoms: words with which people say that something is wrong.

Tests: tests/core/intent/lexicon/test_tables.py
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SYMPTOMS: Final[Mapping[str, str]] = {
    "en": "bug, bugs, buggy, error, errors, crash, crashes, crashed, crashing, fail, fails, "
    "failed, failing, failure, failures, broken, breaks, exception, exceptions, leak, leaks, "
    "leaking, regression, wrong, wrongly, incorrect, incorrectly, invalid result, hang, hangs, "
    "hanging, freeze, freezes, freezing, stuck, segfault*, segmentation fault, race condition, "
    "data race, deadlock*, infinite loop, off by one, doesnt work, does not work, dont work, "
    "do not work, not working, no longer work*, no longer, stopped working, cant log in, cant, "
    "cannot, can not, unable to, wont, will not, doesnt, does not, isnt, is not, arent, "
    "should not, shouldnt, didnt, did not, throw, throws, throwing, raises, raised, raise, "
    "panic, panics, panicked, overflow*, underflow*, out of memory, oom, oomkilled, "
    "timeout error, nan, null pointer, npe, nullpointer*, stack trace, stacktrace, traceback, "
    "corrupt*, garbled, flaky, unexpected*, misbehav*, inconsisten*, twice, duplicate rows, "
    "blank page, infinite recursion, memory keeps growing, keeps growing, double free, "
    "use after free, is down, returns 500, returns 502, get a 500, get a 404, 500, 502, 503, "
    "missing, ignored, ignores, lost, loses, silently, undefined, false positive*, "
    "false negative*, problem, problems, issue with, different number than, instead of crashing, "
    "swallow, swallows, vulnerab*, injection, xss, csrf, dangling, warning, warnings, invalid, "
    "mishandl*, bad, mismatch*, not found, vanish*, disappear*, truncated, hidden, wrong order, "
    "unreachable",
    "zh": "错误, 崩溃, 报错, 异常, 失败, 泄漏, 漏洞, 卡死, 闪退, 失效, 不工作, 无法, 不能, "
    "没有清除, 没有, 问题, 死锁, 乱码, 錯誤, 崩潰, 異常, 失敗, 不正确, 不对, 有误, 丢失, 出错, "
    "故障",
    "ja": "エラー, バグ, クラッシュ, 落ちる, 落ちます, 例外, 失敗, 不具合, 動かない, 動きません, "
    "動作しない, できない, できません, 壊れ, メモリリーク, リーク, 固まる, フリーズ, おかしい, "
    "間違, 文字化け, されない, されません",
    "ko": "버그, 오류, 에러, 충돌, 크래시, 실패, 예외, 누수, 안됩니다, 안돼, 되지 않, 작동하지, "
    "멈춰, 멈춤, 깨져, 깨짐, 잘못, 문제",
    "hi": "बग*, त्रुटि*, एरर*, क्रैश*, गलत*, ग़लत*, काम नहीं*, नहीं कर*, खराब*, ख़राब*, समस्या*, "
    "विफल*, लीक*",
    "bn": "বাগ*, ত্রুটি*, কাজ করছে না, ক্র্যাশ*, সমস্যা*",
    "ur": "خرابی*, غلطی*, کام نہیں",
    "es": "error, errores, fallo, fallos, falla*, bug, se cuelga, cuelga*, no funciona*, "
    "se rompe, roto, rota, excepcion*, fuga de memoria, incorrect*, se bloquea, no puedo, "
    "no se puede, problema*, se cierra, mal",
    "pt": "erro, erros, falha*, bug, trava, travando, travar, quebra*, nao funciona*, excecao, "
    "excecoes, vazamento*, incorret*, nao consigo, nao da, problema*, errad*",
    "fr": "erreur*, plante, plantent, plantage, bug, ne marche*, ne fonctionne*, marche plus, "
    "marche pas, fonctionne plus, fonctionne pas, fuite*, exception*, echoue*, casse*, "
    "incorrect*, bloque, probleme*",
    "it": "errore, errori, bug, crash, va in crash, non funziona*, non va, si blocca, eccezione, "
    "perdita di memoria, rotto, rotta, sbagliat*, problema, problemi, fallisc*",
    "de": "fehler, fehlers, bug, bugs, sturzt ab, sturzt, absturz*, kaputt, falsch*, "
    "speicherleck*, geht nicht, funktioniert nicht, hangt, hangt sich auf, ausnahme, "
    "schlagt fehl, fehlgeschlagen, defekt*, problem, haengt, nicht mehr",
    "nl": "fout, fouten, bug, crasht, kapot, werkt niet, geheugenlek, loopt vast, probleem, "
    "foutmelding",
    "sv": "fel, bugg, kraschar, trasig, fungerar inte, minneslacka",
    "da": "fejl, bug, crasher, virker ikke",
    "pl": "blad*, bledy, bledow, bug, nie dziala*, zawiesza*, wyciek*, awari*, wyjatek, "
    "crashuje, psuje, problem*",
    "cs": "chyba, chybu, chyby, nefunguje, pada, spadne",
    "ru": "ошибк*, баг*, пада*, краш*, не работа*, сломан*, слома*, утечк*, исключени*, зависа*, "
    "неправильн*, неверн*, вылета*, проблем*, некорректн*",
    "uk": "помилк*, баг*, пада*, не працю*, зламан*, витік*, виняток*, зависа*, неправильн*, "
    "проблем*",
    "tr": "hata, hatasi, hatayi, hatali, cokuyor, coker, calismiyor, bozuk, bozul*, sizinti*, "
    "istisna, donuyor, kilitleniyor, yanlis*, sorun*, basarisiz*",
    "ar": "خطا, الخطا, اخطاء, الاخطاء, يتعطل, تعطل, لا يعمل, لا تعمل, عطل, مشكلة, تسرب, استثناء, "
    "يفشل, معطل, خلل",
    "he": "שגיאה, באג, קורס, לא עובד, נכשל",
    "fa": "خطا*, باگ*, کار نمی*, کرش*, مشکل*, خراب*",
    "vi": "loi, bi loi, khong hoat dong, bi treo, ro ri*, su co, khong the",
    "id": "error, galat, kesalahan, tidak berfungsi, tidak bisa, macet, kebocoran, rusak, gagal, "
    "masalah, bug",
    "th": "บั๊ก, ข้อผิดพลาด, ไม่ทำงาน, พัง, ล้มเหลว, ค้าง, ปัญหา",
    "el": "σφαλμα*, λαθος, δεν λειτουργ*, καταρρε*, προβλημα*",
    "ro": "eroare*, erori, nu functioneaza, se blocheaza, problem*",
    "hu": "hiba, hibat, hibas, nem mukodik, osszeomlik, lefagy*",
}
