"""C8: what is fired, and what FP a hit has on the IFT."""

from fractions import Fraction
from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.c_ordnance.c08_ammunition.c08_3_ammunition import check_heat, fp_of
from opfor.state.events import WeaponAdded
from opfor.state.play import Play
from opfor.state.units import GunState, Weapon
from tests.rules.given.ordnance import L, looked, table
from tests.rules.given.weapons import piece


class TestC8_3Equivalency:
    """C8.3."""

    @pytest.mark.parametrize(
        ("calibre", "ammo", "kind", "fp"),
        [
            (81, "HE", "infantry", 16),
            (81, "HE", "area", 8),
            (50, "HE", "area", 3),
            (37, "HE", "infantry", 4),
            (36, "HE", "infantry", 2),
            (20, "AP", "infantry", 1),
            (37, "AP", "infantry", 2),
            (75, "HEAT", "infantry", 8),
            (75, "smoke", "area", 0),
            (15, "HE", "infantry", 0),
        ],
    )
    def test_by_calibre(self, calibre: int, ammo: Any, kind: str, fp: int) -> None:
        """HE by calibre, half of it for an area; AP 1 or 2; HEAT a column less."""
        gun = piece(calibre=calibre)
        assert looked(lambda play: fp_of(play, gun, ammo, kind)) == Fraction(fp)

    def test_latw(self) -> None:
        """LATW have FP of their own."""
        psk = piece(kind="LATW", fp=12)
        assert looked(lambda play: fp_of(play, psk, "HEAT", "infantry")) == 12


class TestC8_31HeatAgainstPersonnel:
    """C8.31."""

    @staticmethod
    def heat(target: str, **given: Any) -> str:
        """Fire HEAT at V from D5: the rule that forbids it, or nothing."""
        try:
            table(
                lambda play: check_heat(play, play.state.units["R"], L(target)),
                target=target,
                **given,
            )
        except Illegal as refused:
            return refused.rule
        return ""

    @pytest.mark.parametrize("target", ["tH7", "tL7/1"])
    def test_buildings(self, target: str) -> None:
        """Those in a building can be fired at."""
        assert not self.heat(target)

    def test_wall(self) -> None:
        """Those behind a wall can, if the LOS crosses it."""
        assert not self.heat("tL5", at="tI3")

    def test_open_ground(self) -> None:
        """Those in the open cannot."""
        assert self.heat("tH5") == "C8.31"

    def test_gun(self) -> None:
        """The crew of a Gun can."""

        def once(play: Play) -> None:
            gun = Weapon(
                id="g", counter="german/75l-at-pak-40", owner="V", gun=GunState()
            )
            play.emit(WeaponAdded(gun))
            check_heat(play, play.state.units["R"], L("tH5"))

        table(once)
