"""The terminal: reads commands, gives the game its orders, tells what follows.

The game waits at an open request (an order, a die of the player's, what an attack
did); a line either answers it or is a command that only looks. Nothing a player
types ends in a traceback: what cannot be done is told in one sentence.
"""

import contextlib
import shutil
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from threading import Thread
from typing import Any

from opfor.core.ask import Asked, Order, Place, Roll
from opfor.core.errors import OpforError
from opfor.core.event import Emitted
from opfor.core.game import Game
from opfor.ports.coach import Coach
from opfor.ports.commands import (
    COMMANDS,
    NO_MORE,
    Usage,
    read_move,
    read_number,
    read_words,
    wanted,
)
from opfor.ports.leaving import still_offboard
from opfor.ports.lines import Lines
from opfor.ports.order_lines import answer_line
from opfor.ports.order_verbs import VERBS
from opfor.ports.order_words import read_adjust, read_words_order, verb_of
from opfor.ports.query_commands import LOOKING, board, help_, log, tell_of
from opfor.ports.read_answer import pick, question, read_answer
from opfor.ports.screen import Screen
from opfor.ports.session import Session, resume
from opfor.ports.undoing import undone
from opfor.rules.a_infantry.on_table import RESOLUTIONS
from opfor.state.events import MoveChanged, Moved, MoveEnded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.world import World
from opfor.views.friendly_view import seen
from opfor.views.report.whose import values_of
from opfor.views.text.checklist import Heading, changes, checklist
from opfor.views.text.log import LogLine, in_order, lines_in_order, set_up_lines
from opfor.views.text.look import status
from opfor.views.text.names import place, plain
from opfor.views.text.taken_back import dice_back
from opfor.views.text.words import say

MOST_UNDO = 1000
"""Most decisions that one undo takes back."""

PATIENCE = 2.0
"""Seconds without a word about what takes so long."""

REMINDER = 6
"""Events that a resumed game tells again."""

QUIET = (Moved, MoveEnded, MoveChanged)
"""Events after which a move of several hexes goes on."""

ALL_OF_IT, NONE_OF_IT = "all", "none"
"""Everything, or nothing, is resolved on the player's own table."""

PROMPTS = {"Adjudicate": "result> ", "Choose": "choice> ", "Place": "places> "}

GO, ODDS = "go", "odds"
"""What `suggest` is told to do at once what it would say, and to weigh it."""

HOW = {GO: GO, ODDS: ODDS}

Telling = Callable[[World, Sequence[Emitted]], list[LogLine]]


class Leave(Exception):  # noqa: N818 - not an error: the player leaves
    """The player has had enough."""


