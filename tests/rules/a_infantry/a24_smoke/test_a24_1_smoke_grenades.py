"""A24.1: SMOKE grenades of squads that move."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from opfor.rules.choices.orders import SmokeGrenade
from opfor.rules.sequence.legal_orders import legal
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.spending_mf import done
from tests.rules.given.world import game

BOARD = "board: t\nsize: 17x10\nwoods: H5\nstone building: G4\n"
HERE = LocationName("tG5")

LATE = "1944-06"
AMERICAN = {"V": ("american/6-6-7", "tG5")}


class TestA24_1Grenades:
    """A24.1."""

    def test_cost(self) -> None:
        """One MF in its own Location, two in an ADJACENT one."""
        for to, cost in (("tG5", MF), ("tG4", 2 * MF)):
            order = SmokeGrenade("V", LocationName(to))
            state = done(order, dice=("A24.11 dr 4",)).state
            assert state.move
            assert state.move.spent == cost

    def test_who(self) -> None:
        """A squad without an exponent has none, nor is there a second try."""
        with pytest.raises(Illegal, match="no Smoke Exponent"):
            done(SmokeGrenade("V", HERE), units={"V": ("german/4-4-7", "tG5")})
        again = SmokeGrenade("V", HERE)
        with pytest.raises(Illegal, match="has tried"):
            done(again, again, dice=("A24.11 dr 4",))

    def test_not_far(self) -> None:
        """Only ADJACENT Locations."""
        with pytest.raises(Illegal, match="not ADJACENT"):
            done(SmokeGrenade("V", LocationName("tK5")))


class TestA24_11Placement:
    """A24.11."""

    @pytest.mark.parametrize(
        ("dr", "cx", "placed"), [(1, False, True), (2, False, False), (1, True, False)]
    )
    def test_exponent(self, dr: int, cx: bool, placed: bool) -> None:
        """A Final dr of the exponent or less places it; CX adds one."""
        order = SmokeGrenade("V", HERE)
        state = done(order, dice=(f"A24.11 dr {dr}",), cx=cx).state
        found = [(m.kind, m.hindrance, m.grenade) for m in state.markers.values()]
        assert found == ([("smoke", 2, True)] if placed else [])

    def test_a_six_ends_its_mph(self) -> None:
        """An Original 6 is the end of the squad's MPh."""
        state = done(SmokeGrenade("V", HERE), dice=("A24.11 dr 6",)).state
        assert state.units["V"].moved
        assert state.move is None


class TestA24_3_grenadesWp:
    """A24.3, WP grenades."""

    @pytest.mark.parametrize(("dr", "placed"), [(2, True), (3, False)])
    def test_exponent(self, dr: int, placed: bool) -> None:
        """One lower than for SMOKE; the counter is a Hindrance of one."""
        order = SmokeGrenade("V", LocationName("tG4"), wp=True)
        state = done(order, dice=(f"A24.11 dr {dr}",), units=AMERICAN, date=LATE).state
        found = [(m.kind, m.hindrance, m.grenade) for m in state.markers.values()]
        assert found == ([("WP", 1, True)] if placed else [])

    def test_it_attacks(self) -> None:
        """Whoever is there takes a NMC, its TEM against him."""
        order = SmokeGrenade("V", LocationName("tH5"), wp=True)
        enemies = {"e": ("russian/4-4-7", "tH5")}
        dice = ("A24.11 dr 1", "A10.1 DR 3,4")
        state = done(order, dice=dice, units=AMERICAN, enemies=enemies, date=LATE).state
        assert state.units["e"].broken

    def test_who_has_it(self) -> None:
        """Germans have none, and none is offered to them."""
        with pytest.raises(Illegal, match="no WP"):
            done(SmokeGrenade("V", HERE, wp=True))

    @pytest.mark.parametrize(
        ("cx", "wp", "need"),
        [
            (False, False, "a dr of 3 or less"),
            (True, False, "a dr of 2 or less"),
            (False, True, "a dr of 2 or less"),
            (True, True, "a dr of 1"),
        ],
    )
    def test_what_it_needs(self, cx: bool, wp: bool, need: str) -> None:
        """The offer says which dr: the exponent, one less for WP and for CX each."""

        def run(play: Play) -> None:
            tired = replace(play.state.units["V"], cx=cx)
            play.emit(UnitChanged(tired, "set"))
            order = SmokeGrenade("V", HERE, wp=wp)
            (label,) = [o.label for o in legal(play, "FRIENDLY") if o.order == order]
            assert label.endswith(f"needs {need}")

        game(board=BOARD, units=AMERICAN, run=run, date=LATE)

    def test_offered(self) -> None:
        """Offered beside SMOKE to those who have it."""

        def run(play: Play) -> None:
            found = [o.order for o in legal(play, "FRIENDLY")]
            assert SmokeGrenade("V", HERE, wp=True) in found
            assert SmokeGrenade("V", HERE) in found

        game(board=BOARD, units=AMERICAN, run=run, date=LATE)
