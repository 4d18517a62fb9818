"""Saved games for tests of their analysis."""

from pathlib import Path

from msgspec.structs import replace

from opfor.core.ask import Order
from opfor.ports.session import Setup, begin
from opfor.state.mission import load_mission


def tutorial(path: Path) -> Path:
    """The save of a tutorial of two turns in which the player only ends phases."""
    mission = replace(load_mission("tutorial"), turns=2)
    session = begin(Setup(mission=mission, seed=7), path)
    asked = session.game.run()
    while asked:
        assert isinstance(asked.request, Order)
        asked = session.game.answer(asked.number, {"type": "end"})
    session.close()
    return path
