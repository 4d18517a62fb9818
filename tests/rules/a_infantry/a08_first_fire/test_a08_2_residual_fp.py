"""A8.2: Residual FP."""

import pytest
from msgspec.structs import replace

from opfor.core.modifier import Mod, total
from opfor.rules.a_infantry.a08_first_fire.a08_2_residual_fp import (
    Trace,
    due,
    lay,
    mark_attacked,
    reductions,
    residual_at,
    residual_drm,
    residual_fp,
)
from opfor.state.events import MarkerAdded, MoveChanged, WeatherChanged
from opfor.state.in_progress import (
    Move,
    Weather,
)
from opfor.state.play import Play
from opfor.state.units import (
    LocationName,
    Marker,
)
from tests.rules.given.world import game

BOARD = """
board: t
size: 17x10
woods: H5
stone building 1: L4+L5
wall: D8/D9
"""
HERE = LocationName("tG5")
PLAIN = Move(units=("V",))
HINDERED = Mod("LOS hindrance", 1, "A6.7")


class TestA8_2ResidualFp:
    """A8.2."""

    @pytest.mark.parametrize(
        ("column", "left"),
        [
            (36, 12),
            (30, 12),
            (24, 12),
            (20, 8),
            (16, 8),
            (12, 6),
            (8, 4),
            (6, 2),
            (4, 2),
            (2, 1),
            (1, 0),
            (0, 0),
        ],
    )
    def test_half_the_column_as_a_counter(self, column: int, left: int) -> None:
        """Half the column used, down to a counter there is, 12 at most."""
        assert residual_fp(column, []) == left

    def test_each_drm_from_outside_makes_it_one_smaller(self) -> None:
        """A hindrance of one and CX: 12 becomes 6; three from a 2 leave nothing."""
        assert residual_fp(24, [HINDERED, Mod("CX firer", 1, "A4.51")]) == 6
        assert residual_fp(4, [Mod("wall", 2, "B9.3")]) == 0
        assert residual_fp(8, [Mod("LOS hindrance", 5, "A6.7")]) == 0

    def test_it_is_laid_where_the_target_is(self) -> None:
        """The marker has its FP and side, and knows whom the attack has attacked."""

        def run(play: Play) -> None:
            play.emit(MoveChanged(Move(units=("V",))))
            units = list(play.state.units.values())
            lay(play, Trace("ENEMY", HERE, 8), units)

        played = game(board=BOARD, units={"V": ("german/4-6-7", "tG5")}, run=run)
        [marker] = played.state.markers.values()
        assert (marker.kind, marker.fp, marker.side) == ("residual", 4, "ENEMY")
        assert marker.attacked == {"V": -2}

    @pytest.mark.parametrize(("second", "fp"), [(4, 4), (8, 4), (12, 6)])
    def test_the_larger_counter_stays(self, second: int, fp: int) -> None:
        """One counter a Location: a smaller or equal one is not laid."""

        def run(play: Play) -> None:
            lay(play, Trace("ENEMY", HERE, 8), [])
            lay(play, Trace("ENEMY", HERE, second), [])

        [marker] = game(board=BOARD, run=run).state.markers.values()
        assert marker.fp == fp

    def test_none_is_laid_by_weak_fire(self) -> None:
        """One FP leaves nothing."""
        run = lambda play: lay(play, Trace("ENEMY", HERE, 1), [])  # noqa: E731
        assert not game(board=BOARD, run=run).state.markers

    def test_each_side_has_its_own(self) -> None:
        """The Residual FP of a side is found by its side."""

        def run(play: Play) -> None:
            lay(play, Trace("ENEMY", HERE, 8), [])
            assert residual_at(play, HERE, "FRIENDLY") is None

        game(board=BOARD, run=run)


class TestA8_26WhatReducesResidualFp:
    """A8.26."""

    def test_positive_drm_from_outside_the_target(self) -> None:
        """TEM of the Location, Height Advantage and what helps do not reduce it."""
        mods = [
            HINDERED,
            Mod("woods", 1, "A7.6"),
            Mod("Height Advantage", 1, "B10.31"),
            Mod("leadership of the 9-1", -1, "A7.53"),
        ]
        assert reductions(mods) == [HINDERED]

    def test_a_leader_who_hurts(self) -> None:
        """A 6+1 who directs makes it one smaller."""
        assert residual_fp(12, [Mod("leadership of the 6+1", 1, "A7.53")]) == 4


