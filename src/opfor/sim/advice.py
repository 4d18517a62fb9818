"""What may be ordered now, and how likely FRIENDLY is to win with each of it.

The orders that are weighed are those that a seasoned player finds: as he is, more
careful, readier to shoot or to stay, drilled, with one goal first, and that of a
steady one (`planner.py`). Each is given in playouts from the moment (`playout.py`),
and all that comes after it is done as he does.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from opfor.core.ask import Asked, Context, Order
from opfor.ports.session import Setup
from opfor.sim.planner import tempers
from opfor.sim.playout import HORIZON, Lookout, Plan
from opfor.sim.race import Budget, Found, best, found, race
from opfor.sim.series import world_of
from opfor.sim.steady import Steady
from opfor.state.state import State
from opfor.state.world import World

SEED = "a look ahead"
"""What playouts for a player follow from: the same moment has the same answer."""


ALONE = "he would order this in each of his ways: nothing else is to be weighed"
"""What is said where one order alone comes into question."""


class Moment(Struct, frozen=True, kw_only=True):
    """A moment at which FRIENDLY is to order, for whoever weighs it.

    Args:
        setup: the game.
        state: the position, as JSON.
        orders: what may be ordered, as JSON; the usual order first.
        horizon: Player Turns after which a playout is cut; 0: none is.
        seed: what the playouts follow from.
    """

    setup: Setup
    state: bytes
    orders: tuple[Any, ...]
    horizon: int = HORIZON
    seed: str = SEED


class Option(Struct, frozen=True):
    """An order with the chance to win with it."""

    order: Any
    known: Found


def choices(world: World, state: State) -> tuple[Any, ...]:
    """The orders that a seasoned player might give in a moment, the usual one first."""
    request = Order(purpose="advice", side="FRIENDLY", phase=state.phase)
    asked = Asked(1, (), 0, request)
    orders = (
        Steady(world, SEED, temper=temper).answer(asked, Context(state))
        for temper in tempers(state, world)
    )
    return distinct(orders)


def distinct(orders: Any) -> tuple[Any, ...]:
    """Orders, each once, in order."""
    return tuple({msgspec.json.encode(order): order for order in orders}.values())


def moment_of(
    setup: Setup, state: State, orders: Sequence[Any], horizon: int = HORIZON
) -> Moment:
    """A moment with what may be ordered in it."""
    return Moment(
        setup=setup,
        state=msgspec.json.encode(state),
        orders=tuple(orders),
        horizon=horizon,
    )


def weighed(
    world: World,
    state: State,
    orders: Sequence[Any],
    budget: Budget,
    *,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[Option, ...]:
    """Orders with the chance to win with each, by a race of playouts.

    Args:
        world: what is played on.
        state: the position.
        orders: what may be ordered, as JSON; the usual order first.
        budget: when it is enough.
        stop: asked before each playout, whether nobody wants to know any more.
    """
    ahead = Lookout(world, state, SEED)
    made = race(
        len(orders),
        lambda order, nth: ahead.chance(Plan(order=orders[order]), nth),
        budget,
        stop=stop,
    )
    return options(orders, made)


def played(moment: Moment, first: int, games: int) -> list[list[float | None]]:
    """What playouts of each order come to; those of one number belong together."""
    world = world_of(moment.setup)
    state = msgspec.json.decode(moment.state, type=State)
    ahead = Lookout(world, state, moment.seed, moment.horizon)
    numbers = range(first, first + games)
    return [
        [ahead.chance(Plan(order=order), nth) for nth in numbers]
        for order in moment.orders
    ]


def options(
    orders: Sequence[Any], made: Sequence[Sequence[float | None]]
) -> tuple[Option, ...]:
    """Orders with what is known of each.

    First the usual one, or another that is clearly better; then the others, those that
    were played most before those that were dropped early, and the best first.
    """
    all_ = [Option(o, found(values)) for o, values in zip(orders, made, strict=True)]
    first = all_.pop(best(made))
    all_.sort(key=lambda one: (-one.known.games, -one.known.chance))
    return first, *all_
