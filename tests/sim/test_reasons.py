"""Why the seasoned player orders what he does."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.choices.orders import (
    Advance,
    Command,
    EndMove,
    EndPhase,
    Fire,
    HoldFire,
    MoveTo,
    Rally,
)
from opfor.sim import hints
from opfor.sim.ground_plan import GroundPlan
from opfor.sim.judgement import Assessment
from opfor.sim.reasons import reason
from opfor.sim.temper import SEASONED
from opfor.state.events import UnitChanged
from opfor.state.mission import VictoryCondition
from opfor.state.play import FrozenView, Play
from opfor.state.units import LocationName
from tests.ports.playing import session
from tests.rules.given.world import game

BOARD = """
board: t
size: 20x10
wooden building: E5 J5 K5
woods: D5
"""

SQUAD, LEADER = ("german/4-6-7", "tE5"), ("german/8-1", "tE5")

FOE = {"e": ("russian/4-4-7", "tK5")}


def said(
    order: Command | Callable[[Play], Command],
    *way: str,
    held_by: str = "ENEMY",
    goal: str = "tJ5",
    **scene: Any,
) -> str:
    """Why an order is given in a scene."""
    found: list[str] = []

    def run(play: Play) -> None:
        made = order if isinstance(order, Command) else order(play)
        view = FrozenView(play.state, play.world)
        judge = Assessment(view, "FRIENDLY", GroundPlan(play.world), SEASONED)
        found.append(reason(judge, made, [LocationName(at) for at in way]))

    aim = VictoryCondition(side="FRIENDLY", vpo="all")
    usual = {"units": {"a": SQUAD}, "vpo": (LocationName(goal),), "victory": (aim,)}
    game(board=BOARD, run=run, held_by=held_by, **{**usual, **scene})
    return found[0]


def to(place: str, *ids: str) -> MoveTo:
    """A move."""
    return MoveTo(units=ids or ("a",), to=LocationName(place))


class TestMoves:
    """Where a move leads, and what fire on the way should cost."""

    def test_toward(self) -> None:
        """It names the goal, how far it is, and the end of a longer way."""
        assert said(to("tF5")) == (
            "toward tJ5, 4 hexes from there; no fire is to be feared on the way"
        )
        assert said(to("tF5"), "tE5", "tF5", "tG5", "tH5", "tI5") == (
            "on to tI5, toward tJ5, 1 hex from there; "
            "no fire is to be feared on the way"
        )

    def test_taken_and_held(self) -> None:
        """The goal itself is taken; who holds it stays near it."""
        assert said(to("tJ5")).startswith("to take tJ5;")
        assert said(to("tJ5"), held_by="FRIENDLY").startswith("to hold tJ5;")
        near = said(to("tI5"), held_by="FRIENDLY")
        assert near.startswith("to hold tJ5, 1 hex from there;")

    def test_fire(self) -> None:
        """More is feared by two squads than by one, and only ahead of them."""

        def cost(*ids: str, way: tuple[str, ...] = ()) -> float:
            units = dict.fromkeys(("a", "b"), SQUAD)
            told = said(to("tL7", *ids), *way, units=units, enemies=FOE)
            return float(told.partition("fire should cost ")[2].split()[0])

        assert 0 < cost("a") < cost("a", "b")
        behind = cost("a", way=("tL9", "tL8", "tL7"))
        assert behind == cost("a", way=("tL8", "tL7")) == cost("a")

    def test_leader(self) -> None:
        """A leader goes to men; to broken ones so that they rally."""
        units = {"lead": ("german/8-1", "tD5"), "a": SQUAD}
        assert said(to("tE5", "lead"), units=units).startswith("to be with men")

        def broken(play: Play) -> Command:
            one = replace(play.state.units["a"], broken=True)
            play.emit(UnitChanged(one, "a test"))
            return to("tE5", "lead")

        assert said(broken, units=units).startswith("to rally men there")


class TestAdvances:
    """CC, a goal, or a better place."""

    def test_combat(self) -> None:
        """What one round should gain; in the last turn that it is the last chance."""
        order = Advance(("a",), LocationName("tK5"))
        scene: dict[str, Any] = {
            "units": {"a": ("german/4-6-7", "tJ5")},
            "enemies": FOE,
            "goal": "tK5",
        }
        told = said(order, turns=5, **scene)
        assert told.startswith(("CC should gain +", "CC should gain -"))
        assert said(order, turns=1, **scene) == f"{told}, the last chance"

    def test_places(self) -> None:
        """A goal is taken; else it is nearer, or less is to be feared."""
        there = {"units": {"a": ("german/4-6-7", "tI5")}}
        assert said(Advance(("a",), LocationName("tJ5")), **there) == "to take tJ5"
        nearer = said(Advance(("a",), LocationName("tF5")))
        assert nearer == "toward tJ5, 4 hexes from there"
        assert said(Advance(("a",), LocationName("tD5"))) == ""
        open_: dict[str, Any] = {
            "units": {"a": ("german/4-6-7", "tD6")},
            "enemies": {"e": ("russian/4-4-7", "tF7")},
            "goal": "tT9",
        }
        safer = said(Advance(("a",), LocationName("tD5")), **open_)
        assert safer == "less fire is to be feared there"


def test_fire() -> None:
    """Its p(NMC+), which is less against what is concealed."""
    order = Fire(firers=("a",), target=LocationName("tK5"))

    def veiled(play: Play) -> Command:
        one = replace(play.state.units["e"], concealed=True)
        play.emit(UnitChanged(one, "a test"))
        return order

    def chance(made: Command | Callable[[Play], Command]) -> int:
        told = said(made, enemies=FOE)
        assert told.startswith("p(NMC+) ")
        return int(told.split()[1].removesuffix("%"))

    assert 0 < chance(veiled) < chance(order)
    assert said(replace(order, target=LocationName("tD5")), enemies=FOE) == ""


def test_nothing_done() -> None:
    """Why a phase is ended; orders that speak for themselves say nothing."""
    assert said(EndPhase()) == "no move gains enough"
    assert said(EndMove()) == "no further step gains enough"
    assert said(HoldFire()) == "no shot is good enough"
    assert said(Rally("a")) == ""


def test_suggested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is suggested comes with its reason, and where a move ends is told."""
    one = session(tmp_path / "a.opfor")
    one.game.run()
    told = hints.hint(one)
    assert told.value["type"] == "move"
    assert "hexes from there; " in told.why
    monkeypatch.setattr(hints.Steady, "why", "as support says", raising=False)
    monkeypatch.setattr(hints.Steady, "answer", lambda *_: told.value)
    monkeypatch.setattr(hints.Steady, "__init__", lambda *_, **__: None)
    assert hints.hint(one).why == "as support says"
