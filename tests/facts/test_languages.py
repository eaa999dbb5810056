"""One small file per language: what is defined, and that the laws hold."""

from __future__ import annotations

import pytest

from tests.facts.samples import check_laws, facts_of, files, kinds_of, resolved

SAMPLES = {
    "rust": (
        (
            "use crate::a::{b, c};\nmod x;\n#[derive(Debug)]\npub struct S {\n  a: u8,\n}\n"
            "impl T for S {\n  pub fn go(&self) {\n    match x {\n"
            "      A => {\n        b()\n      }\n"
            "    }\n  }\n}\ntrait T {\n  fn go(&self);\n}\nconst N: u8 = 1;\n"
        ),
        {"S": "type", "S.go": "method", "T": "trait", "T.go": "method", "N": "constant"},
        ["crate::a", "crate::a", "mod x"],
    ),
    "c": (
        (
            '#include "x.h"\n#define N 1\n#ifdef A\nstatic int f(int *a)\n{\n  if (a) {\n    g();\n'
            "#ifdef B\n    h();\n#endif\n  }\n}\n#endif\n"
            "typedef struct {\n  int a;\n} P;\nint proto(int);\n"
        ),
        {"N": "macro", "f": "function", "P": "struct", "P.a": "field", "proto": "function"},
        ["x.h"],
    ),
    "cpp": (
        (
            "namespace n {\nclass C : public D {\npublic:\n  C();\n"
            "  int f() const {\n    return 1;\n  }\n"
            "};\n}\ntemplate <class T>\nstruct S {\n  T t;\n};\nvoid n::C::foo(int a) {\n}\n"
        ),
        {
            "n": "module",
            "n.C": "class",
            "n.C.C": "method",
            "n.C.f": "method",
            "S": "struct",
            "S.t": "field",
            "n.C.foo": "method",
        },
        [],
    ),
    "java": (
        (
            "package a.b;\nimport c.D;\n@Ann\npublic class A extends B {\n  private int x = 1;\n"
            "  void f() {\n    g();\n  }\n}\ninterface I {\n  void m();\n}\n"
        ),
        {"A": "class", "A.x": "field", "A.f": "method", "I": "interface", "I.m": "method"},
        ["c.D"],
    ),
    "kotlin": (
        (
            "package a\nimport c.d\nclass A(val x: Int) : B() {\n"
            "  fun f(): Int {\n    return 1\n  }\n}\n"
            "fun top() = 1\nenum class E {\n  X\n}\n"
        ),
        {"A": "class", "A.f": "method", "top": "function", "E": "enum"},
        ["c.d"],
    ),
    "csharp": (
        (
            "using System;\nnamespace N.M {\n  [Attr]\n  public class A : B {\n    private int y;\n"
            "    public int X { get; set; }\n    void F() {\n      g();\n    }\n  }\n}\n"
        ),
        {
            "N.M": "module",
            "N.M.A": "class",
            "N.M.A.y": "field",
            "N.M.A.X": "field",
            "N.M.A.F": "method",
        },
        ["System"],
    ),
    "php": (
        (
            "<?php\nnamespace A\\B;\nuse C\\D;\nuse E\\{F, G as H};\nabstract class X extends Y {\n"
            "  const C = 1;\n  private $a = 1;\n  function f() {\n    g();\n  }\n"
            "  abstract function m();\n}\nfunction top() {\n}\n"
        ),
        {
            "X": "class",
            "X.C": "constant",
            "X.a": "field",
            "X.f": "method",
            "X.m": "method",
            "top": "function",
        },
        ["C\\D", "E\\F", "E\\G"],
    ),
    "ruby": (
        (
            "require 'a'\nrequire_relative 'b'\nmodule M\n  class A < B\n    X = 1\n    def f(a)\n"
            "      if a\n        b\n      end\n    end\n    def self.g\n    end\n  end\nend\n"
        ),
        {"M": "module", "M.A": "class", "M.A.X": "constant", "M.A.f": "method", "M.A.g": "method"},
        ["a", "./b"],
    ),
    "elixir": (
        (
            'defmodule A.B do\n  alias C.{D, E}\n  @timeout 5\n  @doc "x"\n  @spec f(a) :: b\n'
            "  def f(a) when a > 1 do\n    g(a)\n  end\n  defp h(x), do: x\nend\n"
        ),
        {"A.B": "module", "A.B.timeout": "constant", "A.B.f": "function", "A.B.h": "function"},
        ["C.D", "C.E"],
    ),
    "bash": (
        "#!/bin/bash\n. ./lib.sh\nX=1\nf() {\n  if a; then\n    b\n  else\n    c\n  fi\n}\n",
        {"X": "variable", "f": "function"},
        ["./lib.sh"],
    ),
    "markdown": (
        "# A\n\ntext\n\n## B\n\n- x\n- y\n\n# C\n",
        {"A": "heading", "A.B": "heading", "C": "heading"},
        [],
    ),
    "json": (
        '{\n  "a": {\n    "b": [\n      {"c": 1}\n    ]\n  },\n  "d": 1\n}\n',
        {"a": "key", "a.b": "key", "d": "key"},
        [],
    ),
    "yaml": (
        "a:\n  b: 1\n  c:\n    d: 2\ne: 1\n",
        {"a": "key", "a.b": "key", "a.c": "key", "e": "key"},
        [],
    ),
    "toml": ("x = 1\n[t]\ny = 2\n", {"x": "key", "t": "key", "t.y": "key"}, []),
    "css": ("@import 'a.css';\n.a, b {\n  color: red;\n}\n", {".a, b": "key"}, ["a.css"]),
    "scss": ("@use 'a';\n.a {\n  .b {\n    c: d;\n  }\n}\n", {".a": "key", ".a..b": "key"}, ["a"]),
    "html": (
        "<body>\n<h1>Hi</h1>\n<div id='x'>\n</div>\n</body>\n",
        {"Hi": "heading", "#x": "field"},
        [],
    ),
    "": ("one\ntwo\n\nthree\n", {}, []),
}


