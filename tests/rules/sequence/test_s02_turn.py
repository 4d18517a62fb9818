"""S2: a game from its set-up to its end, phase by phase."""

import pytest
from msgspec import to_builtins

from opfor.core.ask import Order
from opfor.core.errors import Illegal, OpforError
from opfor.core.fact import fact
from opfor.rules.a_infantry.a03_9_phases import PHASES
from opfor.rules.choices.offer import units_of
from opfor.rules.choices.orders import EndPhase
from opfor.rules.sequence.legal_orders import legal
from opfor.rules.sequence.s02_turn import read_legal, set_up
from opfor.state.events import Moved, MoveEnded, PhaseBegan
from opfor.state.mission import OB
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.one_turn import played
from tests.rules.given.world import game


class TestA3SequenceOfPlay:
    """A3."""

    def test_every_phase_of_both_player_turns(self) -> None:
        """Eight phases of the side that is first, then eight of the other one."""
        told = [e.event for e in played().events if isinstance(e.event, PhaseBegan)]
        assert [(e.side, e.phase) for e in told] == [
            (side, phase) for side in ("FRIENDLY", "ENEMY") for phase in PHASES
        ]

    def test_who_has_nothing_to_do_is_not_asked(self) -> None:
        """The only part with a choice is the MPh of the side that has units."""
        asked = [e.asked.request for e in played().journal]
        assert [r.phase for r in asked if isinstance(r, Order)] == ["MPh"]

    def test_not_the_moment(self) -> None:
        """The side that is not to act can order nothing."""

        def run(play: Play) -> None:
            with pytest.raises(Illegal, match="not for the ENEMY"):
                read_legal(play, "ENEMY", {"type": "end"})
            assert list(legal(play, "ENEMY")) == []

        game(units={"V": ("german/4-6-7", "tJ6")}, run=run)

    def test_not_in_this_phase(self) -> None:
        """An order of another phase is refused, and what it is for is told."""

        def run(play: Play) -> None:
            told = "“Rally” is for the RPh; this is the FRIENDLY MPh"
            with pytest.raises(Illegal, match=told):
                read_legal(play, "FRIENDLY", {"type": "rally", "unit": "V"})

        game(units={"V": ("german/4-6-7", "tJ6")}, run=run)

    def test_a_whole_turn(self) -> None:
        """Units enter along the FBE, move, halt; the last turn ends the game."""
        state = played(
            {"type": "move", "units": ["467A"], "to": "tA5"},
            {"type": "move", "units": ["467A"], "to": "tB5"},
            {"type": "halt"},
            {"type": "move", "units": ["81A"], "to": "tA4"},
        ).state
        assert (state.units["467A"].location, state.units["81A"].location) == (
            "tB5",
            "tA4",
        )
        assert state.over == fact("turns_are_over", turns=1)

    def test_another_stack_ends_the_move_in_hand(self) -> None:
        """Ordering another unit ends the move of the one before."""
        told = played(
            {"type": "move", "units": ["467A"], "to": "tA5"},
            {"type": "move", "units": ["467B"], "to": "tA6"},
        ).events
        kinds = [type(e.event) for e in told]
        assert kinds.count(MoveEnded) == 2
        assert kinds.index(MoveEnded) < len(kinds) - kinds[::-1].index(Moved) - 1

    def test_every_option_is_legal(self) -> None:
        """What `?` lists is what the rules allow."""

        def run(play: Play) -> None:
            listed = [offer.order for offer in legal(play, "FRIENDLY")]
            assert EndPhase() in listed
            assert any(units_of(order) == ("V",) for order in listed)
            for order in listed:
                assert read_legal(play, "FRIENDLY", to_builtins(order)) == order

        game(units={"V": ("german/4-6-7", "tJ6")}, run=run)

    def test_nothing_to_halt(self) -> None:
        """Halting without a move in hand is refused."""

        def run(play: Play) -> None:
            with pytest.raises(Illegal, match="no move is in hand"):
                read_legal(play, "FRIENDLY", {"type": "halt"})

        game(run=run)

    @pytest.mark.parametrize("answer", [None, 7, {}, {"type": "fly"}, {"type": "move"}])
    def test_no_order(self, answer: object) -> None:
        """What is no order is refused in one sentence."""

        def run(play: Play) -> None:
            with pytest.raises(OpforError, match="no order"):
                read_legal(play, "FRIENDLY", answer)

        game(run=run)


class TestHiddenOB:
    """Units of the OB that set up by HIP (A12.3), and set-up concealment (A12.12)."""

    @pytest.mark.parametrize(
        ("line", "hidden", "concealed"),
        [
            (OB(counter="4-6-7", at=LocationName("K6"), hidden=True), True, False),
            (OB(counter="4-6-7", at=LocationName("K6")), False, True),
            (OB(counter="4-6-7", hidden=True), False, False),
        ],
    )
    def test_set_up(self, line: OB, hidden: bool, concealed: bool) -> None:
        """Hidden on the map only; whoever nobody sees sets up concealed."""
        state = game("B25.65 DR 3,4", run=set_up, unit=(line,)).state
        (found,) = state.units.values()
        assert (found.hidden, found.concealed) == (hidden, concealed)
