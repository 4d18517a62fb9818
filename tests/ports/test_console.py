"""A game in the terminal, from its first line to its last."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opfor.core.ask import Draw, Order, Roll
from opfor.core.errors import OpforError
from opfor.core.save import read_save
from opfor.ports.commands import COMMANDS, read_words
from opfor.ports.session import Session, kind_on, resume
from opfor.views.text.called import names_of
from tests.ports.playing import GOLDEN, Terminal, session, transcript

RENEW = "OPFOR_GOLDEN"
ENTER = "move 467A,81A R10"


def played(tmp_path: Path) -> tuple[Session, str]:
    """The scripted game, and what its screen showed."""
    lines = (GOLDEN / "commands.txt").read_text("utf-8").splitlines()
    game = session(tmp_path / "game.opfor", ac=4)
    return game, transcript(game, lines)


class TestGolden:
    """A whole scripted game shows what it showed when somebody last read it."""

    def test_transcript(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The screen is the golden one; $OPFOR_GOLDEN=1 writes it anew, to be read."""
        monkeypatch.chdir(tmp_path)  # the length of the save's path moves no line
        path = GOLDEN / "first-contact.txt"
        _, shown = played(Path())
        if os.environ.get(RENEW):
            path.write_text(shown, "utf-8")
        assert shown == path.read_text("utf-8")

    def test_replay(self, tmp_path: Path) -> None:
        """The save of the same game replays to the byte."""
        game, _ = played(tmp_path)
        saved = read_save(tmp_path / "game.opfor")
        replayed = kind_on(game.world).check_replay(saved)
        assert replayed.fingerprint() == game.game.fingerprint()
        assert sum(entry.human for entry in replayed.journal) > 10

    def test_no_line_too_wide(self) -> None:
        """Nothing that the program writes goes beyond 80 columns."""
        shown = (GOLDEN / "first-contact.txt").read_text("utf-8").splitlines()
        assert not [line for line in shown if len(line) > 80 and "> " not in line]


class TestMoves:
    """Units move hex by hex until something happens."""

    def test_stops(self, tmp_path: Path) -> None:
        """A way of several hexes ends where a S? is checked, and says so."""
        terminal = Terminal(session(tmp_path / "a.opfor"))
        shown = terminal.type("move 467A,81A R10 R9 R8")
        assert "stopped before R9, R8" in shown or "what the attack did" in shown
        assert terminal.session.game.state.units["467A"].location == "o1R10"

    def test_victory(self, tmp_path: Path) -> None:
        """What the Mission is about, what is asked and how it stands, at any time."""
        told = {"situation": ("Rain fell.",), "special": ("No help comes.",)}
        terminal = Terminal(session(tmp_path / "a.opfor", **told))
        shown = terminal.type("victory")
        assert "Rain fell.\n- No help comes.\nFRIENDLY: Control all VPO" in shown
        assert shown.endswith("Now: VPO Locations 0\n  of 2")

    def test_nobody_wins(self, tmp_path: Path) -> None:
        """A Mission without victory conditions says so."""
        terminal = Terminal(session(tmp_path / "a.opfor", victory=()))
        said = "No victory conditions: the game ends with its turns."
        assert said in terminal.type("victory")

    def test_stack_in_hand(self, tmp_path: Path) -> None:
        """Without a unit, a hex moves the stack in hand on."""
        terminal = Terminal(session(tmp_path / "a.opfor"))
        terminal.type("move 467a A10", "move A9")
        assert terminal.session.game.state.units["467A"].location == "o1A9"

    def test_names(self, tmp_path: Path) -> None:
        """Units may be named as players call them."""
        terminal = Terminal(session(tmp_path / "a.opfor"))
        names = names_of(terminal.session.world, terminal.session.game.state)
        leader = names.of("81A").split()[-1]
        terminal.type(f"move 4-6-7a,{leader} A10")
        move = terminal.session.game.state.move
        assert move is not None
        assert set(move.units) == {"467A", "81A"}

    def test_all_at(self, tmp_path: Path) -> None:
        """Everybody in a Location moves together."""
        terminal = Terminal(session(tmp_path / "a.opfor"))
        terminal.type("move all at off A10")
        move = terminal.session.game.state.move
        assert move is not None
        assert len(move.units) == 8

    def test_several_hexes_are_several_orders(self, tmp_path: Path) -> None:
        """Each hex is a decision of its own, which undo takes back alone."""
        terminal = Terminal(session(tmp_path / "a.opfor"))
        terminal.type("move 467A EE10 EE9")
        assert "taken back: move 467A to EE9" in terminal.type("undo")
        assert terminal.session.game.state.units["467A"].location == "o1EE10"


