"""S6.310: crews go back to their Guns, HW and vehicles."""

from opfor.rules.s_solitaire.s06_actions.s06_3_automatic import automatic_move
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import AutomaticMove
from opfor.rules.s_solitaire.s06_actions.s06_310_crews import manned_next
from opfor.state.units import GunState, LocationName, Unit, VehicleState
from tests.rules.given.automatic_actions import number
from tests.rules.given.enemies import Thing, ask, enemy, weapon

TANK = "t-34-m41"


def errand(
    unit: Unit, *others: Thing, dice: tuple[str, ...] = ()
) -> AutomaticMove | None:
    """Where its Automatic Move takes a unit."""
    found = ask(
        [unit, *others], lambda p: automatic_move(p, p.state.units[unit.id]), *dice
    )
    assert found is None or isinstance(found, AutomaticMove)
    return found


GUN = "45l-at-ptp-obr-32"


CREW = enemy("e1", "J6", "2-2-8", automatic="S6.310")


class TestS6_310Crews:
    """S6.310."""

    def test_applies(self) -> None:
        """A crew without a HW goes back to a Gun."""
        assert number(CREW, weapon("g", GUN, at="J9", gun=GunState(ca=0))) == "S6.310"

    def test_the_nearest_functioning_own_gun(self) -> None:
        """It goes before a nearer one that is the other side's, or malfunctioned."""
        guns = [
            weapon("g1", GUN, at="J9", gun=GunState(ca=0)),
            weapon("g2", GUN, at="J7", gun=GunState(ca=0), malfunctioned=True),
            weapon("g3", "german/50l-at-pak-38", at="J5", gun=GunState(ca=0)),
        ]
        assert number(CREW, *guns) == "S6.310"
        assert errand(CREW, *guns) == AutomaticMove("S6.310", LocationName("tJ9"))

    def test_beyond_six_hexes(self) -> None:
        """Seven hexes away it is none of the crew's business."""
        assert number(CREW, weapon("g", GUN, at="C6", gun=GunState(ca=0))) == ""
        assert number(CREW, weapon("g", GUN, at="D6", gun=GunState(ca=0))) == "S6.310"

    def test_a_hw_without_a_gun(self) -> None:
        """Without a Gun it goes to a HW, its own side's first."""
        hmgs = [weapon("a", "german/hmg", at="J5"), weapon("b", "hmg", at="J9")]
        assert errand(CREW, *hmgs) == AutomaticMove("S6.310", LocationName("tJ9"))

    def test_with_a_hw_or_no_crew(self) -> None:
        """A crew that has a HW stays with it; squads do not do this."""
        gun = weapon("g", GUN, at="J9", gun=GunState(ca=0))
        assert number(CREW, gun, weapon("hmg", "hmg", "e1")) == ""
        assert number(enemy("e1", "J6"), gun) == ""

    def test_exc1_vehicular_crew(self) -> None:
        """EXC: a vehicular crew goes back to an Abandoned vehicle within six hexes."""
        crew = enemy("e1", "J6", "1-2-7")
        left = VehicleState(abandoned=True)
        near = enemy("e2", "J8", TANK, vehicle=left)
        gun = weapon("g", GUN, at="J7", gun=GunState(ca=0))
        assert number(crew, near) == "S6.310"
        where = ask([crew, near, gun], lambda p: manned_next(p, p.state.units["e1"]))
        assert where == "tJ8"
        assert number(crew, enemy("e2", "C6", TANK, vehicle=left)) == ""
        assert number(CREW, near) == ""


class TestS6_310_targetCrews:
    """S6.310, several at once."""

    def test_the_nearest(self) -> None:
        """Of equal ones the nearest."""
        guns = [
            weapon("g1", GUN, at="J9", gun=GunState(ca=0)),
            weapon("g2", GUN, at="J4", gun=GunState(ca=0)),
        ]
        assert errand(CREW, *guns) == AutomaticMove("S6.310", LocationName("tJ4"))

    def test_manned_meanwhile(self) -> None:
        """Once another crew has manned it, there is nothing to go back to."""
        other = enemy("e2", "J9", "2-2-8")
        assert errand(CREW, other, weapon("g", GUN, "e2", gun=GunState(ca=0))) is None
