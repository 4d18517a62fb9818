"""The game loop: steps, waiting, answering, undoing."""

from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from opfor.core.ask import Asked, Choose, Context, Option, Order, Roll, Waiting
from opfor.core.codec import digest
from opfor.core.dice import Scripted, Seeded
from opfor.core.errors import Divergence, Illegal, OpforError
from opfor.core.event import Emitted, Note
from opfor.core.fact import fact
from opfor.core.game import Game, Past, Step
from opfor.core.journal import Entry, Journal
from opfor.core.policy import Ports
from tests.core.toy import (
    ANSWERS,
    Race,
    Scored,
    fitting,
    new_game,
    play,
    player_turn,
    read_order,
)


class Console:
    """A blocking player: gives the answers in turn, remembers what was refused."""

    human = True

    def __init__(self, *answers: object) -> None:
        self.answers = list(answers)
        self.refused: list[str] = []

    def answer(self, asked: Asked, context: Context) -> object:
        """The next answer."""
        if context.refused:
            self.refused.append(str(context.refused))
        return self.answers.pop(0)


class TypedDice:
    """Dice a person rolls: human, and counted."""

    human = True

    def __init__(self, dice: str) -> None:
        self.dice = [int(die) for die in dice]
        self.asked: list[str] = []

    def answer(self, asked: Asked, context: Context) -> object:
        """The next dice, or the first chit."""
        request = asked.request
        self.asked.append(asked.rule)
        if not isinstance(request, Roll):
            return "B"
        return tuple(self.dice.pop(0) for _ in range(request.size))


class TestRunning:
    """Steps, requests and events."""

    def test_waits_for_the_player(self) -> None:
        """A human request without an answer stops the game at that request."""
        game = new_game()
        asked = game.run()
        assert asked == game.pending
        assert asked is not None
        assert (asked.number, asked.causes, asked.after) == (1, ("T1.1",), 0)
        assert isinstance(asked.request, Order)
        assert game.run() == asked

    def test_plays_to_the_end(self) -> None:
        """With answers the game goes on to its end; then nothing is pending."""
        game = play(new_game())
        assert game.pending is None
        assert max(game.state.player, game.state.enemy) >= 30
        assert game.run() is None

    def test_causes_are_on_events(self) -> None:
        """Each event names the rules that caused it, and its number."""
        game = play(new_game())
        assert [emitted.number for emitted in game.events] == list(
            range(1, len(game.events) + 1)
        )
        rules = {emitted.rule for emitted in game.events}
        assert rules == {"T1.1", "T2.1", "T3.1"}

    def test_state_is_shown_at_the_open_request(self) -> None:
        """While the game waits in mid-step, state and events are of that moment."""
        game = new_game()
        asked = game.run()
        while asked is not None and isinstance(asked.request, Order):
            asked = game.answer(asked.number, {"bold": 0})
        assert asked is not None
        assert asked.rule == "T3.1"
        assert asked.after == len(game.events)
        assert game.mark.events < len(game.events)
        assert game.state.player > game.mark.state.player

    def test_a_step_run_again_tells_nothing_twice(self) -> None:
        """Listeners hear each event once, in order, though steps run again."""
        heard: list[Emitted] = []
        game = new_game()
        game.listen(heard.append)
        play(game)
        assert heard == list(game.events)

    def test_notes_do_not_reach_the_state(self) -> None:
        """A note is told and changes nothing."""
        game = new_game()
        game.emit(Note(fact("because", x=1)))
        assert game.state == Race()
        assert len(game.events) == 1

    def test_a_step_that_does_nothing_is_found(self) -> None:
        """A step that neither asks nor tells would run for ever: an error names it."""
        game = new_game(program=lambda _state: Step("idle", lambda _game: None))
        with pytest.raises(OpforError, match="idle: this step neither"):
            game.run()

    def test_every_game_is_the_same_game(self) -> None:
        """The same seed and answers give the same game, another seed another one."""
        one, two, three = (play(new_game(seed=s)).fingerprint() for s in (1, 1, 2))
        assert one == two != three

    def test_policies_decide_discretion(self) -> None:
        """A setting changes who decides where the rules leave it open."""
        lazy = play(new_game(settings={"pace": "lazy"}))
        assert "more steps" not in str(lazy.events)
        chance = play(new_game(settings={"pace": "random"}))
        assert "more_steps" in str(chance.events)
        game = new_game(settings={"pace": "ask"})
        game.run()
        asked = game.answer(1, {"bold": 0})
        assert asked is not None
        assert "pace" in str(asked)
        with pytest.raises(OpforError, match="no way 'mad'"):
            new_game(settings={"pace": "mad"})
        with pytest.raises(OpforError, match="no policy 'speed'"):
            new_game(settings={"speed": "ask"})


