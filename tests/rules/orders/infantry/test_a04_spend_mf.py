"""MF spent without movement: fortifications, wire, SMOKE, DC, Searches."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.choices.orders import (
    Command,
    MoveTo,
    PlaceCharge,
    Recover,
    Search,
    Shelter,
    SmokeGrenade,
)
from opfor.rules.sequence.orders_by_phase import carry_out, check, legal
from opfor.state.events import FortificationAdded, UnitChanged, WeaponAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, FortificationKind, LocationName, Weapon
from tests.rules.given.world import game

BOARD = "board: t\nsize: 17x10\nwoods: H5\nstone building: G4\n"
HERE = LocationName("tG5")
SQUAD = {"V": ("german/4-6-7", "tG5")}


def done(
    *orders: Command,
    dice: tuple[str, ...] = (),
    fort: FortificationKind | None = None,
    inside: bool = False,
    capacity: int = 1,
    weapon: str = "",
    concealed: str = "",
    units: dict[str, tuple[str, str]] | None = None,
    enemies: dict[str, tuple[str, str]] | None = None,
    date: str = "1941-08",
    **changes: bool,
) -> Game[State]:
    """The game after orders; each was offered or is legal, if not refused here."""

    def run(play: Play) -> None:
        if fort:
            built = Fortification(id="f", kind=fort, location=HERE, capacity=capacity)
            play.emit(FortificationAdded(built))
        if weapon:
            play.emit(WeaponAdded(Weapon(id="w", counter=weapon, owner="V")))
        for id_ in filter(None, concealed.split()):
            hidden = replace(play.state.units[id_], concealed=True)
            play.emit(UnitChanged(hidden, "set"))
        unit = play.state.units["V"]
        set_up = replace(unit, inside="f" if inside else "", **changes)
        play.emit(UnitChanged(set_up, "set"))
        for order in orders:
            check(play, "FRIENDLY", order)
            carry_out(play, "FRIENDLY", order)

    units = units or SQUAD
    return game(*dice, board=BOARD, units=units, enemies=enemies, run=run, date=date)


class TestB27_4_mphShelter:
    """B27.4 in the MPh."""

    def test_in_and_out(self) -> None:
        """One MF to enter a foxhole, one to leave it, before any other move."""
        state = done(Shelter(("V",), "f"), fort="foxhole").state
        assert state.units["V"].inside == "f"
        assert state.move
        assert state.move.spent == MF
        with pytest.raises(Illegal, match=r"B27\.4: V must leave the foxhole first"):
            done(MoveTo(("V",), LocationName("tF5")), fort="foxhole", inside=True)
        out = Shelter(("V",), "")
        there = MoveTo(("V",), LocationName("tF5"))
        state = done(out, there, fort="foxhole", inside=True).state
        assert state.move
        assert (state.units["V"].inside, state.move.spent) == ("", 2 * MF)

    def test_prisoners_outside(self) -> None:
        """A Guard leaves it though his prisoner is not inside."""

        def run(play: Play) -> None:
            hole = Fortification(id="f", kind="foxhole", location=HERE, capacity=1)
            play.emit(FortificationAdded(hole))
            for id_, fields in (("V", {"inside": "f"}), ("e", {"guard": "V"})):
                unit = replace(play.state.units[id_], **fields)
                play.emit(UnitChanged(unit, "set"))
            check(play, "FRIENDLY", Shelter(("V",), ""))
            carry_out(play, "FRIENDLY", Shelter(("V",), ""))

        enemies = {"e": ("russian/4-4-7", "tG5")}
        state = game(board=BOARD, units=SQUAD, enemies=enemies, run=run).state
        assert not state.units["V"].inside

    def test_room(self) -> None:
        """Two squads do not fit into a foxhole for one."""
        both = SQUAD | {"W": ("german/4-6-7", "tG5")}
        with pytest.raises(Illegal, match="do not fit"):
            done(Shelter(("V", "W"), "f"), fort="foxhole", units=both)

    def test_offered(self) -> None:
        """What can be entered is offered, with its cost."""

        def run(play: Play) -> None:
            built = Fortification(id="f", kind="trench", location=HERE, capacity=3)
            play.emit(FortificationAdded(built))
            offers = {o.order: o.cost for o in legal(play, "FRIENDLY")}
            assert offers[Shelter(("V",), "f")] == MF

        game(board=BOARD, units=SQUAD, run=run)


class TestB26_4_drWire:
    """B26.4."""

    def test_a_dr_of_mf(self) -> None:
        """The dr is what it costs; the unit is beneath."""
        out = Shelter(("V",), "")
        state = done(out, dice=("B26.4/dr dr 3",), fort="wire", inside=True).state
        assert state.move
        assert (state.units["V"].inside, state.move.spent) == ("", 3 * MF)

    def test_exactly_all_mf(self) -> None:
        """A dr of all MF left is enough."""
        out = Shelter(("V",), "")
        state = done(out, dice=("B26.4/dr dr 4",), fort="wire", inside=True).state
        assert state.units["V"].inside == ""

    def test_hung_up(self) -> None:
        """More than is left: all MF are spent, and it is above the wire still."""
        out = Shelter(("V",), "")
        state = done(out, dice=("B26.4/dr dr 5",), fort="wire", inside=True).state
        assert state.move
        assert (state.units["V"].inside, state.move.spent) == ("f", 4 * MF)

    def test_not_to_be_left_from_above(self) -> None:
        """Above the wire nobody leaves the Location."""
        with pytest.raises(Illegal, match=r"B26\.4"):
            done(MoveTo(("V",), LocationName("tF5")), fort="wire", inside=True)


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


LATE = "1944-06"
AMERICAN = {"V": ("american/6-6-7", "tG5")}


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


class TestA23_3PlaceCharge:
    """A23.3."""

    def test_the_mf_to_enter(self) -> None:
        """It costs what entering would; the DC lies there, and is still the unit's."""
        order = PlaceCharge("w", LocationName("tH5"))
        state = done(order, weapon="german/dc").state
        assert state.move
        assert state.move.spent == 2 * MF
        marker = next(iter(state.markers.values()))
        assert (marker.kind, marker.location, marker.of) == ("DC", "tH5", "w")

    def test_enemies_do_not_bar_it(self) -> None:
        """It is meant for a Location with enemies."""
        enemies = {"e": ("russian/4-4-7", "tH5")}
        order = PlaceCharge("w", LocationName("tH5"))
        assert done(order, weapon="german/dc", enemies=enemies).state.markers

    def test_refused(self) -> None:
        """Nothing but a DC, and only into an ADJACENT Location."""
        with pytest.raises(Illegal, match="no DC"):
            done(PlaceCharge("w", LocationName("tH5")), weapon="german/lmg")
        with pytest.raises(Illegal, match="not ADJACENT"):
            done(PlaceCharge("w", LocationName("tK5")), weapon="german/dc")


