"""A10.1: the DR of a MC or TC, without what follows from it."""

import pytest

from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import morale_check
from opfor.state.play import Play
from tests.rules.given.stack import Stack, drm, left, mc, stack, unit

SQUAD: Stack = {"V": "german/4-6-7"}


class TestA10_1MoraleChecks:
    """A10.1."""

    @pytest.mark.parametrize(
        ("dice", "pinned", "broken"),
        [("2,4", False, False), ("3,4", True, False), ("4,4", False, True)],
    )
    def test_result(self, dice: str, pinned: bool, broken: bool) -> None:
        """Below the Morale Level nothing happens, at it a pin, above it he breaks."""
        found = unit(mc(SQUAD, f"A10.1 DR {dice}"), "V")
        assert (found.pinned, found.broken, found.dm) == (pinned, broken, broken)

    def test_drm(self) -> None:
        """The number of the MC and the leadership both count."""
        played = mc({**SQUAD, "L": "german/9-2"}, "A10.1 DR 3,3", number=2)
        assert drm(played) == {"2MC": 2, "leadership of L": -2}
        assert not unit(played, "V").pinned

    @pytest.mark.parametrize(
        ("leader", "states", "enemy", "hidden"),
        [
            ("9-2", {}, "tJ8", False),
            ("6+1", {}, "tJ8", False),
            ("8-0", {}, "tJ8", True),
            ("9-2", {"pinned": True}, "tJ8", True),
            ("9-2", {}, "", True),
        ],
    )
    def test_who_leads_shows_himself(
        self, leader: str, states: dict[str, bool], enemy: str, hidden: bool
    ) -> None:
        """A leader whose DRM counts loses his "?" if an enemy sees him (D-825)."""
        chief = (f"german/{leader}", {"concealed": True, **states})
        squad = ("german/4-6-7", {"concealed": True})
        enemies = {"R": ("russian/4-4-7", enemy)} if enemy else {}
        run = lambda play: morale_check(play, "V", task=True)  # noqa: E731
        units: Stack = {"V": squad, "L": chief}
        played = stack(run, units, "A10.1 DR 1,2", enemies=enemies)
        assert unit(played, "L").concealed is hidden
        assert unit(played, "V").concealed

    def test_not_for_his_own_check(self) -> None:
        """His own MC does not cost him the "?", and nobody else loses any."""
        units: Stack = {
            "V": ("german/9-2", {"concealed": True}),
            "L": ("german/4-6-7", {"concealed": True}),
        }
        run = lambda play: morale_check(play, "V", task=True)  # noqa: E731
        enemies = {"R": ("russian/4-4-7", "tJ8")}
        played = stack(run, units, "A10.1 DR 1,2", enemies=enemies)
        assert unit(played, "V").concealed
        assert unit(played, "L").concealed

    @pytest.mark.parametrize("dice", ["2,2", "3,4", "4,4", "6,6"])
    def test_task(self, dice: str) -> None:
        """A TC does nothing by itself, not even by an Original 12."""
        passed: list[bool] = []

        def run(play: Play) -> None:
            passed.append(morale_check(play, "V", task=True).passed)

        played = stack(run, SQUAD, f"A10.1 DR {dice}")
        assert left(played) == {"V": "4-6-7"}
        assert not unit(played, "V").pinned
        assert passed == [dice in ("2,2", "3,4")]
