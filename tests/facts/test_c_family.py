from __future__ import annotations

from tests.facts.samples import facts_of, kinds_of

BROKEN = """\
static int global_one = 1;
int g(int x)
{
  int before = 1;
  FOREACH(x, list) {
    int inside = 3;
    if (x {
  }
  char *after = "x";
  helper(after);
  int arr[3] = {1,2};
}
int h(void) {
#ifdef X
  if (a) {
#else
  if (b) {
#endif
    int q = 1;
  }
  int r = 2;
}
int tail_global = 4;
"""


def test_what_is_left_of_a_broken_function_is_not_the_files() -> None:
    facts = facts_of(BROKEN, "c")
    assert facts.has_errors
    assert {"global_one", "tail_global"} <= set(kinds_of(facts))
    assert not {"inside", "after", "arr", "q", "r"} & set(kinds_of(facts))


def test_an_indented_global_of_a_sound_file_is_one() -> None:
    assert "a" in kinds_of(facts_of("#ifdef X\n  int a;\n#endif\n", "c"))


def test_a_stray_else_defines_no_function() -> None:
    assert "if" not in kinds_of(facts_of("}\nelse if (a) {\n  b();\n}\n", "c"))


def test_initialisers_of_a_constructor_are_not_its_header() -> None:
    (symbol,) = facts_of("A::A(int x,\n     int y)\n  : b(x),\n    c(y)\n{\n}\n", "cpp").symbols
    assert (symbol.first, symbol.header_last, symbol.last) == (1, 2, 6)


def test_each_variant_of_a_conditional_function_is_found() -> None:
    code = (
        "#if A\nint f(void) { return 1; }\n#elif B\nint f(void) { return 2; }\n#else\nint f(void)\n"
    )
    facts = facts_of(code + "{\n  return 3;\n}\n#endif\n", "c")
    assert [(s.name, s.first, s.last) for s in facts.symbols] == [
        ("f", 2, 2),
        ("f", 4, 4),
        ("f", 6, 9),
    ]
