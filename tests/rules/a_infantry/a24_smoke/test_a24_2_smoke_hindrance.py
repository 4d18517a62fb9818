"""A24.2 and A24.8: SMOKE in the way, and fire out of it."""

import pytest

from opfor.rules.a_infantry.a06_los import BLOCKED, hindrance, sees
from opfor.rules.a_infantry.a24_smoke.a24_2_smoke_hindrance import smoke
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.units import LocationName, Marker, MarkerKind
from tests.rules.given.world import MISSION, world

BOARD = """
board: t
size: 12x8
level 1: A2 A3
level 2: A3
level 3: A3
stone building: H6
"""
WORLD = world(BOARD, MISSION)
A, B = LocationName("tC4"), LocationName("tG4")


def view(*markers: Marker) -> FrozenView:
    """The board with markers on it."""
    state = State(mission=MISSION, markers={m.id: m for m in markers})
    return FrozenView(state, WORLD)


def puff(at: str, kind: MarkerKind = "smoke", drm: int = 2, id_: str = "s") -> Marker:
    """A SMOKE marker."""
    return Marker(id=id_, kind=kind, location=LocationName(at), hindrance=drm)


class TestA24_2SmokeHindrance:
    """A24.2."""

    @pytest.mark.parametrize(
        ("at", "drm"), [("tE4", 2), ("tC4", 2), ("tG4", 2), ("tE7", 0), ("tB4", 0)]
    )
    def test_into_through_out_of(self, at: str, drm: int) -> None:
        """Between, in either end's Location; not beside the LOS or behind an end."""
        here = view(puff(at))
        assert hindrance(here, A, B) == hindrance(here, B, A) == drm

    def test_within(self) -> None:
        """Fire within a Location with SMOKE is hindered."""
        assert hindrance(view(puff("tC4")), A, A) == 2

    def test_several_in_one_location(self) -> None:
        """Two of them count +3 together; in two Locations each counts."""
        both = puff("tE4", id_="s"), puff("tE4", id_="t")
        assert hindrance(view(*both), A, B) == 3
        assert hindrance(view(puff("tE4"), puff("tD4", id_="t")), A, B) == 4

    def test_six_block(self) -> None:
        """+6 in all blocks LOS, +5 does not (B.10)."""
        five = view(puff("tE4", drm=3), puff("tG4", id_="t"))
        assert (hindrance(five, A, B), sees(five, A, B)) == (5, True)
        six = view(puff("tE4", drm=3), puff("tG4", drm=3, id_="t"))
        assert (hindrance(six, A, B), sees(six, A, B)) == (BLOCKED, False)

    def test_a_blaze(self) -> None:
        """A Blaze's SMOKE is +3; a Flame has none, nor has Residual FP."""
        assert hindrance(view(puff("tE4", "blaze", 0)), A, B) == 3
        assert hindrance(view(puff("tE4", "flame", 0)), A, B) == 0
        assert hindrance(view(puff("tE4", "residual", 0)), A, B) == 0

    def test_height(self) -> None:
        """D-073: two levels; WP four, and the SMOKE of a burning building."""
        (low,) = smoke(view(puff("tE4")))
        (high,) = smoke(view(puff("tE4", "WP", 1)))
        (house,) = smoke(view(puff("tH6", "blaze", 0)))
        assert (low.height, high.height, house.height) == (2, 4, 4)

    def test_none_costs_nothing(self) -> None:
        """Without a marker the terrain's own answer is given."""
        assert hindrance(view(), A, B) == WORLD.hindrance(A, B) == 0
        assert smoke(view()) == ()

    def test_blocked_stays_blocked(self) -> None:
        """SMOKE never opens a LOS."""
        a, b = LocationName("tH4"), LocationName("tH8")
        assert hindrance(view(puff("tH4")), a, b) == WORLD.hindrance(a, b) == BLOCKED
