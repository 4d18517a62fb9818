"""Saved games for the tests of replays and reports: played without a person."""

from pathlib import Path

from opfor.core.ask import Context
from opfor.ports.session import SUFFIX, Setup, begin
from opfor.sim.steady import Steady
from opfor.state.mission import load_mission

MISSION = "first-contact"


def played(folder: Path, name: str = "played", *, answers: int = 1000) -> Path:
    """The save of a game with so many answers of the player, or to its end."""
    path = folder / f"{name}{SUFFIX}"
    session = begin(Setup(mission=load_mission(MISSION), seed=7), path)
    player = Steady(session.world, 7)
    asked = session.game.run()
    while asked and answers:
        value = player.answer(asked, Context(session.game.state))
        asked = session.game.answer(asked.number, value)
        answers -= 1
    session.close()
    return path