class TestRecoveryInTheMPh:
    """A4.44 in the MPh."""

    def test_one_mf(self) -> None:
        """It costs one MF, and succeeds below a Final 6."""

        def run(play: Play) -> None:
            lying = Weapon(id="w", counter="german/lmg", location=HERE)
            play.emit(WeaponAdded(lying))
            order = Recover("V", "w")
            offers = {o.order: o.cost for o in legal(play, "FRIENDLY")}
            assert offers[order] == MF
            carry_out(play, "FRIENDLY", order)

        state = game("A4.44 dr 5", board=BOARD, units=SQUAD, run=run).state
        assert state.weapons["w"].owner == "V"
        assert state.move
        assert state.move.spent == MF


class TestA12_152Search:
    """A12.152."""

    def test_ti_and_done(self) -> None:
        """It costs one MF, leaves the unit TI, and ends its move."""
        state = done(Search("V"), dice=("A12.152/dr dr 6",)).state
        unit = state.units["V"]
        assert (unit.ti, unit.moved) == (True, True)

    def test_only_mmc(self) -> None:
        """A leader does not search."""
        with pytest.raises(Illegal, match=r"A12\.152"):
            done(Search("V"), units={"V": ("german/8-1", "tG5")})


class TestA12_152_drReach:
    """A12.152: the dr."""

    def test_all_but_as_many(self) -> None:
        """Led by a 9-1, a dr of 1 reaches every hex; what is there is revealed."""
        enemies = {"e": ("russian/4-4-7", "tH5")}
        dice = ("A12.152/dr dr 1", "A12.154 dr 4")
        units = {"V": ("german/4-6-7", "tG5"), "L": ("german/9-1", "tG5")}
        state = done(
            Search("V"), dice=dice, enemies=enemies, concealed="e", units=units
        ).state
        assert not state.units["e"].concealed


class TestA12_154SearchCasualties:
    """A12.154."""

    @pytest.mark.parametrize(("dr", "reduced"), [(2, True), (3, False)])
    def test_reduced(self, dr: int, reduced: bool) -> None:
        """Against a squad, two HS, the drm is -1: a dr of 2 reduces the searcher."""
        enemies = {"e": ("russian/4-4-7", "tH5")}
        units = {"V": ("german/4-6-7", "tG5"), "L": ("german/9-1", "tG5")}
        dice = ("A12.152/dr dr 1", f"A12.154 dr {dr}")
        state = done(
            Search("V"), dice=dice, enemies=enemies, concealed="e", units=units
        ).state
        counters = {unit.counter for unit in state.units.values()}
        assert ("german/2-4-7" in counters) is reduced
