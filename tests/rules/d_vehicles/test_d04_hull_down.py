"""D4.2: Hull Down."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.rules.choices.vehicle_orders import HullDown, StartUp
from opfor.rules.d_vehicles.d04_hull_down import (
    choices,
    crests,
    hull_down,
    maneuver_drm,
)
from opfor.rules.d_vehicles.d09_cover import afv_tem
from opfor.state.events import FortificationAdded, UnitAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, FortificationKind, LocationName
from tests.rules.d_vehicles.d02_movement.test_steps import left, move, tank
from tests.rules.given.phases import unit
from tests.rules.given.world import game

L = LocationName

RIDGE = """
board: t
size: 20x10
level 1: K5-K9 L5-L9
wall: E5/E4
"""
"""K5 looks north over a Crest Line; E5 has a wall on its northern hexside."""

START, DOWN = StartUp("tank"), HullDown("tank")
PZ4 = "german/pzkpfw-ivf2"


def hill(*orders: Any, **scene: Any) -> Game[State]:
    """The tank on the Crest Line does something."""
    return move(*orders, board=RIDGE, **scene)


def asked(what: Any, at: str = "tK5", **state: Any) -> Any:
    """What a query tells of a tank."""
    found: list[Any] = []

    def run(play: Play) -> None:
        found.append(what(play, play.state.units["tank"]))

    vehicles = {"tank": (PZ4, at, {"vca": 1, "tca": 1} | state)}
    game(board=RIDGE, vehicles=vehicles, run=run)
    return found[0]


class TestD4_2HullDown:
    """D4.2; a hull hit on what is hull down is in test_d05_fates."""

    def test_wall(self) -> None:
        """Behind a wall against fire over it, and not from elsewhere."""
        over = asked(lambda play, unit: hull_down(play, unit, L("tE2")), "tE5")
        past = asked(lambda play, unit: hull_down(play, unit, L("tE8")), "tE5")
        assert (over, past) == (True, False)

    def test_maneuver(self) -> None:
        """Behind the hexsides that a HD Maneuver has given."""
        north = asked(lambda p, u: hull_down(p, u, L("tK2")), hull_down=(0,))
        south = asked(lambda p, u: hull_down(p, u, L("tK8")), hull_down=(0,))
        assert (north, south) == (True, False)

    def test_from_above(self) -> None:
        """Not against a firer who is higher."""

        def seen(play: Play, unit: Any) -> bool:
            return hull_down(play, unit, L("tK5"))

        assert asked(seen, "tK4", hull_down=(0, 1, 2, 3, 4, 5)) is False

    def test_same_hex(self) -> None:
        """Nor within its hex."""
        here = asked(lambda p, u: hull_down(p, u, L("tK5")), hull_down=(0,))
        assert here is False


class TestB27_52VehiclesInTrenches:
    """B27.52."""

    @staticmethod
    def hidden(
        start: str = "tK8",
        *,
        kind: FortificationKind = "trench",
        counter: str = PZ4,
        at: str = "tK9",
        inside: bool = False,
        **state: Any,
    ) -> bool:
        """Whether a tank in a Location with a trench is hull down against fire."""
        found: list[bool] = []

        def run(play: Play) -> None:
            fort = Fortification(id="f", kind=kind, location=L(at), capacity=3)
            play.emit(FortificationAdded(fort))
            if inside:
                foe = unit("e", at, "russian/4-4-7", inside="f")
                play.emit(UnitAdded(foe))
            found.append(hull_down(play, play.state.units["tank"], L(start)))

        vehicles = {"tank": (counter, at, {"vca": 1, "tca": 1} | state)}
        game(board=RIDGE, vehicles=vehicles, run=run)
        return found[0]

    @pytest.mark.parametrize("start", ["tK7", "tJ9", "tE5", "tK10"])
    def test_from_all_sides(self, start: str) -> None:
        """Its hull is hidden from all sides."""
        assert self.hidden(start)
        assert self.hidden(start, hull_down=(0,))

    def test_who_is_not(self) -> None:
        """Not in a foxhole, in Motion, against an enemy inside it, nor on wheels."""
        assert not self.hidden(kind="foxhole")
        assert not self.hidden(motion=True)
        assert not self.hidden(inside=True)
        assert not self.hidden(counter="german/psw-222")

    def test_height(self) -> None:
        """Not from above, nor within its hex."""
        assert not self.hidden("tK5", at="tK4")
        assert not self.hidden("tK9")

    def test_no_cover(self) -> None:
        """D9.3: it gives Infantry no TEM."""
        found: list[bool] = []

        def run(play: Play) -> None:
            squad = unit("sq", "tK9")
            play.emit(UnitAdded(squad))
            found.append(afv_tem(play, squad, (L("tK7"),)) is not None)
            fort = Fortification(id="f", kind="trench", location=L("tK9"), capacity=3)
            play.emit(FortificationAdded(fort))
            found.append(afv_tem(play, squad, (L("tK7"),)) is not None)

        vehicles = {"tank": (PZ4, "tK9", {"vca": 1, "tca": 1})}
        game(board=RIDGE, vehicles=vehicles, run=run)
        assert found == [True, False]


class TestD4_22Maneuver:
    """D4.22."""

    def test_cost(self) -> None:
        """Two MP and the Stop MP; it is Stopped."""
        played = hill(START, DOWN, dice=("D4.22/dr dr 6",))
        assert left(played) == 4
        assert tank(played).vehicle.motion is False  # type: ignore[union-attr]

    def test_no_crest(self) -> None:
        """Only where the ground falls across its VCA."""
        hill(START, DOWN, state={"vca": 3}, fails="no Crest Line")

    def test_stopped(self) -> None:
        """Only in Motion."""
        hill(DOWN, fails="not in Motion")

    def test_once(self) -> None:
        """Once in a MPh."""
        hill(START, DOWN, START, DOWN, dice=("D4.22/dr dr 6",), fails="has tried")

    def test_no_afv(self) -> None:
        """Only an AFV."""
        hill(START, DOWN, counter="german/opel-6700", fails="no AFV")


class TestD4_221Drm:
    """D4.221."""

    def test_bu(self) -> None:
        """+1 while BU, nothing while CE."""
        shut = asked(lambda play, unit: sum(m.value for m in maneuver_drm(play, unit)))
        open_ = asked(
            lambda play, unit: sum(m.value for m in maneuver_drm(play, unit)), ce=True
        )
        assert (shut, open_) == (1, 0)

    def test_russian(self) -> None:
        """+2 more for a Russian AFV with a closed top."""
        found: list[int] = []

        def run(play: Play) -> None:
            mods = maneuver_drm(play, play.state.units["tank"])
            found.append(sum(mod.value for mod in mods))

        game(vehicles={"tank": ("russian/t-34-m40", "tA5", {})}, run=run)
        assert found == [3]


class TestD4_22_dr:
    """D4.22/dr."""

    @pytest.mark.parametrize(
        ("roll", "number"),
        [(1, 3), (2, 2), (3, 1), (4, 0)],
    )
    def test_hexsides(self, roll: int, number: int) -> None:
        """Three hexsides by a 1, two by a 2, one by a 3, none by more."""
        played = hill(
            START, DOWN, dice=(f"D4.22/dr dr {roll}",), state={"ce": True, "vca": 1}
        )
        state = tank(played).vehicle
        assert state is not None
        assert len(state.hull_down) == number

    def test_runs(self) -> None:
        """They lie at the Crest Line side by side, one at least in the VCA."""
        found = asked(lambda play, unit: choices(play, unit, 2))
        crest = asked(lambda play, unit: crests(play, unit.location))
        assert all(set(run) <= set(crest) and set(run) & {0, 1} for run in found)
        assert found

    def test_shorter(self) -> None:
        """As many as there are, if there are not so many."""
        assert asked(lambda play, unit: choices(play, unit, 6))
