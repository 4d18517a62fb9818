"""A9.8: SW are assembled and dismantled."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a03_9_phases import GONE_AFTER
from opfor.rules.a_infantry.a04_movement.a04_7_advance import plan_advance
from opfor.rules.a_infantry.a04_movement.a04_11_allotment import mans_gun
from opfor.rules.a_infantry.a04_movement.a04_42_portage import portage
from opfor.rules.choices.orders import Advance, Assemble
from opfor.state.events import WeaponAdded, WeaponChanged
from opfor.state.play import Play
from opfor.state.units import GunState, LocationName, Phase, Side, Weapon
from tests.rules.given.ordered import ordered, refused
from tests.rules.given.stack import Stack, unit
from tests.rules.given.world import game

TWO: Stack = {"V": "german/4-6-7", "W": "german/4-6-7"}
MORTAR = "german/81-mtr-grw-34"
CREW: Stack = {"V": ("german/2-2-8", {})}
HMG = Weapon(id="mg", counter="german/hmg", owner="V")


class TestA9_8Dismantled:
    """A9.8."""

    @pytest.mark.parametrize("phase", ["PFPh", "AFPh"])
    def test_instead_of_fire(self, phase: Phase) -> None:
        """D-092: it takes the place of fire; after the AFPh nothing is left of it."""
        played = ordered(Assemble("mg", dm=True), TWO, phase=phase, weapons=(HMG,))
        assert played.state.weapons["mg"].dm
        assert unit(played, "V").fired == "prep"
        assert "prep" in GONE_AFTER["AFPh"]

    @pytest.mark.parametrize(("phase", "mark"), [("PFPh", "prep"), ("DFPh", "final")])
    def test_instead_of_all_its_fire(self, phase: Phase, mark: str) -> None:
        """D-092: no other SW of the unit fires any more either; that of others may."""
        side: Side = "FRIENDLY" if phase == "PFPh" else "ENEMY"
        others = tuple(
            Weapon(id=f"lmg{of}", counter="german/lmg", owner=of) for of in "VW"
        )
        weapons = (replace(HMG, dm=True), *others)
        order = Assemble("mg", dm=False)
        played = ordered(order, TWO, phase=phase, weapons=weapons, side=side)
        left = played.state.weapons
        assert (left["lmgV"].fired, left["lmgW"].fired) == (mark, "")

    def test_refused(self) -> None:
        """Not what is so already, not a LMG, not after fire."""
        refused("A9.8", Assemble("mg"), TWO, phase="PFPh", weapons=(HMG,))
        lmg = Weapon(id="mg", counter="german/lmg", owner="V")
        refused("A9.8", Assemble("mg", dm=True), TWO, phase="PFPh", weapons=(lmg,))
        fired: Stack = {"V": ("german/4-6-7", {"fired": "prep"})}
        refused("A9.8", Assemble("mg", dm=True), fired, phase="AFPh", weapons=(HMG,))
        other = Weapon(id="lmg", counter="german/lmg", owner="V", fired="prep")
        two = (HMG, other)
        refused("A9.8", Assemble("mg", dm=True), TWO, phase="PFPh", weapons=two)

    @pytest.mark.parametrize("dm", [True, False])
    def test_mortar(self, dm: bool) -> None:
        """A mortar of 81mm is a Gun, and assembled or dismantled all the same."""
        gun = GunState(ca=2, emplaced=True)
        mortar = Weapon(id="mg", counter=MORTAR, owner="V", dm=not dm, gun=gun)
        order = Assemble("mg", dm=dm)
        weapon = ordered(order, CREW, phase="PFPh", weapons=(mortar,)).state.weapons[
            "mg"
        ]
        assert (weapon.dm, weapon.gun) == (dm, GunState())

    def test_larger(self) -> None:
        """One of 120mm is not."""
        gun = "german/120-mtr-grw-42"
        mortar = Weapon(id="mg", counter=gun, owner="V", gun=GunState())
        refused("A9.8", Assemble("mg", dm=True), CREW, phase="PFPh", weapons=(mortar,))

    def test_carried(self) -> None:
        """5 PP while dm; assembled its crew neither moves nor advances with it."""

        def run(play: Play) -> None:
            gun = GunState()
            weapon = Weapon(id="mg", counter=MORTAR, owner="V", dm=True, gun=gun)
            play.emit(WeaponAdded(weapon))
            assert portage(play, weapon) == 5
            assert not mans_gun(play, play.state.units["V"])
            play.emit(WeaponChanged(replace(weapon, dm=False), "so the test"))
            assert portage(play, play.state.weapons["mg"]) is None
            assert mans_gun(play, play.state.units["V"])
            with pytest.raises(Illegal, match="with its Gun"):
                plan_advance(play, "FRIENDLY", Advance(("V",), LocationName("tH6")))

        game(units={"V": ("german/2-2-8", "tH5")}, run=run)
