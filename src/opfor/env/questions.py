"""Every question of a game as slots to pick from, so that one space holds them all.

A player picks a slot. Orders and choices take one pick; places, numbers and forms one
for each thing that is asked for. What does not fit into the slots stands on further
pages (D-750).
"""

from collections.abc import Iterator
from itertools import chain, islice
from typing import Any, NamedTuple, Protocol

from msgspec import to_builtins

from opfor.core.ask import Adjudicate, Asked, Choose, Field, Order, Place
from opfor.core.errors import OpforError
from opfor.rules.a_infantry.a05_stacking import excess
from opfor.rules.choices.offer import Offer, units_of
from opfor.rules.choices.orders import EndPhase
from opfor.rules.sequence import legal_orders
from opfor.rules.sequence.find_orders import KINDS, tag_of
from opfor.state.play import FrozenView
from opfor.state.units import LocationName, Side
from opfor.views.text.words import say

SLOTS = 256
"""How many actions there are: what is offered, and the last one to turn the page."""

FURTHER = SLOTS - 1
"""The slot that turns the page."""

MOST_NUMBERS = 10_000
"""The most numbers that a form lets choose from."""


class PickSlot(NamedTuple):
    """One thing to pick.

    Args:
        kind: what it is: the tag of an order, or one of `OTHER_KINDS`.
        label: what it does, in words.
        value: what it adds to the answer.
        subjects: the ids of the units and Weapons that do it.
        places: the Locations that it concerns, the most telling one first.
        cost: quarters of MF that it takes.
        number: what a number or a yes (1) or no (0) stands for.
    """

    kind: str
    label: str
    value: Any
    subjects: tuple[str, ...] = ()
    places: tuple[LocationName, ...] = ()
    cost: int = 0
    number: int = 0


OTHER_KINDS = ("option", "place", "number", "yes or no", "further", "wait")

SLOT_KINDS = (
    *sorted(set(map(tag_of, KINDS))),
    EndPhase.__struct_config__.tag,
    *OTHER_KINDS,
)
"""Every kind of slot; an observation has its index."""

KIND_INDEX = {kind: index for index, kind in enumerate(SLOT_KINDS)}

MORE = PickSlot("further", "show what else there is", None)
WAIT = PickSlot("wait", "wait: the other side decides", None)


class Question(Protocol):
    """A question of the game, taken apart into picks."""

    @property
    def kind(self) -> str:
        """What is asked: order, choice, places or form."""
        ...

    def slots(self, picked: tuple[Any, ...]) -> Iterator[PickSlot]:
        """What can be picked next."""
        ...

    def answer(self, picked: tuple[Any, ...]) -> Any:
        """The answer that the picks make, None while there are more to come."""
        ...


class OrderQuestion(NamedTuple):
    """What a side may order now; the end of its part comes first."""

    view: FrozenView
    side: Side
    kind: str = "order"

    def slots(self, _picked: tuple[Any, ...]) -> Iterator[PickSlot]:
        """The legal orders."""
        offers = legal_orders.legal(self.view, self.side)
        rest = (offer for offer in offers if not isinstance(offer.order, EndPhase))
        return map(_order_slot, chain(self._end(), rest))

    def _end(self) -> Iterator[Offer]:
        found = legal_orders.legal(self.view, self.side, EndPhase)
        return (offer for offer in found if isinstance(offer.order, EndPhase))

    def answer(self, picked: tuple[Any, ...]) -> Any:
        """The order."""
        return to_builtins(picked[0]) if picked else None


def _order_slot(offer: Offer) -> PickSlot:
    order = offer.order
    tag = str(order.__struct_config__.tag)
    return PickSlot(tag, offer.label, order, units_of(order), offer.hexes, offer.cost)


class ChoiceQuestion(NamedTuple):
    """One of several options."""

    asked: Choose
    kind: str = "choice"

    def slots(self, _picked: tuple[Any, ...]) -> Iterator[PickSlot]:
        """The options."""
        for option in self.asked.options:
            places = tuple(map(LocationName, option.hexes))
            label = option.label or option.key
            yield PickSlot("option", label, option.key, places=places)

    def answer(self, picked: tuple[Any, ...]) -> Any:
        """The key of the option."""
        return picked[0] if picked else None


