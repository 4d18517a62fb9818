"""A4.43 and A4.44: what units do with the Weapons they have or find."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a04_movement.a04_4_weapons import (
    check_drop,
    check_transfer,
    in_new_hands,
)
from opfor.rules.choices.orders import (
    Advance,
    Command,
    DropWeapon,
    MoveTo,
    Recover,
    Transfer,
)
from opfor.state.events import PhaseBegan
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from opfor.state.units import Acquired, GunState, LocationName, Phase, Weapon
from tests.rules.given.ordered import offers, ordered, refused
from tests.rules.given.stack import HERE, Stack, drm, unit
from tests.rules.given.world import game

TWO: Stack = {"V": "german/4-6-7", "W": "german/4-6-7"}
CREW: Stack = {"V": ("german/2-2-8", {})}
HMG = Weapon(id="mg", counter="german/hmg", owner="V")
PAK = Weapon(
    id="gun",
    counter="german/50l-at-pak-38",
    owner="V",
    gun=GunState(ca=2, emplaced=True),
)
LYING = Weapon(id="mg", counter="german/lmg", location=LocationName(HERE))


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
