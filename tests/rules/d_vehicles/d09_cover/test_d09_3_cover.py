"""D9.3: vehicles and wrecks as cover for Infantry."""

from typing import Any

from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.a_infantry.a07_fire.attack import against
from opfor.rules.c_ordnance.c06_target_drm.c06_8_tem import tem
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d09_cover.d09_3_cover import afv_tem
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.cover import seen

L = LocationName
TRUCK = "german/opel-6700"


def attack(play: Play) -> list[str]:
    """The rules of the DRM that a squad's fire at K5 meets."""
    made = plan_attack(play, "ENEMY", Fire(("er",), L("tK5")))
    return [mod.rule for mod in against(play, made, play.state.units["sq"]).mods]


class TestD9_3Tem:
    """D9.3."""

    def test_afv(self) -> None:
        """+1 beneath a Stopped AFV of its side, on the IFT and To Hit."""
        assert seen(attack) == ["D9.3"]

        def shot(play: Play) -> Any:
            return tem(play, play.state.units["sq"], L("tN6"), L("tK5"))

        found = seen(shot)
        assert (found.rule, found.value) == ("D9.3", 1)

    def test_not_with_other_tem(self) -> None:
        """Woods are better, and nothing is added to them."""
        assert "D9.3" not in seen(attack, board="woods: K5")

    def test_unarmored(self) -> None:
        """A truck is no cover; its wreck is."""
        assert seen(attack, counter=TRUCK) == []
        assert seen(attack, wreck="wreck") == ["D9.3"]

    def test_exc1_from_within(self) -> None:
        """Not against who fires from the same Location."""

        def inside(play: Play) -> Any:
            return afv_tem(play, play.state.units["sq"], (L("tK5"),))

        assert seen(inside) is None

    def test_exc2_moving(self) -> None:
        """Not in Motion; after the AFPh again if it has moved and Stopped."""
        assert seen(attack, motion=True) == []
        assert seen(attack, entered=True) == []

        def late(play: Play) -> Any:
            return afv_tem(play, play.state.units["sq"], (L("tN6"),))

        assert seen(late, entered=True, phase="RtPh") is not None
        assert seen(late, motion=True, phase="RtPh") is None

    def test_exc3_burning(self) -> None:
        """A burning wreck is no cover, but smokes."""
        assert "D9.3" not in seen(attack, wreck="burning wreck")