class TestA8_22DrmOfAResidualFpAttack:
    """A8.22."""

    @staticmethod
    def drm(where: str, move: Move = PLAIN, smoke: int = 0) -> list[tuple[str, int]]:
        """The DRM by rule."""
        found: list[tuple[str, int]] = []

        def run(play: Play) -> None:
            at = LocationName(where)
            if smoke:
                marker = Marker(id="m", kind="smoke", location=at, hindrance=smoke)
                play.emit(MarkerAdded(marker))
            found.extend((m.rule, m.value) for m in residual_drm(play, at, move))

        game(board=BOARD, run=run)
        return found

    def test_open_ground(self) -> None:
        """FFMO and FFNAM."""
        assert self.drm("tG5") == [("A4.6", -1), ("A4.6", -1)]

    def test_assault_movement(self) -> None:
        """No FFNAM with Assault Movement."""
        assert self.drm("tG5", Move(units=("V",), assault=True)) == [("A4.6", -1)]

    def test_tem_of_the_location(self) -> None:
        """Woods protect, and deny FFMO."""
        assert self.drm("tH5") == [("A7.6", 1), ("A4.6", -1)]

    def test_no_hexside_tem(self) -> None:
        """A wall does not help against it, FFMO applies behind one."""
        assert self.drm("tD9") == [("A4.6", -1), ("A4.6", -1)]

    def test_smoke(self) -> None:
        """SMOKE in the Location counts, and denies FFMO."""
        assert self.drm("tG5", smoke=2) == [("A24.2", 2), ("A4.6", -1)]

    def test_hazardous_movement(self) -> None:
        """Hazardous Movement takes the place of both."""
        assert self.drm("tG5", Move(units=("V",), hazardous=True)) == [("A4.62", -2)]

    def test_vehicle(self) -> None:
        """A vehicle is no Infantry: neither of them."""
        assert self.drm("tG5", Move(units=("V",), driven=True)) == []

    @pytest.mark.parametrize(("squads", "drm"), [(2, -2), (3, -3), (4, -4)])
    @pytest.mark.parametrize("start", ["tG5", "tG6"])
    def test_overstacked(self, start: str, squads: int, drm: int) -> None:
        """D-921: -1 for each squad too many, the one that enters counted (A5.131)."""
        found: list[int] = []

        def run(play: Play) -> None:
            found.append(total(residual_drm(play, HERE, PLAIN)))

        there = {f"U{n}": ("german/4-6-7", "tG5") for n in range(squads)}
        game(board=BOARD, units={"V": ("german/4-6-7", start), **there}, run=run)
        assert found == [drm]

    def test_once_a_unit_unless_the_drm_is_worse(self) -> None:
        """A unit that it attacked is spared, until it does something more exposed."""

        def run(play: Play) -> None:
            unit = play.state.units["V"]
            lay(play, Trace("ENEMY", HERE, 8), [])
            marker = next(iter(play.state.markers.values()))
            assert due(marker, [unit], -1) == [unit]
            mark_attacked(play, marker, [unit], -1)
            marker = play.state.markers[marker.id]
            assert due(marker, [unit], -1) == []
            assert due(marker, [unit], 0) == []
            assert due(marker, [unit], -2) == [unit]

        game(board=BOARD, units={"V": ("german/4-6-7", "tG5")}, run=run)

    def test_by_night(self) -> None:
        """D-135: it has no LOS, and so no LV: FFMO as by day."""
        found: list[str] = []

        def run(play: Play) -> None:
            play.emit(WeatherChanged(Weather(night=4), "set"))
            found.extend(mod.abbr for mod in residual_drm(play, HERE, PLAIN))

        game(board=BOARD, run=run)
        assert found == ["FFMO", "FFNAM"]

    def test_a_cx_mover(self) -> None:
        """Being CX is no DRM against a unit: it meets the same as any other."""

        def run(play: Play) -> None:
            move = replace(Move(units=("V",)), double_time=True)
            assert total(residual_drm(play, HERE, move)) == -2

        game(board=BOARD, units={"V": ("german/4-6-7", "tG5")}, run=run)
