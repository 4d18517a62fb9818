"""The coach's odds: orders are weighed in the background, and that can be stopped."""

from pathlib import Path
from time import sleep

import pytest

from opfor.web.game import odds
from tests.web.pages import begun, served


def test_weighed_and_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The orders come with their chances, as playouts end."""
    both = ({"type": "end"}, {"type": "end"})
    monkeypatch.setattr(odds, "choices", lambda _world, _state: both)
    with served(tmp_path) as client:
        game = begun(client, mission="tutorial")
        path = f"/api/games/{game}/odds"
        assert client.get(path).json()["lines"] == []
        found = client.put(path, json={"running": True}).json()
        while found["running"] and not found["lines"]:
            sleep(0.5)
            found = client.get(path).json()
        stopped = client.put(path, json={"running": False}).json()
        assert not stopped["running"]
        assert stopped["said"] == ""
        for line in stopped["lines"]:
            assert 0 <= line["low"] <= line["chance"] <= line["high"] <= 1
            assert line["text"]
        assert stopped["lines"]


def test_refused(tmp_path: Path) -> None:
    """No game, no odds; a form that is none is one sentence."""
    with served(tmp_path) as client:
        reply = client.put("/api/games/none/odds", json={"running": True})
        assert reply.status_code == 400
        game = begun(client, mission="tutorial")
        for wrong in (b"", b"[]", b'{"running": 1}', b'{"x": true}'):
            reply = client.put(f"/api/games/{game}/odds", content=wrong)
            assert reply.status_code == 400
