"""S4.p1 to S4.p3: what enters turn by turn, groups, and fewer S?."""

from collections import Counter
from collections.abc import Callable

from opfor.core.game import Game
from opfor.rules.s_solitaire.s04_placement.placement import place_suspects
from opfor.rules.s_solitaire.s04_placement.reinforcement_groups import (
    enter_due,
    enter_group,
)
from opfor.state.events import PhaseBegan
from opfor.state.mission import Entering, load_mission
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Side
from tests.rules.given.setting import flat, played

FLAT = flat()
"""17 hexrows of ten; the FBE of these tests is at the top."""


def entered(*dice: str) -> list[str]:
    """Where a group waits that these dice bring."""
    game = played(FLAT, *dice, run=enter_group, fbe="top")
    return [suspect.enters for suspect in game.state.suspects.values()]


def turned(turn: int, side: Side, *dice: str) -> Game[State]:
    """A game whose Mission has two S? enter on turn 2."""

    def run(play: Play) -> None:
        play.emit(PhaseBegan(turn, side, "RPh"))
        enter_due(play)

    due = (Entering(turn=2, suspects=2),)
    return played(FLAT, *dice, run=run, fbe="top", entering=due)


class TestS4_p1EnterDue:
    """S4.p1."""

    CHITS = ("S4.21 chit C", "S4.21 chit G")

    def test_its_turn(self) -> None:
        """In the ENEMY RPh of the turn they are set up offboard."""
        game = turned(2, "ENEMY", *self.CHITS)
        assert [s.enters for s in game.state.suspects.values()] == ["tC10", "tG10"]

    def test_other_turns(self) -> None:
        """On another turn nothing comes."""
        assert not turned(1, "ENEMY").state.suspects

    def test_other_side(self) -> None:
        """In the FRIENDLY RPh nothing comes."""
        assert not turned(2, "FRIENDLY").state.suspects


class TestS4_p2EnterGroup:
    """S4.p2."""

    def test_each(self) -> None:
        """Spread 1: each S? has a hex of its own."""
        chits = ("S4.21 chit C", "S4.21 chit G", "S4.21 chit K")
        found = entered("S4.p2 dr 2", "S4.p2 dr 1", *chits)
        assert found == ["tC10", "tG10", "tK10"]

    def test_pairs(self) -> None:
        """Spread 3: two S? share a hex, the odd one has its own."""
        found = entered("S4.p2 dr 2", "S4.p2 dr 3", "S4.21 chit C", "S4.21 chit G")
        assert found == ["tC10", "tC10", "tG10"]

    def test_together(self) -> None:
        """Spread 5: side by side from the drawn hex on."""
        found = entered("S4.p2 dr 2", "S4.p2 dr 5", "S4.21 chit G")
        assert sorted(found) == ["tF10", "tG10", "tH10"]

    def test_largest(self) -> None:
        """A dr of 6 brings six."""
        assert len(entered("S4.p2 dr 6", "S4.p2 dr 6", "S4.21 chit G")) == 6


def placed(density: int, *dice: str) -> Callable[[], Counter[str]]:
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
        assert placed(6)() == {"tC6": 1, "tC8": 1}

    def test_half(self) -> None:
        """At half density a 3 stays and a 4 goes."""
        assert placed(3, "S4.p3 dr 3", "S4.p3 dr 4")() == {"tC6": 1}

    def test_unchanged(self) -> None:
        """The Mission says how dense; it is 6 unless it does."""
        assert load_mission("first-contact").density == 6
