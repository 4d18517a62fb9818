"""opfor at the player's table: what he does and says becomes orders, and is answered.

One game; whoever calls it does so from one thread. All answers are steps for his table
(`steps`). What he drags is an order where the phase has one for it, else it is taken as
it now is on his table; what he says is the terminal's language.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from opfor.core.ask import Order, Place, Roll
from opfor.core.errors import OpforError
from opfor.core.event import Emitted
from opfor.ports.commands import Usage
from opfor.ports.console import Console
from opfor.ports.lines import echoed
from opfor.ports.session import Session
from opfor.rules.choices.orders import Adjust
from opfor.sim import hints
from opfor.vasl.counters.meanings import Counters
from opfor.vasl.counters.names import Words
from opfor.vasl.games.log import event_line
from opfor.vasl.games.lying import things_on
from opfor.vasl.games.write import Writer
from opfor.vasl.live.chat import ChatScreen, Rolled, Said, says
from opfor.vasl.live.drags import Drag, Marched, drags_of, march
from opfor.vasl.live.hands import Hand, known_moves, read_hand, told, touched
from opfor.vasl.live.hands import Place as TablePlace
from opfor.vasl.live.levels import Unclear, meant
from opfor.vasl.live.showing import Showing
from opfor.vasl.live.steps import Step, Steps, is_undo
from opfor.vasl.live.telling import STEP, Moment, Telling
from opfor.vasl.saves.commands import Command, RemovePiece
from opfor.vasl.saves.table import Table
from opfor.vasl.things.from_counters import Things
from opfor.views.text.log import set_up_lines
from opfor.views.text.names import plain

NOT_HERE = ("save", "resume", "picture", "board", "quit")
"""Commands of the terminal that name files, or that the player's table makes idle."""
OWN_WORDS = {
    "pace": Usage("step|SECONDS", "the ENEMY's steps by your key, or by themselves"),
    "skip": Usage("", "all steps that wait, at once"),
    "take": Usage("", "have it as it is on your table"),
    "no": Usage("", "refuse what was taken from your table last"),
    "compare": Usage("", "where your table and the game differ"),
    "sync": Usage("", "set your table up anew"),
    "sit": Usage("", "take the free seat, for who looks on"),
}
"""What is said at a table in VASL alone."""
SLOWEST = 30.0
KEPT = ("none", "aircraft", "VPO", "control")
"""Counters that he may lay down and that stay as they are."""
TALK = '"'
"""What a line begins with that is meant for other people."""


class Restore(msgspec.Struct, frozen=True):
    """All tables are to be set up anew.

    Args:
        text: a saved game.
    """

    text: str


class Done(msgspec.Struct, frozen=True):
    """What the player has done at his table, for the others.

    Args:
        commands: what it was.
        step: it was a step of opfor's.
    """

    commands: tuple[Command, ...]
    step: bool = False


Out = Step | Restore | Done
"""What goes to the tables."""