class TestWhy:
    """The reasons before the first order, and after it."""

    def test_set_up(self, tmp_path: Path) -> None:
        """Of the set-up the last events, and how to see all."""
        terminal = Terminal(session(tmp_path / "a.opfor"))
        count = len(terminal.session.game.events)
        told = terminal.type("why")
        last = f"the last 6 of {count} events; `why {count}` tells of all"
        assert told.endswith(last)
        assert "FRIENDLY MPh" in told
        assert "S4.1" not in told
        assert "S4.1" in terminal.type(f"why {count}")

    def test_order(self, tmp_path: Path) -> None:
        """After an order what followed it, all of it."""
        terminal = Terminal(session(tmp_path / "a.opfor"))
        terminal.type(ENTER)
        told = terminal.type("why")
        assert "tells of all" not in told
        assert "A4" in told


class TestUndo:
    """What was taken back comes again as it was."""

    def test_same_dice(self, tmp_path: Path) -> None:
        """The same order after an undo falls upon the same dice."""
        terminal = Terminal(session(tmp_path / "a.opfor"))
        first = terminal.type(ENTER)
        assert "dice already rolled will come again" in terminal.type("undo")
        assert terminal.type(ENTER) == first

    def test_end(self, tmp_path: Path) -> None:
        """The end of the game can be taken back."""
        terminal = Terminal(session(tmp_path / "a.opfor"))
        last = terminal.session.game.state.mission.turns
        told = " ".join(terminal.type(*["end"] * 2 * last).split())
        assert "the game is over" in told
        assert "% were not of our making." in told
        assert "the game is over; undo takes the end back" in terminal.type("end")
        terminal.type("undo")
        assert terminal.session.game.state.turn == last


class TestDice:
    """The player may roll himself, and stop doing so, at any moment."""

    def test_typed(self, tmp_path: Path) -> None:
        """Dice typed by hand fall as typed, and the save knows whose they are."""
        terminal = Terminal(session(tmp_path / "a.opfor"))
        terminal.type("dice mine", ENTER)
        shown = terminal.type("9", "3")
        assert "dice show 1 to 6" in shown
        rolls = [e for e in terminal.session.game.journal if e.human]
        typed = [e.answer for e in rolls if isinstance(e.asked.request, Roll)]
        assert [list(dice) for dice in typed] == [[3]]

    @pytest.mark.parametrize("line", ["", "  ", "\t", "x", ",", "7", "0"])
    def test_no_dice(self, tmp_path: Path, line: str) -> None:
        """Nothing at all, or what is no die, is told, and the dice are waited for."""
        terminal = Terminal(session(tmp_path / "a.opfor", dice="mine"))
        first = terminal.session.game.pending
        terminal.type(line)
        assert terminal.session.game.pending == first
        assert len(terminal.session.game.journal) == 0

    def test_mistyped(self, tmp_path: Path) -> None:
        """The last dice are taken back, and asked for once more."""
        terminal = Terminal(session(tmp_path / "a.opfor", dice="mine"))
        first = terminal.session.game.pending
        assert "`retype` takes your last dice back" in terminal.type("6", "undo")
        shown = terminal.type("retype")
        assert "taken back: VPO Location on board o1: 6" in shown
        assert terminal.session.game.pending == first
        assert "no dice of yours came last" in terminal.type("retype")
        terminal.type("2")
        assert terminal.session.game.journal[0].answer == (2,)

    def test_mistyped_and_left(self, tmp_path: Path) -> None:
        """What was taken back is in no save: who comes back is asked for it."""
        terminal = Terminal(session(tmp_path / "a.opfor", dice="mine"))
        terminal.type("2", "6", "retype")
        asked = terminal.session.game.pending
        terminal.session.close()
        again = resume(tmp_path / "a.opfor")
        assert again.game.run() == asked
        assert [entry.answer for entry in again.game.journal] == [(2,)]
        assert again.game.journal.kept == {}

    def test_after_an_undo(self, tmp_path: Path) -> None:
        """Mistyped dice that come again are taken back too."""
        terminal = Terminal(session(tmp_path / "a.opfor"))
        terminal.type("dice mine", ENTER, "3")
        asked = [e.asked for e in terminal.session.game.journal if e.human][-1]
        terminal.type("undo", ENTER)
        assert terminal.session.game.journal[-1].answer == (3,)
        terminal.type("retype")
        assert terminal.session.game.pending == asked

    def test_handed_over(self, tmp_path: Path) -> None:
        """At an open roll, `dice seeded` lets the seed roll it."""
        terminal = Terminal(session(tmp_path / "a.opfor"))
        terminal.type("dice mine", ENTER)
        pending = terminal.session.game.pending
        assert pending is not None
        assert isinstance(pending.request, Roll)
        terminal.type("dice seeded")
        after = terminal.session.game.pending
        assert after is None or not isinstance(after.request, Roll)

    def test_from_the_start(self, tmp_path: Path) -> None:
        """With the player's dice, the first question is the first roll."""
        terminal = Terminal(session(tmp_path / "a.opfor", dice="mine"))
        assert "A1." in terminal.type("board A1 2")
        game = terminal.session.game
        while game.pending and isinstance(game.pending.request, Roll | Draw):
            asked = game.pending.request
            chits = asked.chits if isinstance(asked, Draw) else ()
            nth = game.pending.number
            die = str(1 + nth % 6)
            terminal.type(
                chits[nth % len(chits)] if isinstance(asked, Draw) else die * asked.size
            )
        assert game.pending is not None
        assert isinstance(game.pending.request, Order)

    def test_remembered(self, tmp_path: Path) -> None:
        """A resumed game goes on with the dice that it was left with."""
        terminal = Terminal(session(tmp_path / "a.opfor", dice="mine"))
        terminal.type("2")
        terminal.session.close()
        again = resume(tmp_path / "a.opfor")
        transcript(again, ["quit"])
        assert again.desk.mine


