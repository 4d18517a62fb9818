"""C10.2 and C10.3: Guns limbered, and pushed by hand."""

from typing import Any

import pytest

from opfor.rules.choices.vehicle_orders import Limber, Push
from opfor.state.units import GunState, LocationName
from tests.rules.c_ordnance.c10_moving_guns.test_c10_11_towing import gun_state
from tests.rules.given.towing import scene
from tests.rules.given.world import notes

PAK, HOWITZER = "german/50l-at-pak-38", "german/105-art-lefh-18"

L = LocationName


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
