"""S4: fewer S?, as an option of the Mission."""

from collections import Counter
from collections.abc import Callable

from opfor.rules.s_solitaire.s04_placement.s04_1_placement import place_suspects
from opfor.state.mission import load_mission
from tests.rules.given.setting import flat, played


def comes_in(density: int, *dice: str) -> Callable[[], Counter[str]]:
    """How many S? stand where, of two brush hexes."""
    board = flat("brush: C6 C7 C8")
    rolls = ("S4.1b dr 2", *dice)
    game = played(
        board,
        *rolls,
        run=place_suspects,
        fbe="top",
        placement=("b",),
        density=density,
    )
    return lambda: Counter(s.location for s in game.state.suspects.values())


class TestS4_p3Stays:
    """S4.p3."""

    def test_all(self) -> None:
        """At the standard density no die is rolled."""
        assert comes_in(6)() == {"tC6": 1, "tC8": 1}

    def test_half(self) -> None:
        """At half density a 3 stays and a 4 goes."""
        assert comes_in(3, "S4.p3 dr 3", "S4.p3 dr 4")() == {"tC6": 1}

    def test_unchanged(self) -> None:
        """The Mission says how dense; it is 6 unless it does."""
        assert load_mission("first-contact").density == 6
