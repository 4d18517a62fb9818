"""The analysis of a game on the page of its replay."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any

import pytest

from opfor.views.analysis import Analysis, analysis_file
from opfor.web.replays import analysis
from tests.sim.saves import tutorial
from tests.web.pages import served

API = "/api/replays/idle/analysis"


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """The save of a short game that is over."""
    return tutorial(tmp_path / "idle.opfor")


def test_played_and_stopped(save: Path) -> None:
    """Decisions are weighed in other processes; stopped, what is known stays."""
    with served(save.parent) as client:
        found: Any = client.post(API).json()
        assert found["running"]
        assert found["decisions"] > 2
        while not found["done"] and found["running"]:
            sleep(0.5)
            found = client.get(API).json()
        stopped = client.put(API, json={"running": False}).json()
        assert not stopped["running"]
        assert stopped["done"] > 0
        assert stopped["said"] == ""
        assert client.get(API).json() == stopped
    assert analysis_file(save).is_file()


def test_deleted_meanwhile(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game that is deleted while it is weighed nothing is left behind."""
    ended = Event()

    def weigh(known: Analysis, _todo: Any, _each: Any) -> Iterator[Analysis]:
        save.unlink()
        try:
            yield known
        finally:
            ended.set()

    monkeypatch.setattr(analysis, "analyse", weigh)
    with served(save.parent) as client:
        client.post(API)
        assert ended.wait(60)
    assert not analysis_file(save).exists()


def test_refused(save: Path) -> None:
    """No game, no analysis; a form that is none is one sentence."""
    with served(save.parent) as client:
        assert client.post("/api/replays/none/analysis").status_code == 400
        for wrong in (b"", b"[]", b'{"running": 1}', b'{"x": true}'):
            assert client.put(API, content=wrong).status_code == 400
