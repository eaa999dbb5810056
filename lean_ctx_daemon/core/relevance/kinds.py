"""What kind of file a path names, by the conventions of all larger languages.

Conventions are names of folders and files, compared as whole words: `tests/`, `foo_test.go`,
`FooTest.java`, `foo.spec.ts`, `docs/`, `vendor/`, `foo.pb.go`. The most telling kind wins: a test
in a vendored folder is vendored, an example's configuration is an example.

What it does not: look into files, or decide what a kind is worth (priors.py does).

Tests: tests/core/relevance/test_kinds.py
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import Final


class FileKind(StrEnum):
    """What a file is for."""

    SOURCE = "source"
    TEST = "test"
    EXAMPLE = "example"
    DOC = "doc"
    CONFIG = "config"
    GENERATED = "generated"
    VENDORED = "vendored"


_VENDORED: Final = """vendor vendored _vendor vendors third_party third-party thirdparty 3rdparty
    node_modules bower_components externals godeps pods carthage site-packages"""
_GENERATED: Final = "generated __generated__ gen dist locale locales i18n l10n translations po"
_TEST: Final = """test tests testing __tests__ spec specs testdata test-data test_data testsuite
    testsuites testcases fixture fixtures __fixtures__ __mocks__ mocks __snapshots__ e2e cypress
    benchmark benchmarks bench benches perf fuzz fuzzing unittest unittests androidtest
    androidtests integrationtest integrationtests"""
_EXAMPLE: Final = "example examples sample samples demo demos tutorial tutorials"
_DOC: Final = "doc docs documentation man website wiki rfcs"
_FOLDERS: Final = {
    FileKind.VENDORED: frozenset(_VENDORED.split()),
    FileKind.GENERATED: frozenset(_GENERATED.split()),
    FileKind.TEST: frozenset(_TEST.split()),
    FileKind.EXAMPLE: frozenset(_EXAMPLE.split()),
    FileKind.DOC: frozenset(_DOC.split()),
    FileKind.CONFIG: frozenset[str](),
}
# Folders named like `django_tests`, `unit-test`, `MyApp.Tests`, `test_utils`.
_TEST_FOLDER: Final = re.compile(r"(?:^|[._-])(?:tests?|specs?)$|^tests?[._-]", re.IGNORECASE)
_TEST_NAME: Final = re.compile(
    r"^test_|^conftest\.py$|[._-](?:tests?|specs?|e2e|stories|bench)(?:\.\w+)+$"
    r"|[a-z0-9](?:Tests?|TestCase|Spec|IT)\.\w+$|^Test[A-Z]\w*\.\w+$"
)
_GENERATED_NAME: Final = re.compile(
    r"\.min\.\w+$|[._]pb2?(?:_grpc)?\.\w+$|\.pb\.\w+$|\.g\.\w+$|\.designer\.cs$|\.generated\.\w+$"
    r"|_generated\.\w+$|^zz_generated|\.lock$|^package-lock\.json$|^go\.sum$|\.snap$|\.map$"
    r"|\.svg$|\.po$",
    re.IGNORECASE,
)
_DOC_NAME: Final = re.compile(
    r"\.(?:md|mdx|rst|adoc|asciidoc|txt|tex|texi|pod|[1-9])$"
    r"|^(?:readme|changelog|changes|history|news|authors|contributors|contributing|copying|licen[cs]e"
    r"|code_of_conduct|security|todo|notice)(?:\.\w+)?$",
    re.IGNORECASE,
)
# Known by their whole names, whatever their extensions say.
_BUILD_NAME: Final = re.compile(
    r"^\.|^(?:makefile|dockerfile|rakefile|gemfile|procfile|jenkinsfile|vagrantfile)(?:\.\w+)?$"
    r"|^cmakelists\.txt$|^(?:dev-|test-)?(?:requirements|constraints)[\w.-]*\.txt$",
    re.IGNORECASE,
)
_CONFIG_NAME: Final = re.compile(
    r"\.(?:json5?|jsonc|ya?ml|toml|ini|cfg|conf|config|properties|xml|plist|env|csv|tsv|in|am|ac"
    r"|m4|cmake|mk|gradle|csproj|vcxproj|sln|props|targets|lock|html?|css|scss|less)$"
    r"|^(?:setup|conf)\.py$|\.config\.\w+$",
    re.IGNORECASE,
)


# In this order: the most telling kind wins. Build files come before documents (`CMakeLists.txt`).
_NAMES: Final = (
    (FileKind.VENDORED, None),
    (FileKind.GENERATED, _GENERATED_NAME),
    (FileKind.TEST, _TEST_NAME),
    (FileKind.EXAMPLE, None),
    (FileKind.CONFIG, _BUILD_NAME),
    (FileKind.DOC, _DOC_NAME),
    (FileKind.CONFIG, _CONFIG_NAME),
)


@lru_cache(maxsize=1 << 16)
def kind_of(path: str) -> FileKind:
    """The kind of the file at a root-relative path. Total: what nothing claims is source."""
    *folders, name = path.split("/")
    lowered = {folder.lower() for folder in folders}
    for kind, pattern in _NAMES:
        if lowered & _FOLDERS[kind] or (pattern is not None and pattern.search(name)):
            return kind
        if kind is FileKind.TEST and any(_TEST_FOLDER.search(folder) for folder in folders):
            return kind
    return FileKind.SOURCE
