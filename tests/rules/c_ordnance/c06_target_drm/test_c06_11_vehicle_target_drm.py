"""C6: the DRM that a vehicle brings to the To Hit DR as a target."""

from typing import Any

import pytest

from opfor.rules.c_ordnance.c06_target_drm.c06_11_vehicle_target_drm import (
    moving_target,
)
from tests.rules.given.armor import cases, seen


class TestC6_11Moving:
    """C6.11."""

    def test_standing(self) -> None:
        """None against a Stopped vehicle that has not moved."""
        assert "C6.11" not in cases()

    @pytest.mark.parametrize("state", [{"motion": True}, {"entered": True}])
    def test_case_j(self, state: dict[str, Any]) -> None:
        """+2, in Motion or after entering a hex."""
        assert cases(enemy=state)["C6.11"] == 2

    def test_moving_target(self) -> None:
        """Infantry is none."""
        assert seen(lambda play: moving_target(play.state.units["etank"])) is False
