from __future__ import annotations

from tests.facts.samples import facts_of, kinds_of, tree_of

CODE = """\
import a, {b as c} from './x';
export * from './y';
const {q} = require('z');
module.exports = {
  create(context) {
    return 1;
  },
  meta: {},
  run: function () {
    go();
  },
};
Thing.prototype.move = function () {
  step();
};
describe('x', () => {
  const helper = (n) => {
    return n;
  };
  it('works', async () => {
    const lazy = await import('./lazy');
  });
});
export const f = () => {
  if (a) {
    b();
  } else if (c) {
    d();
  }
};
function hidden() {
}
"""

TYPES = """\
@Component()
export default class A<T> extends B<T> implements C {
  private x = 1;
  go = () => {
    return 1;
  };
  over(a: string): void;
  over(a: any): void {
  }
}
export interface I {
  m(): void;
}
type T1 = string;
enum E {
  One,
}
import type { Shape } from './shapes';
"""


def test_functions_are_found_wherever_people_put_them() -> None:
    assert kinds_of(facts_of(CODE, "javascript")) == {
        "create": "method",
        "run": "method",
        "Thing.move": "method",
        "helper": "function",
        "f": "function",
        "hidden": "function",
    }


def test_all_four_ways_to_import() -> None:
    refs = facts_of(CODE, "javascript").imports
    assert [(ref.module, ref.names, ref.line) for ref in refs] == [
        ("./x", ("b", "default"), 1),
        ("./y", ("*",), 2),
        ("z", ("q",), 3),
        ("./lazy", (), 21),
    ]


def test_else_if_chains_are_one_statement() -> None:
    tree = tree_of(facts_of(CODE, "javascript"))
    start = tree.index("24-30 definition f")
    assert tree[start + 1 : start + 4] == [
        "  25-29 block",
        "    26-26 statement",
        "    28-28 statement",
    ]


def test_exports_are_told_from_the_rest() -> None:
    exported = {s.name: s.exported for s in facts_of(CODE, "javascript").symbols}
    assert exported["f"]
    assert exported["create"]
    assert not exported["hidden"]


def test_typescript_adds_types_fields_and_overloads() -> None:
    facts = facts_of(TYPES, "typescript")
    assert kinds_of(facts) == {
        "A": "class", "A.x": "field", "A.go": "method", "A.over": "method",
        "I": "interface", "I.m": "method", "T1": "type", "E": "enum",
    }  # fmt: skip
    assert facts.symbols[0].first == 1
    assert {"B", "C"} <= set(facts.bases)
    assert facts.imports[0].is_type_only


def test_tsx_reads_elements() -> None:
    facts = facts_of("export const V = () => {\n  return <p>{x}</p>;\n};\n", "tsx")
    assert kinds_of(facts) == {"V": "function"}
    assert not facts.has_errors


def test_a_closure_in_a_named_function_is_a_statement_of_it() -> None:
    facts = facts_of(
        "function f() {\n  const g = () => {\n    h();\n  };\n  g();\n}\n", "typescript"
    )
    assert kinds_of(facts) == {"f": "function"}
    assert tree_of(facts) == [
        "1-6 definition f",
        "  2-4 block",
        "    3-3 statement",
        "  5-5 statement",
    ]


def test_a_function_bound_in_a_modules_wrapper_is_the_files() -> None:
    code = "define(function () {\n  var g = function () {\n    h();\n  };\n  return g;\n});\n"
    assert kinds_of(facts_of(code, "javascript")) == {"g": "function"}
