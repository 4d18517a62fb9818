"""A game that is open in the browser: one Session, one thread that alone touches it.

Every request is done in that thread, one after another, so that two pages on one game
never meet in the middle of an answer, and the server stays free while LOS is compiled.
"""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from opfor.core.ask import Order, Roll
from opfor.core.cycles import no_search_for_cycles
from opfor.core.errors import Divergence, Illegal, OpforError
from opfor.core.event import Emitted, Event, RollMade
from opfor.core.fault_report import write_report
from opfor.ports.router import REST, STEPS
from opfor.ports.session import Session, resume
from opfor.state.events import (
    AreaTaken,
    ControlTaken,
    Moved,
    SuspectRemoved,
    UnitAdded,
    UnitChanged,
    UnitReplaced,
)
from opfor.state.los_ahead import SOON, work_out_los
from opfor.state.state import State
from opfor.views.text.called import names_of
from opfor.views.text.checklist import changes
from opfor.views.text.log import NO_NEWS
from opfor.views.text.names import plain
from opfor.views.text.words import kind_of
from opfor.web.game import messages as m
from opfor.web.game.briefing import card_of
from opfor.web.game.los_warmup import los_text
from opfor.web.game.post import Post
from opfor.web.game.queries import ANSWERS
from opfor.web.game.view import Looks, Moment, news_of
from opfor.web.game_names import is_id

HARMLESS = frozenset(
    {
        "cmd_dr", "is_in_command",
        "long_range_activation_of", "loses_its_concealment",
    }
)  # fmt: skip
"""Rolls and changes that stop no march; what may come of them does."""


def going_on(event: Event) -> bool:
    """Whether a march goes on after an event: a CMD DR that is passed stops nobody."""
    match event:
        case RollMade(fact=fact) | UnitChanged(what=fact):
            return kind_of(fact) in HARMLESS
    return isinstance(event, (Moved, ControlTaken, AreaTaken, *NO_NEWS))


def no_dice(event: Event) -> bool:
    """Whether orders that were given together go on after an event."""
    return not isinstance(event, RollMade)


def no_activation(event: Event) -> bool:
    """Whether a rout that was ordered whole goes on: Interdiction may yet end it."""
    return not isinstance(event, SuspectRemoved | UnitAdded)


ROUT = ("rout", "halt")
"""The orders of a rout as a whole."""

T = TypeVar("T")

AFTER = 1.0
"""Seconds after which LOS is made ready: what the page asks for first comes first."""


TAKEN_BACK = "stopped, and taken back"


class Stopped(Exception):  # noqa: N818 - no error: the player wanted it
    """The player stopped what was being worked out."""


def fault(error: Exception) -> str:
    """What is no refusal, in one sentence: nobody is to wait for an answer."""
    return (
        f"a fault of opfor ({type(error).__name__}: {error}), of which "
        "`opfor export --report` packs what is known, for an issue"
    )


Reporter = Callable[[Exception, Path, bytes], object]
"""Is told a fault, the save of its game, and what a page had asked as JSON."""


def report_fault(error: Exception, save: Path, request: bytes) -> None:
    """Write the report of a fault in a game."""
    write_report(error, save=save, command=("opfor", "play", "--web"), request=request)


