"""What the rules of today decide otherwise in a game of another release."""

from dataclasses import replace

import pytest

from opfor.core.rules_since import decided_otherwise
from opfor.core.saved_game import Saved, Version
from tests.core import toy
from tests.core.test_jsonl import saved_game
from tests.core.toy import RACE, new_game, play


def old() -> Saved:
    """A finished game of another release."""
    return replace(saved_game(play(new_game(seed=5))), versions=(Version("0.0.1"),))


def test_the_same() -> None:
    """The same rules decide the same; words do not count."""
    assert decided_otherwise(RACE, old()) == ""


def test_asked_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that asks something else is named, with the answer."""
    saved = old()
    monkeypatch.setattr(toy, "draw_letter", lambda *_, **__: "B")
    told = decided_otherwise(RACE, saved)
    assert told.startswith("The rules were mended since opfor 0.0.1 played this game: ")
    assert "was for T2.1 asking Draw 'luck', now for T1.1 asking Order" in told
    assert len(told.splitlines()) == 1


def test_comes_out_otherwise() -> None:
    """So is one that asks the same and comes to something else."""
    saved, points = old(), b'"points":'
    nth = next(n for n, event in enumerate(saved.events) if points in event)
    events = list(saved.events)
    events[nth] = events[nth].replace(points, b'"points":1')
    told = decided_otherwise(RACE, replace(saved, events=tuple(events)))
    assert f"what T1.1 brought about at event {nth + 1} now comes out" in told
