"""D2: whether a vehicle can move, how far, and what its counter does to the VCA."""

from typing import Any

import pytest

from tests.rules.given.driving import START, move


class TestD2_1WhoMayDrive:
    """D2.1."""

    @pytest.mark.parametrize(
        ("state", "why"),
        [
            ({"abandoned": True}, "no crew"),
            ({"stunned": True}, "Stunned"),
            ({"shock": "shock"}, "Shocked"),
            ({"immobile": True}, "cannot move"),
            ({"bogged": True}, "cannot move"),
        ],
    )
    def test_barred(self, state: dict[str, Any], why: str) -> None:
        """Whoever lacks a crew or is stuck."""
        move(START, state=state, fails=why)
