"""A7: FP and DRM of an attack, as Activation needs them."""

from fractions import Fraction

import pytest

from opfor.rules.a_infantry.a04_movement.hazardous_movement import motion_drm
from opfor.rules.a_infantry.a07_fire.drm import column, target_drm
from opfor.rules.a_infantry.a07_fire.firepower import Share, firepower
from opfor.state.events import WeaponAdded
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import Play
from opfor.state.units import (
    LocationName,
    Weapon,
)
from tests.rules.given.world import game

BOARD = """
board: t
size: 20x10
woods: H5 N7
stone building 1: F2+F3
wooden building: F7
grain: J5
hedge: L5/5
wall: D8/2
level 1: P2 P3 Q2 Q3 R2 R3
"""


def drm(
    firer: str,
    target: str,
    *,
    assault: bool = False,
    entry: int = -1,
    date: str = "1941-08",
) -> dict[str, int]:
    """The DRM of First Fire at a mover, by name."""
    found: dict[str, int] = {}

    def run(play: Play) -> None:
        move = Move(units=("V",), assault=assault, entry_side=entry)
        where = LocationName(firer), LocationName(target)
        found.update({m.name: m.value for m in target_drm(play, *where, move)})

    game(board=BOARD, run=run, date=date)
    return found


FFMO = "moving in the open (FFMO)"
FFNAM = "not Assault Moving (FFNAM)"


class TestA7_6Drm:
    """A7.6 and what it leans on."""

    def test_open_ground(self) -> None:
        """FFMO and FFNAM in the open; Assault Movement takes FFNAM away."""
        assert drm("tC5", "tE5") == {FFMO: -1, FFNAM: -1}
        assert drm("tC5", "tE5", assault=True) == {FFMO: -1}

    def test_tem_cancels_ffmo(self) -> None:
        """Woods give +1 and deny FFMO, not FFNAM."""
        assert drm("tC5", "tH5") == {"woods": 1, FFNAM: -1}

    @pytest.mark.parametrize(
        ("where", "name", "value"),
        [("tF3", "stone building", 3), ("tF7", "wooden building", 2)],
    )
    def test_buildings(self, where: str, name: str, value: int) -> None:
        """Stone is +3, wood +2."""
        assert drm("tC5", where, assault=True) == {name: value}

    def test_hindrance_cancels_ffmo(self) -> None:
        """A LOS Hindrance counts and denies FFMO."""
        assert drm("tH6", "tL6") == {FFMO: -1, FFNAM: -1}
        assert drm("tJ4", "tJ6") == {"LOS hindrance": 1, FFNAM: -1}

    @pytest.mark.parametrize(("date", "open_"), [("1941-08", 0), ("1941-11", -1)])
    def test_grain(self, date: str, open_: int) -> None:
        """Grain in season is not Open Ground; in November it is."""
        found = drm("tJ8", "tJ5", assault=True, date=date)
        assert found.get(FFMO, 0) == open_

    def test_hexside_faces_the_firer(self) -> None:
        """A hedge counts for fire through it, and not from behind."""
        assert drm("tI3", "tL5", assault=True) == {"hedge": 1}
        assert drm("tP7", "tL5", assault=True) == {FFMO: -1}

    def test_adjacent_firer_has_wall_advantage(self) -> None:
        """D-045: over a shared hexside the S? holds Wall Advantage, the mover none."""
        found: list[dict[str, int]] = []

        def run(play: Play) -> None:
            move, where = Move(units=("V",), assault=True), LocationName("tD8")
            mods = target_drm(play, LocationName("tE9"), where, move)
            found.append({mod.name: mod.value for mod in mods})

        game(board=BOARD, suspects={"S1": "tE9"}, run=run)
        game(board=BOARD, run=run)
        assert found == [{FFMO: -1}, {"wall": 2}]

    def test_height_advantage(self) -> None:
        """+1 for a mover above the firer without other TEM; it denies FFMO."""
        assert drm("tL3", "tP3", assault=True) == {"Height Advantage": 1}

    def test_no_height_advantage_over_the_hexside_entered_by(self) -> None:
        """None if the LOS crosses the hexside by which the mover came up."""
        sides = [side for side in range(6) if FFMO in drm("tL3", "tP3", entry=side)]
        assert len(sides) in (1, 2)

    def test_a_firer_above_gives_nothing(self) -> None:
        """The firer's own height is no TEM for the target."""
        assert drm("tP3", "tL3", assault=True) == {FFMO: -1}


