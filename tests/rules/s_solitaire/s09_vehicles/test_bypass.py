"""S9.33, S9.37 in play: Bypass, ESB and Delay MP of ENEMY vehicles."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.game import Game
from opfor.rules.d_vehicles.d02_movement.bypass import bypassing
from opfor.rules.s_solitaire.s09_movement.movers import stack
from opfor.rules.s_solitaire.s09_vehicles.movement import begin_drive, drive_on
from opfor.rules.s_solitaire.s09_vehicles.next_act import (
    DriveInHand,
    delays,
    ending,
    gains,
)
from opfor.rules.s_solitaire.s09_vehicles.routes import (
    MP,
    RouteStep,
    along,
    around,
    open_steps,
)
from opfor.state.events import MovePlanSet
from opfor.state.in_progress import MovePlan, VehicleAct, VehiclePlan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Unit, VehicleState
from tests.rules.given.drivers import ask, at, played, scene, squad, tank
from tests.rules.given.world import notes

T34, KV = "russian/t-34-m41", "russian/kv-1-m41"
LANE = """
board: t
size: 3x10
marsh: A1-A10 C1-C10
woods: B5
"""
"""A lane between marshes, with a wood in its midst."""

ROLLING = VehicleState(vca=3, tca=3, motion=True, platoon="p")
ROUND = {"vca": 3, "tca": 3, "motion": True, "bypass": (1,), "corner": 2}
"""In Bypass, clockwise past the first hexside of the wood."""


def drive(*units: Unit, dice: tuple[str, ...], **mission: Any) -> Game[State]:
    """The whole turn in the MPh of the first unit."""

    def run(play: Play) -> None:
        begin_drive(play, stack(play, [play.state.units[units[0].id]]))
        while drive_on(play):
            pass

    return played(run, *units, dice=dice, **mission)


class TestS9_37InPlay:
    """S9.37 and S9.37/on: an order for each hexside."""

    def test_round_a_wood(self) -> None:
        """It goes past the wood along two of its hexsides, and on down the lane."""
        one = tank("B2", counter=KV, action="Move", motion=True)
        more: Any = {"attitude": "Advance", "vpo": (at("B10"),), "held_by": "FRIENDLY"}
        game = drive(one, dice=("S9.21 DR 4,4",), board=LANE, **more)
        told = [note for note in notes(game) if "Bypass" in note]
        assert told == ["e1 enters tB5 by Bypass", "e1 goes on along tB5 by Bypass"]
        unit = game.state.units["e1"]
        assert unit.location not in (at("B4"), at("B5"))
        assert not bypassing(unit)
        assert unit.vehicle is not None
        assert not unit.vehicle.bogged


class TestS9_37Hand:
    """S9.37: on which hand it goes past."""

    @staticmethod
    def past(onward: str) -> tuple[int, ...]:
        """The hexside of the wood, on the way from B4 to somewhere."""
        one = tank("B4")
        step = RouteStep(to=at("B5"), side=3, quarters=34, bog=True)

        def run(play: Play) -> Any:
            here = one.location
            return around(play, step, one, here, onward=at(onward)).bypass

        found: tuple[int, ...] = ask(run, one, board=LANE)
        return found

    def test_hand(self) -> None:
        """Clockwise, but on the other hand where that leads to the next hex."""
        assert self.past("C6") == (1,)
        assert self.past("A6") == (5,)
        assert self.past("B8") == self.past("") == (1,)


class TestS9_37_onAlong:
    """S9.37/on."""

    def view(self, to: str) -> Any:
        """How a vehicle in Bypass in B5 goes on to a hex."""
        one = tank("B5", **ROUND)
        return ask(lambda play: along(play, one, at(to)), one, board=LANE)

    def test_on(self) -> None:
        """Along the next hexside toward the hex behind the wood."""
        step = self.view("B6")
        assert (step.to, step.bypass, step.quarters) == (at("B5"), (2,), 2 * MP)

    def test_not_next_to_it(self) -> None:
        """Not toward a hex that is not next to the wood, nor out of no Bypass."""
        assert self.view("B7") is None
        one = tank("B5")
        assert ask(lambda play: along(play, one, at("B6")), one, board=LANE) is None

    def test_ways_out(self) -> None:
        """Out of Bypass only into hexes that touch the corner come to."""
        one = tank("B5", **ROUND)
        found = ask(
            lambda play: {s.to for s in open_steps(play, one, one.location)},
            one,
            board="board: t\nsize: 3x10\nwoods: B5\n",
        )
        assert found == {at("C5"), at("C6")}


class TestS9_33_esbGains:
    """S9.33/esb."""

    SEES = squad("G9")

    @staticmethod
    def wants(*units: Unit, spent: int) -> bool:
        """Whether e1 uses ESB to stop in G4, once it has spent so many MP there."""

        def run(play: Play) -> bool:
            hand = DriveInHand(
                unit=play.state.units["e1"], driving=VehiclePlan(how="road")
            )
            return gains(play, hand, at("G4"), spent * MP)

        return bool(ask(run, *units))

    def test_lead(self) -> None:
        """The lead that spends its last MP in LOS of a Target."""
        pair = tank("G3", "e1", T34, platoon="p"), tank("G2", "e2", T34, platoon="p")
        assert self.wants(*pair, self.SEES, spent=17)
        assert not self.wants(*pair, self.SEES, spent=10)
        assert not self.wants(*pair, spent=17)

    def test_others_do_not(self) -> None:
        """Neither who follows nor who is alone."""
        pair = tank("G3", "e1", T34, platoon="p"), tank("G4", "e2", T34, platoon="p")
        assert not self.wants(*pair, self.SEES, spent=17)
        assert not self.wants(tank("G3", "e1", T34), self.SEES, spent=17)


class TestS9_33_delayDelays:
    """S9.33/delay."""

    @pytest.mark.parametrize(
        ("platoon", "left", "moving", "mp"),
        [("p", 6, False, 5), ("p", 1, False, 0), ("p", 6, True, 0), ("", 6, False, 0)],
    )
    def test_delays(self, platoon: str, left: int, mp: int, *, moving: bool) -> None:
        """All MP but one, if it is Stopped and in a platoon."""
        pair = tank("G3", "e1", T34, platoon=platoon), tank("G2", "e2", platoon="p")
        view = scene(*pair, squad("G9"))
        found = delays(view, view.state.units["e1"], left * MP, moving=moving)
        assert sum(act.quarters for act in found) == mp * MP

    def test_without_a_target(self) -> None:
        """What has no Target in LOS does not wait for one."""
        view = scene(*(tank(p, f"e{p}", T34, platoon="p") for p in ("G3", "G2")))
        assert not delays(view, view.state.units["eG3"], 6 * MP, moving=False)

    def test_at_infantry_too(self) -> None:
        """D-401: with Infantry for a Target as well, whom it fires at in the AFPh."""
        pair = tank("G3", "e1", T34, platoon="p"), tank("G2", "e2", T34, platoon="p")

        def run(play: Play) -> list[str]:
            unit = replace(play.state.units["e1"], vehicle=ROLLING)
            hand = DriveInHand(unit=unit, driving=VehiclePlan(how="road"), entered=1)
            return [act.kind for act in ending(play, hand)]

        assert ask(run, *pair, squad("G9")) == ["stop", "delay"]


class TestS9_33_esbInPlay:
    """S9.33/esb in play: the ESB DR comes before the MP."""

    def test_ordered(self) -> None:
        """It gains a MP, then enters the hex; it does so once."""
        one = tank("G3", counter=KV, motion=True, platoon="p")
        driving = VehiclePlan(how="road", motion=True)
        way = VehicleAct(kind="enter", at=at("G3"), to=at("G4"), quarters=MP, esb=True)
        course = MovePlan(movers=("e1",), way=(at("G3"),), driving=driving, acts=(way,))

        def run(play: Play) -> None:
            play.emit(MovePlanSet(course))
            drive_on(play)
            drive_on(play)

        told = notes(played(run, one, dice=("D2.5/dr DR 1,3",)))
        assert told.index("ESB of e1, 1 MP") < told.index("e1 enters tG4, by ESB")
