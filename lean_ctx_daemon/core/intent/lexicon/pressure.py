"""Pressure of time, and breadth: words that say how soon, and how much of the project.

Tests: tests/core/intent/lexicon/test_tables.py
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

URGENT: Final[Mapping[str, str]] = {
    "en": "urgent, urgently, asap, immediately, critical, blocker, blocking, emergency, "
    "right now, as soon as possible, p0, sev1, sev 1, outage, hotfix, high priority, "
    "top priority, in production",
    "zh": "紧急, 马上, 立刻, 尽快, 立即, 緊急, 盡快, 急",
    "ja": "緊急, 至急, 今すぐ, 急ぎ, できるだけ早く",
    "ko": "긴급, 급해, 즉시, 당장, 빨리",
    "hi": "तुरंत, जल्दी, अर्जेंट, तत्काल",
    "bn": "জরুরি, এখনই",
    "es": "urgente, urgentemente, cuanto antes, inmediatamente, ya mismo, critico",
    "pt": "urgente, urgentemente, imediatamente, o quanto antes, critico",
    "fr": "urgent, urgence, immediatement, au plus vite, des que possible, critique",
    "it": "urgente, urgentemente, subito, immediatamente, al piu presto, critico",
    "de": "dringend, sofort, eilig, so schnell wie moglich, umgehend, kritisch",
    "nl": "dringend, meteen, zo snel mogelijk, spoed",
    "sv": "bradskande, omedelbart, akut",
    "pl": "pilne, pilnie, natychmiast, jak najszybciej",
    "cs": "nalehave, okamzite, co nejdrive",
    "ru": "срочно, немедленно, как можно скорее, критично, горит",
    "uk": "терміново, негайно, якнайшвидше",
    "tr": "acil, hemen, acilen, derhal",
    "ar": "عاجل, فورا, حالا, باسرع وقت",
    "he": "דחוף, מיד",
    "fa": "فوری, سریعا",
    "vi": "khan cap, gap, ngay lap tuc, cang som cang tot",
    "id": "segera, mendesak, darurat, secepatnya",
    "th": "ด่วน, ทันที",
    "el": "επειγον, αμεσα",
    "ro": "urgent, imediat",
    "hu": "surgos, azonnal",
}

CALM: Final[Mapping[str, str]] = {
    "en": "when you have time, low priority, no rush, no hurry, nice to have, eventually, "
    "someday, at some point, not urgent, whenever, in the long run, backlog, minor",
    "zh": "不急, 有空, 低优先级",
    "ja": "急ぎではない, 時間があるとき, 急ぎません",
    "ko": "급하지 않, 시간 날 때",
    "hi": "कोई जल्दी नहीं, जब समय",
    "es": "sin prisa, cuando puedas, baja prioridad",
    "pt": "sem pressa, quando puder, baixa prioridade",
    "fr": "pas urgent, quand tu peux, basse priorite",
    "it": "senza fretta, quando puoi, bassa priorita",
    "de": "nicht dringend, irgendwann, bei gelegenheit, keine eile",
    "nl": "geen haast, ooit",
    "pl": "bez pospiechu, kiedys",
    "ru": "не срочно, когда будет время, не горит",
    "uk": "не терміново",
    "tr": "acele yok, acil degil",
    "ar": "ليس عاجلا",
    "vi": "khong gap",
    "id": "tidak mendesak, kapan kapan",
}

BREADTH: Final[Mapping[str, str]] = {
    "en": "codebase, code base, whole project, entire project, whole repo, entire repo, "
    "this repo, this repository, the repo, the repository, everywhere, all files, every file, "
    "the project, this project, entire codebase, whole codebase, the whole code, project wide, "
    "repo wide, throughout, all modules, every module, all packages, everything, all the code, "
    "whole app, entire app, monorepo",
    "zh": "整个项目, 整个代码库, 代码库, 所有文件, 全局, 这个项目, 项目, 整個專案",
    "ja": "プロジェクト, コードベース, 全体, すべてのファイル, リポジトリ",
    "ko": "프로젝트, 코드베이스, 전체, 모든 파일, 저장소",
    "hi": "पूरे प्रोजेक्ट*, पूरा प्रोजेक्ट*, कोडबेस*, सभी फ़ाइल*, प्रोजेक्ट*",
    "es": "todo el proyecto, el proyecto, del proyecto, todo el codigo, repositorio, "
    "todos los archivos",
    "pt": "todo o projeto, o projeto, do projeto, todo o codigo, repositorio, todos os arquivos",
    "fr": "tout le projet, le projet, du projet, tout le code, depot, partout, tous les fichiers",
    "it": "tutto il progetto, il progetto, del progetto, tutto il codice, ovunque, tutti i file",
    "de": "ganzes projekt, gesamtes projekt, das projekt, des projekts, uberall, codebasis, "
    "gesamten code, alle dateien",
    "nl": "het hele project, overal, codebase, alle bestanden",
    "pl": "caly projekt, calym projekcie, wszedzie, wszystkie pliki",
    "ru": "весь проект, всего проекта, проект*, везде, весь код, кодовая база, все файлы",
    "uk": "весь проєкт, проєкт*, всюди, всі файли",
    "tr": "tum proje*, projeyi, projenin, her yerde, tum dosyalar*",
    "ar": "المشروع, كل الملفات, قاعدة الكود",
    "vi": "toan bo du an, ca du an, moi noi",
    "id": "seluruh proyek, semua file, di mana mana",
}

CROSSING: Final[Mapping[str, str]] = {
    "en": "across, callers, all usages, all uses, call sites, callsites, cross module, "
    "both packages, between modules, and its dependents, downstream, the crates, "
    "several modules, multiple modules",
    "zh": "跨模块, 各模块, 调用方",
    "ja": "モジュール間, 呼び出し元",
    "ko": "모듈 간, 호출부",
    "es": "entre modulos, varios modulos",
    "pt": "entre modulos, varios modulos",
    "fr": "entre modules, plusieurs modules",
    "it": "tra moduli, piu moduli",
    "de": "modulubergreifend, mehrere module, aufrufer",
    "ru": "между модулями, нескольк* модул*",
}
