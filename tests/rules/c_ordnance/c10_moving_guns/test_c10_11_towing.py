"""C10: Guns in tow, limbered, and pushed by hand."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.choices.orders import DropWeapon
from opfor.rules.choices.vehicle_orders import HookUp, Limber, Push, StartUp
from opfor.rules.sequence.legal_orders import legal
from opfor.state.check import faults
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import GunState, LocationName
from tests.rules.given.towing import next_turn, scene, truck
from tests.rules.given.world import notes

L = LocationName
NAG = "german/nag-4500"
OPEL, TANK = "german/opel-6700", "german/pzkpfw-ivf2"
PAK, HOWITZER = "german/50l-at-pak-38", "german/105-art-lefh-18"

HOOK = HookUp("truck", "gun")


def gun_state(played: Game[State]) -> GunState:
    """The Gun afterwards."""
    found = played.state.weapons["gun"].gun
    assert found is not None
    return found


class TestC10_11HookingUp:
    """C10.11."""

    def test_in_tow(self) -> None:
        """The Gun is in tow, its crew aboard, and all are TI."""
        played = scene(HOOK)
        found = truck(played).vehicle
        assert found is not None
        crew = played.state.units["c"]
        assert (found.towing, crew.aboard) == ("gun", "truck")
        assert (truck(played).ti, crew.ti, truck(played).moved) == (True, True, True)
        assert played.state.weapons["gun"].owner == "truck"
        assert gun_state(played) == GunState(ca=1, emplaced=False, limbered=True)
        assert faults(played.state) == []

    def test_half_of_its_mp(self) -> None:
        """Half of its MP, FRU, on the way there or before."""
        assert truck(scene(HOOK)).vehicle.trail[-1][1] == 14 * MF  # type: ignore[union-attr]

    def test_offered(self) -> None:
        """It is offered, by name."""
        found: list[str] = []
        scene(
            lambda play: found.extend(o.label for o in legal(play, "FRIENDLY", HookUp))
        )
        assert found == ["truck hooks up gun"]

    @pytest.mark.parametrize(
        ("more", "why"),
        [
            ({"state": {"motion": True}}, "only while Stopped"),
            ({"counter": TANK}, "tows nothing"),
            ({"at": "tJ5"}, "is not there"),
            ({"crew": {"pinned": True}}, "cannot hook it up"),
            ({"crew": {"moved": True}}, "cannot hook it up"),
            ({"counter": "german/kfz-1", "gun": "german/75l-at-pak-40"}, "too heavy"),
        ],
    )
    def test_refused(self, more: dict[str, Any], why: str) -> None:
        """Stopped, with a T#, light enough, and with its crew there."""
        scene(HOOK, fails=why, **more)

    def test_not_limbered(self) -> None:
        """A Gun without QSU is limbered first."""
        scene(HOOK, gun=HOWITZER, counter=NAG, fails="limbered first")

    def test_exc1_ring(self) -> None:
        """Two thirds of its MP for a M# in a ring."""
        played = scene(HOOK, gun=HOWITZER, counter=NAG, piece={"limbered": True})
        assert truck(played).vehicle.trail[-1][1] == 16 * MF  # type: ignore[union-attr]


class TestC10_12Unhooking:
    """C10.12."""

    def test_ready(self) -> None:
        """A Gun with QSU stands ready, manned by its crew, who is TI."""
        played = scene(HOOK, next_turn, HOOK)
        crew = played.state.units["c"]
        assert (crew.aboard, crew.ti) == ("", True)
        assert played.state.weapons["gun"].owner == "c"
        assert not gun_state(played).limbered
        assert truck(played).vehicle.towing == ""  # type: ignore[union-attr]
        assert faults(played.state) == []

    def test_without_crew(self) -> None:
        """Without one it lies there."""

        def lost(play: Play) -> None:
            play.emit(UnitChanged(replace(play.state.units["c"], pinned=True), "test"))

        played = scene(HOOK, next_turn, lost, HOOK)
        assert played.state.weapons["gun"].location == "tK5"
        assert faults(played.state) == []

    def test_not_dropped(self) -> None:
        """What is in tow is not dropped, but unhooked."""
        scene(HOOK, DropWeapon("gun"), fails="unhooks")

    def test_in_motion(self) -> None:
        """Only while Stopped."""
        scene(HOOK, next_turn, StartUp("truck"), HOOK, fails="while Stopped")


class TestC10_2Limbering:
    """C10.2."""

    def test_takes_the_turn(self) -> None:
        """Its crew is TI; it is emplaced no more."""
        played = scene(Limber("gun"), gun=HOWITZER, phase="PFPh")
        assert played.state.units["c"].ti
        assert gun_state(played) == GunState(ca=1, emplaced=False, limbered=True)

    def test_unlimber(self) -> None:
        """And back."""
        order = Limber("gun", limber=False)
        played = scene(order, gun=HOWITZER, phase="PFPh", piece={"limbered": True})
        assert not gun_state(played).limbered

    def test_qsu(self) -> None:
        """Not what has QSU."""
        scene(Limber("gun"), phase="PFPh", fails="needs no limbering")

    def test_so_already(self) -> None:
        """Not what is so already."""
        order = Limber("gun", limber=False)
        scene(order, gun=HOWITZER, phase="PFPh", fails="so already")


PUSH = Push(("c",), "gun", L("tL4"))


class TestC10_3Pushing:
    """C10.3."""

    @pytest.mark.parametrize(
        ("more", "why"),
        [
            ({"crew": {"pinned": True}}, "cannot push"),
            ({"crew": {"ti": True}}, "cannot push"),
            ({"gun": HOWITZER}, "as it is"),
        ],
    )
    def test_refused(self, more: dict[str, Any], why: str) -> None:
        """A crew that could do something, and a Gun that can be moved."""
        scene(PUSH, fails=why, **more)

    def test_one_mf(self) -> None:
        """Only where the way costs one MF."""
        scene(Push(("c",), "gun", L("tJ5")), fails="one MF")
        scene(Push(("c",), "gun", L("tK4")), fails="one MF")

    def test_by_its_crew(self) -> None:
        """By its crew, others only with it."""
        scene(Push(("o",), "gun", L("tL4")), fails="by its crew")


class TestC10_3_dr:
    """C10.3/dr."""

    def test_moves(self) -> None:
        """A DR of no more than its M# moves it with its crew, in Hazardous Movement."""
        played = scene(PUSH, dice=("C10.3/dr DR 5,5",))
        crew = played.state.units["c"]
        assert (crew.location, crew.hazardous, crew.moved) == ("tL4", True, True)
        assert not gun_state(played).emplaced
        assert any("10 or less" in text for text in notes(played))

    def test_stays(self) -> None:
        """Else it stays; that was their MPh all the same."""
        played = scene(PUSH, dice=("C10.3/dr DR 5,6",))
        crew = played.state.units["c"]
        assert (crew.location, crew.ti, crew.moved) == ("tK5", True, True)

    def test_with_others(self) -> None:
        """Those who push with it come along."""
        order = Push(("c", "o"), "gun", L("tL4"))
        played = scene(order, dice=("C10.3/dr DR 1,1",))
        assert played.state.units["o"].location == "tL4"
