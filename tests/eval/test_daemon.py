import pytest

from tests.eval.daemon import RpcError, running_daemon


def test_a_daemon_of_ones_own_answers_and_reports_errors() -> None:
    with running_daemon() as client:
        client.call("ping")
        assert client.call("ctx_root", action="list")["roots"] == []
        with pytest.raises(RpcError, match="unknown"):
            client.call("ctx_nonsense")
        client.call("ping")
