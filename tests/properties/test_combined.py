"""Both sides with Guns and vehicles, driven by random legal orders.

`OPFOR_GAMES=2000` makes it the nightly size.
"""

import os
from functools import cache

import pytest

from tests.properties.combined import Fought, fought

FEW = 7
GAMES = max(FEW, int(os.environ.get("OPFOR_GAMES", "50")) // 8)

DEEDS = {"drive", "turn", "start", "fire vehicle", "fire Gun", "turn gun", "expose"}
"""What both sides do in a few games at the latest."""

SOME = {"hook", "VBM", "OVR", "contact", "place", "sortie"}
"""What one side or the other does in them."""

once = cache(fought)


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_play(seed: int) -> None:
    """No exception, every state sound, and the game comes to its end."""
    game = once(seed).game
    assert game.state.over
    for emitted in game.events:
        assert str(emitted.event)


def test_they_act() -> None:
    """Vehicles and Guns of both sides do more than stand there."""
    games: list[Fought] = [once(seed) for seed in range(FEW)]
    deeds = frozenset[tuple[str, str]]().union(*(one.deeds for one in games))
    assert {kind for _, kind in deeds} >= SOME
    for side in ("FRIENDLY", "ENEMY"):
        assert {kind for by, kind in deeds if by == side} >= DEEDS