class TestAnswers:
    """Right, wrong and stale answers."""

    @pytest.mark.parametrize("number", [0, 2, 99])
    def test_stale_numbers_are_refused(self, number: int) -> None:
        """An answer to a request that is not open is refused."""
        game = new_game()
        game.run()
        with pytest.raises(OpforError, match="is not open, 1 is"):
            game.answer(number, {"bold": 0})
        assert len(game.journal) == 0

    def test_a_late_answer_to_another_past_is_refused(self) -> None:
        """After an undo a number comes again; the token tells the pasts apart."""
        game = play(new_game(), [{"bold": 1}])
        late = game.pending
        assert late is not None
        token = game.token
        game.undo()
        game.run()
        asked = game.answer(1, {"bold": 2}, token=game.token)
        assert asked is not None
        assert asked.number == late.number
        with pytest.raises(OpforError, match="comes late, after an undo"):
            game.answer(late.number, {"bold": 0}, token=token)
        assert game.answer(late.number, {"bold": 0}, token=game.token) is not None

    @pytest.mark.parametrize("answer", [None, {}, {"bold": 4}, "bold", object(), 1e999])
    def test_illegal_orders_change_nothing(self, answer: object) -> None:
        """A refused order leaves journal, state and open request as they were."""
        game = new_game()
        asked = game.run()
        before = digest(game.state, list(game.events))
        with pytest.raises(OpforError):
            game.answer(1, answer)
        assert game.pending == asked
        assert len(game.journal) == 0
        assert digest(game.state, list(game.events)) == before
        assert game.answer(1, {"bold": 0}) is not None

    def test_a_blocking_port_is_asked_again(self) -> None:
        """A port that waits for its person hears why an answer was refused."""
        console = Console({"bold": 9}, {"bold": 1}, KeyboardInterrupt)
        game = new_game(player=console, program=one_turn)
        game.run()
        assert len(console.refused) == 1
        assert "T1.1" in console.refused[0]
        assert [entry.human for entry in game.journal][:2] == [True, False]

    def test_an_order_found_illegal_later_is_taken_back(self) -> None:
        """If a rule refuses an order only while it acts on it, the order is undone."""

        def act(game: Game[Race]) -> None:
            bold = game.ask(Order(purpose="x", phase="y"), read_order)
            game.emit(Scored("player", 1))
            if bold == 3:
                raise Illegal("T9.9", "too bold")
            game.emit(Scored("player", 29))

        def program(state: Race) -> Step[Race] | None:
            return None if state.player >= 30 else Step("act", act)

        game = new_game(program=program)
        game.run()
        with pytest.raises(Illegal, match=r"T9\.9: too bold"):
            game.answer(1, {"bold": 3})
        assert len(game.journal) == 0
        asked = game.run()
        assert asked is not None
        assert asked.number == 1
        assert game.answer(1, {"bold": 2}) is None

    def test_only_the_step_in_hand_is_taken_back(self) -> None:
        """If a rule finds fault in a later step, earlier decisions stay."""

        def act(game: Game[Race]) -> None:
            if game.state.player:
                raise Illegal("T9.9", "nobody decided this")
            game.ask(Order(purpose="x", phase="y"))
            game.emit(Scored("player", 1))

        game = new_game(program=lambda _state: Step("act", act))
        game.run()
        with pytest.raises(Illegal):
            game.answer(1, 0)
        assert len(game.journal) == 1

    def test_an_answer_is_offered_once(self) -> None:
        """If a step fails before it asks, the answer is not kept for the next."""
        faults: list[OpforError] = []

        def act(game: Game[Race]) -> None:
            if faults:
                raise faults.pop()
            game.ask(Order(purpose="x", phase="y"))
            game.emit(Scored("player", 30))

        game = new_game(program=lambda s: None if s.player else Step("act", act))
        game.run()
        faults.append(OpforError("broken"))
        with pytest.raises(OpforError, match="broken"):
            game.answer(1, 0)
        assert game.run() is not None
        assert len(game.journal) == 0

    def test_answers_come_back_as_from_a_save(self) -> None:
        """An order with tuples is the same, live and from a journal: lists."""
        seen: list[Any] = []

        def act(game: Game[Race]) -> None:
            seen.append(game.ask(Order(purpose="x", phase="y")))
            game.emit(Scored("player", 30))

        def program(state: Race) -> Step[Race] | None:
            return None if state.player >= 30 else Step("act", act)

        game = new_game(program=program)
        game.run()
        game.answer(1, {"path": ("A1", "A2")})
        assert seen == [{"path": ["A1", "A2"]}]


