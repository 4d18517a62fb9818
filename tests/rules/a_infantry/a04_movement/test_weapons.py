"""A4.43 to A4.44, A9.72, A9.8: Weapons repaired, found, given, dropped, taken apart."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a04_movement.advance import plan_advance
from opfor.rules.a_infantry.a04_movement.allotment import mans_gun, portage
from opfor.rules.a_infantry.a04_movement.weapons import (
    check_drop,
    check_transfer,
    in_new_hands,
)
from opfor.rules.choices.orders import (
    Advance,
    Assemble,
    Command,
    DropWeapon,
    MoveTo,
    Recover,
    Repair,
    Transfer,
)
from opfor.state.events import PhaseBegan, WeaponAdded, WeaponChanged
from opfor.state.in_progress import (
    Weather,
)
from opfor.state.play import Play
from opfor.state.units import (
    Acquired,
    GunState,
    LocationName,
    Phase,
    Weapon,
)
from tests.rules.given.ordered import offers, ordered, refused
from tests.rules.given.stack import HERE, Stack, drm, unit
from tests.rules.given.world import game

TWO: Stack = {"V": "german/4-6-7", "W": "german/4-6-7"}
MORTAR = "german/81-mtr-grw-34"
CREW: Stack = {"V": ("german/2-2-8", {})}
HMG = Weapon(id="mg", counter="german/hmg", owner="V")
BROKE = Weapon(id="mg", counter="german/mmg", owner="V", malfunctioned=True)
PAK = Weapon(
    id="gun",
    counter="german/50l-at-pak-38",
    owner="V",
    gun=GunState(ca=2, emplaced=True),
)
LYING = Weapon(id="mg", counter="german/lmg", location=LocationName(HERE))


class TestA9_72Repair:
    """A9.72."""

    @pytest.mark.parametrize(
        ("dr", "works", "there"), [(2, True, True), (3, False, True), (6, False, False)]
    )
    def test_dr(self, dr: int, works: bool, there: bool) -> None:
        """Up to R# it works again; at 6 it is gone; otherwise nothing happens."""
        played = ordered(Repair("mg"), TWO, f"A9.72 dr {dr}", weapons=(BROKE,))
        found = played.state.weapons.get("mg")
        assert (found is not None) is there
        assert (found is not None and not found.malfunctioned) is works

    def test_either_side(self) -> None:
        """Both sides repair in a RPh, once a unit."""
        played = ordered(
            Repair("mg"), TWO, "A9.72 dr 1", weapons=(BROKE,), side="ENEMY"
        )
        assert not played.state.weapons["mg"].malfunctioned
        again = [Repair("mg"), Repair("mg")]
        refused("A9.72", again, TWO, "A9.72 dr 4", weapons=(BROKE,))

    def test_refused(self) -> None:
        """Not what works, not by a broken unit, not what has no R#."""
        refused("A9.72", Repair("mg"), TWO, weapons=(HMG,))
        broken: Stack = {"V": ("german/4-6-7", {"broken": True})}
        refused("A9.72", Repair("mg"), broken, weapons=(BROKE,))
        psk = Weapon(id="mg", counter="german/psk", owner="V", malfunctioned=True)
        refused("A9.72", Repair("mg"), TWO, weapons=(psk,))


class TestA4_44Recovery:
    """A4.44."""

    @pytest.mark.parametrize(("dr", "owner"), [(5, "V"), (6, "")])
    def test_dr(self, dr: int, owner: str) -> None:
        """A Final dr below 6 recovers it."""
        played = ordered(Recover("V", "mg"), TWO, f"A4.44 dr {dr}", weapons=(LYING,))
        assert played.state.weapons["mg"].owner == owner

    def test_drm(self) -> None:
        """CX and night make it harder."""
        units: Stack = {"V": ("german/4-6-7", {"cx": True})}
        played = ordered(
            Recover("V", "mg"),
            units,
            "A4.44 dr 4",
            weapons=(LYING,),
            weather=Weather(night=2),
        )
        assert drm(played) == {"CX": 1}

    def test_once(self) -> None:
        """Once a unit and phase; what lies elsewhere or has an owner is not there."""
        again = [Recover("V", "mg"), Recover("V", "mg")]
        refused("A4.44", again, TWO, "A4.44 dr 6", weapons=(LYING,))
        refused("A4.44", Recover("V", "mg"), TWO, weapons=(HMG,))
        assert offers(TWO, weapons=(LYING,)) == [Recover("V", "mg"), Recover("W", "mg")]


