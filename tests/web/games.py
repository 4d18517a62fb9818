"""Saved games for the tests of replays and reports: played without a person."""

from collections.abc import Callable
from pathlib import Path

from opfor.core.ask import Context
from opfor.ports.session import SUFFIX, Setup, begin
from opfor.sim.steady import Steady
from opfor.state.mission import load_mission
from opfor.state.state import State

MISSION = "first-contact"


def played(
    folder: Path,
    name: str = "played",
    *,
    answers: int = 1000,
    until: Callable[[State], bool] = lambda _: False,
) -> Path:
    """The save of a game with so many answers, as far as a state, or to its end."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}{SUFFIX}"
    session = begin(Setup(mission=load_mission(MISSION), seed=7), path)
    player = Steady(session.world, 7)
    asked = session.game.run()
    while asked and answers and not until(session.game.state):
        value = player.answer(asked, Context(session.game.state))
        asked = session.game.answer(asked.number, value)
        answers -= 1
    session.close()
    return path