class TestReplay:
    """A journal gives the same game again, or says where it does not."""

    def test_replay_is_the_same_game(self) -> None:
        """The journal alone, without ports, gives the same events and state."""
        game = play(new_game(seed=5))
        again = new_game(dice=Scripted(), past=Past(Journal(game.journal)))
        again.run()
        assert again.fingerprint() == game.fingerprint()

    @settings(max_examples=25, deadline=None)
    @given(st.integers(0, 50), st.lists(st.integers(0, 3), max_size=12))
    def test_any_game_replays(self, seed: int, orders: list[int]) -> None:
        """Whatever is played replays to the byte, also half-played games."""
        game = play(new_game(seed=seed), [{"bold": order} for order in orders])
        again = new_game(dice=Scripted(), past=Past(Journal(game.journal)))
        assert again.run() == game.pending
        assert again.fingerprint() == game.fingerprint()

    def test_first_divergent_answer_is_named(self) -> None:
        """A changed die shows at the first request or end that it leads to."""
        game = play(new_game(seed=5))
        entries = list(game.journal)
        fifth = entries[4]
        entries[4] = Entry(
            Asked(5, ("T9.9",), fifth.asked.after, fifth.asked.request), fifth.answer
        )
        again = new_game(past=Past(Journal(entries)))
        with pytest.raises(Divergence, match="answer 5: the journal has T9") as error:
            again.run()
        assert error.value.number == 5
        assert error.value.expected.startswith("T9.9")

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"causes": ("T0.0", "T2.1")}, r"\(causes \('T0.0', 'T2.1'\)\), the game"),
            ({"after": 1}, r"\(after 1\), .*\(after 2\)"),
            ({"request": Choose(purpose="pace", options=(Option("fly"),))}, "fly"),
        ],
    )
    def test_the_difference_is_named(self, changes: Any, message: str) -> None:
        """A request that reads the same is told with the part that differs."""
        game = play(new_game(seed=5))
        entries = list(game.journal)
        entries[2] = Entry(replace(entries[2].asked, **changes), entries[2].answer)
        with pytest.raises(Divergence, match=message):
            new_game(past=Past(Journal(entries))).run()

    def test_answers_beyond_the_end(self) -> None:
        """Answers that nothing asks for are a divergence, not ignored."""
        game = play(new_game(seed=5))
        last = game.journal[len(game.journal) - 1]
        entries = [*game.journal, last]
        with pytest.raises(Divergence, match="the end of the game"):
            new_game(past=Past(Journal(entries))).run()

    def test_a_bad_answer_in_the_journal(self) -> None:
        """An answer that no longer fits its request is a divergence there."""
        game = play(new_game(seed=5))
        entries = list(game.journal)
        entries[0] = Entry(entries[0].asked, {"bold": 9}, human=True)
        with pytest.raises(Divergence, match="answer 1"):
            new_game(past=Past(Journal(entries))).run()


def one_turn(state: Race) -> Step[Race] | None:
    """The player's turn alone, once."""
    return None if state.player else Step("once", player_turn)


