"""A7.8: pinning."""

import pytest

from opfor.rules.a_infantry.a07_fire.a07_8_pin import pin
from tests.rules.given.stack import Stack, stack, unit

SQUAD: Stack = {"V": "german/4-6-7"}


class TestA7_8Pin:
    """A7.8."""

    def test_pin(self) -> None:
        """A unit is pinned, once."""
        played = stack(lambda play: (pin(play, "V"), pin(play, "V")), SQUAD)
        assert unit(played, "V").pinned

    @pytest.mark.parametrize("state", ["broken", "berserk", "heroic"])
    def test_exc1_states(self, state: str) -> None:
        """Broken, berserk and heroic units are not pinned."""
        played = stack(
            lambda play: pin(play, "V"), {"V": ("german/9-1", {state: True})}
        )
        assert not unit(played, "V").pinned

    @pytest.mark.parametrize("counter", ["german/hero", "japanese/9-1"])
    def test_exc1_smc(self, counter: str) -> None:
        """Nor are heroes, nor Japanese leaders."""
        played = stack(lambda play: pin(play, "V"), {"V": counter})
        assert not unit(played, "V").pinned

    def test_a_japanese_squad(self) -> None:
        """A Japanese squad can be pinned."""
        played = stack(lambda play: pin(play, "V"), {"V": "japanese/4-4-7"})
        assert unit(played, "V").pinned
