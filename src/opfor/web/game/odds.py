"""The coach: the chance to win with what may be ordered, from the background."""

from asyncio import to_thread
from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import Any

from fastapi import FastAPI, Request, Response
from msgspec import Struct

from opfor.core.ask import Order
from opfor.sim.advice import (
    ALONE,
    Moment,
    choices,
    moment_of,
    options,
    played,
)
from opfor.web.background import Background, OwnProcesses, Progress, Tell
from opfor.web.game.hints import said_of
from opfor.web.game.room import OpenGame
from opfor.web.game.rooms import OpenGames
from opfor.web.json_http import described, json_of, read_body

AT_ONCE = 4
"""Playouts of each order that a process plays before it tells of them."""

PLAYOUTS = 48
"""Playouts of each order."""


class OddsLine(Struct, frozen=True, kw_only=True):
    """An order, in words, and the chance to win with it."""

    value: Any
    text: str
    hexes: tuple[int, ...]
    chance: float
    low: float
    high: float


class OrderOdds(Progress, frozen=True, kw_only=True):
    """What is known of the orders that may be given.

    Args:
        game: the game; empty: none was ever asked for.
        number: the request that they answer.
        done, playouts: how many of each are played, and of how many.
        lines: the orders, what is best first.
    """

    game: str = ""
    number: int = 0
    done: int = 0
    playouts: int = PLAYOUTS
    lines: tuple[OddsLine, ...] = ()


class Weigh(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the orders that may be given now are to be weighed."""

    running: bool


Playouts = dict[int, list[list[float | None]]]
"""What playouts of each order came to, by the number of the first of them."""


class OddsRoom(Background[OrderOdds]):
    """The one moment that a server weighs."""

    def __init__(self) -> None:
        super().__init__(OrderOdds())
        self._made: tuple[Moment | None, Playouts] = None, {}

    def ask(self, game: OpenGame) -> OrderOdds:
        """Begin to weigh what may be ordered now; called in the game's own thread."""
        session = game.session
        asked, state = session.game.pending, session.game.state
        if asked is None or not isinstance(asked.request, Order):
            return OrderOdds(game=game.id, said="there is no order to weigh now")
        orders = choices(session.drawn, state)
        if len(orders) == 1:
            return OrderOdds(game=game.id, said=ALONE)
        words = [said_of(session, asked, order) for order in orders]
        moment = moment_of(session.setup, state, orders)
        if self._made[0] != moment:
            self._made = moment, {}
        now = OrderOdds(game=game.id, number=asked.number, running=True)
        return self.begin(now, partial(_work, moment, words, self._made[1]))


def _work(
    moment: Moment,
    words: Sequence[tuple[str, tuple[int, ...]]],
    made: Playouts,
    workers: OwnProcesses,
    tell: Tell,
) -> None:
    """Play on with each order, and tell what is known after each few playouts.

    Args:
        moment: what is weighed.
        words: its orders in words, and where they are.
        made: what has been played of it already; more comes to it.
        workers: who plays.
        tell: hears of it.
    """
    firsts = [n for n in range(0, PLAYOUTS, AT_ONCE) if n not in made]
    if made:
        tell(**_told(moment, words, made))
    for first, more in workers.each(partial(_some, moment), firsts):
        made[first] = more
        tell(**_told(moment, words, made))


def _told(
    moment: Moment, words: Sequence[tuple[str, tuple[int, ...]]], made: Playouts
) -> dict[str, Any]:
    """What is known of the orders so far."""
    values = [list(chain(*each)) for each in zip(*made.values(), strict=True)]
    said = {id(order): words[n] for n, order in enumerate(moment.orders)}
    lines = tuple(
        OddsLine(
            value=one.order,
            text=said[id(one.order)][0],
            hexes=said[id(one.order)][1],
            chance=one.known.chance,
            low=one.known.low,
            high=one.known.high,
        )
        for one in options(moment.orders, values)
        if one.known.games
    )
    return {"done": len(values[0]), "lines": lines}


def _some(moment: Moment, first: int) -> tuple[int, list[list[float | None]]]:
    return first, played(moment, first, AT_ONCE)


def add_odds(app: FastAPI, rooms: OpenGames) -> OddsRoom:
    """What is known of the orders that may be given; begun, and stopped."""
    room, path = OddsRoom(), "/api/games/{game}/odds"

    @app.get(
        path,
        summary="The chance to win with what may be ordered",
        **described(OrderOdds),
    )
    def now(game: str) -> Response:
        rooms.path(game)
        return json_of(room.now if room.now.game == game else OrderOdds())

    @app.put(
        path,
        summary="Weigh what may be ordered now, or stop that",
        **described(OrderOdds, body=Weigh),
    )
    async def put(game: str, request: Request) -> Response:
        wish = await read_body(request, Weigh)
        rooms.path(game)
        if not wish.running:
            return json_of(await to_thread(room.stop))
        opened = await rooms.room(game)
        return json_of(await opened.work(lambda: room.ask(opened)))

    return room
