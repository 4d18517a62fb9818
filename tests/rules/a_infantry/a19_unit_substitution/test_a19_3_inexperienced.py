"""A19.3: Inexperienced Personnel."""

import pytest

from opfor.rules.a_infantry.a19_unit_substitution.a19_3_inexperienced import (
    inexperienced,
)
from opfor.state.play import Play
from tests.rules.given.stack import stack


class TestA19_3Inexperienced:
    """A19.3."""

    @pytest.mark.parametrize(
        ("counter", "leader", "expected"),
        [
            ("german/4-3-6", "german/8-0", True),
            ("american/5-3-6", "american/8-0", False),
            ("american/5-3-6", "american/hero", True),
            ("german/4-4-7", "german/hero", False),
        ],
    )
    def test_classes(self, counter: str, leader: str, expected: bool) -> None:
        """Conscripts always, Green MMC without an unbroken leader beside them."""
        found: list[bool] = []

        def run(play: Play) -> None:
            found.append(inexperienced(play, play.state.units["V"]))

        stack(run, {"V": counter, "L": leader}, date="1942-08")
        assert found == [expected]

    def test_a_broken_leader(self) -> None:
        """A broken leader does not make up for it."""
        found: list[bool] = []

        def run(play: Play) -> None:
            found.append(inexperienced(play, play.state.units["V"]))

        leader = "american/8-0", {"broken": True}
        stack(run, {"V": "american/5-3-6", "L": leader}, date="1942-08")
        assert found == [True]
