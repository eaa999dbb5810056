from lean_ctx_daemon.core.intent.lexicon.cues import Kind
from lean_ctx_daemon.core.intent.scope import scope
from lean_ctx_daemon.core.types import Scope


def test_named_files_decide() -> None:
    assert scope(["a.py"], [], ()) is Scope.SINGLE_FILE
    assert scope(["x/a.py", "x/b.py"], [], ()) is Scope.MULTI_FILE
    assert scope(["x/a.py", "y/b.py"], [], ()) is Scope.CROSS_MODULE


def test_without_files_an_identifier_is_one_place() -> None:
    assert scope([], ["UserService"], ()) is Scope.SINGLE_FILE
    assert scope([], ["A.b", "C.d"], ()) is Scope.MULTI_FILE
    assert scope([], [], ()) is Scope.MULTI_FILE


def test_breadth_is_the_project_unless_one_file_is_the_start() -> None:
    assert scope([], [], {Kind.BREADTH}) is Scope.PROJECT_WIDE
    assert scope(["a.py"], [], {Kind.BREADTH}) is Scope.CROSS_MODULE
    assert scope(["a.py"], [], {Kind.CROSSING}) is Scope.CROSS_MODULE
