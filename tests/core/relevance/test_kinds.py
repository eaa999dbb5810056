from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.relevance.kinds import FileKind, kind_of

SOURCE = """src/auth/login.ts lib/mix/tasks/test.ex fs/operations/rc.go latest/contest.py attest.rb
src/protest.rs app/models/sample_rate.rb lib/specification.py cmd/main.go src/Inspector.java
lib/docs.ex src/distance.c lib/vendor.py"""
TEST = """tests/test_login.py pkg/auth/auth_test.go src/__tests__/a.js src/a.test.tsx a/b.spec.ts
src/test/java/FooTest.java Foo.Tests/Bar.cs FooTests.cs spec/models/user_spec.rb conftest.py
testdata/in.json benches/parse.rs django_tests/x.py test/test_helper.exs cypress/login.js
tests/UserTest.php bench/run.c"""
OTHER = {
    FileKind.VENDORED: "vendor/a/tests/b.go third_party/zlib/inflate.c node_modules/x/index.js",
    FileKind.GENERATED: """api/user.pb.go web/app.min.js user_pb2.py Cargo.lock dist/app.js
        locale/de/x.po""",
    FileKind.EXAMPLE: "examples/hello.rs docs/examples/a.py samples/x.json",
    FileKind.DOC: "docs/index.rst README.md CHANGELOG doc/conf.py man/tool.1",
    FileKind.CONFIG: """pyproject.toml .eslintrc.js Makefile package.json setup.py CMakeLists.txt
        webpack.config.js requirements-dev.txt""",
}


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        *((path, FileKind.SOURCE) for path in SOURCE.split()),
        *((path, FileKind.TEST) for path in TEST.split()),
        *((path, kind) for kind, paths in OTHER.items() for path in paths.split()),
    ],
)
def test_conventions(path: str, kind: FileKind) -> None:
    assert kind_of(path) is kind


@given(st.text(min_size=1, max_size=40))
def test_every_path_has_a_kind(path: str) -> None:
    assert kind_of(path) in FileKind