class Console:
    """A game in a terminal.

    Args:
        session: the game.
        lines: where commands come from.
        screen: where everything goes.
        coach: what might be done now.
        without: commands that are not to be had here.
        beside: what can be said here beside them, for the help.

    Attributes:
        session: the game.
        typed: the line that is being done.
    """

    def __init__(
        self,
        session: Session,
        lines: Lines,
        screen: Screen,
        coach: Coach,
        *,
        without: Collection[str] = (),
        beside: Mapping[str, Usage] = NO_MORE,
    ) -> None:
        self.session = session
        self.typed = ""
        self._without = without
        self._coach = coach
        self._lines = lines
        self._screen = screen
        self._fresh: list[Emitted] = []
        self._shown: Asked | None = None  # the question that was put last
        self._warned: Asked | None = None  # where `end` was asked about
        self._los = Thread()
        self._do: dict[str, Callable[[list[str]], None]] = {
            "move": self._move,
            "assault": lambda words: self._move(words, assault=True),
            "double": lambda words: self._move(words, double_time=True),
            "halt": self._halt,
            "end": self._end,
            "suggest": self._suggest,
            "undo": self._undo,
            "retype": self._retype,
            "dice": self._dice,
            "table": self._table,
            "adjust": self._adjust,
            "stops": self._stops,
            "help": lambda words: help_(screen, words, without, beside),
            "save": self._save,
            "resume": self._resume,
            "quit": self._quit,
        }
        session.game.listen(self._fresh.append)

    @property
    def _pending(self) -> Asked | None:
        return self.session.game.pending

    def _plain(self, text: object) -> str:
        return plain(self.session.world.map, str(text))

    # -- the loop --------------------------------------------------------------------

    def run(self) -> bool:
        """Play until the player leaves or the lines end; False after Ctrl-C.

        The game is saved whatever happens.
        """
        try:
            self._open()
            while True:
                self.line(self._lines(self._prompt()))
        except Leave:
            return True
        except EOFError:
            self._screen.say("")
            return True
        except KeyboardInterrupt:
            self._screen.say("")
            return False
        finally:
            with contextlib.suppress(OpforError):
                self.session.close()
            path = self.session.save.path
            self._screen.say(f"The game is saved: opfor play --resume {path}", "dim")

    def line(self, line: str) -> None:
        """Do what one line says, or say in one sentence why not."""
        self.typed = line
        self._wait_for_los()
        try:
            if self._answers(line) or not line.strip():
                return
            if self._orders(line):
                return
            command, rest = read_words(line)
            if command in self._without:
                raise OpforError(f"there is no {command} here")
            if command in LOOKING:
                LOOKING[command](self.session, self._screen, rest)
            else:
                self._do[command](rest)
        except OpforError as error:
            self._screen.error(self._plain(error))

    def _open(self) -> None:
        """Tell what is played, and come to the first request."""
        mission, setup = self.session.setup.mission, self.session.setup
        self._screen.say(
            f"{mission.title}: {mission.friendly.capitalize()} (you) against "
            f"{mission.enemy.capitalize()}, {mission.date}, board {mission.map}, "
            f"{mission.turns} turns. You enter along the {mission.fbe} edge (FBE).",
            "bold",
        )
        if mission.note:
            self._screen.say(mission.note)
        tell_of(mission, self._screen)
        self._screen.say(f"Seed {setup.seed}. Saved in {self.session.save.path}", "dim")
        self._start(self.session.game)
        board(self.session, self._screen, [])
        if self.session.notice:
            self._screen.say(self.session.notice, "bold")
        self._screen.say("? lists what is legal, help the commands", "dim")

    def _start(self, game: Game[State]) -> None:
        """Come to the open request, and tell what led to it."""
        self._los = Thread(target=_make_los, args=(self.session.world,))
        self._los.start()
        if not len(game.journal):
            self._advance(game.run, _set_up)
            return
        self._wait_for_los()  # for the step that is run again
        rolls = [e for e in game.journal if isinstance(e.asked.request, Roll)]
        if rolls:  # the dice are still in the hands that they were in
            self.session.desk.mine = rolls[-1].human
        if not self._advance(game.run, _set_up):
            log(self.session, self._screen, [str(REMINDER)])

    def _wait_for_los(self) -> None:
        """LOS is made ready while the player reads; here it must be."""
        if not self._los.is_alive():
            return
        if self._screen.out.is_terminal:  # a transcript does not tell of waiting
            self._los.join(PATIENCE)
            if self._los.is_alive():
                said = "LOS is being made ready; the first time takes longest"
                self._screen.say(said, "dim")
        self._los.join()

    def _prompt(self) -> str:
        """What stands before the cursor; a new question is put in a line above."""
        asked = self._pending
        if asked is None:
            return "game over> "
        if isinstance(asked.request, Order):
            return f"{status(self.session.world, self.session.game.state)}> "
        if asked != self._shown:
            self._shown = asked
            self._screen.say(self._plain(question(asked)), "bold")
        if isinstance(asked.request, Roll):
            return f"{asked.request.kind}> "
        return PROMPTS.get(type(asked.request).__name__, "> ")

    # -- playing ---------------------------------------------------------------------

    def _answers(self, line: str) -> bool:
        """Take the line as the answer to an open question, if it can be one."""
        asked = self._pending
        if asked is None or isinstance(asked.request, Order):
            return False
        try:
            answer = read_answer(asked.request, line)
        except OpforError:
            words = line.split(maxsplit=1)
            if words and (_is_command(line) or verb_of(words[0])):
                return False
            raise
        if isinstance(asked.request, Place) and _is_command(line):
            return False  # `undo 3` is no thing and its place
        self._advance(lambda: self.session.game.answer(asked.number, answer))
        return True

    def _advance(
        self, go_on: Callable[[], Any], lines: Telling = lines_in_order
    ) -> list[Emitted]:
        """Let the game go on, and tell what happens; what happened is returned."""
        self._fresh.clear()
        before = self.session.game.state
        try:
            go_on()
        finally:
            told = list(self._fresh)
            self._screen.lines(lines(self.session.world, told))
            if self.session.game.state.on_table:
                self._hands(checklist(self.session.world, before, told))
        if self.session.game.state.over and not before.over:
            self._whose()
        return told

    def _whose(self) -> None:
        """Whose values decided, now that the game is over."""
        game, modules = self.session.game, self.session.setup.modules
        self._screen.say(values_of(self.session.world, game.events, modules).told)

    def _hands(self, lines: list[str]) -> None:
        """What the player does with the counters on his table."""
        for line in lines:
            heading = isinstance(line, Heading)
            self._screen.say(line if heading else f"  □ {line}", "bold" * heading)

    def _order(self) -> Asked:
        """The open request, if it waits for an order."""
        asked = self._pending
        if asked is None:
            raise OpforError("the game is over", do="undo takes the end back")
        if not isinstance(asked.request, Order):
            raise OpforError(
                f"first answer: {say(asked.request.purpose)}",
                do="? puts the question again",
            )
        return asked

    def _give(self, order: dict[str, Any]) -> list[Emitted]:
        number = self._order().number
        return self._advance(lambda: self.session.game.answer(number, order))

    def _move(self, words: list[str], **how: bool) -> None:
        """Move hex by hex, until something happens."""
        self._order()
        steps = read_move(self.session.play, words, **how)
        for number, step in enumerate(steps, 1):
            happened = self._give(step)
            left = [place(self.session.world, after["to"]) for after in steps[number:]]
            if left and any(not isinstance(e.event, QUIET) for e in happened):
                self._screen.say(f"stopped before {', '.join(left)}", "dim")
                return

    def _orders(self, line: str) -> bool:
        """Give the order that a line in words means, if it begins with one's verb."""
        word, *rest = line.replace(", ", ",").split() or [""]
        verb = verb_of(word)
        if verb is None:
            return False
        self._order()
        self._give(read_words_order(self.session.play, verb, rest))
        return True

    def _adjust(self, words: list[str]) -> None:
        self._give(read_adjust(self.session.play, words))

    def _stops(self, words: list[str]) -> None:
        wanted("stops", words, 1, 1)
        stops = pick(words[0], {w: w for w in ("choices", "all")}, "way to stop")
        fields = {"stops": stops}
        self._give({"type": "adjust", "what": "game", "id": "stops", "set": fields})

    def _table(self, words: list[str]) -> None:
        """Turn a resolution over to the player's table, or back; none: tell which."""
        now: list[str] = list(self.session.game.state.on_table)
        for word in words:
            if word in (ALL_OF_IT, NONE_OF_IT):
                now = list(RESOLUTIONS) if word == ALL_OF_IT else []
                continue
            name = pick(word, {n: n for n in RESOLUTIONS}, "resolution")
            now = [n for n in now if n != name] if name in now else [*now, name]
        if words:
            state = self.session.game.state
            fields = {"on_table": now}
            self._give({"type": "adjust", "what": "game", "id": "table", "set": fields})
            if now and not state.on_table:
                empty = State(mission=state.mission)
                self._screen.say("what must stand on your table now:", "bold")
                self._hands(changes(self.session.world, empty, state, mine=True))
        else:
            yours = ", ".join(now) or "nothing"
            self._screen.say(f"you resolve: {yours} (of {', '.join(RESOLUTIONS)})")

    def _halt(self, words: list[str]) -> None:
        wanted("halt", words, 0, 0)
        self._give({"type": "halt"})

    def _end(self, words: list[str]) -> None:
        wanted("end", words, 0, 0)
        asked = self._order()
        waiting = still_offboard(self.session.play)
        if waiting and asked != self._warned:
            self._warned = asked
            self._screen.say(waiting, "bold")
            return
        self._give({"type": "end"})

    def _suggest(self, words: list[str]) -> None:
        """Tell the line that a practised player would type, or have it done."""
        wanted("suggest", words, 0, 1)
        how = pick(words[0], HOW, "way to suggest") if words else ""
        if how == ODDS:
            self._weigh()
            return
        asked, value, why = self._coach.hint(self.session)
        line = self._plain(answer_line(asked.request, value))
        self._screen.say(f"a practised player: {line}", "dim")
        if why:
            self._screen.say(f"  because: {self._plain(why)}", "dim")
        if how == GO:
            self._advance(lambda: self.session.game.answer(asked.number, value))

    def _weigh(self) -> None:
        """Tell the chance to win with what may be ordered, the best first."""
        orders = self._coach.to_weigh(self.session)
        self._screen.say("playing on from here, some seconds …", "dim")
        request = self._order().request
        for one in self._coach.odds(self.session, orders):
            chance, low, high, games = one.known
            line = self._plain(answer_line(request, one.order))
            known = f"{chance:4.0%} ({low:.0%} to {high:.0%}, {games} playouts)"
            self._screen.say(f"{known}: {line}")

    def _undo(self, words: list[str]) -> None:
        wanted("undo", words, 0, 1)
        number = read_number(words[0], MOST_UNDO) if words else 1
        self._back(lambda: undone(self.session, number))

    def _retype(self, words: list[str]) -> None:
        wanted("retype", words, 0, 0)
        self._back(lambda: dice_back(self.session.take_back_dice()))

    def _back(self, take: Callable[[], str]) -> None:
        """Take something back, which `take` tells, and play on."""
        before = self.session.game.state
        self._screen.say(f"taken back: {self._plain(take())}")
        self._advance(self.session.game.run)
        now = self.session.game.state
        if now.on_table or before.on_table:
            self._hands(changes(self.session.world, before, now, mine=True))

    def _dice(self, words: list[str]) -> None:
        wanted("dice", words, 1, 1)
        ways = {"mine": True, "seeded": False}
        self.session.desk.mine = ways[
            pick(words[0], {w: w for w in ways}, "way to roll")
        ]
        mine = self.session.desk.mine
        self._screen.say("you roll all dice" if mine else "the seed rolls all dice")
        if self._pending and self._pending.stream and not mine:
            self._advance(self.session.game.run)

    # -- files and the rest ----------------------------------------------------------

    def _save(self, words: list[str]) -> None:
        wanted("save", words, 0, 1)
        path = self.session.save.path
        if words:
            copy = Path(words[0]).expanduser()
            _copy(path, copy)
            self._screen.say(f"copied to {copy}; the game goes on in {path}")
        else:
            self._screen.say(f"saved in {path}, as after every order")

    def _resume(self, words: list[str]) -> None:
        wanted("resume", words, 1, 1)
        path = Path(words[0]).expanduser()
        if path.exists() and path.samefile(self.session.save.path):
            raise OpforError("this game is in play already", str(path))
        new = resume(path)
        self.session.close()
        self.session = new
        new.game.listen(self._fresh.append)
        self._open()

    def _quit(self, words: list[str]) -> None:
        wanted("quit", words, 0, 0)
        raise Leave


