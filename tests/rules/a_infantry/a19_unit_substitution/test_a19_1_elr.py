"""A19: ELR, replacement, Disruption."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import morale_check
from opfor.rules.a_infantry.a19_unit_substitution.a19_1_elr import elr
from opfor.state.play import Play
from opfor.state.state import State
from tests.rules.given.stack import left, stack, unit


def failed(
    counter: str, dice: str = "5,6", number: int = 0, **setting: Any
) -> Game[State]:
    """A failed MC of V with an ELR of 2, by SSR."""
    states = setting.pop("states", {})
    return stack(
        lambda play: morale_check(play, "V"),
        {"V": (counter, states)},
        f"A10.1 DR {dice}",
        **({"elr": {"FRIENDLY": 2}, "elr_for_all": ("FRIENDLY",)} | setting),
    )


class TestA19_1Elr:
    """A19.1."""

    @pytest.mark.parametrize(
        ("counter", "given", "ssr", "expected"),
        [
            ("german/4-6-7", {"FRIENDLY": 2}, (), 2),
            ("german/4-6-7", {"FRIENDLY": 2}, ("FRIENDLY",), 2),
            ("german/8-3-8", {"FRIENDLY": 2}, (), 5),
            ("german/8-3-8", {"FRIENDLY": 2}, ("FRIENDLY",), 2),
            ("german/8-3-8", {"FRIENDLY": 2}, ("ENEMY",), 5),
            ("german/8-3-8", {"FRIENDLY": 5}, ("FRIENDLY",), 5),
            ("german/8-3-8", {}, (), 5),
            ("partisan/3-3-7", {"FRIENDLY": 4}, (), 4),
        ],
    )
    def test_of_a_unit(
        self, counter: str, given: dict[str, int], ssr: tuple[str, ...], expected: int
    ) -> None:
        """The Mission's; 5 for underlined Morale Level unless an SSR says less."""
        found: list[int] = []

        def run(play: Play) -> None:
            found.append(elr(play, play.state.units["V"]))

        stack(run, {"V": counter}, elr=given, elr_for_all=ssr)
        assert found == [expected]

    def test_of_the_nation(self) -> None:
        """Where the Mission is silent it is the nation's on that date."""
        found: list[int] = []

        def run(play: Play) -> None:
            found.append(elr(play, play.state.units["V"]))

        stack(
            run,
            {"V": "german/4-6-7"},
            enemy="russian",
            friendly="russian",
            date="1942-08",
        )
        assert found == [3]


class TestA19_11BeyondElr:
    """A19.11."""

    @pytest.mark.parametrize(("dice", "counter"), [("4,5", "4-6-7"), ("4,6", "4-4-7")])
    def test_margin(self, dice: str, counter: str) -> None:
        """Failing by the ELR is not failing by more than it."""
        assert list(left(failed("german/4-6-7", dice)).values()) == [counter]

    @pytest.mark.parametrize("counter", ["german/2-2-8", "russian/9-0-commissar"])
    def test_immune(self, counter: str) -> None:
        """Crews and commissars only break."""
        played = failed(counter, elr={"FRIENDLY": 0})
        assert unit(played, "V").broken
        assert not unit(played, "V").disrupted


class TestA19_13Replacement:
    """A19.13."""

    @pytest.mark.parametrize(
        ("counter", "expected"),
        [
            ("german/4-6-7", ["4-4-7"]),
            ("german/2-4-7", ["2-3-7"]),
            ("german/8-1", ["8-0"]),
            ("russian/6-2-8", ["5-2-7"]),
            ("german/8-3-8", ["3-3-8", "3-3-8"]),
        ],
    )
    def test_lower_class(self, counter: str, expected: list[str]) -> None:
        """The next lower class or grade, broken; two HS of an underlined squad."""
        played = failed(counter)
        assert list(left(played).values()) == expected
        assert all(u.broken and u.dm for u in played.state.units.values())


class TestA19_12Disruption:
    """A19.12."""

    @pytest.mark.parametrize("counter", ["german/4-3-6", "german/6+1", "german/3-3-8"])
    def test_nothing_lower(self, counter: str) -> None:
        """With nothing lower it is broken and Disrupted."""
        assert unit(failed(counter), "V").disrupted

    def test_exc1_nations(self) -> None:
        """Partisans and Gurkha are never Disrupted, nor are SS against Russians."""
        assert not unit(failed("partisan/3-3-7"), "V").disrupted
        assert not unit(failed("ss/3-4-8", date="1944-06"), "V").disrupted
        found = failed("ss/3-4-8", date="1944-06", enemy="american")
        assert unit(found, "V").disrupted

    def test_exc1_fanatic(self) -> None:
        """Nor are Fanatic units."""
        played = failed("german/4-3-6", states={"fanatic": True})
        assert unit(played, "V").broken
        assert not unit(played, "V").disrupted
