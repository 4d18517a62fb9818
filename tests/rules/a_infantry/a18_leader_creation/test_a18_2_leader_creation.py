"""A18: leaders made in play."""

from typing import Any

import pytest

from opfor.core.modifier import Mod
from opfor.rules.a_infantry.a18_leader_creation.a18_2_leader_creation import (
    create_leader,
)
from tests.rules.given.stack import drm, left, stack


class TestA18_2LeaderCreation:
    """A18.2."""

    @pytest.mark.parametrize(
        ("dr", "name"),
        [(1, "8-1"), (2, "8-0"), (3, "8-0"), (4, "7-0"), (5, "7-0"), (6, "6+1")],
    )
    def test_grades(self, dr: int, name: str) -> None:
        """The lower the dr the better the leader."""
        played = stack(
            lambda play: create_leader(play, play.state.units["V"]),
            {"V": "french/4-5-7"},
            f"A18.2 dr {dr}",
        )
        assert list(left(played).values()) == ["4-5-7", name]

    def test_attitude(self) -> None:
        """S6.1: he has the Attitude of the unit that he comes from."""
        played = stack(
            lambda play: create_leader(play, play.state.units["V"]),
            {"V": ("french/4-5-7", {"attitude": "Advance"})},
            "A18.2 dr 2",
        )
        (new,) = [u for u in played.state.units.values() if u.id not in ("V", "E")]
        assert new.attitude == "Advance"

    @pytest.mark.parametrize(
        ("counter", "states", "expected"),
        [
            ("german/4-6-8", {}, {"german": -1, "morale 8": -1}),
            (
                "russian/4-2-6",
                {"broken": True},
                {"russian": 1, "morale 6": 1, "broken": 1},
            ),
            ("german/4-4-7", {}, {"german": -1}),
        ],
    )
    def test_drm(
        self, counter: str, states: dict[str, Any], expected: dict[str, int]
    ) -> None:
        """Nation, morale and a broken unit; in CC the caller adds his own."""
        played = stack(
            lambda play: create_leader(play, play.state.units["V"], [Mod("odds", -1)]),
            {"V": (counter, states)},
            "A18.2 dr 6",
        )
        assert drm(played) == {**expected, "odds": -1}

    def test_none(self) -> None:
        """At 7 or more there is none."""
        played = stack(
            lambda play: create_leader(play, play.state.units["V"]),
            {"V": "russian/4-4-7"},
            "A18.2 dr 6",
        )
        assert list(left(played)) == ["V"]

    @pytest.mark.parametrize("counter", ["finnish/6-4-8", "japanese/4-4-7"])
    def test_exc1_nations(self, counter: str) -> None:
        """Finns and Japanese create none, without a dr."""
        played = stack(
            lambda play: create_leader(play, play.state.units["V"]), {"V": counter}
        )
        assert list(left(played)) == ["V"]
