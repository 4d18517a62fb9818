"""S6.306: FT units close in, then fire."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.rules.s_solitaire.s01_terms.s01_terms import friend_places
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.automatic_target import automatic_target
from opfor.state.play import Play
from opfor.state.units import VehicleState
from tests.rules.given.automatic_actions import number, own
from tests.rules.given.drivers import armed
from tests.rules.given.enemies import Thing, ask, enemy, friend, weapon


def target(
    *things: Thing, dice: Sequence[str] = (), by: str = "e1", **how: object
) -> object:
    """The Target that the automatic Actions give the ENEMY unit."""

    def find(play: Play) -> object:
        unit = play.state.units[by]
        return automatic_target(play, [unit], friend_places(play))

    return ask(things, find, *dice, **how)


PANZER = "german/pzkpfw-iiih"


class TestS6_306Flamethrowers:
    """S6.306."""

    def test_moves_until_it_has_a_target(self) -> None:
        """Without a Target in long range it moves, with one it fires."""
        ft = weapon("ft", "ft", "e1")
        unit = enemy("e1", "J6")
        assert own(unit, ft, friend("V", "M6")) == Automatic("S6.306", "Move")
        assert own(unit, ft, friend("V", "L6")) == Automatic("S6.306", "Fire")
        broken = weapon("ft", "ft", "e1", malfunctioned=True)
        assert number(unit, broken) == ""

    def test_in_a_vehicle(self) -> None:
        """A FT in the bow counts as long as it works."""
        tank = enemy("e1", "J6", "ot-34", vehicle=VehicleState(vca=2, tca=2))
        arms = armed([tank])
        burned = [replace(arm, malfunctioned=arm.mount == "bow gun") for arm in arms]
        assert "bow gun" in {arm.mount for arm in arms}
        assert number(tank, *arms, friend("V", "M6")) == "S6.306"
        assert number(tank, *burned, friend("V", "M6")) == ""


class TestS6_306_targetOfFt:
    """The list of S6.306."""

    def test_line1_normal_range(self) -> None:
        """Line 1: a Target in normal range."""
        ft = weapon("ft", "ft", "e1")
        friends = [friend("V", "L6"), friend("W", "L6"), friend("X", "J7")]
        assert target(enemy("e1", "J6"), ft, *friends) == "tJ7"

    def test_line2_vpo(self) -> None:
        """Line 2: a Target in a VPO Location."""
        ft = weapon("ft", "ft", "e1")
        friends = [friend("V", "J5"), friend("W", "J5"), friend("X", "J7")]
        assert target(enemy("e1", "J6"), ft, *friends, vpo=("tJ7",)) == "tJ7"

    def test_line3_most_known(self) -> None:
        """Line 3: the most Known Infantry Targets."""
        ft = weapon("ft", "ft", "e1")
        friends = [friend("V", "J5"), friend("X", "J7"), friend("L", "J7", "8-0")]
        assert target(enemy("e1", "J6"), ft, *friends) == "tJ7"

    def test_line4_vehicle(self) -> None:
        """Line 4: a vehicular Target, of several the easiest to kill."""
        ft, unit = weapon("ft", "ft", "e1"), enemy("e1", "J6")
        tank = friend("T", "J7", PANZER, vehicle=VehicleState(), concealed=True)
        hidden = friend("V", "J5", concealed=True)
        assert target(unit, ft, hidden, tank) == "tJ7"
        front = replace(tank, vehicle=VehicleState(vca=0, tca=0))
        truck = friend("K", "J5", "german/opel-6700", vehicle=VehicleState(vca=0))
        assert target(unit, ft, front, truck) == "tJ5"
