import pytest

from tests.eval import __main__, intents


@pytest.mark.parametrize("main", [__main__.main, intents.main])
def test_without_data_it_says_so_and_is_content(
    main: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("EVAL", raising=False)
    assert callable(main)
    assert main([]) == 0
    assert "EVAL" in capsys.readouterr().out
