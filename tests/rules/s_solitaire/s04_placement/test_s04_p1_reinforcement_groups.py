"""S4.2, S4.3: what enters for the ENEMY in the turns that the Mission names."""

from opfor.core.game import Game
from opfor.rules.s_solitaire.s04_placement.s04_2_entry import enter_suspects
from opfor.rules.s_solitaire.s04_placement.s04_p1_reinforcement_groups import (
    enter_due,
    enter_group,
)
from opfor.state.events import PhaseBegan
from opfor.state.mission import Entering
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

    def test_pair_in_a_full_hex(self) -> None:
        """A hex that two S? of the group have taken is drawn again (S4.21 EXC)."""
        chits = ("S4.21 chit C", "S4.21 chit G", "S4.21 chit C", "S4.21/exc1 chit K")
        assert entered("S4.p2 dr 5", "S4.p2 dr 4", *chits) == [
            *("tC10", "tC10"),
            *("tG10", "tG10"),
            "tK10",
        ]

    def test_pair_with_room_for_one(self) -> None:
        """Where a S? waits already one of a pair goes, the other is drawn anew."""

        def run(play: Play) -> None:
            enter_suspects(play, 1)
            enter_group(play)

        dice = ("S4.21 chit C", "S4.p2 dr 1", "S4.p2 dr 3")
        game = played(FLAT, *dice, "S4.21 chit C", "S4.21 chit G", run=run, fbe="top")
        waiting = [suspect.enters for suspect in game.state.suspects.values()]
        assert waiting == ["tC10", "tC10", "tG10"]

    def test_together(self) -> None:
        """Spread 5: side by side from the drawn hex on."""
        found = entered("S4.p2 dr 2", "S4.p2 dr 5", "S4.21 chit G")
        assert sorted(found) == ["tF10", "tG10", "tH10"]

    def test_largest(self) -> None:
        """A dr of 6 brings six."""
        assert len(entered("S4.p2 dr 6", "S4.p2 dr 6", "S4.21 chit G")) == 6


class TestEntryHexes:
    """D-730: the Mission names the hexes that its groups and S? are drawn from."""

    def test_drawn(self) -> None:
        """Each S? draws one of them by a dr, none of the others."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(2, "ENEMY", "RPh"))
            enter_due(play)

        due = (Entering(turn=2, suspects=2, hexes=("tC10", "tG10")),)  # type: ignore[arg-type] # plain names
        dice = ("S4.2 dr 4", "S4.2 dr 1")
        game = played(FLAT, *dice, run=run, fbe="top", entering=due)
        assert [s.enters for s in game.state.suspects.values()] == ["tG10", "tC10"]

    def test_together(self) -> None:
        """Side by side goes no further than the named hexes."""

        def run(play: Play) -> None:
            enter_group(play, by=("tC10", "tE10"))  # type: ignore[arg-type] # plain names

        dice = ("S4.p2 dr 2", "S4.p2 dr 5", "S4.p2 dr 6")
        game = played(FLAT, *dice, run=run, fbe="top")
        found = [suspect.enters for suspect in game.state.suspects.values()]
        assert sorted(found) == ["tC10", "tE10"]