class OpenGame:
    """An open game.

    Args:
        id: the name of the game: its file without the suffix; empty: as the file is
            called that `opened` makes.
        opened: begins or resumes the game; called in the room's own thread.
        report: is told of faults.

    Attributes:
        posts: where news go, one for each page.
        beside: tells another view of the game that a page has brought something about;
            called in the room's own thread.
    """

    def __init__(
        self,
        id: str,  # noqa: A002
        opened: Callable[[], Session],
        report: Reporter = report_fault,
    ) -> None:
        self.id = id
        self._report = report
        self.posts: set[Post] = set()
        self._opened = opened
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"opfor-{id}")
        self._session: Session | None = None
        self._moments: list[Moment] = []
        self._stopped = False
        self._enough = False
        self._stroke = "", 1
        """The state that a rout ordered whole led to, and of how many orders it was."""
        self._ready: asyncio.Task[None] | None = None
        self.beside: Callable[[], None] | None = None
        self.looks: Looks

    # -- from the event loop -------------------------------------------------------

    async def work(self, do: Callable[[], T]) -> T:
        """Do something in the room's thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, do)

    async def open(self) -> None:
        """Open the game and come to its first request."""
        await self.work(self._open)

    async def join(self, post: Post) -> None:
        """Another page looks on; it gets the game as it is."""
        post.put(await self.work(self._first))
        self.posts.add(post)
        if self._ready is None:
            self._ready = asyncio.create_task(self._get_ready())

    async def _get_ready(self) -> None:
        """Have LOS worked out while the player reads, and say how far it is."""
        await asyncio.sleep(AFTER)
        loop, world = asyncio.get_running_loop(), self.session.world

        def tell(share: float) -> bool:
            said = m.Progress(los_text(share), stop=True)
            loop.call_soon_threadsafe(self._tell, said)
            return not self._enough

        with contextlib.suppress(Exception):  # it comes out where LOS is asked for
            await asyncio.to_thread(work_out_los, world, tell)
        self._tell(m.Progress(""))

    async def request(self, request: m.AnyRequest, post: Post) -> None:
        """Do what a page asks for, tell every page what followed, and reply to it.

        The news go before the reply: a page that has its reply knows what came of it.
        """
        with no_search_for_cycles():
            await self._request(request, post)

    async def _request(self, request: m.AnyRequest, post: Post) -> None:
        ticker = asyncio.create_task(self._tick())
        news: m.News | None = None
        try:
            reply, news = await self.work(lambda: self._do_for_all(request))
        except Exception as error:  # to go back to the save was no use either
            reply = m.Refused(request.id, fault(error))
            with contextlib.suppress(Exception):
                news = await self.work(self._anew)
        finally:
            ticker.cancel()
        if news:
            self._tell(news)
        post.put(reply)

    async def elsewhere(self, do: Callable[[], T]) -> T:
        """Do something for another view of the game, and tell every page of it.

        After a fault the game is as it was saved, in another session.
        """
        told: list[m.News] = []
        try:
            with no_search_for_cycles():
                return await self.work(lambda: self._do_elsewhere(do, told))
        finally:
            for news in told:
                self._tell(news)

    @property
    def in_use(self) -> bool:
        """Whether anybody looks at the game."""
        return bool(self.posts) or self.beside is not None

    def stop(self) -> None:
        """Stop what is being worked out; where nothing is, nothing happens."""
        self._stopped = self._enough = True

    async def _tick(self) -> None:
        """Say how far it has come, if it takes long."""
        await asyncio.sleep(SOON)
        try:
            while True:
                self._tell(m.Progress(f"{len(self._moments)} events so far", stop=True))
                await asyncio.sleep(SOON)
        finally:
            self._tell(m.Progress(""))

    async def close(self) -> None:
        """Write what is left, and close the save."""
        with contextlib.suppress(Exception):  # what was answered is written already
            await self.work(self._close)
        # Until it has ended, the thread holds what it did last, and so the map.
        await asyncio.to_thread(self._thread.shutdown)

    def _tell(self, reply: m.AnyReply) -> None:
        for post in self.posts:
            post.put(reply)

    # -- in the room's thread ------------------------------------------------------

    @property
    def session(self) -> Session:
        """The game; only the room's own thread may use it."""
        if self._session is None:
            raise OpforError("this game is not open", self.id)
        return self._session

    def _open(self) -> None:
        try:
            self._take(self._opened())
        except Divergence as error:
            what = f"the rules have changed since it was played ({error.where})"
            do = "play it with the opfor that wrote it, or look at its replay"
            raise OpforError(what, self.id, do) from error
        name = self.session.save.path.stem
        if not is_id(name):
            do = "call its file otherwise: letters, digits, blanks"
            raise OpforError("no page can show a game of that name", ascii(name), do)
        self.id = name

    def _take(self, session: Session) -> None:
        """Make a session this room's, and play on to its open request."""
        game = session.game
        self._session = session
        self.looks = Looks(session.world.map, session.world.ground.facts)
        rolls = [e for e in game.journal if isinstance(e.asked.request, Roll)]
        if rolls:  # the dice are still in the hands that they were in
            session.desk.mine = rolls[-1].human
        self._reporting(game.run, b"null")
        self._moments = []
        game.listen(self._heard)

    def _reporting(self, do: Callable[[], T], request: bytes) -> T:
        """Do something in the game; a fault is reported, and goes on its way."""
        try:
            return do()
        except (OpforError, Stopped):
            raise
        except Exception as error:
            self._report(error, self.session.save.path, request)
            raise

    def _heard(self, emitted: Emitted) -> None:
        if self._stopped:
            raise Stopped
        self._moments.append((emitted, self.session.game.state))

    def _close(self) -> None:
        if self._session is not None:
            self._session.close()

    def _now(self) -> m.News:
        session = self.session
        return news_of(session, self.looks, (), session.game.state)

    def _first(self) -> m.News:
        """What a page gets as it opens, with what is to be told of the save."""
        return replace(self._now(), notice=self.session.notice)

    def _anew(self) -> m.News:
        """The game as it is, for pages whose story was cut."""
        return replace(self._now(), anew=True)

    def _back_from(self, before: State) -> m.News:
        """The game after an undo, and what to take back on the player's table."""
        state = self.session.game.state
        chores = changes(self.session.world, before, state, mine=True)
        return replace(self._anew(), chores=tuple(chores))

    def _do_for_all(self, request: m.AnyRequest) -> tuple[m.AnyReply, m.News | None]:
        reply, news = self._do(request)
        if news is not None and self.beside is not None:
            self.beside()
        return reply, news

    def _do_elsewhere(self, do: Callable[[], T], told: list[m.News]) -> T:
        game, desk = self.session.game, self.session.desk
        before, answers, dice = game.state, len(game.journal), desk.mine
        token, decisions = game.token, len(game.journal.decisions())
        self._moments, self._stopped = [], False
        try:
            return self._reporting(do, b"null")
        except OpforError:
            raise
        except Exception as error:
            stopped = isinstance(error, Stopped)
            self._reopen(decisions if stopped else None)
            told.append(self._anew())
            if stopped:
                raise OpforError(TAKEN_BACK) from None
            raise
        finally:
            if not told and len(game.journal) < answers:
                told.append(self._back_from(before))
            elif not told and (token, dice) != (game.token, desk.mine):
                told.append(news_of(self.session, self.looks, self._moments, before))

    def _do(self, request: m.AnyRequest) -> tuple[m.AnyReply, m.News | None]:
        """The reply to a request, and the news if the game went on."""
        decisions = len(self.session.game.journal.decisions())
        self._moments, self._stopped = [], False
        sent = msgspec.json.encode(request)
        try:
            return self._reporting(lambda: self._done(request), sent)
        except Stopped:
            self._reopen(decisions)
            return m.Refused(request.id, TAKEN_BACK), self._anew()
        except Exception as error:
            self._reopen()
            said = f"{fault(error)}; the game is as it was saved, play on or undo"
            return m.Refused(request.id, said), self._anew()

    def _done(self, request: m.AnyRequest) -> tuple[m.AnyReply, m.News | None]:
        before, token = self.session.game.state, self.session.game.token
        try:
            reply: m.AnyReply = m.Done(request.id, self._changing(request))
        except OpforError as error:
            reply = m.Refused(request.id, self._plain(error))
        changed = token != self.session.game.token or self._moments
        if isinstance(request, m.Undo | m.Retype) and isinstance(reply, m.Done):
            return reply, self._back_from(before)
        if changed or isinstance(request, m.Dice):
            news = news_of(self.session, self.looks, self._moments, before)
            return reply, news
        return reply, None

    def _plain(self, error: OpforError) -> str:
        session = self.session
        names = names_of(session.world, session.game.state)
        return names.told(plain(session.world.map, str(error)))

    def _reopen(self, decisions: int | None = None) -> None:
        """Go back to what the save holds, or to so many decisions of it."""
        path, desk = self.session.save.path, self.session.desk
        self.session.save.close()
        session = resume(path)
        if decisions is not None:
            more = len(session.game.journal.decisions()) - decisions
            if more > 0:
                session.game.undo(more)
        self._take(session)
        new = self.session.desk
        new.mine, new.auto, new.suggest = desk.mine, desk.auto, desk.suggest

    def _changing(self, request: m.AnyRequest) -> Any:
        game = self.session.game
        match request:
            case m.AnswerRequest(number=number, value=value, token=token):
                game.answer(number, value, token or "none")
            case m.MarchRequest():
                return self._march(request)
            case m.OrdersRequest():
                return self._ordered(request)
            case m.Undo(token=token):
                self._fresh(token)
                last, given = self._stroke
                game.undo(given if last == token else 1)
                game.run()
            case m.Retype(token=token):
                self._fresh(token)
                self.session.take_back_dice()
                game.run()
            case m.Dice():
                self._deal(request)
            case m.Briefing() | m.Standing() | m.Ending():
                return card_of(self.session, self.looks, request)
            case _:
                return ANSWERS[type(request)](self.session, request)
        return None

    def _deal(self, dice: m.Dice) -> None:
        """Give the dice to the player, or to the seed, which goes on with them."""
        if strange := {*dice.auto, *dice.suggest} - {*STEPS, REST}:
            raise OpforError(f"no step is called {min(strange)[:20]!r}")
        desk, game = self.session.desk, self.session.game
        desk.mine, desk.auto = dice.mine, frozenset(dice.auto)
        desk.suggest = frozenset(dice.suggest) - desk.auto if dice.mine else frozenset()
        if game.pending and game.pending.stream:
            game.run()

    def _fresh(self, token: str) -> None:
        if token != self.session.game.token:
            raise OpforError("this comes late: the game went on", do="look again")

    def _march(self, march: m.MarchRequest) -> dict[str, Any]:
        """Enter one Location after another until something happens."""
        steps = [
            {"type": "move", "units": march.units, "to": to}
            | (march.how if number == 0 else {})
            for number, to in enumerate(march.route)
        ]
        self._fresh(march.token)
        return {"entered": self._give(march.number, steps, going_on)}

    def _ordered(self, request: m.OrdersRequest) -> dict[str, Any]:
        """Give one order after another until dice are rolled; a rout to its end."""
        self._fresh(request.token)
        rout = all(order.get("type") in ROUT for order in request.orders)
        quiet = no_activation if rout else no_dice
        given = self._give(request.number, request.orders, quiet)
        self._stroke = self.session.game.token, max(1, given) if rout else 1
        return {"given": given}

    def _give(
        self,
        number: int,
        orders: Sequence[dict[str, Any]],
        quiet: Callable[[Event], bool],
    ) -> int:
        """Answer the open request and those that follow, and how many were answered.

        It stops with the first event that is not `quiet`.

        What is illegal by then, as the end of a move that has ended, is not given; of
        the first one the player is told why.
        """
        heirs: dict[str, str] = {}
        for given, wanted in enumerate(orders):
            before = len(self._moments)
            own = str(wanted.get("unit", ""))  # it may be reduced on the way
            order = wanted | {"unit": heirs[own]} if own in heirs else wanted
            try:
                asked = self.session.game.answer(number, order)
            except Illegal:
                if not given:
                    raise
                return given
            happened = self._moments[before:]
            for emitted, _ in happened:
                event = emitted.event
                if isinstance(event, UnitReplaced) and event.id == order.get("unit"):
                    heirs[own] = event.units[0].id
            stopped = not all(quiet(e.event) for e, _ in happened)
            if stopped or asked is None or not isinstance(asked.request, Order):
                return given + 1
            number = asked.number
        return len(orders)
