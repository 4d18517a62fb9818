"""B27 and B30: entrenchments and pillboxes."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from opfor.core.errors import NotCoded
from opfor.rules.b_terrain.b27_entrenchments import (
    Against,
    connected,
    entrenched_tem,
    fits,
    fortification_mf,
    over_wall,
    room,
)
from opfor.rules.b_terrain.b30_pillboxes import (
    arc_allows,
    in_front,
    pillbox_tem,
    protection,
)
from opfor.state.events import FortificationAdded, UnitChanged
from opfor.state.play import Play
from opfor.state.units import Fortification, FortificationKind, LocationName
from tests.rules.given.world import game

L = LocationName

BOARD = """
board: t
size: 20x10
wall: K5/3
level 1: P5 P6 Q5
level 2: P6
"""

UNITS = {
    "V": ("german/4-6-7", "K5"),
    "H": ("german/2-4-7", "K5"),
    "L": ("german/8-0", "K5"),
    "W": ("german/4-6-7", "K5"),
}


def fort(kind: FortificationKind, at: str = "K5", capacity: int = 1) -> Fortification:
    """A fortification; a pillbox is 1+3+5 and looks up the map."""
    defence = (3, 5) if kind == "pillbox" else ()
    return Fortification(
        id=kind, kind=kind, location=L(at), capacity=capacity, defence=defence, ca=1
    )


def with_forts(
    run: Callable[[Play], object], *forts: Fortification, inside: str = ""
) -> None:
    """A game with fortifications, and the squad V inside of one."""

    def once(play: Play) -> None:
        for one in forts:
            play.emit(FortificationAdded(one))
        if inside:
            unit = replace(play.state.units["V"], inside=inside)
            play.emit(UnitChanged(unit, "inside"))
        run(play)

    game(board=BOARD, units=UNITS, run=once)


class TestB27_3Tem:
    """B27.3."""

    @pytest.mark.parametrize(
        ("against", "value"), [("fire", 2), ("OBA", 4), ("OVR", 4)]
    )
    def test_values(self, against: Against, value: int) -> None:
        """+2, against OBA and Overruns +4."""
        for kind in ("foxhole", "trench"):
            mod = entrenched_tem(fort(kind), against)
            assert mod is not None
            assert mod.value == value

    @pytest.mark.parametrize("against", ["CC", "FT"])
    def test_exc1_none(self, against: Against) -> None:
        """None against CC and FT."""
        assert entrenched_tem(fort("foxhole"), against) is None

    def test_protection(self) -> None:
        """Only who is inside is protected."""

        def run(play: Play) -> None:
            units = play.state.units
            assert protection(play, units["H"], L("K9")) is None
            mod = protection(play, units["V"], L("K9"))
            assert mod is not None
            assert mod.value == 2

        with_forts(run, fort("foxhole"), inside="foxhole")


class TestB27_p1Room:
    """B27.p1."""

    def test_capacity(self) -> None:
        """One squad or two HS a squad of room, and four SMC."""

        def run(play: Play) -> None:
            units, one = play.state.units, fort("foxhole")
            assert room(play, one) == (2, 4)
            assert fits(play, one, [units["V"], units["L"]])
            assert not fits(play, one, [units["V"], units["H"]])
            assert fits(play, fort("foxhole", capacity=2), [units["V"], units["H"]])

        with_forts(run, fort("foxhole"))

    def test_taken(self) -> None:
        """Who is inside takes room."""

        def run(play: Play) -> None:
            units, one = play.state.units, play.state.fortifications["foxhole"]
            assert room(play, one) == (2, 4)
            assert fits(play, one, [units["W"]])
            assert not fits(play, one, [units["W"], units["H"]])

        with_forts(run, fort("foxhole", capacity=2), inside="foxhole")


class TestB27_4WayIn:
    """B27.4."""

    def test_mf(self) -> None:
        """One MF in, one MF out, both from one into another."""
        ways = (("f", ""), ("", "f"), ("f", "g"), ("f", "f"), ("", ""))
        assert [fortification_mf(a, b) // 4 for a, b in ways] == [1, 1, 2, 0, 0]


class TestB27_54Trenches:
    """B27.54."""

    def test_connected(self) -> None:
        """Trenches next to each other are joined unless two levels part them."""

        def run(play: Play) -> None:
            assert connected(play, L("K5"), L("K6"))
            assert not connected(play, L("K5"), L("K7"))
            assert connected(play, L("P5"), L("P6"))
            assert not connected(play, L("P6"), L("P7"))
            assert not connected(play, L("K6"), L("L6"))

        trenches = [fort("trench", at) for at in ("K5", "K6", "P5", "P6", "P7")]
        with_forts(run, *(replace(t, id=f"t{n}") for n, t in enumerate(trenches)))


class TestB27_2Los:
    """B27.2."""

    @pytest.mark.parametrize(
        ("place", "hidden"), [("K7", True), ("K6", False), ("K3", False)]
    )
    def test_over_the_wall(self, place: str, hidden: bool) -> None:
        """Who is dug in does not see over his own wall, but for the next hex."""

        def run(play: Play) -> None:
            assert over_wall(play, L("K5"), L(place)) is hidden
            assert arc_allows(play, play.state.units["V"], L(place)) is not hidden

        with_forts(run, fort("foxhole"), inside="foxhole")

    def test_higher(self) -> None:
        """Who is higher sees him."""
        board = BOARD + "level 1: K8\n"

        def run(play: Play) -> None:
            assert not over_wall(play, L("K5"), L("K8"))

        game(board=board, run=run)


class TestB30_3Arc:
    """B30.3."""

    def test_front(self) -> None:
        """What lies in its CA; spine 1 looks up and to the right."""

        def run(play: Play) -> None:
            one = fort("pillbox")
            found = [in_front(play, one, L(at)) for at in ("K3", "L4", "K7", "I5")]
            assert found == [True, True, False, False]

        with_forts(run)

    def test_exc1_own_hex(self) -> None:
        """Its own hex is outside."""

        def run(play: Play) -> None:
            assert not in_front(play, fort("pillbox"), L("K5"))

        with_forts(run)


class TestB30_31Tem:
    """B30.31."""

    @pytest.mark.parametrize(("firer", "value"), [("K3", 3), ("K7", 5), ("K5", 5)])
    def test_values(self, firer: str, value: int) -> None:
        """1+3+5: +3 in its CA, +5 outside it and in its own hex."""

        def run(play: Play) -> None:
            assert pillbox_tem(play, fort("pillbox"), L(firer)).value == value
            mod = protection(play, play.state.units["V"], L(firer))
            assert mod is not None
            assert mod.value == value

        with_forts(run, fort("pillbox"), inside="pillbox")


class TestB30_2Fire:
    """B30.2."""

    def test_small_arms_and_ordnance(self) -> None:
        """From outside its CA only ordnance and FT; who is outside is free."""

        def run(play: Play) -> None:
            unit = play.state.units["V"]
            assert arc_allows(play, unit, L("K3"))
            assert not arc_allows(play, unit, L("K7"))
            assert arc_allows(play, unit, L("K7"), heavy=True)
            assert arc_allows(play, play.state.units["H"], L("K7"))

        with_forts(run, fort("pillbox"), inside="pillbox")

    def test_wire_is_no_shelter(self) -> None:
        """Above wire nothing is denied."""

        def run(play: Play) -> None:
            assert arc_allows(play, play.state.units["V"], L("K7"))
            assert protection(play, play.state.units["V"], L("K7")) is None

        with_forts(run, fort("wire"), inside="wire")


def test_cave() -> None:
    """The TEM of caves is not coded, and says so."""

    def run(play: Play) -> None:
        with pytest.raises(NotCoded):
            protection(play, play.state.units["V"], L("K7"))

    with_forts(run, fort("cave"), inside="cave")
