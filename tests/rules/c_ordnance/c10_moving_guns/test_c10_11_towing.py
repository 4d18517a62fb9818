"""C10: Guns in tow, limbered, and pushed by hand."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.choices.vehicle_orders import HookUp
from opfor.rules.sequence.legal_orders import legal
from opfor.state.check import faults
from opfor.state.state import State
from opfor.state.units import GunState
from tests.rules.given.towing import scene, truck

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
