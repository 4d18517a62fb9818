"""S6.312: units in an Improved Position, and those that get into one."""

from msgspec.structs import replace

from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.s06_3_automatic import automatic_move
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import AutomaticMove
from opfor.state.units import Fortification, LocationName, Unit
from tests.rules.given.automatic_actions import number, own
from tests.rules.given.enemies import Thing, ask, enemy, friend


def errand(
    unit: Unit, *others: Thing, dice: tuple[str, ...] = ()
) -> AutomaticMove | None:
    """Where its Automatic Move takes a unit."""
    found = ask(
        [unit, *others], lambda p: automatic_move(p, p.state.units[unit.id]), *dice
    )
    assert found is None or isinstance(found, AutomaticMove)
    return found


def foxhole(at: str, capacity: int = 1) -> Fortification:
    """A foxhole."""
    where = LocationName(f"t{at}")
    return Fortification(id="f", kind="foxhole", location=where, capacity=capacity)


class TestS6_3121EnteringIp:
    """S6.3121."""

    def test_gets_in(self) -> None:
        """With room and a Target from there it gets in by Assault Movement."""
        unit = enemy("e1", "J6", automatic="S6.3121")
        things = [foxhole("J6"), friend("V", "M6")]
        assert number(unit, *things) == "S6.3121"
        found = errand(unit, *things)
        assert found == AutomaticMove(
            "S6.3121", LocationName("tJ6"), manner="assault", inside="f"
        )

    def test_whoever_dug_it(self) -> None:
        """D-843: a foxhole of the FRIENDLY side that is empty, and not hidden, too."""
        unit, target = enemy("e1", "J6"), friend("V", "M6")
        theirs = replace(foxhole("J6"), side="FRIENDLY")
        assert number(unit, theirs, target) == "S6.3121"
        assert number(unit, theirs, friend("V", "J6", inside="f")) != "S6.3121"
        assert number(unit, replace(theirs, hidden=True), target) == ""

    def test_as_many_as_there_is_room_for(self) -> None:
        """D-843: where one is to get in there may be no room for another."""
        first, unit = enemy("e2", "J6", automatic="S6.3121"), enemy("e1", "J6")
        target = friend("V", "M6")
        assert number(unit, first, foxhole("J6"), target) == ""
        assert number(unit, first, foxhole("J6", 2), target) == "S6.3121"
        broken = replace(first, broken=True)
        assert number(unit, broken, foxhole("J6"), target) == "S6.3121"

    def test_otherwise_not(self) -> None:
        """Not without a Target, without room, or from elsewhere."""
        unit = enemy("e1", "J6")
        assert number(unit, foxhole("J6")) == ""
        full = enemy("e2", "J6", inside="f")
        assert number(unit, full, foxhole("J6"), friend("V", "M6")) == ""
        assert number(unit, foxhole("J7"), friend("V", "M6")) == ""


FOXHOLE = Fortification(
    id="f", kind="foxhole", location=LocationName("tJ6"), capacity=1
)


class TestS6_312ImprovedPositions:
    """S6.312."""

    def test_fires(self) -> None:
        """With a Target it fires, in either Attitude."""
        unit = enemy("e1", "J6", inside="f")
        for attitude in ("Hold", "Advance"):
            found = own(unit, FOXHOLE, friend("V", "M6"), attitude=attitude)
            assert found == Automatic("S6.312", "Fire")

    def test_without_a_target(self) -> None:
        """In Hold it does nothing, in Advance its DR counts."""
        unit = enemy("e1", "J6", inside="f")
        assert own(unit, FOXHOLE) == Automatic("S6.312", "nothing")
        assert own(unit, FOXHOLE, attitude="Advance") is None

    def test_who_is_in_none(self) -> None:
        """Who is in no IP, or not in Good Order, has the Action of his DR."""
        assert own(enemy("e1", "J6"), friend("V", "M6")) is None
        assert own(enemy("e1", "J6", inside="f", broken=True), FOXHOLE) is None
