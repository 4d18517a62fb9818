"""E7.5: Light AA fire at an aircraft."""

import pytest

from opfor.rules.e_miscellaneous.e07_5_light_aa import anti_aircraft, survives
from opfor.state.artillery import Aircraft
from opfor.state.events import WeaponAdded
from opfor.state.play import Play
from opfor.state.units import Weapon
from tests.rules.given.aircraft import asked, flown
from tests.rules.given.artillery import at

FOE = {"e": ("russian/4-4-7", "tJ3")}


class TestE7_5LightAA:
    """E7.5."""

    @pytest.mark.parametrize(
        ("where", "ce", "fires"),
        [("J9", True, 1), ("J9", False, 0), ("R5", True, 1), ("S5", True, 0)],
    )
    def test_aamg(self, where: str, ce: bool, fires: int) -> None:
        """An AAMG within eight hexes with a CE crew."""
        tank = {"etank": ("russian/m4-76-a", at(where), {"ce": ce})}
        found = asked(lambda p, a: len(anti_aircraft(p, a, at("J3"))), vehicles=tank)
        assert found == fires

    @pytest.mark.parametrize(("where", "fires"), [("tQ5", 1), ("tR5", 0)])
    def test_gun(self, where: str, fires: int) -> None:
        """An AA Gun within sixteen hexes."""

        def count(play: Play, plane: Aircraft) -> int:
            gun = Weapon(id="g", counter="russian/37l-aa-zp-obr-39", owner="crew")
            play.emit(WeaponAdded(gun))
            return len(anti_aircraft(play, plane, at("A1")))

        crew = FOE | {"crew": ("russian/2-2-8", where)}
        assert asked(count, enemies=crew) == fires


class TestE7_51Effect:
    """E7.51."""

    @pytest.mark.parametrize(
        ("dice", "flies_on", "cvp"),
        [("1,1", False, 2), ("1,3", False, 0), ("2,3", True, 0)],
    )
    def test_margins(self, dice: str, flies_on: bool, cvp: int) -> None:
        """An AAMG: 2 downs it, 4 drives it off, 5 misses."""
        found: list[bool] = []
        played = flown(
            f"E7.51 DR {dice}",
            run=lambda p: found.append(survives(p, p.state.planes["p"], at("J3"))),
            vehicles={"etank": ("russian/m4-76-a", "tJ5", {"ce": True})},
        )
        assert found == [flies_on]
        assert played.state.planes["p"].gone is not flies_on
        assert played.state.toll("ENEMY").cvp == cvp