class TestA4_6Motion:
    """A4.6."""

    @pytest.mark.parametrize(
        ("move", "open_", "expected"),
        [
            (Move(units=("V",)), True, [FFMO, FFNAM]),
            (Move(units=("V",), assault=True), True, [FFMO]),
            (Move(units=("V",)), False, [FFNAM]),
            (Move(units=("V",), hazardous=True), True, ["Hazardous Movement"]),
            (Move(units=("V",), driven=True), True, []),
            (None, True, []),
        ],
    )
    def test_motion(self, move: Move | None, open_: bool, expected: list[str]) -> None:
        """FFMO needs Open Ground; Hazardous Movement replaces both."""
        found: list[str] = []

        def run(play: Play) -> None:
            mods = motion_drm(play, LocationName("tE5"), move, open_=open_)
            found.extend(mod.name for mod in mods)

        game(board=BOARD, run=run)
        assert found == expected


class TestA7_2Firepower:
    """A7.2."""

    @staticmethod
    def shares(
        counter: str,
        firer: str,
        target: str,
        weapon: str = "",
        *,
        dm: bool = False,
    ) -> list[Share]:
        """What one unit and its SW add."""
        found: list[Share] = []

        def run(play: Play) -> None:
            if weapon:
                play.emit(WeaponAdded(Weapon(id="w", counter=weapon, owner="e", dm=dm)))
            found.extend(firepower(play, [play.state.units["e"]], LocationName(target)))

        game(board=BOARD, enemies={"e": (counter, firer)}, run=run)
        return found

    @pytest.mark.parametrize(
        ("target", "fp"),
        [
            ("tC5", 12),
            ("tD5", 8),
            ("tE5", 4),
            ("tG5", 4),
            ("tH5", 2),
            ("tK5", 2),
            ("tL5", None),
        ],
    )
    def test_range(self, target: str, fp: int | None) -> None:
        """TPBF ×3, PBF ×2, normal range to 4, long range ×½ to 8, then nothing."""
        found = [share.fp for share in self.shares("russian/4-4-7", "tC5", target)]
        assert found == ([] if fp is None else [Fraction(fp)])

    def test_a_mg_adds_its_own(self) -> None:
        """A squad fires its own FP and a MG."""
        found = self.shares("russian/4-4-7", "tC5", "tE5", "russian/hmg")
        assert [share.fp for share in found] == [4, 6]

    def test_a_mortar_does_not(self) -> None:
        """Ordnance does not fire on the IFT directly."""
        found = self.shares("russian/4-4-7", "tC5", "tE5", "russian/50-mtr")
        assert [share.fp for share in found] == [4]

    def test_dm(self) -> None:
        """A dm Russian .50 does not fire; a dm German HMG fires as a LMG."""
        dead = self.shares("russian/4-4-7", "tC5", "tE5", "russian/50-hmg", dm=True)
        light = self.shares("german/4-6-7", "tC5", "tE5", "german/hmg", dm=True)
        assert [share.fp for share in dead] == [4]
        assert [share.fp for share in light] == [4, 3]

    @pytest.mark.parametrize(
        ("fp", "col"), [("0.5", 0), (1, 1), ("2.5", 2), (11, 8), (36, 36), (50, 36)]
    )
    def test_column(self, fp: object, col: int) -> None:
        """The highest column that the total reaches; none below 1 (D-043)."""
        assert column(Fraction(fp)) == col  # type: ignore[arg-type] # int or text
