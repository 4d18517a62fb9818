"""A7.3: what a result of the IFT does."""

from opfor.core.game import Game
from opfor.rules.a_infantry.a07_fire.a07_3_effect_of_the_ift import apply_result
from opfor.rules.a_infantry.a07_fire.a07_ift import IftResult
from opfor.state.state import State
from tests.rules.given.stack import Stack, stack, unit
from tests.rules.given.world import notes


def hit(result: IftResult, units: Stack, *dice: str) -> Game[State]:
    """A result on all of a stack."""
    return stack(
        lambda play: apply_result(play, result, list(units)),
        units,
        *dice,
        elr={"FRIENDLY": 5},
    )


class TestA7_3_effectResults:
    """A7.3/effect."""

    def test_leaders_first(self) -> None:
        """Leaders check first, the best first, unless the order is given."""
        units: Stack = {"V": "german/4-6-7", "A": "german/8-1", "B": "german/9-2"}
        dice = "A10.1 DR 2,2", "A10.1 DR 2,3", "A10.1 DR 2,4"
        played = hit(IftResult("MC", 0), units, *dice)
        rolls = [text for text in notes(played) if text.startswith("MC of")]
        assert [text.split()[2] for text in rolls] == ["B", "A", "V"]

    def test_who_is_gone(self) -> None:
        """Units that are out of play already are passed over."""
        played = stack(
            lambda play: apply_result(play, IftResult("MC", 0), ["X", "V"]),
            {"V": "german/4-6-7"},
            "A10.1 DR 1,2",
        )
        assert not unit(played, "V").pinned