def _set_up(world: World, events: Sequence[Emitted]) -> list[LogLine]:
    """The lines of a set-up in the terminal, where the rest can be asked for."""
    lines = set_up_lines(world, events, hint="; `log all` tells of each")
    return in_order(lines, events)


def _make_los(world: World) -> None:
    """Have the LOS of a map compiled and ready."""
    # Whatever fails here comes out again where LOS is first asked for.
    with contextlib.suppress(Exception):
        world.los.check(0, len(world.los) - 1)


def _is_command(line: str) -> bool:
    """Whether a line that answers nothing begins with a command."""
    with contextlib.suppress(OpforError):
        read_words(line)
        return True
    return False


def _copy(path: Path, copy: Path) -> None:
    if copy.exists():
        raise OpforError("this file exists already", str(copy), "choose another name")
    try:
        shutil.copyfile(path, copy)
    except OSError as error:
        raise OpforError(f"cannot be written ({error.strerror})", str(copy)) from None


def completions(play: Play) -> list[str]:
    """What TAB offers: commands, units that are seen, the player's Weapons, hexes."""
    units = [u.id for u in play.state.units.values() if seen(u)]
    own = [
        w.id
        for w in play.state.weapons.values()
        if not w.owner or play.state.units[w.owner].side == "FRIENDLY"
    ]
    hexes = [play.world.map.label(hex_) for hex_ in range(len(play.world.map))]
    words = [*(name for name in COMMANDS if name != "?"), *VERBS]
    return [*words, *units, *own, *hexes]
