from __future__ import annotations

from tests.facts.samples import facts_of, kinds_of, tree_of

CODE = """\
package store

import (
	"fmt"
	x "example.org/m/util"
)

const (
	A = 1
	b = 2
)

// Box holds.
type Box struct {
	Base
	n int
}

type Getter interface {
	Get() int
}

func (b *Box) Get() int {
	switch b.n {
	case 1:
		return fmt.Sprint(1)
	default:
		go func() {
			x.Do()
		}()
	}
	return b.n
}

func helper[T any](v T) {
}
"""


def test_definitions_methods_qualified_by_their_receiver() -> None:
    facts = facts_of(CODE, "go")
    assert kinds_of(facts) == {
        "A": "constant", "b": "constant", "Box": "struct", "Getter": "interface",
        "Box.Get": "method", "helper": "function",
    }  # fmt: skip
    assert {s.name: s.exported for s in facts.symbols}["helper"] is False
    assert facts.package == "store"
    assert facts.bases == ("Base",)


def test_imports_with_their_names() -> None:
    assert [(r.module, r.names) for r in facts_of(CODE, "go").imports] == [
        ("fmt", ()),
        ("example.org/m/util", ("x",)),
    ]


def test_cases_are_statements_with_statements() -> None:
    tree = tree_of(facts_of(CODE, "go"))
    start = tree.index("  24-31 block")
    assert tree[start : start + 6] == [
        "  24-31 block",
        "    25-26 block",
        "      26-26 statement",
        "    27-30 block",
        "      28-30 block",
        "        29-29 statement",
    ]