class Seat:
    """opfor in a game with a player in VASL.

    Args:
        session: the game, at an open request or its end.
        counters: tells the player's counters, with his module.
        words: the table of names.
        writer: makes the counters of the game, those offboard too.
        opening: what has happened as it was brought there, for whoever joins first.

    Attributes:
        leave: has nothing told to this seat any more.
    """

    def __init__(
        self,
        session: Session,
        counters: Counters,
        words: Words,
        writer: Writer,
        opening: Sequence[Emitted] = (),
    ) -> None:
        self.session = session
        self._counters = counters
        self._words = words
        self._screen = ChatScreen()
        self._console = Console(
            session,
            echoed([]),
            self._screen,
            hints,
            without=NOT_HERE,
            beside=OWN_WORDS,
        )
        moments: list[Moment] = []
        self.leave = session.game.listen(
            lambda e: moments.append((e, session.game.state))
        )
        self._opening = set_up_lines(session.world, opening)
        self.steps = Steps(Showing(writer), session.game.state)
        self.steps.begin(session.game.state)
        self._telling = Telling(session, self._screen, self.steps, moments)
        self._offer: tuple[Adjust, ...] = ()
        self._unclear: Unclear | None = None
        self._given = 0
        self._anew = False
        self._skipped: list[Command] = []
        self._dice: tuple[int, ...] = ()
        self._places: dict[str, str] = {}
        self._answers = len(session.game.journal)

    # -- what the server asks for ----------------------------------------------------

    def sync(self) -> str:
        """The text of a saved game that shows the player's table."""
        return self.steps.his.text()

    def greeting(self) -> list[Out]:
        """What a player is told who has joined, or come back."""
        mission = self.session.setup.mission
        who = f"{mission.friendly.capitalize()} (you), {mission.enemy.capitalize()}"
        lines = [
            f"{mission.title}: {who}, {mission.date}, {mission.turns} turns",
            f"You enter along the {mission.fbe} edge (FBE).",
            *self.steps.his.writer.remarks(),
            "Drag your counters; type orders here: `?` lists them, `help` the words.",
        ]
        said = [chat for line in lines for chat in says(line)]
        said += [event_line(line) for line in self._opening]
        self._opening = []
        return self._sent([*said, *self._telling.now()])

    def returning(self) -> list[Out]:
        """The steps that wait for a player who has come back."""
        return [*self.steps.waiting]

    def says(self, text: str) -> list[Out]:
        """Something that is said to all."""
        return self._sent(says(text))

    # -- what came about elsewhere ---------------------------------------------------

    def anew(self) -> list[Out]:
        """The whole table, and what is asked."""
        return [Restore(self.sync()), *self._sent(self._telling.now())]

    def follow(self) -> list[Out]:
        """Show what was done in another view of the game."""
        asked = self.session.game.pending
        if asked is None or not isinstance(asked.request, Place):
            self._places = {}
        self._offer, self._given, self._dice, self._unclear = (), 0, (), None
        if len(self.session.game.journal) < self._answers:
            self._screen.say("taken back on opfor's page")
        self._telling.tell()
        return self._shown()

    # -- what the player does --------------------------------------------------------

    def hears(self, said: Said | Rolled) -> list[Out]:
        """Do what the player says, or with the dice that he has rolled."""
        if isinstance(said, Rolled):
            return self._act(lambda: self._rolled(said.dice)) if self._wants() else []
        if not said.text or said.text.startswith(TALK):
            return []
        return self._act(lambda: self._line(said.text))

    def does(self, commands: Sequence[Command]) -> list[Out]:
        """Follow what the player did with his counters."""
        steps = self.steps
        if step := steps.taken(commands):
            return [Done(step.commands, step=True)]
        if steps.taken_back(commands):
            return [Done(tuple(commands), step=True)]
        commands = known_moves(steps.his.table, commands)
        before = steps.his.table.copy()
        try:
            return [Done(tuple(commands)), *self._followed(commands)]
        except OpforError as error:  # more than a table can hold: it is as it was
            steps.his.table = before
            return [Restore(self.sync()), *self._sent(says(str(error)))]

    def compares(self, commands: Sequence[Command]) -> list[str]:
        """How the table of a player differs from the game, by his saved game.

        `take` then takes it as it is.
        """
        table = Table(commands)
        mine = self.steps.his.table
        places = {(e.map, e.x, e.y) for t in (table, mine) for e in t.lying()}
        hand = read_hand(mine, table, places, self.session.game.state, self._read)
        self._offer = hand.changes if not self.steps.waiting else ()
        world = self.session.world
        return [self._plain(told(world, order)) for order in hand.changes]

    def _followed(self, commands: Sequence[Command]) -> list[Out]:
        steps = self.steps
        if steps.waiting or is_undo(commands):
            steps.his.do(commands)
            why = (
                "step through the ENEMY's turn first (Page Down), or say `skip`"
                if steps.waiting
                else "say `undo` to take back your last order"
            )
            back = steps.put_back()
            return self._sent([*back, *says(why)]) if back else []
        before = steps.his.table.copy()
        places = touched(before, commands)
        steps.his.do(commands)
        places |= touched(steps.his.table, commands)
        game = self.session.game
        hand = read_hand(before, steps.his.table, places, game.state, self._read)
        if not (hand.changes or hand.lost):
            return []
        gone = self._clear_away(before, places)
        return [*self._sent(gone), *self._act(lambda: self._take(hand))]

    # -- in words --------------------------------------------------------------------

    def _line(self, text: str) -> None:
        if self._choose_level(text):
            return
        word, *rest = text.split()
        own: dict[str, Callable[[list[str]], None]] = {
            "pace": self._set_pace,
            "take": self._take_offer,
            "no": self._refuse,
            "skip": self._skip,
            "sync": self._sync,
            "sit": self._sit,
        }
        if word.casefold() in own:
            own[word.casefold()](rest)
        else:
            self._offer, self._given = (), 0
            asked = self.session.game.pending
            self._console.line(text)
            if asked != self.session.game.pending:
                self._dice = ()  # they were for what was asked before

    def _set_pace(self, words: list[str]) -> None:
        if words == ["step"]:
            self._telling.pace = STEP
            self._screen.say("you step through the ENEMY's turn with Page Down")
            return
        try:
            (text,) = words
            self._telling.pace = min(SLOWEST, max(0.0, float(text)))
        except ValueError:
            do = "write `pace step`, or seconds: `pace 1`"
            raise OpforError("this is no pace", do=do) from None
        self._screen.say(f"{self._telling.pace:g} s between the steps of the ENEMY")

    def _skip(self, _words: list[str]) -> None:
        """Show the end of the steps that wait."""
        if not self.steps.waiting:
            raise OpforError("no step waits")
        self._skipped = self.steps.skip()
        self._anew = True

    def _sync(self, _words: list[str]) -> None:
        """Set the player's table up anew."""
        self._anew = True

    def _sit(self, _words: list[str]) -> None:
        """Who plays has the seat."""
        raise OpforError("you have the seat")

    def _take_offer(self, _words: list[str]) -> None:
        if not self._offer:
            raise OpforError("there is nothing to take")
        offer, self._offer = self._offer, ()
        self._adjust(offer)

    def _refuse(self, _words: list[str]) -> None:
        """Take back what was taken from the table last, or drop what was offered."""
        if self._offer:
            self._offer = ()
            self._screen.say("left as it was")
        elif self._given:
            self.session.game.undo(self._given)
            self.session.game.run()
            self._given = 0
            self._screen.say("taken back")
        else:
            raise OpforError("nothing was taken from your table", do="or say undo")

    # -- dice ------------------------------------------------------------------------

    def _wants(self) -> bool:
        """Whether the game waits for dice of the player's."""
        asked = self.session.game.pending
        return asked is not None and isinstance(asked.request, Roll)

    def _rolled(self, dice: tuple[int, ...]) -> None:
        asked = self.session.game.pending
        if asked is None or not isinstance(asked.request, Roll):
            return
        size = asked.request.size
        if asked.request.kind != "random" and len(dice) != size:
            raise OpforError(f"a {asked.request.kind} is wanted")
        self._dice = (*self._dice, *dice)
        if len(self._dice) < size:
            self._screen.say(f"{size - len(self._dice)} more")
            return
        rolled, self._dice = self._dice[:size], ()
        self.session.game.answer(asked.number, list(rolled))
        self._telling.rolled()
        self._telling.tell()

    # -- by hand ---------------------------------------------------------------------

    def _take(self, hand: Hand) -> None:
        """What was done by hand: an order if it is one, else as it is."""
        self._unclear = None
        asked = self.session.game.pending
        if asked is None:
            raise OpforError("the game is over", do="undo takes the end back")
        if isinstance(asked.request, Place):
            self._place(asked.number, asked.request, hand)
            return
        if not isinstance(asked.request, Order):
            raise OpforError("first answer what is asked", do="? puts it again")
        for id_ in hand.lost:
            self._screen.say(f"{id_} lies in no hex: it is put back")
        found = drags_of(self.session.game.state, hand)
        if found:
            self._march(found, hand)
        else:
            self._adjust(hand.changes)

    def _march(self, drags: Sequence[Drag], hand: Hand, *, said: bool = False) -> None:
        """Give the orders of drags; `said`: of the first he has told the level."""
        self._given = 0
        for number, each in enumerate(drags):
            clear = said and not number
            choice = (each.to,) if clear else meant(self.session, each)
            if len(choice) > 1:
                self._unclear = Unclear((*drags[number:],), choice, hand)
                self._screen.say(self._plain(self._unclear.question(self.session)))
                return
            drag = replace(each, to=choice[0])
            try:
                marched = march(self.session, drag, self._telling.moments)
            except OpforError as error:
                self._telling.tell()
                self._screen.error(self._plain(error))
                self._screen.say("`take` puts it there all the same")
                self._offer = hand.changes if not number else ()
                return
            self._telling.tell()
            if marched.stopped:
                self._screen.say(self._plain(_stopped(marched)))
                return

    def _choose_level(self, text: str) -> bool:
        """Whether a line says the level that was asked about; it is taken so."""
        unclear, self._unclear = self._unclear, None
        if unclear is None or (to := unclear.chosen(self.session, text)) is None:
            return False
        first, *rest = unclear.drags
        self._march([replace(first, to=to), *rest], unclear.hand, said=True)
        return True

    def _place(self, number: int, request: Place, hand: Hand) -> None:
        """Note where the player sets up what he has dragged; all of it is an answer."""
        things = {*request.things}
        mine = {i: str(at) for i, at in hand.moved.items() if i in things}
        if not mine:
            raise OpforError("only what is to be set up can be moved now")
        self._places = {i: p for i, p in self._places.items() if i in things} | mine
        left = [thing for thing in request.things if thing not in self._places]
        for id_, at in mine.items():
            self._screen.say(f"{id_} in {self._plain(at)}, {len(left)} left")
        if not left:
            self.session.game.answer(number, self._places)
            self._places = {}
            self._telling.tell()

    def _adjust(self, orders: Sequence[Adjust]) -> None:
        """Set the game as the player's table is, and say so."""
        game, taken = self.session.game, []
        self._given = 0
        for order in orders:
            asked = game.pending
            if asked is None or not isinstance(asked.request, Order):
                break
            try:
                game.answer(asked.number, msgspec.to_builtins(order))
            except OpforError as error:
                self._screen.error(f"not taken: {self._plain(error)}")
                continue
            self._given += 1
            taken.append(told(self.session.world, order))
        if taken:
            self._screen.say(self._plain(f"taken: {'; '.join(taken)} (`no` refuses)"))

    def _clear_away(self, before: Table, places: set[TablePlace]) -> list[Command]:
        """Take away what the player laid down for a state: opfor lays its own."""
        there = self.steps.his.table.part(places).pieces
        gone: list[Command] = [
            RemovePiece(id_)
            for id_, piece in there.items()
            if id_ not in before.pieces
            and self._counters.meaning(piece).kind not in KEPT
        ]
        self.steps.his.do(gone)
        return gone

    def _read(self, table: Table) -> Things:
        mission, world = self.session.setup.mission, self.session.world
        nations: dict[Any, str] = {
            "FRIENDLY": mission.friendly,
            "ENEMY": mission.enemy,
        }
        return things_on(table, world, nations, self._counters, self._words)

    def _act(self, do: Callable[[], None]) -> list[Out]:
        """Do something, and show what came of it."""
        self._telling.begin()
        try:
            do()
        except OpforError as error:
            self._screen.error(self._plain(error))
        return self._shown()

    def _shown(self) -> list[Out]:
        """What came of it, as steps."""
        game = self.session.game
        before, self._answers = self._answers, len(game.journal)
        if self.steps.waiting and self._answers < before:
            self.steps.begin(game.state)  # the steps that wait are of no more use
            self._anew = True
        outs: list[Out] = []
        if self._anew:
            outs = [Restore(self.sync()), *self.steps.waiting]
        skipped, self._skipped, self._anew = self._skipped, [], False
        placing = bool(self._places)
        shown = self._telling.shown(placing=placing)
        self._telling.begin()
        return [*outs, *self._sent(skipped), *shown]

    def _sent(self, commands: Sequence[Command]) -> list[Out]:
        """Commands that go out at once, whatever waits."""
        return [*self._telling.sent(commands)]

    def _plain(self, text: object) -> str:
        return plain(self.session.world.map, str(text))


def _stopped(marched: Marched) -> str:
    return f"stopped before {', '.join(marched.left)}"
