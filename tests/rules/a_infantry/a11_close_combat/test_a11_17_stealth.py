"""A11.17 and A11.18: Stealthy and Lax."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a11_close_combat.a11_17_stealth import stealthy
from opfor.state.play import FrozenView
from opfor.state.units import Unit
from tests.rules.given.fire import scene, unit


def of(counter: str, **states: Any) -> tuple[FrozenView, Unit]:
    """A unit alone on the board."""
    one = unit("a", counter, "tC5", **states)
    return scene(one), one


class TestA11_17Stealthy:
    """A11.17."""

    @pytest.mark.parametrize(
        ("counter", "is_"),
        [
            ("japanese/4-4-8", True),
            ("japanese/4-4-7", True),
            ("japanese/3-4-7", False),
            ("japanese/9-1", True),
            ("finnish/6-4-8", True),
            ("finnish/4-4-7", False),
            ("partisan/3-3-7", True),
            ("gurkha/4-5-8", True),
            ("german/4-6-8", False),
            ("german/hero", True),
            ("british/4-5-7", False),
        ],
    )
    def test_nations(self, counter: str, is_: bool) -> None:
        """Elite and first line MMC of some, all of others, and every hero."""
        assert stealthy(*of(counter)) is is_

    def test_heroic(self) -> None:
        """A heroic leader is."""
        assert stealthy(*of("german/9-1", heroic=True))

    @pytest.mark.parametrize("state", ["cx", "berserk"])
    def test_exc1_lax(self, state: str) -> None:
        """Nobody who is CX or Lax."""
        assert not stealthy(*of("japanese/4-4-8", **{state: True}))

    def test_anzac(self) -> None:
        """British counters are Stealthy in an ANZAC side (D-200)."""
        view, one = of("british/4-5-7")
        mission = replace(view.state.mission, friendly="anzac")
        assert stealthy(
            FrozenView(replace(view.state, mission=mission), view.world), one
        )
