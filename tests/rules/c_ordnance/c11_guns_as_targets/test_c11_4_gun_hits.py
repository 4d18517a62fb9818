"""C11.4: hits on Guns and their crews."""

from collections.abc import Callable

from opfor.rules.c_ordnance.c03_to_hit.c03_3_to_hit_resolution import shoot
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.choices.orders import Fire
from opfor.state.events import WeaponAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import GunState, Weapon
from tests.rules.given.ordnance import CREW, GUN, L, table
from tests.rules.given.shots_fired import BARE

CA = {"gun": GunState(ca=2)}


def with_gun(run: Callable[[Play], object]) -> Callable[[Play], None]:
    """V is a crew with an emplaced Gun as well."""

    def once(play: Play) -> None:
        gun = Weapon(
            id="g", counter="german/75l-at-pak-40", owner="V", gun=GunState(ca=2)
        )
        play.emit(WeaponAdded(gun))
        run(play)

    return once


class TestC11_4AHitOnAGun:
    """C11.4."""

    @staticmethod
    def hit(*dice: str) -> State:
        """A Russian 45L fires at a German crew with its Gun in the open."""

        def run(play: Play) -> None:
            order = Fire(("w",), L("tH5"))
            shoot(play, plan_shot(play, "ENEMY", order))

        return table(
            with_gun(run),
            *dice,
            weapon=GUN,
            unit=CREW,
            weapon_state=CA,
            enemy="german/2-2-8",
            board=BARE,
        ).state

    def test_kia(self) -> None:
        """4 FP and a DR of 2 are a K: the crew dies, the Gun malfunctions."""
        state = self.hit("C3.3 DR 4,3", "A7.3 DR 1,1")
        assert "V" not in state.units
        assert state.weapons["g"].malfunctioned

    def test_ch(self) -> None:
        """A CH eliminates both, whatever the Effects DR."""
        state = self.hit("C3.3 DR 1,1", "A7.3 DR 6,6")
        assert "V" not in state.units
        assert "g" not in state.weapons

    def test_no_effect(self) -> None:
        """A weaker result leaves the Gun alone."""
        state = self.hit("C3.3 DR 4,3", "A7.3 DR 5,5")
        assert not state.weapons["g"].malfunctioned
