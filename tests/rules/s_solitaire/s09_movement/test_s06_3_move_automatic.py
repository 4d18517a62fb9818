"""S9.1 with S6.302 to S6.3175: moves that Automatic Actions give."""

from opfor.state.state import State
from opfor.state.units import Fortification, LocationName, Unit
from tests.rules.given.enemies import Thing, enemy, friend, played, weapon


def moved(
    unit: Unit, *others: Thing, dice: tuple[str, ...] = (), **how: object
) -> State:
    """The state after the ENEMY's MPh, in which nothing is fired at what moves."""
    return played(*dice, things=[unit, *others], phase="MPh", **how).state  # type: ignore[arg-type] # as played takes them


class TestErrands:
    """Errands of S6.302 to S6.3174."""

    def test_unarmed(self) -> None:
        """An unarmed MMC goes toward the EBE, and off it."""
        unit = enemy("e1", "O6", unarmed=True, action="Move", automatic="S6.302")
        state = moved(unit)
        assert state.units["e1"].location > "tO6"
        edge = enemy("e1", "T6", unarmed=True, action="Move", automatic="S6.302")
        gone = moved(edge).units
        assert "e1" not in gone or not gone["e1"].location

    def test_leader(self) -> None:
        """A leader reaches the broken unit, by normal MF if these are enough."""
        unit = enemy("L", "J6", "8-0", action="Move", automatic="S6.317")
        state = moved(unit, enemy("e1", "J2", broken=True))
        assert state.units["L"].location == "tJ2"
        assert not state.units["L"].cx

    def test_crew(self) -> None:
        """A crew goes to the Gun."""
        unit = enemy("e1", "J6", "2-2-8", action="Move", automatic="S6.310")
        state = moved(unit, weapon("hmg", "hmg", at="J4"), dice=("A4.44 dr 3",))
        assert state.units["e1"].location == "tJ4"

    def test_into_the_foxhole(self) -> None:
        """A unit beside an IP gets in."""
        unit = enemy("e1", "J6", action="Move", automatic="S6.3121")
        where = LocationName("tJ6")
        hole = Fortification(id="f", kind="foxhole", location=where, capacity=1)
        state = moved(unit, hole, friend("V", "M6", broken=True))
        assert state.units["e1"].inside == "f"

    def test_stays_stacked(self) -> None:
        """A leader with nothing to do moves with the MMC of his Location."""
        leader = enemy("L", "J6", "8-0", action="Move", automatic="S6.3175")
        squad = enemy("e1", "J6", action="Move")
        dice = ("S9.21 DR 4,6", "S9.23 dr 3")
        state = moved(leader, squad, dice=dice, attitude="Advance")
        assert state.units["L"].location == state.units["e1"].location != "tJ6"

    def test_berserk(self) -> None:
        """Of two equally near a berserk unit charges the one with less US#."""
        unit = enemy("e1", "J6", berserk=True, action="Move", automatic="S6.301")
        few = friend("V", "J8", "2-4-7", broken=True)
        many = friend("W", "J4", broken=True)
        assert moved(unit, many, few).units["e1"].location == "tJ8"


class TestS6_3_loadSMC:
    """S6.3/load."""

    def test_drops_it(self) -> None:
        """D-857: a leader on his way leaves a HMG, and what is light with it stays."""
        unit = enemy("L", "J6", "8-0", action="Move", automatic="S6.317")
        sws = [weapon("hmg", "hmg", "L"), weapon("lmg", "lmg", "L")]
        state = moved(unit, *sws, enemy("e1", "J2", broken=True))
        assert state.weapons["hmg"].location == "tJ6"
        assert state.weapons["lmg"].owner == "L"
        assert state.units["L"].location < "tJ6"

    def test_who_stays_keeps_it(self) -> None:
        """Not who is not to move."""
        unit = enemy("L", "J6", "8-0", action="nothing", automatic="S6.3175")
        state = moved(unit, weapon("hmg", "hmg", "L"))
        assert state.weapons["hmg"].owner == "L"
