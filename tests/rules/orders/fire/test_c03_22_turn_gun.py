"""C3.22: a Gun that turns instead of firing."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import spine_name
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.choices.orders import Fire
from opfor.rules.choices.vehicle_orders import TurnGun
from opfor.rules.orders.fire.c03_22_turn_gun import (
    check_turn_gun,
    do_turn_gun,
    offer_turn_gun,
)
from opfor.state.events import FortificationAdded, UnitChanged
from opfor.state.play import Play
from opfor.state.units import Acquired, Fortification, GunState
from tests.rules.given.ordnance import CREW, GUN, L, looked


def gun(**state: Any) -> dict[str, Any]:
    """The ENEMY's Gun, with its crew."""
    set_up = {"gun": GunState(ca=5)} | state
    return {"weapon": GUN, "unit": CREW, "weapon_state": set_up}


def barred(spine: int = 2, **state: Any) -> str:
    """The rule by which it may not turn."""

    def run(play: Play) -> None:
        check_turn_gun(play, "ENEMY", TurnGun("w", spine))

    with pytest.raises(Illegal) as refused:
        looked(run, **gun(**state))
    return refused.value.rule


class TestC3_22_turn:
    """C3.22/turn."""

    def test_what_it_is_called(self) -> None:
        """A hexspine by the hexes to both sides of it, where there are any."""

        def run(play: Play) -> None:
            names = [spine_name(play.world, L("tE5"), n) for n in range(6)]
            assert names[1:3] == ["tE4-tF4", "tF4-tF5"]
            assert names[0] == "tD4-tE4"
            edges = [spine_name(play.world, L("tA1"), n) for n in range(6)]
            assert edges[3] == "tB1-tA2"
            assert "spine 0" in edges
            assert any(name.startswith("edge-") for name in edges)

        looked(run, **gun())

    def test_it_turns_and_fires_no_more(self) -> None:
        """Any hexspine; then neither a shot nor another turn in that phase."""

        def run(play: Play) -> None:
            assert len([*offer_turn_gun(play, "ENEMY")]) == 5
            do_turn_gun(play, "ENEMY", TurnGun("w", 2))
            weapon = play.state.weapons["w"]
            assert weapon.gun is not None
            assert (weapon.gun.ca, weapon.fired) == (2, "")
            assert [*offer_turn_gun(play, "ENEMY")] == []
            plan_shot(play, "ENEMY", Fire(("w",), L("tH5")))

        with pytest.raises(Illegal, match="has turned"):
            looked(run, **gun())

    def test_what_it_costs(self) -> None:
        """Its "?" or HIP, and what it had acquired."""

        def run(play: Play) -> None:
            owner = play.state.units["R"]
            play.emit(UnitChanged(replace(owner, hidden=True), "is hidden"))
            do_turn_gun(play, "ENEMY", TurnGun("w", 2))
            assert not play.state.units["R"].hidden
            assert play.state.weapons["w"].acquired is None

        looked(run, **gun(acquired=Acquired(at=L("tH5"))))

    def test_who_does_not_turn(self) -> None:
        """What has fired, malfunctioned or is limbered; nor to where it points."""
        assert barred(fired="final") == "C3.22"
        assert barred(malfunctioned=True) == "C3.22"
        assert barred(gun=GunState(ca=5, limbered=True)) == "C3.22"
        assert barred(gun=GunState()) == "C3.22"
        assert barred(5) == "C3.22"
        assert barred(6) == "C3.22"

    def test_a_broken_crew(self) -> None:
        """Nobody mans it then."""

        def run(play: Play) -> None:
            owner = play.state.units[play.state.weapons["w"].owner]
            play.emit(UnitChanged(replace(owner, broken=True), "breaks"))
            check_turn_gun(play, "ENEMY", TurnGun("w", 2))

        with pytest.raises(Illegal):
            looked(run, **gun())

    def test_pillbox(self) -> None:
        """A Gun in a pillbox keeps its CA."""

        def run(play: Play) -> None:
            box = Fortification(id="box", kind="pillbox", location=L("tD5"), ca=5)
            play.emit(FortificationAdded(box))
            owner = play.state.units["R"]
            play.emit(UnitChanged(replace(owner, inside="box"), "is in it"))
            check_turn_gun(play, "ENEMY", TurnGun("w", 2))

        with pytest.raises(Illegal, match="does not turn in a pillbox"):
            looked(run, **gun())
