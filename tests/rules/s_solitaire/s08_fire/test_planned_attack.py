"""Attacks that the ENEMY could make, with their chances."""

from fractions import Fraction

import pytest

from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s08_fire.planned_attack import planned
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.state.play import Play
from opfor.state.units import GunState, LocationName
from tests.rules.given.ordnance import BOARD, CREW, GUN, MTR, looked

L = LocationName


class TestShot:
    """HE of a Gun at Infantry: what protects does so on the To Hit DR alone (C3.4)."""

    @staticmethod
    def rated(at: str, target: str, ca: int) -> RatedAttack:
        """The shot of a Gun at the squad there."""

        def shot(play: Play) -> RatedAttack | None:
            return planned(play, Fire(("w",), L(target)))

        gun = {"gun": GunState(ca=ca)}
        found = looked(
            shot, unit=CREW, weapon=GUN, weapon_state=gun, at=at, target=target
        )
        assert isinstance(found, RatedAttack)
        return found

    def test_hindrance(self) -> None:
        """Grain on the way makes the hit harder, and its effect no smaller."""
        hindered, clear = self.rated("tD5", "tH5", 2), self.rated("tG5", "tH5", 2)
        assert (hindered.to_hit or 0) - (clear.to_hit or 0) >= 1
        assert hindered.attack.drm == ()
        assert clear.attack.drm == ()

    def test_tem(self) -> None:
        """A stone building's TEM of 3 is part of the Final TH DRM."""
        open_, stone = self.rated("tH3", "tH5", 4), self.rated("tH5", "tH7", 4)
        assert (stone.to_hit or 0) - (open_.to_hit or 0) == 3
        assert stone.attack.drm == ()


class TestArea:
    """With the Area Target Type TEM counts for the Effects DR, not the To Hit DR."""

    @staticmethod
    def rated(target: str) -> RatedAttack:
        """The shot of a mortar at the squad there, from four hexes."""

        def shot(play: Play) -> RatedAttack | None:
            return planned(play, Fire(("w",), L(target)))

        at = {"tH5": "tH1", "tH7": "tH3"}[target]
        found = looked(shot, weapon=MTR, at=at, target=target)
        assert isinstance(found, RatedAttack)
        return found

    def test_tem(self) -> None:
        """D-140: +3 of a stone building makes a NMC of 3 FP rarer, and no hit."""
        open_, stone = self.rated("tH5"), self.rated("tH7")
        assert (sum(m.value for m in open_.attack.drm), open_.attack.fp) == (0, 3)
        assert (sum(m.value for m in stone.attack.drm), stone.attack.fp) == (3, 3)
        # TH# 7; 2 column, NMC on a Final 5: Original 5 in the open, 2 in the building
        hit = Fraction(21, 36)
        assert (open_.chance, stone.chance) == (hit * Fraction(10, 36), hit / 36)

    @pytest.mark.parametrize(
        ("broken", "chance"),
        [(False, Fraction(0)), (True, Fraction(1, 36) * Fraction(35, 36))],
    )
    def test_critical_hit(self, broken: bool, chance: Fraction) -> None:
        """S8.p2: a CH alone could harm a broken unit below a storey of stone.

        3 FP at +4 are a PTC on a DR of 2, which the others feel; a CH is 6 FP at -4.
        """

        def shot(play: Play) -> RatedAttack | None:
            return planned(play, Fire(("w",), L("tH7")))

        found = looked(
            shot,
            weapon=MTR,
            board=BOARD.replace("stone building:", "stone building 1:"),
            at="tH3",
            target="tH7",
            theirs={"broken": broken},
        )
        assert isinstance(found, RatedAttack)
        assert sum(mod.value for mod in found.attack.drm) == 4
        assert found.chance == chance
        assert found.effect > 0
