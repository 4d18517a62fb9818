"""A7.6: the DRM of an attack: Hindrance, TEM, and how the target moves."""

import pytest

from opfor.rules.a_infantry.a07_fire.a07_52_drm import target_drm
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.boards import FIRE_TERRAIN
from tests.rules.given.fire import drm, planned, scene, unit
from tests.rules.given.world import game


def drm_at_mover(
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

    game(board=FIRE_TERRAIN, run=run, date=date)
    return found


IN_THE_OPEN = "moving in the open (FFMO)"
NOT_ASSAULT = "not Assault Moving (FFNAM)"


class TestA7_6Drm:
    """A7.6 and what it leans on."""

    def test_open_ground(self) -> None:
        """FFMO and FFNAM in the open; Assault Movement takes FFNAM away."""
        assert drm_at_mover("tC5", "tE5") == {IN_THE_OPEN: -1, NOT_ASSAULT: -1}
        assert drm_at_mover("tC5", "tE5", assault=True) == {IN_THE_OPEN: -1}

    def test_tem_cancels_ffmo(self) -> None:
        """Woods give +1 and deny FFMO, not FFNAM."""
        assert drm_at_mover("tC5", "tH5") == {"woods": 1, NOT_ASSAULT: -1}

    @pytest.mark.parametrize(
        ("where", "name", "value"),
        [("tF3", "stone building", 3), ("tF7", "wooden building", 2)],
    )
    def test_buildings(self, where: str, name: str, value: int) -> None:
        """Stone is +3, wood +2."""
        assert drm_at_mover("tC5", where, assault=True) == {name: value}

    def test_hindrance_cancels_ffmo(self) -> None:
        """A LOS Hindrance counts and denies FFMO."""
        assert drm_at_mover("tH6", "tL6") == {IN_THE_OPEN: -1, NOT_ASSAULT: -1}
        assert drm_at_mover("tJ4", "tJ6") == {"LOS hindrance": 1, NOT_ASSAULT: -1}

    @pytest.mark.parametrize(("date", "open_"), [("1941-08", 0), ("1941-11", -1)])
    def test_grain(self, date: str, open_: int) -> None:
        """Grain in season is not Open Ground; in November it is."""
        found = drm_at_mover("tJ8", "tJ5", assault=True, date=date)
        assert found.get(IN_THE_OPEN, 0) == open_

    def test_hexside_faces_the_firer(self) -> None:
        """A hedge counts for fire through it, and not from behind."""
        assert drm_at_mover("tI3", "tL5", assault=True) == {"hedge": 1}
        assert drm_at_mover("tP7", "tL5", assault=True) == {IN_THE_OPEN: -1}

    def test_adjacent_firer_has_wall_advantage(self) -> None:
        """D-045: over a shared hexside the S? holds Wall Advantage, the mover none."""
        found: list[dict[str, int]] = []

        def run(play: Play) -> None:
            move, where = Move(units=("V",), assault=True), LocationName("tD8")
            mods = target_drm(play, LocationName("tE9"), where, move)
            found.append({mod.name: mod.value for mod in mods})

        game(board=FIRE_TERRAIN, suspects={"S1": "tE9"}, run=run)
        game(board=FIRE_TERRAIN, run=run)
        assert found == [{IN_THE_OPEN: -1}, {"wall": 2}]

    def test_height_advantage(self) -> None:
        """+1 for a mover above the firer without other TEM; it denies FFMO."""
        assert drm_at_mover("tL3", "tP3", assault=True) == {"Height Advantage": 1}

    def test_no_height_advantage_over_the_hexside_entered_by(self) -> None:
        """None if the LOS crosses the hexside by which the mover came up."""
        sides = [
            side
            for side in range(6)
            if IN_THE_OPEN in drm_at_mover("tL3", "tP3", entry=side)
        ]
        assert len(sides) in (1, 2)

    def test_a_firer_above_gives_nothing(self) -> None:
        """The firer's own height is no TEM for the target."""
        assert drm_at_mover("tP3", "tL3", assault=True) == {IN_THE_OPEN: -1}


class TestA7_52SeveralLocations:
    """A7.52."""

    def test_worst_hindrance_and_tem(self) -> None:
        """The LOS with the most Hindrance and the most TEM counts for all."""
        one, two = unit("a", "german/4-6-7", "tI6"), unit("b", "german/4-6-7", "tI7")
        view = scene(one, two)
        for at in ("tL5", "tK4", "tL6"):
            alone = [drm(planned(view, who, at)) for who in ("a", "b")]
            both = drm(planned(view, "a b", at))
            for name in ("LOS hindrance", "hedge"):
                assert both.get(name, 0) == max(d.get(name, 0) for d in alone)
