"""A9.22: Fire Lanes."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.modifier import total
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import residual_attack
from opfor.rules.a_infantry.a08_first_fire.offers import check_first_fire
from opfor.rules.a_infantry.a09_machine_guns.a09_22_fire_lanes import (
    check_lane,
    clear_lanes,
    lane,
    lane_drm,
    lane_fp,
    lanes_at,
    lay_lane,
)
from opfor.rules.choices.orders import Fire
from opfor.state.counters import SupportWeapon
from opfor.state.events import MoveChanged, UnitChanged, WeaponAdded, WeaponChanged
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Weapon
from tests.rules.given.first_fire import Table, shoot
from tests.rules.given.world import game, notes

BOARD = """
board: t
size: 20x10
woods: C8
brush: J5
"""
GUNNER = {"e447A": ("russian/4-4-7", "tC5")}
MOVER = {"V": ("german/4-6-7", "tC2")}
G5 = LocationName("tG5")


def lanes(
    target: str, *, gun: str = "russian/hmg", move: Move | None = None, **changes: bool
) -> State:
    """The state after a MG in C5 has laid a Fire Lane through a target, if it may."""

    def run(play: Play) -> None:
        weapon = Weapon(id="mg", counter=gun, owner="e447A")
        play.emit(WeaponAdded(weapon))
        play.emit(MoveChanged(move or Move(units=("V",))))
        of_weapon = {key for key in changes if key in ("dm", "malfunctioned", "rof")}
        weapon = replace(weapon, **{key: changes[key] for key in of_weapon})
        play.emit(WeaponChanged(weapon, "set"))
        rest = {key: val for key, val in changes.items() if key not in of_weapon}
        unit = replace(play.state.units["e447A"], **rest)
        play.emit(UnitChanged(unit, "set"))
        check_lane(play, weapon, LocationName(target))
        lay_lane(play, weapon, LocationName(target))

    return game(board=BOARD, units=MOVER, enemies=GUNNER, run=run).state


def gun(code: str) -> SupportWeapon:
    """The counter of a MG."""
    found: list[SupportWeapon] = []

    def run(play: Play) -> None:
        piece = play.world.counter(code)
        assert isinstance(piece, SupportWeapon)
        found.append(piece)

    game(run=run)
    return found[0]


class TestA9_22FireLanes:
    """A9.22."""

    def test_along_the_grain(self) -> None:
        """Each Location of the grain to its end has a marker."""
        markers = lanes("tC2").markers.values()
        assert [m.location for m in markers] == ["tC4", "tC3", "tC2", "tC1"]
        assert {m.side for m in markers} == {"ENEMY"}
        assert {m.of for m in markers} == {"mg"}

    def test_it_ends_where_los_does(self) -> None:
        """Woods stop it; they are themselves in it."""
        at = [m.location for m in lanes("tC6").markers.values()]
        assert at == ["tC6", "tC7", "tC8"]

    def test_fp_one_column_left_doubled_next_to_the_mg(self) -> None:
        """A HMG of 6 FP has 4, and 8 in the adjacent hex; a LMG of 2 FP has 1."""
        assert [m.fp for m in lanes("tC2").markers.values()] == [8, 4, 4, 4]
        assert [lane_fp(gun("russian/lmg"), hexes) for hexes in (1, 2)] == [2, 1]

    def test_no_hex_grain(self) -> None:
        """A target off the grain is refused (D-111)."""
        with pytest.raises(Illegal, match="no Hex Grain"):
            lanes("tD2")

    def test_normal_range_only(self) -> None:
        """A LMG lays none beyond its normal range."""
        with pytest.raises(Illegal, match="no Hex Grain at its level and range"):
            lanes("tK9", gun="russian/lmg")

    def test_exc1_tpbf(self) -> None:
        """Not at a target in its own Location."""
        with pytest.raises(Illegal, match="not with TPBF"):
            lanes("tC5")

    @pytest.mark.parametrize(
        ("changes", "why"),
        [
            ({"broken": True}, "Good Order"),
            ({"pinned": True}, "Good Order"),
            ({"malfunctioned": True}, "malfunctioned"),
            ({"dm": True}, "dm"),
            ({"rof": True}, "has fired"),
        ],
    )
    def test_who_may_not(self, changes: dict[str, bool], why: str) -> None:
        """An unpinned Good Order unit with an assembled MG that has not fired."""
        with pytest.raises(Illegal, match=why):
            lanes("tC2", **changes)

    @pytest.mark.parametrize("man", ["russian/9-1", "russian/hero"])
    def test_smc(self, man: str) -> None:
        """A SMC lays no Fire Lane."""

        def run(play: Play) -> None:
            weapon = Weapon(id="mg", counter="russian/hmg", owner="e9")
            play.emit(WeaponAdded(weapon))
            play.emit(MoveChanged(Move(units=("V",))))
            with pytest.raises(Illegal, match="SMC"):
                check_lane(play, weapon, LocationName("tC2"))

        game(board=BOARD, units=MOVER, enemies={"e9": (man, "tC5")}, run=run)

    def test_a_squad_is_no_mg(self) -> None:
        """Inherent FP lays no Fire Lane."""

        def run(play: Play) -> None:
            with pytest.raises(Illegal, match="no manned MG"):
                check_lane(play, Weapon(id="x", counter="russian/4-4-7"), HERE)

        game(board=BOARD, run=run)

    def test_the_attacker_lays_none(self) -> None:
        """Only the DEFENDER, in the MPh."""

        def run(play: Play) -> None:
            weapon = Weapon(id="mg", counter="german/mmg", owner="V")
            play.emit(WeaponAdded(weapon))
            with pytest.raises(Illegal, match="DEFENDER"):
                check_lane(play, weapon, HERE)

        game(board=BOARD, units={"V": ("german/4-6-7", "tC5")}, run=run)

    def test_the_target_of_the_shot_is_spared(self) -> None:
        """What the shot attacked is not attacked by the lane for the same MF."""
        state = lanes("tC2")
        of = {m.location: m.attacked for m in state.markers.values()}
        assert of["tC2"] == {"V": -2}
        assert of["tC3"] == {}

    @pytest.mark.parametrize(
        "changes", [{"pinned": True}, {"broken": True}, {"berserk": True}]
    )
    def test_it_ends_with_its_crew(self, changes: dict[str, bool]) -> None:
        """No Fire Lane without a Good Order unpinned unit at the MG."""

        def run(play: Play) -> None:
            weapon = Weapon(id="mg", counter="russian/hmg", owner="e447A")
            play.emit(WeaponAdded(weapon))
            lay_lane(play, weapon, LocationName("tC2"))
            clear_lanes(play)
            assert lanes_at(play, LocationName("tC2"))
            unit = replace(play.state.units["e447A"], **changes)
            play.emit(UnitChanged(unit, "set"))
            clear_lanes(play)

        played = game(board=BOARD, units=MOVER, enemies=GUNNER, run=run)
        assert not played.state.markers

    def test_it_ends_with_the_mg(self) -> None:
        """A MG that malfunctions, or fires otherwise, serves it no more."""

        def run(play: Play) -> None:
            weapon = Weapon(id="mg", counter="russian/hmg", owner="e447A")
            play.emit(WeaponAdded(weapon))
            lay_lane(play, weapon, LocationName("tC2"))
            play.emit(WeaponChanged(replace(weapon, fired="final"), "SFF"))
            clear_lanes(play)
            assert not play.state.markers

        game(board=BOARD, units=MOVER, enemies=GUNNER, run=run)

    def test_its_drm_are_those_of_fire_from_the_mg(self) -> None:
        """LOS Hindrance counts and denies FFMO (D-112); a CX gunner has his +1."""

        def run(play: Play) -> None:
            move = Move(units=("V",))
            unit = play.state.units["e447A"]
            there = LocationName("tK1")
            assert total(lane_drm(play, unit, there, move)) == -2
            tired = replace(unit, cx=True)
            assert total(lane_drm(play, tired, there, move)) == -1

        game(board=BOARD, units=MOVER, enemies=GUNNER, run=run)

    def test_overstacked(self) -> None:
        """D-921: -1 more where who moves is one squad too many (A5.131)."""

        def run(play: Play) -> None:
            move, unit = Move(units=("V",)), play.state.units["e447A"]
            assert total(lane_drm(play, unit, LocationName("tK1"), move)) == -3

        there = {f"U{n}": ("german/4-6-7", "tK1") for n in range(3)}
        game(board=BOARD, units=MOVER | there, enemies=GUNNER, run=run)

    @staticmethod
    def lane(*dice: str, then: Callable[[Play], object] = lambda _: None) -> Any:
        """A HMG lays a Fire Lane through G5."""

        def run(play: Play) -> None:
            shoot(play, "mg", lane=True)
            then(play)

        return Table("tG8", guns={"mg": "russian/hmg"}).play(*dice, run=run)

    def test_it_is_laid_with_the_shot(self) -> None:
        """The MG is marked, keeps no ROF, and leaves no Residual FP."""
        played = self.lane("A7.3 DR 3,6", "A10.1 DR 1,2")
        assert played.state.weapons["mg"].fired == "first"
        assert not played.state.weapons["mg"].rof
        assert {m.kind for m in played.state.markers.values()} == {"fire lane"}

    def test_a_mg_that_malfunctions_lays_none(self) -> None:
        """An Original 12."""
        played = self.lane("A7.3 DR 6,6")
        assert played.state.weapons["mg"].malfunctioned
        assert not played.state.markers

    def test_a_mg_that_is_lost_lays_none(self) -> None:
        """A captured one with its X#."""

        def run(play: Play) -> None:
            shoot(play, "mg", lane=True)

        played = Table("tG8", guns={"mg": "german/hmg"}).play("A7.3 DR 6,6", run=run)
        assert "mg" not in played.state.weapons
        assert not played.state.markers

    def test_it_attacks_who_enters(self) -> None:
        """Four FP, FFMO and FFNAM; an Original 12 breaks the MG and ends the lane."""

        def enter(play: Play) -> None:
            unit = replace(play.state.units["V"], location=LocationName("tG4"))
            play.emit(UnitChanged(unit, "moves on"))
            residual_attack(play)

        played = self.lane("A7.3 DR 5,6", "A7.3 DR 6,6", then=enter)
        assert "fire lane" in "".join(notes(played))
        assert "4 FP" in "".join(notes(played))
        assert played.state.weapons["mg"].malfunctioned
        assert not played.state.markers

    def test_one_mg(self) -> None:
        """A squad alone, or a Snap Shot, lays none."""

        def run(play: Play) -> None:
            with pytest.raises(Illegal, match=r"A9\.22.*one MG"):
                check_first_fire(play, "ENEMY", Fire(("e",), G5, lane=True))

        Table("tG8").play(run=run)


HERE = LocationName("tC4")


def test_lanes_in_all_six_directions() -> None:
    """A Hex Grain leaves through each hexside."""

    def run(play: Play) -> None:
        start = LocationName("tJ5")
        ends = ("tJ3", "tL4", "tL6", "tJ7", "tH6", "tH4")
        for end in ends:
            assert LocationName(end) in lane(play, start, LocationName(end), 2)

    game(board=BOARD, run=run)
