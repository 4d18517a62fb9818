"""D4.2: Hull Down, behind a hexside or by a HD Maneuver."""

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
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName
from tests.rules.given.armor import duel, fire, told
from tests.rules.given.boards import RIDGE
from tests.rules.given.driving import left, move, tank
from tests.rules.given.world import game

L = LocationName

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
    """D4.2."""

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

    def test_hull_down(self) -> None:
        """A hull hit on a hull down vehicle is a miss, a turret hit is none."""
        hidden = {"vca": 3, "tca": 3, "hull_down": (0, 1, 2, 3, 4, 5)}
        played = duel(fire, "C3.3 DR 3,2", enemy=hidden)
        assert "hull of etank is hidden" in told(played)
        played = duel(fire, "C3.3 DR 2,3", "C3.4 DR 6,6", enemy=hidden)
        assert "turret" in told(played)


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
