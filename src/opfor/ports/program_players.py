"""Players that are programs. They see what a person sees and order what is legal."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from opfor.core.ask import Adjudicate, Asked, Choose, Context, Order, Place
from opfor.core.dice import uniform
from opfor.core.errors import OpforError
from opfor.rules.choices.offer import Offer
from opfor.rules.sequence import legal_orders
from opfor.state.play import FrozenView
from opfor.state.units import Side
from opfor.state.world import World

AHEAD = 24
"""Offers among which a quick player chooses."""


class Random:
    """Orders anything that is legal, as its seed has it.

    Args:
        world: what the game is played on.
        seed: what its choices follow from.
        thorough: chooses among all legal orders; else among the first ones, which
            costs a tenth of the time.
    """

    human = False

    def __init__(
        self, world: World, seed: int | str, *, thorough: bool = False
    ) -> None:
        self._world, self._seed, self._thorough = world, str(seed), thorough

    def answer(self, asked: Asked, context: Context) -> Any:
        """One of the legal orders, or of the options of a question."""
        request = asked.request
        match request:
            case Order():
                side: Side = "ENEMY" if request.side == "ENEMY" else "FRIENDLY"
                return msgspec.to_builtins(self._order(asked, context, side))
            case Choose(options=options):
                return options[self._any(asked, len(options))].key
            case Adjudicate(form=form):
                return {
                    line.name: line.options[self._any(asked, len(line.options))].key
                    for line in form
                }
            case Place(things=things, places=places):
                first = self._any(asked, len(places))
                spots = places[first:] + places[:first]
                apart = max(1, len(spots) // len(things))
                return dict(zip(things, spots[::apart], strict=False))
        raise OpforError(f"a player cannot answer {asked}")

    def _order(self, asked: Asked, context: Context, side: Side) -> Any:
        offers: Iterator[Offer] = legal_orders.legal(
            FrozenView.of(context.state, self._world), side
        )
        if self._thorough:
            found = list(offers)
            return found[self._any(asked, len(found))].order
        ahead = self._any(asked, AHEAD)
        found = list(islice(offers, ahead + 1))
        return found[-1].order

    def _any(self, asked: Asked, count: int) -> int:
        return uniform(self._seed, "player", asked.number, count)
