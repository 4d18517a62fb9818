"""S9.1 with S6.302 to S6.3175: moves that Automatic Actions give."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.state.state import State
from opfor.state.units import (
    Fortification,
    FortificationKind,
    LocationName,
    Marker,
    Unit,
)
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


COLUMN = """
board: t
size: 20x12
woods: J3-J10
pond: I1-I10 K1-K10 J0-J2
"""
"""Woods in which the only way leads up and down, at two MF a hex."""


def fort(kind: FortificationKind, where: str, **how: Any) -> Fortification:
    """A fortification with room for a squad."""
    place = LocationName(f"t{where}")
    return Fortification(id="f", kind=kind, location=place, capacity=1, **how)


class TestS6_3_moveLeadersDoubleTime:
    """S6.3171: Double Time if he arrives by the end of the APh so, and only so."""

    def goes(
        self, to: str, *others: Thing, board: str = COLUMN, **state: Any
    ) -> tuple[str, bool]:
        """Where a leader in J8 comes to in the MPh, and whether he is CX."""
        unit = enemy("L", "J8", "8-0", action="Move", automatic="S6.317", **state)
        broken = enemy("e1", to, broken=True)
        led = moved(unit, broken, *others, board=board).units["L"]
        return str(led.location), led.cx

    @pytest.mark.parametrize(
        ("to", "end", "cx"), [("J4", "tJ5", False), ("J3", "tJ4", True)]
    )
    def test_woods(self, to: str, end: str, cx: bool) -> None:
        """Six MF and the APh, or eight and the APh."""
        assert self.goes(to) == (end, cx)

    @pytest.mark.parametrize("kind", ["foxhole", "pillbox"])
    @pytest.mark.parametrize(
        ("to", "end", "cx"),
        [("J5", "tJ6", False), ("J4", "tJ5", True), ("J3", "tJ6", False)],
    )
    def test_out_of_it(
        self, kind: FortificationKind, to: str, end: str, cx: bool
    ) -> None:
        """B27.4: one MF less either way."""
        hole = fort(kind, "J8", ca=0)
        assert self.goes(to, hole, inside="f") == (end, cx)

    @pytest.mark.parametrize(
        ("to", "end", "cx"), [("J4", "tJ5", True), ("J3", "tJ6", False)]
    )
    def test_smoke(self, to: str, end: str, cx: bool) -> None:
        """A24.7: so with SMOKE in his way."""
        smoke = Marker(id="s", kind="smoke", location=LocationName("tJ7"), hindrance=2)
        assert self.goes(to, smoke) == (end, cx)

    @pytest.mark.parametrize("more", ["marsh: J3\n", "woods: J3\nlevel 1: J3\n"])
    def test_what_he_may_not_advance_into(self, more: str) -> None:
        """A4.71, A4.72: marsh is not entered in the APh, nor four MF by who is CX."""
        board = COLUMN.replace("J3-J10", "J4-J10") + more
        assert self.goes("J3", board=board) == ("tJ5", False)

    @pytest.mark.parametrize(
        ("wire", "end", "cx"), [("J3", "tJ4", True), ("J4", "tJ5", False)]
    )
    def test_wire(self, wire: str, end: str, cx: bool) -> None:
        """B26.4: nobody advances from above it; onto it he does."""
        assert self.goes("J3", fort("wire", wire)) == (end, cx)

    def test_a_prohibited_goal(self) -> None:
        """S9.26: a Known Minefield in it is no place to run to."""
        mines = fort("minefield", "J3", fp=6)
        assert not self.goes("J3", mines)[1]


class TestS6_3_moveGuardsDoubleTime:
    """S6.303, S6.222: a Guard uses Double Time where nobody sees him, if it helps."""

    @pytest.mark.parametrize("hole", [True, False])
    def test_unseen(self, hole: bool) -> None:
        """Four hexes that nobody sees: B27.4, out of a foxhole they take five MF."""
        inside = "f" if hole else ""
        guard = enemy("e1", "D1", "2-3-7", action="Move", automatic="S6.303")
        things: list[Thing] = [
            fort("foxhole", "D1"),
            replace(guard, inside=inside),
            friend("P", "D1", "2-4-7", guard="e1", inside=inside),
            friend("V", "Q1", "2-4-7", ti=True),
        ]
        board = "board: t\nsize: 18x2\n"
        there = played(things=things, phase="MPh", board=board).state.units["e1"]
        assert (there.location, there.cx) == ("tH0", hole)

    def test_no_way_open(self) -> None:
        """D-901: up to Known Minefields that lie across the board, and no CX."""
        things: list[Thing] = [
            enemy("e1", "D1", "2-3-7", action="Move", automatic="S6.303"),
            friend("P", "D1", "2-4-7", guard="e1"),
            friend("V", "Q1", "2-4-7", ti=True),
            *(replace(fort("minefield", hex_, fp=6), id=hex_) for hex_ in ("G1", "G2")),
        ]
        board = "board: t\nsize: 18x2\n"
        there = played(things=things, phase="MPh", board=board).state.units["e1"]
        assert (there.location[:2], there.cx) == ("tF", False)


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
