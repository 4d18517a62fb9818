"""S6.306 and S6.311 to S6.3143: Automatic Actions that are fire, and their Targets."""

from collections.abc import Sequence

from opfor.rules.s_solitaire.s01_terms.s01_terms import targets
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.automatic_target import automatic_target
from opfor.rules.s_solitaire.s06_actions.s06_314_acquired_targets import (
    ordnance_weapons,
)
from opfor.state.play import Play
from opfor.state.units import (
    Acquired,
    Fortification,
    LocationName,
)
from tests.rules.given.automatic_actions import number, own
from tests.rules.given.enemies import Thing, ask, enemy, friend, played, weapon

TANK = "t-34-m41"


def target(
    *things: Thing, dice: Sequence[str] = (), by: str = "e1", **how: object
) -> object:
    """The Target that the automatic Actions give the ENEMY unit."""

    def find(play: Play) -> object:
        unit = play.state.units[by]
        arm = next(iter(ordnance_weapons(play, unit)), None)
        return automatic_target(play, [unit], targets(play, [unit]), arm)

    return ask(things, find, *dice, **how)


def preserved(*friends: Thing, **how: object) -> object:
    """The Target of a squad in J6 by S6.311."""
    return target(enemy("e1", "J6"), *friends, **how)  # type: ignore[arg-type] # as given


class TestS6_311SelfPreservation:
    """S6.311."""

    def test_adjacent_or_in_its_location(self) -> None:
        """It fires at what is ADJACENT; two hexes away is no reason."""
        assert own(enemy("e1", "J6"), friend("V", "J7")) == Automatic("S6.311", "Fire")
        assert own(enemy("e1", "J6"), friend("V", "J8")) is None
        assert number(enemy("e1", "J6", unarmed=True), friend("V", "J7")) == "S6.302"

    def test_it_does_so(self) -> None:
        """Whatever its DR, it fires at that Target."""
        things = [enemy("e1", "J6"), friend("V", "J7"), friend("W", "J9")]
        unit = played("S6.11 DR 4,6", "A7.3 DR 6,5", things=things).state.units["e1"]
        assert (unit.automatic, unit.fired) == ("S6.311", "prep")

    def test_exc1_melee(self) -> None:
        """EXC: not because of an ADJACENT Target in Melee."""
        melee = [friend("V", "J7", melee=True), enemy("e2", "J7", melee=True)]
        assert own(enemy("e1", "J6"), *melee) is None


class TestS6_311_targetOfSelfPreservation:
    """The list of S6.311."""

    def test_line1_good_order(self) -> None:
        """Line 1: a Good Order Target goes before more broken ones."""
        broken = [friend(id_, "J5", broken=True) for id_ in "VW"]
        assert preserved(*broken, friend("X", "J7", "2-4-7")) == "tJ7"

    def test_line1_acquired(self) -> None:
        """Line 1: an Acquired Target of the firer."""
        mtr = weapon("m", "50-mtr", "e1", acquired=Acquired(at=LocationName("tJ7")))
        assert preserved(mtr, friend("V", "J5"), friend("X", "J7", "2-4-7")) == "tJ7"

    def test_line2_most_known(self) -> None:
        """Line 2: the most Known Targets in US#."""
        hidden = [friend(id_, "J5", concealed=True) for id_ in "VW"]
        assert preserved(*hidden, friend("X", "J7", "2-4-7")) == "tJ7"

    def test_line3_lowest_tem(self) -> None:
        """Line 3: the lowest TEM."""
        board = "board: t\nsize: 20x10\nwooden building: J5\n"
        assert preserved(friend("V", "J5"), friend("X", "J7"), board=board) == "tJ7"

    def test_line3_in_a_foxhole(self) -> None:
        """Line 3: what it is inside of counts."""
        hole = Fortification(
            id="f", kind="foxhole", location=LocationName("tJ5"), capacity=1
        )
        assert (
            preserved(hole, friend("V", "J5", inside="f"), friend("X", "J7")) == "tJ7"
        )

    def test_line4_vpo(self) -> None:
        """Line 4: a Target in a VPO Location."""
        friends = [friend("V", "J5"), friend("X", "J7")]
        assert preserved(*friends, vpo=("tJ7",)) == "tJ7"

    def test_line5_smc(self) -> None:
        """Line 5: the most Known Target SMC."""
        one = [friend("V", "J5")]
        three = [friend(f"L{n}", "J7", "8-0") for n in range(3)]
        assert preserved(*one, *three) == "tJ7"

    def test_line6_weapons(self) -> None:
        """Line 6: the most Weapons."""
        friends = [friend("V", "J5"), friend("X", "J7")]
        assert preserved(*friends, weapon("mg", "german/lmg", "X")) == "tJ7"

    def test_tie(self) -> None:
        """What is left goes to a Random dr."""
        friends = [friend("V", "J5"), friend("X", "J7")]
        assert preserved(*friends, dice=["S6.311/target dr 5"]) == "tJ7"


ACQUIRED = Acquired(at=LocationName("tM6"))
