"""S9.341, S9.342: Bounding First Fire, and in the AFPh."""

import pytest
from msgspec.structs import replace

from opfor.core.explain import Decided
from opfor.rules.s_solitaire.s09_vehicles.drive import drive_on
from opfor.rules.s_solitaire.s09_vehicles.s09_341_bounding_first_fire import (
    bounding_target,
)
from opfor.state.events import MoveChanged, MovePlanSet, ShotFired
from opfor.state.in_progress import Move, MovePlan, VehicleAct, VehiclePlan
from opfor.state.play import Play
from tests.rules.given.drivers import ask, at, played, squad, tank
from tests.rules.given.world import events

GERMAN = "german/pzkpfw-ivf2"


class TestS9_341BoundingFirstFire:
    """S9.341."""

    def test_known_vehicle(self) -> None:
        """At a Known vehicle; not at Infantry, nor at a concealed one."""
        one = tank("G5")
        units = one, squad("G7"), tank("G1", "t", GERMAN)
        assert ask(lambda play: bounding_target(play, one), *units) == at("G1")
        hid = replace(units[2], concealed=True)
        assert ask(lambda play: bounding_target(play, one), one, hid) is None

    def test_greatest_tk(self) -> None:
        """The MA with the greatest TK#, then the one easiest to hit."""
        one = tank("G5")
        units = one, tank("G7", "b", "german/pzkpfw-iiif"), tank("G1", "c", GERMAN)
        assert ask(lambda play: bounding_target(play, one), *units) == at("G1")
        near = one, tank("G7", "b", GERMAN), tank("S6", "c", GERMAN)
        assert ask(lambda play: bounding_target(play, one), *near) == at("G7")

    def test_easiest_to_kill(self) -> None:
        """Of two alike the one that shows its side."""
        one = tank("L4")
        front = tank("L2", "b", GERMAN, vca=3)
        side = tank("L6", "c", GERMAN, vca=2)
        units = one, front, replace(side, vehicle=replace(side.vehicle, vca=5))  # type: ignore[type-var] # it has one
        assert ask(lambda play: bounding_target(play, one), *units) == at("L6")

    @pytest.mark.parametrize(
        ("foes", "shots"), [(("G1",), []), (("G1", "G8"), ["tG8"])]
    )
    def test_only_what_bears(self, foes: tuple[str, ...], shots: list[str]) -> None:
        """All MP spent, it names none that its MA does not bear on, and fires."""
        one = tank("G5", counter="russian/su-85", entered=True, motion=True)
        them = (tank(where, f"t{where}", GERMAN) for where in foes)
        act = VehicleAct(kind="fire", at=at("G5"), to=at("G1"))

        def run(play: Play) -> None:
            spent = {"allotment": 64, "spent": 64, "here": 4, "steps": 1}
            play.emit(MoveChanged(Move(units=("e1",), driven=True, **spent)))
            acts = {"driving": VehiclePlan(how="road"), "acts": (act,), "ending": True}
            play.emit(MovePlanSet(MovePlan(movers=("e1",), way=(at("G5"),), **acts)))
            drive_on(play)

        game = played(run, one, *them, dice=("C3.3 DR 6,5",) * len(shots))
        assert [e.shot.target for e in events(game, ShotFired)] == shots
        told = [e.chosen for e in events(game, Decided)]
        assert told == (["tG8"] if shots else [])