class TestA4_431Transfer:
    """A4.431."""

    @pytest.mark.parametrize("phase", ["RPh", "APh"])
    def test_given(self, phase: Phase) -> None:
        """In the RPh, or as the APh begins, a unit gives it to another."""
        played = ordered(Transfer("mg", "W"), TWO, phase=phase, weapons=(HMG,))
        assert played.state.weapons["mg"].owner == "W"

    def test_aim(self) -> None:
        """What others had acquired or Bore Sighted with it is lost (C6.4, C6.5)."""
        held = Acquired(at=LocationName("tH5"), drm=-1)
        weapon = replace(HMG, acquired=held, bored=held.at)
        assert in_new_hands(weapon) == HMG

    def test_not_back(self) -> None:
        """Who was given one gives none in that phase."""
        there_and_back = [Transfer("mg", "W"), Transfer("mg", "V")]
        refused("A4.431", there_and_back, TWO, weapons=(HMG,))

    def test_refused(self) -> None:
        """Not to oneself, not by or to a pinned unit, not once somebody advanced."""
        refused("A4.431", Transfer("mg", "V"), TWO, weapons=(HMG,))
        pinned: Stack = {**TWO, "W": ("german/4-6-7", {"pinned": True})}
        refused("A4.431", Transfer("mg", "W"), pinned, weapons=(HMG,))
        advanced: Stack = {**TWO, "A": ("german/4-6-7", {"deeds": ("advanced",)})}
        refused("A4.431", Transfer("mg", "W"), advanced, phase="APh", weapons=(HMG,))

    def test_mounted(self) -> None:
        """What a vehicle is armed with is neither given away nor left behind."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "FRIENDLY", "RPh"))
            with pytest.raises(Illegal, match="part of tank"):
                check_transfer(play, "FRIENDLY", Transfer("tank.cmg", "V"))
            with pytest.raises(Illegal, match="part of tank"):
                check_drop(play, "FRIENDLY", DropWeapon("tank.cmg"))

        game(
            units={"V": ("german/4-6-7", "tE5")},
            vehicles={"tank": ("german/pzkpfw-ivf2", "tE5", {})},
            run=run,
        )


class TestA4_43Drop:
    """A4.43."""

    def test_left(self) -> None:
        """It lies where its possessor is, at no cost, before he moves."""
        played = ordered(DropWeapon("mg"), TWO, phase="MPh", weapons=(HMG,))
        weapon = played.state.weapons["mg"]
        assert (weapon.owner, weapon.location) == ("", HERE)
        moved: Stack = {"V": ("german/4-6-7", {"moved": True})}
        refused("A4.43", DropWeapon("mg"), moved, phase="MPh", weapons=(HMG,))

    def test_gun(self) -> None:
        """A crew leaves its Gun as it stands, without its aim, and may move then."""
        aimed = replace(PAK, acquired=Acquired(at=LocationName("tH5"), drm=-1))
        orders: list[Command] = [DropWeapon("gun"), MoveTo(("V",), LocationName("tJ5"))]
        played = ordered(orders, CREW, phase="MPh", weapons=(aimed,))
        assert played.state.weapons["gun"] == replace(
            PAK, owner="", location=LocationName(HERE)
        )
        assert unit(played, "V").location == "tJ5"
        refused("C10.3", orders[1], CREW, phase="MPh", weapons=(PAK,))

    def test_manned_again(self) -> None:
        """By Recovery, and it is emplaced as before."""
        left = replace(PAK, owner="", location=LocationName(HERE))
        played = ordered(Recover("V", "gun"), CREW, "A4.44 dr 5", weapons=(left,))
        assert played.state.weapons["gun"] == PAK

    def test_in_the_aph(self) -> None:
        """In the APh before it advances; who has moved may, who is TI may not."""
        after: Stack = {"V": ("german/2-2-8", {"moved": True})}
        orders: list[Command] = [
            DropWeapon("gun"),
            Advance(("V",), LocationName("tJ5")),
        ]
        played = ordered(orders, after, phase="APh", weapons=(PAK,))
        assert unit(played, "V").location == "tJ5"
        for fields in ({"ti": True}, {"deeds": ("advanced",)}):
            busy: Stack = {"V": ("german/2-2-8", fields)}
            refused("A4.43", DropWeapon("gun"), busy, phase="APh", weapons=(PAK,))

    @pytest.mark.parametrize("state", ["pinned", "broken", "melee"])
    def test_stays(self, state: str) -> None:
        """Not by who could not go: pinned, broken, in Melee."""
        stuck: Stack = {"V": ("german/2-2-8", {state: True})}
        refused("A4.43", DropWeapon("gun"), stuck, phase="MPh", weapons=(PAK,))
        assert DropWeapon("gun") in offers(CREW, phase="MPh", weapons=(PAK,))


class TestA9_8Dismantled:
    """A9.8."""

    @pytest.mark.parametrize(("phase", "mark"), [("PFPh", "prep"), ("AFPh", "final")])
    def test_instead_of_fire(self, phase: Phase, mark: str) -> None:
        """D-092: it takes the place of fire in a fire phase."""
        played = ordered(Assemble("mg", dm=True), TWO, phase=phase, weapons=(HMG,))
        assert played.state.weapons["mg"].dm
        assert unit(played, "V").fired == mark

    def test_refused(self) -> None:
        """Not what is so already, not a LMG, not after fire."""
        refused("A9.8", Assemble("mg"), TWO, phase="PFPh", weapons=(HMG,))
        lmg = Weapon(id="mg", counter="german/lmg", owner="V")
        refused("A9.8", Assemble("mg", dm=True), TWO, phase="PFPh", weapons=(lmg,))
        fired: Stack = {"V": ("german/4-6-7", {"fired": "prep"})}
        refused("A9.8", Assemble("mg", dm=True), fired, phase="AFPh", weapons=(HMG,))

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
