"""D5.31: a CE crew under small arms fire, played to what becomes of it."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import resolve
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.choices.orders import Fire
from opfor.state.events import UnitAdded
from opfor.state.play import Play
from opfor.state.units import VehicleState
from tests.rules.given.fire_at_vehicle import AT, scene, shoot

FIRE = "A7.3 DR 2,3"
"""With 8 FP and the +2 for a CE crew it is Final 7: 1MC."""


def crew(check: str, **enemy: Any) -> VehicleState:
    """The tank after the fire and its crew's check."""
    played = scene(shoot, FIRE, f"D5.34/fire DR {check}", enemy={"ce": True} | enemy)
    found = played.state.units["etank"].vehicle
    assert found is not None
    return found


class TestD5_31UnderFire:
    """D5.31, D5.34."""

    @pytest.mark.parametrize(("check", "stunned"), [("4,3", False), ("4,4", True)])
    def test_one_mc(self, check: str, *, stunned: bool) -> None:
        """Morale 8 passes a 1MC by a 7 and is Stunned, and BU, by an 8."""
        state = crew(check)
        assert (state.stunned, state.ce) == (stunned, not stunned)
        assert not state.recalled

    def test_bu(self) -> None:
        """A BU crew is not attacked at all."""
        with pytest.raises(Illegal):
            scene(shoot, FIRE)

    @pytest.mark.parametrize(("check", "recalled"), [("3,3", False), ("4,3", True)])
    def test_stunned_once(self, check: str, *, recalled: bool) -> None:
        """It has 1 more in its check, and the second Stun is Recall."""
        assert crew(check, shaken=True).recalled is recalled

    def test_k(self) -> None:
        """Three squads, 24 FP: a 3 is Final 5, K/4: Stun and Recall at once."""

        def run(play: Play) -> None:
            for id_ in ("sq2", "sq3"):
                play.emit(UnitAdded(replace(play.state.units["sq"], id=id_)))
            order = Fire(("sq", "sq2", "sq3"), AT)
            resolve(play, plan_attack(play, "FRIENDLY", order))

        played = scene(run, "A7.3 DR 1,2", enemy={"ce": True})
        state = played.state.units["etank"].vehicle
        assert state is not None
        assert (state.stunned, state.recalled, state.ce) == (True, True, False)