class PlaceQuestion(NamedTuple):
    """Places for some things, one thing after another."""

    view: FrozenView
    asked: Place
    kind: str = "places"

    def slots(self, picked: tuple[Any, ...]) -> Iterator[PickSlot]:
        """Where the next thing has room (A5.1)."""
        thing = self.asked.things[len(picked)]
        for place in self.asked.places:
            if self._has_room(thing, place, picked):
                at = LocationName(place)
                yield PickSlot("place", f"{thing} in {place}", place, (thing,), (at,))

    def _has_room(self, thing: str, place: str, picked: tuple[Any, ...]) -> bool:
        units = self.view.state.units
        if thing not in units:
            return True
        there = [
            units[other]
            for other, where in zip(self.asked.things, picked, strict=False)
            if where == place and other in units
        ]
        own = units[thing].side
        before = self.view.state.units_at(LocationName(place), own)
        return not excess(self.view, [*before, *there, units[thing]])

    def answer(self, picked: tuple[Any, ...]) -> Any:
        """A place for each thing, once all have one."""
        things = self.asked.things
        done = len(picked) == len(things)
        return dict(zip(things, picked, strict=True)) if done else None


class FormQuestion(NamedTuple):
    """A form, line by line."""

    asked: Adjudicate
    kind: str = "form"

    def slots(self, picked: tuple[Any, ...]) -> Iterator[PickSlot]:
        """What may stand in the next line."""
        return field_slots(self.asked.form[len(picked)])

    def answer(self, picked: tuple[Any, ...]) -> Any:
        """The form, once it is filled in."""
        names = [field.name for field in self.asked.form]
        done = len(picked) == len(names)
        return dict(zip(names, picked, strict=True)) if done else None


def field_slots(field: Field) -> Iterator[PickSlot]:
    """What may stand in a line of a form.

    Errors:
        OpforError: a text, or a number without bounds, which no slot can hold.
    """
    name = field.label or field.name
    match field.kind:
        case "option":
            for option in field.options:
                label = f"{name}: {option.label or option.key}"
                yield PickSlot("option", label, option.key)
            return
        case "yes":
            yield PickSlot("yes or no", f"{name}: yes", value=True, number=1)
            yield PickSlot("yes or no", f"{name}: no", value=False)
            return
        case "number":
            low, high = field.low, field.high
            if low is not None and high is not None and high - low < MOST_NUMBERS:
                for value in range(low, high + 1):
                    yield PickSlot("number", f"{name}: {value}", value, number=value)
                return
    raise OpforError(f"{name} cannot be picked from a list", field.kind)


def question_of(view: FrozenView, asked: Asked, side: Side) -> Question:
    """A question of the game as picks.

    Errors:
        OpforError: it is for dice.
    """
    match asked.request:
        case Order():
            return OrderQuestion(view, side)
        case Choose() as choose:
            return ChoiceQuestion(choose)
        case Place() as place:
            return PlaceQuestion(view, place)
        case Adjudicate() as form:
            return FormQuestion(form)
    raise OpforError(f"a player cannot answer {asked}")


def purpose_of(asked: Asked) -> str:
    """What is asked, in words."""
    return say(asked.request.purpose)


class Page(NamedTuple):
    """Some slots of a question.

    Args:
        slots: what can be picked, by its action.
        turns: there are other pages; `FURTHER` shows the next, or the first again.
        last: no page comes after it.
    """

    slots: tuple[PickSlot, ...]
    turns: bool = False
    last: bool = True


def page_of(slots: Iterator[PickSlot], number: int) -> Page:
    """One page of what can be picked; nothing behind it is worked out but one slot."""
    first = number * FURTHER
    found = tuple(islice(slots, first + FURTHER + 1))
    more = len(found) > first + FURTHER
    return Page(found[first : first + FURTHER], more or number > 0, not more)
