"""C1.5: Fire For Effect: what it does to those it comes down on."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.modifier import Mod
from opfor.rules.a_infantry.a07_fire.attack import against
from opfor.rules.a_infantry.a07_fire.targets import attacked_units
from opfor.rules.c_ordnance.c01_artillery.c01_5_ffe import (
    comes_down,
    critical,
    entering,
    ffe_attack,
    ffe_fp,
    strike,
)
from opfor.state.events import FortificationAdded, UnitChanged
from opfor.state.play import Play
from opfor.state.units import Fortification, Marker
from tests.rules.given.artillery import asked, at, oba
from tests.rules.given.world import notes

WOODS = """
board: t
size: 20x10
woods: J3
stone building 1: O6
brush: C3
"""

MARK = Marker(id="m", kind="FFE:1", location=at("J3"), side="FRIENDLY", of="b")

WEAK = {"calibre": 60, "kind": "harassing"}
"""A battery whose attacks do nothing on a high DR."""

FOE = {"e": ("russian/4-4-7", "J3")}
"""An ENEMY squad three hexes from the Observer."""


class TestC1_53FP:
    """C1.53."""

    @pytest.mark.parametrize(
        ("calibre", "kind", "fp"),
        [
            (60, "HE", 8),
            (70, "HE", 12),
            (80, "HE", 16),
            (100, "HE", 20),
            (120, "HE", 24),
            (150, "HE", 30),
            (200, "HE", 36),
            (80, "harassing", 4),
            (100, "harassing", 6),
            (200, "harassing", 12),
        ],
    )
    def test_calibre(self, calibre: int, kind: str, fp: int) -> None:
        """By calibre, a third by Harassing Fire."""
        assert asked(ffe_fp, battery={"calibre": calibre, "kind": kind}) == fp

    def test_american(self) -> None:
        """American 60mm have four."""
        us = {"friendly": "american", "date": "1943-08"}
        assert asked(ffe_fp, battery={"calibre": 60}, **us) == 4


class TestC1_5Attack:
    """C1.5."""

    def test_everybody(self) -> None:
        """All in the Location of both sides, concealed ones in full."""

        def view(play: Play, battery: Any) -> tuple[list[str], Fraction]:
            unit = replace(play.state.units["e"], concealed=True)
            play.emit(UnitChanged(unit, "conceals"))
            made = ffe_attack(play, battery, at("J3"))
            there = attacked_units(play, replace(made, target="J3"))
            return [u.id for u in there], against(play, made, unit).fp

        near = {"f": ("german/4-6-7", "J3")}
        assert asked(view, enemies=FOE, units=near) == (["f", "e"], 20)

    def test_air_bursts(self) -> None:
        """Woods bring -1, a stone building one more than else."""

        def covers(play: Play, battery: Any) -> list[int]:
            found = (ffe_attack(play, battery, at(h)) for h in ("J3", "O6", "A5"))
            return [made.cover.value for made in found]

        assert asked(covers, board=WOODS) == [-1, 4, 0]

    def test_foxhole(self) -> None:
        """Who is dug in has +4."""

        def dug_in(play: Play, battery: Any) -> int:
            hole = Fortification(id="h", kind="foxhole", location=at("J3"), capacity=1)
            play.emit(FortificationAdded(hole))
            unit = replace(play.state.units["e"], inside="h", location=at("J3"))
            play.emit(UnitChanged(unit, "digs in"))
            return against(play, ffe_attack(play, battery, at("J3")), unit).drm

        assert asked(dug_in, enemies=FOE) == 4

    def test_exc1_hindrance(self) -> None:
        """No Hindrance counts."""
        smoky = asked(lambda p, b: ffe_attack(p, b, at("J3")).mods, mark=("SR", "J3"))
        assert smoky == ()


class TestC1_54CriticalHit:
    """C1.54."""

    def test_doubles(self) -> None:
        """Twice the FP; TEM turns against them; more above 36 FP."""
        where = "O6"

        def hit(play: Play, battery: Any) -> tuple[int, tuple[Mod, ...]]:
            made = critical(ffe_attack(play, battery, at(where)))
            return int(made.fp), made.mods

        fp, mods = asked(hit, board=WOODS)
        assert (fp, [mod.value for mod in mods]) == (40, [-4])
        where = "A5"
        _, mods = asked(hit, battery={"calibre": 120})
        assert [mod.value for mod in mods] == [-1]

    def test_original_2(self) -> None:
        """An Original 2 is one, an Original 3 is not."""
        for dice, column in (("1,1", "e: 5KIA"), ("1,2", "e: 1KIA")):
            played = oba(
                f"A7.3 DR {dice}",
                enemies={"e": ("russian/4-4-7", "tJ3")},
                run=lambda p: strike(
                    p, [ffe_attack(p, p.state.batteries["b"], at("J3"))]
                ),
            )
            assert column in notes(played)


class TestC1_55ComesDown:
    """C1.55."""

    def test_a_dr_for_each_hex(self) -> None:
        """Only hexes that hold somebody are attacked, each by a DR of its own."""
        played = oba(
            "A7.3 DR 6,6",
            "A7.3 DR 6,5",
            battery=WEAK,
            enemies={
                "e1": ("russian/4-4-7", "tJ3"),
                "e2": ("russian/4-4-7", "tJ4"),
                "e3": ("russian/4-4-7", "tJ7"),
            },
            run=lambda p: comes_down(p, p.state.batteries["b"], MARK),
        )
        assert [s.target for s in played.state.shots] == ["tJ3", "tJ4"]


class TestC1_56Entering:
    """C1.56."""

    def test_only_who_enters(self) -> None:
        """The mover alone is attacked."""
        played = oba(
            "A7.3 DR 6,6",
            battery=WEAK,
            mark=("FFE:C", "J3"),
            enemies={
                "e1": ("russian/4-4-7", "tJ4"),
                "e2": ("russian/4-4-7", "tJ4"),
            },
            run=lambda p: entering(p, ["e1"], at("J4")),
        )
        assert "e1: no effect" in notes(played)

    def test_outside(self) -> None:
        """Nobody is attacked outside of the blast area, or by SMOKE."""
        foe = {"e1": ("russian/4-4-7", "tJ6")}
        for where, kind in (("J3", "HE"), ("J6", "smoke")):
            played = oba(
                mark=("FFE:1", where),
                enemies=foe,
                battery={"kind": kind},
                run=lambda p: entering(p, ["e1"], at("J6")),
            )
            assert played.state.shots == ()
