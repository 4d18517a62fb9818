"""The player who looks ahead: which ways he tries, when, and which he takes."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.ask import Asked, Context
from opfor.ports.session import Session
from opfor.sim import planner
from opfor.sim.ground_plan import plan_of
from opfor.sim.judgement import Assessment
from opfor.sim.planner import MASSED, MOST, TEMPERS, Planner, tempers
from opfor.sim.playout import Plan
from opfor.sim.temper import EVEN, SEASONED, Temper
from opfor.state.play import FrozenView
from opfor.state.state import State
from tests.ports.playing import session


@pytest.fixture
def game(tmp_path: Path) -> Session:
    """First Contact at its first order."""
    found = session(tmp_path / "a.opfor")
    found.game.run()
    return found


class Told:
    """Playouts of which it is told what they come to."""

    best = SEASONED.name
    races = 0

    def __init__(self, *_: Any) -> None:
        Told.races += 1

    def chance(self, plan: Plan, _nth: int) -> float:
        """Won by one way, lost by all others."""
        return float(plan.temper.name == Told.best)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> type[Told]:
    """In place of playouts."""
    monkeypatch.setattr(planner, "Lookout", Told)
    Told.best, Told.races = SEASONED.name, 0
    return Told


def asked_of(game: Session) -> Asked:
    """The open request."""
    found = game.game.pending
    assert found is not None
    return found


def judged(game: Session, temper: Temper) -> Assessment:
    """How things look to FRIENDLY in a temper."""
    view = FrozenView.of(game.game.state, game.world)
    return Assessment(view, "FRIENDLY", plan_of(game.world), temper)


def test_one_goal_first(game: Session) -> None:
    """Each of several goals may come first; the rest of the judgement is as usual."""
    usual = judged(game, EVEN)
    one, other = usual.goals
    found = tempers(game.game.state, game.world)
    assert found[: len(TEMPERS)] == TEMPERS
    massed, *firsts = found[len(TEMPERS) :]
    assert massed == MASSED
    assert [temper.aim for temper in firsts] == [one, other]
    first = judged(game, found[-1])
    assert first.aims == (other,)
    assert first.goals == usual.goals
    assert first.far(one) > usual.far(one) == 0
    assert judged(game, Temper("nowhere", aim=usual.foes[0].place)).aims == usual.aims


def test_the_only_goal(game: Session) -> None:
    """With one goal there is none to be first."""
    state = game.game.state
    one, *_ = judged(game, EVEN).goals
    held = replace(state, control=state.control | {one: "FRIENDLY"})
    assert tempers(held, game.world) == TEMPERS


def test_best_way(game: Session, told: type[Told]) -> None:
    """The way that wins is taken, and it gives the order of such a player."""
    told.best = "wary"
    taken: list[Temper] = []

    class Noted(planner.Steady):
        def __init__(self, *args: Any, temper: Temper = EVEN) -> None:
            taken.append(temper)
            super().__init__(*args, temper=temper)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(planner, "Steady", Noted)
        Planner(game.world, 1).answer(asked_of(game), Context(game.game.state))
    assert [temper.name for temper in taken] == ["wary"]


def test_when(game: Session, told: type[Told]) -> None:
    """Once a Player Turn; anew if the ENEMY is somewhere else, but not without end."""
    one, asked, state = Planner(game.world, 1), asked_of(game), game.game.state
    one.answer(asked, Context(state))
    assert told.races == 1
    one.answer(asked, Context(state))
    assert told.races == 1
    for nth in range(1, MOST + 2):
        one.answer(asked, Context(fewer(state, nth)))
        assert told.races == min(MOST, 1 + nth)
    one.answer(asked, Context(replace(state, turn=state.turn + 1)))
    assert told.races == MOST + 1


def fewer(state: State, number: int) -> State:
    """A state without some of its S?."""
    left = dict(list(state.suspects.items())[number:])
    return replace(state, suspects=left)