@pytest.mark.parametrize("language", SAMPLES)
def test_definitions_and_imports(language: str) -> None:
    source, symbols, imports = SAMPLES[language]
    facts = facts_of(source, language)
    assert kinds_of(facts) == symbols
    assert [ref.module for ref in facts.imports] == imports
    check_laws(facts, source.encode())
    assert not facts.has_errors


@pytest.mark.parametrize(
    ("language", "importer", "module", "expected"),
    [
        ("rust", "src/lib.rs", "mod x", "src/x.rs"),
        ("rust", "src/x.rs", "crate::y::z", "src/y/mod.rs"),
        ("c", "src/a.c", "b.h", "src/b.h"),
        ("cpp", "src/a.cc", "lib/c.h", "include/lib/c.h"),
        ("java", "A.java", "org.x.B", "src/main/java/org/x/B.java"),
        ("php", "a.php", "App\\Model\\User", "src/Model/User.php"),
        ("ruby", "lib/a.rb", "./b", "lib/b.rb"),
        ("ruby", "spec/a.rb", "x/y", "lib/x/y.rb"),
        ("elixir", "lib/a.ex", "My.HTTPClient", "lib/my/http_client.ex"),
        ("bash", "bin/run.sh", "$DIR/lib.sh", "bin/lib.sh"),
    ],
)
def test_imports_that_name_files(language: str, importer: str, module: str, expected: str) -> None:
    roster = files(
        "src/lib.rs", "src/x.rs", "src/y/mod.rs", "src/b.h", "include/lib/c.h",
        "src/main/java/org/x/B.java", "src/Model/User.php", "lib/b.rb", "lib/x/y.rb",
        "lib/my/http_client.ex", "bin/lib.sh",
    )  # fmt: skip
    assert resolved(language, importer, module, roster) == (expected,)