class TestResume:
    """A game goes on where it was left."""

    def test_in_play(self, tmp_path: Path) -> None:
        """Another game can be taken up without leaving."""
        one = session(tmp_path / "one.opfor")
        transcript(one, ["move 467A A10", "save " + str(tmp_path / "copy.opfor")])
        terminal = Terminal(session(tmp_path / "two.opfor", seed=8))
        shown = terminal.type(f"resume {tmp_path / 'copy.opfor'}")
        assert "Seed 7" in shown
        assert terminal.session.game.state.units["467A"].location == "o1A10"

    def test_reminder(self, tmp_path: Path) -> None:
        """A resumed game tells again what happened last."""
        transcript(session(tmp_path / "a.opfor"), ["move 467A EE10", "halt"])
        shown = transcript(resume(tmp_path / "a.opfor"), [])
        assert "467A to EE10" in shown

    def test_itself(self, tmp_path: Path) -> None:
        """The game in play cannot be resumed into itself."""
        terminal = Terminal(session(tmp_path / "one.opfor"))
        shown = terminal.type(f"resume {tmp_path / 'one.opfor'}")
        assert "in play already" in " ".join(shown.split())

    def test_at_an_open_question(self, tmp_path: Path) -> None:
        """A game left at a question asks it again."""
        terminal = Terminal(session(tmp_path / "a.opfor"))
        terminal.type("dice mine", ENTER, "3")
        left = terminal.session.game.pending
        terminal.session.close()
        again = resume(tmp_path / "a.opfor")
        again.desk.mine = True
        assert again.game.run() == left
        again.close()


SHORT = "m a d h e b l r t u w s p".split()  # noqa: SIM905 - a list would fill a page
NAMES = "467A 467B 81A,467C all at offboard Q10 R10 A10 A9 Q6/1 r4/2".split()  # noqa: SIM905 - as above
ODD = "4 2 1 p b mine seeded 99 , / ' { % Q999 ½ \x00 -1".split()  # noqa: SIM905 - as above
words = st.one_of(
    st.sampled_from([*COMMANDS, *SHORT]),
    st.sampled_from(NAMES + ODD),
    st.text(max_size=6),
)
NEVER = ("save", "resume", "picture", "quit")


def _harmless(line: str) -> bool:
    """Not a line that writes files or leaves, whatever signs are in it."""
    try:
        return read_words(line).command not in NEVER
    except OpforError:
        return True


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.lists(st.lists(words, max_size=5).map(" ".join).filter(_harmless), max_size=8)
)
def test_no_line_is_fatal(tmp_path: Path, lines: list[str]) -> None:
    """Whatever is typed, nothing but a sentence comes of it, and the save replays."""
    path = tmp_path / "fuzz.opfor"
    path.unlink(missing_ok=True)
    terminal = Terminal(session(path))
    shown = terminal.type(*lines)
    assert "Traceback" not in shown
    terminal.session.close()
    kind_on(terminal.session.world).check_replay(read_save(path))


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_leaving(tmp_path: Path, end: type[BaseException]) -> None:
    """The end of input and Ctrl-C leave with the game saved and a word about it."""
    played = session(tmp_path / "a.opfor")
    terminal = Terminal(played)

    def lines(_prompt: str) -> str:
        raise end

    terminal.console._lines = lines
    assert terminal.console.run() is (end is EOFError)
    assert read_save(tmp_path / "a.opfor").options["seed"] == 7
