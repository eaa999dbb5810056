"""Things: objects that belong to one task type, whoever does something to them.

"Add tests" is about tests, "update the README" about documentation: after a verb that makes or
changes something, the thing decides.

Tests: tests/core/intent/lexicon/test_tables.py
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lean_ctx_daemon.core.types import TaskType

THINGS: Final[Mapping[TaskType, Mapping[str, str]]] = {
    TaskType.TEST: {
        "en": "test, tests, unit test*, unittest*, integration test*, regression test*, e2e, "
        "end to end test*, test case*, testcase*, test coverage, coverage, fixtures, fixture, "
        "test suite, testing, mocks, benchmark, benchmarks, specs, assertion*, snapshot test*, "
        "smoke test*, property test*, property based test*, tests missing, fuzzer*, test utils, "
        "doctest*, test data, acceptance test*",
        "zh": "单元测试, 测试用例, 测试覆盖率, 集成测试, 测试, 單元測試, 測試",
        "ja": "ユニットテスト, 単体テスト, テストカバレッジ, テストケース, テスト",
        "ko": "단위 테스트, 테스트, 커버리지",
        "hi": "टेस्ट*, यूनिट टेस्ट*, परीक्षण*",
        "bn": "টেস্ট*, পরীক্ষা*",
        "es": "pruebas, prueba unitaria, pruebas unitarias, tests, cobertura",
        "pt": "testes, teste unitario, testes unitarios, cobertura",
        "fr": "tests, test, tests unitaires, couverture",
        "it": "test, test unitari, copertura",
        "de": "tests, unittest*, unit tests, testfall*, testabdeckung, testfalle",
        "nl": "tests, testdekking, unittests",
        "sv": "tester, enhetstest*",
        "pl": "testy*, testow, pokrycie",
        "cs": "testy, testu",
        "ru": "тест*, юнит тест*, покрыти*",
        "uk": "тест*, покритт*",
        "tr": "testler*, testi, birim test*, test kapsam*",
        "ar": "اختبار, اختبارات, الاختبارات",
        "he": "בדיקות, טסטים",
        "fa": "تست*, آزمون*",
        "vi": "unit test, kiem thu, test case",
        "id": "pengujian, unit test, tes",
        "th": "เทสต์, การทดสอบ, ยูนิตเทส",
    },
    TaskType.DOCUMENT: {
        "en": "docs, doc, documentation, readme, readmes, docstring*, changelog*, "
        "changelog entry, changelog entries, change log, tutorial*, comment, comments, "
        "doc comment*, typo, typos, spelling, grammar, wording, api docs, guide, guides, "
        "javadoc, jsdoc, rustdoc, release notes, usage example*, man page*, manpage*, "
        "contributing guide*, wiki, faq, license header*, code of conduct, broken link*, "
        "dead link*, example code, doc examples, examples, example, code example*, "
        "migration guide*, translation of the docs, whatsnew, contributor*, website, blog post*, "
        "markdown, sphinx, references, link, links, sponsors, glossary, cookbook, note, notes, "
        "warning note, description of, badge, badges, typographical, misspell*, heading, "
        "headings, phrasing, punctuation",
        "zh": "文档, 注释, 说明文档, 教程, 自述文件, 变更日志, 文檔, 註釋",
        "ja": "ドキュメント, コメント, 説明文, チュートリアル, 文書, 変更履歴",
        "ko": "문서, 주석, 튜토리얼, 변경 로그",
        "hi": "दस्तावेज*, दस्तावेज़*, टिप्पणी*, डॉक्यूमेंटेशन*",
        "bn": "ডকুমেন্টেশন*, নথি*",
        "es": "documentacion, comentarios, guia, tutorial*, docs, registro de cambios, errata*",
        "pt": "documentacao, comentarios, guia, tutorial*, docs",
        "fr": "documentation, commentaires, guide, tutoriel*, docs, faute de frappe, coquille*",
        "it": "documentazione, commenti, guida, tutorial*, refuso*",
        "de": "dokumentation, doku, kommentar*, anleitung*, tippfehler*, handbuch",
        "nl": "documentatie, commentaar, handleiding, tikfout*",
        "sv": "dokumentation*, kommentarer, stavfel",
        "pl": "dokumentac*, komentarz*, literowk*, poradnik*",
        "cs": "dokumentac*, preklep*",
        "ru": "документац*, комментари*, докстринг*, доки, опечатк*, руководств*",
        "uk": "документац*, коментар*, одрук*",
        "tr": "dokumantasyon*, belgeler*, dokuman*, yorum satir*",
        "ar": "التوثيق, توثيق, تعليقات, التعليقات, دليل",
        "he": "תיעוד, הערות",
        "fa": "مستندات, توضیحات",
        "vi": "tai lieu, chu thich, huong dan",
        "id": "dokumentasi, komentar, panduan",
        "th": "เอกสาร, คอมเมนต์",
    },
    TaskType.CONFIG: {
        "en": "dependency, dependencies, deps, dependabot, renovate, config, configuration, "
        "settings file, env variable*, environment variable*, env var*, eslint, prettier, "
        "pre commit, precommit, pre commit hook*, webpack, vite config, tsconfig, "
        "package manager, strict mode, line length, default port, log level, lockfile, "
        "lock file, package json, cargo toml, pyproject*, docker compose, makefile, gitignore, "
        "editorconfig, linter, linter rule*, babel, rollup config, tox, compiler flag*, gyp, "
        "build script*, cmake, autotools, msrv, toolchain, devdependenc*, submodule*, "
        "npm script*, nix, package lock, peer dependenc*, github actions, travis, appveyor, "
        "circleci, workflow, workflows, ci, ci job*, feature flag*, clippy, rustfmt, "
        "typescript version, node version, bazel, gradle, meson, configure ac, build system, "
        "commitlint, husky, lerna, yarn, npm, issue template*, jenkins*, node js version*, "
        "cargo, actions, codecov, coveralls, sponsorship, rules of eslint, build tools",
        "zh": "依赖, 配置文件, 环境变量, 端口, 依賴, 配置",
        "ja": "依存パッケージ, 依存関係, 設定ファイル, 環境変数, 依存",
        "ko": "의존성, 환경 변수, 환경변수, 설정 파일, 종속성",
        "hi": "निर्भरता*, डिपेंडेंसी*, कॉन्फ़िग*",
        "es": "dependencias, variables de entorno, configuracion del, archivo de configuracion",
        "pt": "dependencias, variaveis de ambiente, arquivo de configuracao",
        "fr": "dependances, variables d environnement, fichier de configuration",
        "it": "dipendenze, variabili d ambiente, file di configurazione",
        "de": "abhangigkeit*, umgebungsvariable*, konfigurationsdatei*, konfiguration",
        "nl": "afhankelijkheden, omgevingsvariabele*",
        "sv": "beroenden, miljovariab*",
        "pl": "zaleznosci, zmienne srodowisk*, plik konfig*",
        "cs": "zavislosti",
        "ru": "зависимост*, переменн* окружения, конфиг*",
        "uk": "залежност*, конфіг*",
        "tr": "bagimlilik*, ortam degisken*, yapilandirma*",
        "ar": "التبعيات, الاعتماديات, متغيرات البيئة, الاعدادات",
        "fa": "وابستگی*, پیکربندی",
        "vi": "phu thuoc, goi phu thuoc, bien moi truong",
        "id": "dependensi, variabel lingkungan, ketergantungan",
        "th": "ดีเพนเดนซี, ตัวแปรสภาพแวดล้อม",
    },
    TaskType.DEPLOY: {
        "en": "helm chart*, helm, kubernetes, k8s, ci pipeline*, release pipeline*, deployment, "
        "deployments, docker image*, dockerfile*, staging, rollback, ci cd, terraform, ansible, "
        "registry, pypi, release, releases, release version, version bump, new version, "
        "production release, systemd unit, nightly build*, installer, packaging, deploy script*, "
        "deploys, release candidate, snapcraft, homebrew, debian package*",
        "zh": "生产环境, 新版本, 镜像, 流水线, 生產環境",
        "ja": "本番環境, 本番, 新しいバージョン",
        "ko": "프로덕션, 새 버전, 도커 이미지",
        "hi": "प्रोडक्शन*, production",
        "es": "produccion, nueva version, despliegue",
        "pt": "producao, nova versao, implantacao",
        "fr": "en production, nouvelle version, deploiement",
        "it": "produzione, nuova versione",
        "de": "produktion, neue version, auslieferung",
        "nl": "nieuwe versie, productieomgeving",
        "pl": "produkcj*, nowa wersj*, wdrozeni*",
        "ru": "прод, продакшн*, продакшен*, релиз*, новую версию",
        "uk": "прод, продакшн*, реліз*, нову версію",
        "tr": "canliya, uretim ortam*, yeni surum",
        "ar": "الانتاج, الخادم, اصدار جديد",
        "vi": "moi truong production, phien ban moi",
        "id": "produksi, versi baru",
        "th": "โปรดักชัน, เวอร์ชันใหม่",
    },
    TaskType.REVIEW: {
        "en": "code review, pull request, pr, diff, my changes, last commit, security problem*, "
        "vulnerabilit*, security hole*, smells, code smell*, style guide, best practices, "
        "security audit, thread safe, any issues, any problem*, go wrong, my patch, feedback on",
        "zh": "代码评审, 代码审查, 安全漏洞, 代碼審查",
        "ja": "コードレビュー, 変更内容, 脆弱性, 問題がないか",
        "ko": "코드 리뷰, 변경 사항, 취약점",
        "hi": "कोड रिव्यू, बदलावों की",
        "es": "auditoria, mis cambios, vulnerabilidad*",
        "pt": "auditoria, minhas alteracoes, vulnerabilidad*, minhas mudancas",
        "fr": "audit, mes modifications, vulnerabilit*, mes changements",
        "it": "le mie modifiche, vulnerabilit*",
        "de": "code review, meine anderungen, sicherheitslucke*",
        "nl": "mijn wijzigingen, kwetsbaarhe*",
        "pl": "moje zmiany, podatnosc*",
        "ru": "уязвимост*, моих изменени*, мои изменени*, код ревью",
        "uk": "вразливост*, мої зміни",
        "tr": "degisikliklerimi, guvenlik acig*, kod inceleme*",
        "ar": "تغييراتي, ثغرات, الثغرات",
        "vi": "lo hong, thay doi cua toi",
        "id": "perubahan saya, kerentanan",
    },
    TaskType.REFACTOR: {
        "en": "dead code, faster, performance, duplication, duplicate code, code duplication, "
        "readability, maintainab*, unused, instead of, complexity, technical debt, tech debt, "
        "boilerplate, internals, naming, code style, whitespace, formatting, code quality, "
        "internal, more efficient, cleaner, clippy warnings, lint warnings, lint errors, "
        "redundant, unnecessary",
        "zh": "性能, 无用代码, 重复代码, 效率, 可读性",
        "ja": "重複したコード, 重複, 性能, パフォーマンス",
        "ko": "중복, 성능",
        "hi": "प्रदर्शन*, डुप्लिकेट*",
        "es": "codigo muerto, rendimiento, mas rapido, duplicad*",
        "pt": "codigo morto, desempenho, mais rapido, duplicad*",
        "fr": "code mort, performances, plus rapide, dupliqu*",
        "it": "codice morto, prestazioni, piu veloce, duplicat*",
        "de": "toten code, toter code, schneller, leistung, doppelte*",
        "nl": "dode code, sneller, prestaties",
        "pl": "martwy kod, wydajnosc*, szybci*",
        "ru": "мертв* код, производительност*, быстрее, дублир*",
        "uk": "продуктивн*, швидше, дублю*",
        "tr": "olu kod*, performans*, daha hizli",
        "ar": "الاداء, كود ميت",
        "vi": "hieu nang, nhanh hon, ma trung lap",
        "id": "performa, lebih cepat, kode mati",
    },
    TaskType.GENERATE: {
        "en": "feature request, new feature, endpoint, plugin system, dark mode, option to, "
        "ability to, new option, new flag, feature",
        "zh": "功能, 接口, 新功能",
        "ja": "機能, 新機能",
        "ko": "기능, 새 기능",
        "es": "nueva funcionalidad, nueva funcion",
        "pt": "nova funcionalidade",
        "fr": "nouvelle fonctionnalite",
        "it": "nuova funzionalita",
        "de": "neue funktion, unterstutzung fur",
        "ru": "новую функци*, поддержк*",
    },
    TaskType.EXPLORE: {
        "en": "overview, architecture, codebase overview, difference between",
        "zh": "架构, 原理",
        "ja": "仕組み, 構成",
        "ko": "구조, 원리",
        "es": "arquitectura",
        "pt": "arquitetura",
        "fr": "architecture, structure du projet",
        "it": "architettura",
        "de": "aufbau, architektur",
        "ru": "архитектур*, структур*",
    },
}