class TestUndo:
    """Taking back decisions, never dice."""

    def test_undo_goes_back_to_the_decision(self) -> None:
        """After undo the game waits at the request of the n-th last decision."""
        game = play(new_game(seed=5), ANSWERS[:5])
        decisions = game.journal.decisions()
        for n in (1, 2):
            gone = game.undo(n)
            asked = game.run()
            assert asked is not None
            assert asked == gone.answers[0].asked
            assert asked.after == len(game.events)
        assert len(game.journal.decisions()) == len(decisions) - 3

    def test_undo_and_the_same_order_is_the_same_game(self) -> None:
        """Undo followed by the same answers gives the same game to the byte."""
        game = play(new_game(seed=5))
        other = play(new_game(seed=5))
        entries = [entry.answer for entry in other.journal if entry.decision]
        other.undo(3)
        play(other, entries[-3:])
        assert other.fingerprint() == game.fingerprint()

    def test_listeners_hear_the_new_story(self) -> None:
        """After undo, listeners hear what happens instead."""
        game = play(new_game(seed=5), ANSWERS[:2])
        heard: list[Emitted] = []
        game.listen(heard.append)
        gone = game.undo()
        asked = game.run()
        assert heard == []
        assert asked is not None
        game.answer(asked.number, {"bold": 3})
        assert [one.number for one in heard] == list(
            range(gone.events[0].number, len(game.events) + 1)
        )

    @pytest.mark.parametrize("n", [0, -1, 4])
    def test_no_more_than_there_is(self, n: int) -> None:
        """Undo of more decisions than were made is refused, and nothing changes."""
        game = play(new_game(seed=5), ANSWERS[:3])
        before = game.fingerprint()
        with pytest.raises(OpforError, match="no more than 3"):
            game.undo(n)
        assert game.fingerprint() == before

    @settings(max_examples=30, deadline=None)
    @given(st.integers(0, 99), st.lists(st.integers(0, 3), min_size=2, max_size=8))
    def test_seeded_dice_cannot_be_rolled_again(
        self, seed: int, orders: list[int]
    ) -> None:
        """Whatever the player orders after undo, each stream gives the same dice."""
        game = play(new_game(seed=seed), [{"bold": 0}] * 3)
        before = luck(game)
        game.undo(2)
        play(game, [{"bold": order} for order in orders])
        after = luck(game)
        for stream, dice in before.items():
            again = after.get(stream, [])
            size = min(len(dice), len(again))
            assert again[:size] == dice[:size]

    def test_typed_dice_come_out_again(self) -> None:
        """Dice a person typed come out again in order, and he is asked for no more."""
        dice = TypedDice("123456" * 20)
        game = play(new_game(dice=dice), [{"bold": 0}] * 2)
        asked, before = len(dice.asked), luck(game)
        game.undo(2)
        play(game, [{"bold": 1}, {"bold": 2}])
        assert len(dice.asked) == asked
        assert luck(game) == before
        assert game.journal.kept == {}

    def test_typed_dice_are_no_decision(self) -> None:
        """Undo after a typed roll takes back the order before it, not the roll."""
        dice = TypedDice("123456" * 20)
        game = play(new_game(dice=dice), [{"bold": 0}])
        gone = game.undo()
        assert isinstance(gone.answers[0].asked.request, Order)
        assert len(game.journal) == 0
        assert game.journal.kept["T1.1"] == [1, 2]

    def test_typed_dice_are_typed_anew(self) -> None:
        """Who mistyped is asked for the last dice again, and for those before them."""
        game, nobody = three_rolls(Waiting()), partial(last_of, False)
        game.answer(1, 0)
        for number, dice in ((2, [1]), (3, [2]), (4, [3])):
            game.answer(number, dice)
        assert game.last_dice(nobody) == 3
        assert [e.answer for e in game.take_back_dice(nobody).answers] == [(3,)]
        game.take_back_dice(nobody)
        assert game.journal.kept == {}
        asked = game.run()
        assert asked is not None
        assert (asked.number, str(asked.request.purpose)) == (3, "two")
        game.answer(3, [5])
        game.answer(4, [6])
        assert [entry.answer for entry in game.journal][1:] == [(1,), (5,), (6,)]

    def test_no_decision_is_taken_back_with_dice(self) -> None:
        """Behind a decision dice are out of reach, until it is undone."""
        game, nobody = three_rolls(Waiting()), partial(last_of, False)
        with pytest.raises(OpforError, match="no dice of yours came last"):
            game.take_back_dice(nobody)
        game.answer(1, 0)
        assert game.last_dice(nobody) is None
        game.answer(2, [1])
        game.undo()
        assert game.last_dice(nobody) is None
        game.run()
        game.answer(1, 0)
        assert game.journal[1].answer == (1,)

    def test_dice_that_came_again_are_typed_anew(self) -> None:
        """After an undo too, with those that were typed after them."""
        game, mine = three_rolls(Waiting()), partial(last_of, True)
        for number, answer in enumerate((0, [1], [2]), 1):
            game.answer(number, answer)
        game.undo()
        game.run()
        game.answer(1, 0)
        assert [entry.answer for entry in game.journal][1:] == [(1,), (2,)]
        assert [e.answer for e in game.take_back_dice(mine).answers] == [(2,)]
        assert [e.answer for e in game.take_back_dice(mine).answers] == [(1,)]
        assert game.journal.kept == {}
        asked = game.run()
        assert asked is not None
        assert asked.number == 2

    def test_seeded_luck_stays(self) -> None:
        """What the seed rolled after typed dice comes again as it was."""

        def act(game: Game[Race]) -> None:
            game.ask(Roll(purpose="x", kind="dr", side="player", stream="x"))
            game.ask(Roll(purpose="y", kind="DR", stream="y"))
            game.ask(Order(purpose="z", phase="z"))

        ports = Ports(Seeded(1), Waiting(), dice_of={"player": Waiting()})
        game = Game(Race(), lambda _: Step("act", act), ports)
        game.run()
        game.answer(1, [1])
        seeded = game.journal[1].answer
        assert len(game.take_back_dice(partial(last_of, False)).answers) == 2
        assert game.journal.kept == {"y": list(seeded)}
        game.run()
        game.answer(1, [2])
        assert [entry.answer for entry in game.journal] == [(2,), seeded]

    def test_more_dice_than_were_kept(self) -> None:
        """A larger roll takes what was kept first and rolls only the rest."""
        want = [2, 4]

        def act(game: Game[Race]) -> None:
            game.ask(Order(purpose="x", phase="y"))
            dice = game.ask(Roll(purpose="z", kind="random", count=want.pop(0)))
            game.emit(Note(fact("dice", dice=dice)))
            game.emit(Scored("player", 30))

        def program(state: Race) -> Step[Race] | None:
            return None if state.player else Step("act", act)

        game = new_game(program=program, dice=TypedDice("1122"))
        game.run()
        game.answer(1, 0)
        game.undo()
        game.run()
        game.answer(1, 0)
        assert game.journal[1].answer == (1, 1, 2, 2)
        seeded = new_game(program=program, dice=Seeded(1))
        fresh = [Seeded(1).answer(game.journal[1].asked, Context(None))]
        want[:] = [2, 4]
        seeded.run()
        seeded.answer(1, 0)
        seeded.undo()
        seeded.run()
        seeded.answer(1, 0)
        assert seeded.journal[1].answer == fresh[0]

    def test_kept_dice_wait_for_a_person_to_roll_the_rest(self) -> None:
        """While the game waits for the rest of a roll, the kept dice stay kept."""
        want = [2, 4]

        def act(game: Game[Race]) -> None:
            game.ask(Order(purpose="x", phase="y"))
            game.ask(Roll(purpose="z", kind="random", count=want[0]))
            game.emit(Scored("player", 30))

        def program(state: Race) -> Step[Race] | None:
            return None if state.player else Step("act", act)

        game = new_game(program=program, dice=Waiting())
        game.run()
        game.answer(1, 0)
        game.answer(2, [5, 6])
        game.undo()
        del want[0]
        game.run()
        asked = game.answer(1, 0)
        assert asked == game.run() == game.pending
        assert asked is not None
        assert asked.request == Roll(purpose="z", kind="random", count=2)
        assert game.journal.kept == {"game": [5, 6]}
        with pytest.raises(OpforError, match="not 2 dice"):
            game.answer(2, [1, 2, 3, 4])
        assert game.pending == asked
        assert game.answer(2, [1, 2]) is None
        assert game.journal[1].answer == (5, 6, 1, 2)
        assert game.journal.kept == {}

    def test_a_kept_chit_waits_for_its_cup(self) -> None:
        """A chit that is not in the new cup stays kept; the cup gives another."""
        game = play(new_game(), [{"bold": 0}])
        chits = [e.answer for e in game.journal if e.asked.stream == "T2.1/chits"]
        assert len(chits) == 1
        drawn = game.journal.drawn("T2.1/chits")
        game.journal.kept["T2.1/chits"] = ["Q", "B"]
        assert game.journal.drawn("T2.1/chits") == drawn + 2
        asked = game.pending
        assert asked is not None
        game.answer(asked.number, fitting(asked.request, {"bold": 0}))
        assert game.journal.kept["T2.1/chits"] == ["Q"]
        chits = [e.answer for e in game.journal if e.asked.stream == "T2.1/chits"]
        assert chits[1:] == ["B"]


def last_of(mine: bool, _asked: Asked) -> bool:
    """Whether dice that the seed rolled are the player's after all."""
    return mine


def three_rolls(dice: Any) -> Game[Race]:
    """A game of an order and three dr, which waits for the order."""

    def act(game: Game[Race]) -> None:
        game.ask(Order(purpose="x", phase="y"))
        for what in ("one", "two", "three"):
            game.ask(Roll(purpose=what, kind="dr"))
        game.emit(Scored("player", 30))

    def program(state: Race) -> Step[Race] | None:
        return None if state.player else Step("act", act)

    game = new_game(program=program, dice=dice)
    game.run()
    return game


def luck(game: Game[Race]) -> dict[str, list[Any]]:
    """What each stream has given, in order."""
    streams: dict[str, list[Any]] = {}
    for entry in game.journal:
        if entry.asked.stream:
            streams.setdefault(entry.asked.stream, []).extend(entry.luck)
    return streams
