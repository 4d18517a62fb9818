"""A8.15: Snap Shots."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a08_first_fire.a08_15_snap_shots import (
    check_snap,
    snap_hindrance,
)
from opfor.state.events import (
    MarkerAdded,
    MoveChanged,
    WeaponAdded,
    WindowChanged,
)
from opfor.state.in_progress import (
    Move,
    Window,
)
from opfor.state.play import Play
from opfor.state.units import (
    LocationName,
    Marker,
    Weapon,
)
from tests.rules.given.world import game

# From I8 the woods of I5 hide I3 and I4, and one end of the hexside of H2 and H3.
BOARD = """
board: t
size: 20x10
woods: I5
"""


def snap(
    entered: str = "tG5",
    side: int = 3,
    *,
    at: str = "tG8",
    gun: str = "",
    fired: str = "",
    counter: str = "russian/4-4-7",
    markers: tuple[Marker, ...] = (),
    **window: Any,
) -> int:
    """The hindrance of a Snap Shot from a Location at a hexside of the hex entered."""
    found: list[int] = []

    def run(play: Play) -> None:
        play.emit(MoveChanged(Move(units=("V",), entry_side=side)))
        play.emit(WindowChanged(Window(side="ENEMY", mf=4, **window)))
        for marker in markers:
            play.emit(MarkerAdded(marker))
        unit = replace(play.state.units["e"], fired=fired)
        weapon = Weapon(id="w", counter=gun, owner="e") if gun else None
        if weapon:
            play.emit(WeaponAdded(weapon))
        check_snap(play, unit, weapon, LocationName(entered))
        found.append(snap_hindrance(play, unit.location, LocationName(entered)))

    game(
        board=BOARD,
        units={"V": ("german/4-6-7", entered)},
        enemies={"e": (counter, at)},
        run=run,
    )
    return found[0]


class TestA8_15SnapShots:
    """A8.15."""

    def test_at_a_hexside_in_los(self) -> None:
        """LOS to both ends of it, without hindrance."""
        assert snap() == 0

    def test_a_mg(self) -> None:
        """A MG may."""
        assert snap(gun="russian/lmg") == 0

    def test_smoke(self) -> None:
        """SMOKE in the nearer of the two hexes hinders it, not that in the farther."""
        for where, drm in (("tG7", 3), ("tG6", 3), ("tG5", 0)):
            smoke = Marker(
                id="x", kind="smoke", location=LocationName(where), hindrance=3
            )
            assert snap(markers=(smoke,)) == drm

    def test_thick_smoke(self) -> None:
        """Six in all block it."""
        two = tuple(
            Marker(id=at, kind="smoke", location=LocationName(at), hindrance=3)
            for at in ("tG6", "tG7")
        )
        with pytest.raises(Illegal, match=r"A8\.15"):
            snap(markers=two)

    @pytest.mark.parametrize(("thin", "drm"), [(1, 5), (2, -1)])
    def test_terrain_and_smoke(self, thin: int, drm: int) -> None:
        """Brush on the way to the hexside counts with SMOKE: six in all block it."""
        smoke = [
            Marker(id=at, kind="smoke", location=LocationName(at), hindrance=thick)
            for at, thick in (("tF8", 3), ("tG7", thin))
        ]

        def run(play: Play) -> None:
            play.emit(MoveChanged(Move(units=("V",), entry_side=3)))
            for marker in smoke:
                play.emit(MarkerAdded(marker))
            there = LocationName("tF9"), LocationName("tG5")
            assert snap_hindrance(play, *there) == drm

        game(
            board="board: t\nsize: 20x10\nbrush: F7\n",
            units={"V": ("german/4-6-7", "tG5")},
            enemies={"e": ("russian/4-4-7", "tF9")},
            run=run,
        )

    def test_los_to_the_whole_hexside(self) -> None:
        """One end out of sight forbids it."""
        with pytest.raises(Illegal, match="whole hexside"):
            snap("tH3", 0, at="tI8")

    def test_los_to_one_of_the_two_hexes(self) -> None:
        """Who sees neither hex does not see what crosses between them."""
        with pytest.raises(Illegal, match="neither hex"):
            snap("tI3", 3, at="tI8")

    def test_only_as_a_hexside_is_crossed(self) -> None:
        """Neither MF spent within a Location nor Bypass nor entry by none."""
        with pytest.raises(Illegal, match="crossed a hexside"):
            snap(entered="tG5", side=-1)
        with pytest.raises(Illegal, match="crossed a hexside"):
            snap_within()

    def test_first_fire_only(self) -> None:
        """A First-Fire-marked unit fires none."""
        with pytest.raises(Illegal, match="First Fired already"):
            snap(fired="first")

    def test_small_arms_and_mg_only(self) -> None:
        """An ATR fires none, nor does a leader; a hero does."""
        assert snap(counter="russian/hero") == 0
        with pytest.raises(Illegal, match="no Snap Shot"):
            snap(gun="russian/atr")
        with pytest.raises(Illegal, match="no Snap Shot"):
            snap(counter="russian/8-1")

    def test_not_in_its_own_location(self) -> None:
        """What enters its Location is fired at there."""
        with pytest.raises(Illegal, match="own Location"):
            snap(at="tG5")


def snap_within() -> None:
    """MF were spent in the Location after it had been entered."""

    def run(play: Play) -> None:
        play.emit(MoveChanged(Move(units=("V",), entry_side=3)))
        play.emit(WindowChanged(Window(side="ENEMY", mf=8, entered=False)))
        check_snap(play, play.state.units["e"], None, LocationName("tG5"))

    game(
        board=BOARD,
        units={"V": ("german/4-6-7", "tG5")},
        enemies={"e": ("russian/4-4-7", "tG8")},
        run=run,
    )
