"""A11.18: who is Lax, and for which army a unit fights."""

from typing import Any

import pytest

from opfor.rules.a_infantry.a11_close_combat.a11_18_lax import lax
from tests.rules.a_infantry.a11_close_combat.test_a11_17_stealth import of


class TestA11_18Lax:
    """A11.18."""

    @pytest.mark.parametrize(
        ("counter", "states", "is_"),
        [
            ("italian/3-4-6", {}, True),
            ("german/4-6-7", {}, False),
            ("german/4-3-6", {}, True),
            ("german/4-6-7", {"berserk": True}, True),
            ("russian/4-4-7", {"wave": "w"}, True),
        ],
    )
    def test_who(self, counter: str, states: dict[str, Any], is_: bool) -> None:
        """Italians, Inexperienced and berserk units, a Human Wave."""
        assert lax(*of(counter, **states)) is is_
