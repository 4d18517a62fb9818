"""What the player has done by hand: how the things of the game differ on his table.

Only the places that his message touched are read, before it and after. What differs
there is what he meant: units in another Location, a state, a counter more or less.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from opfor.rules.choices.orders import Adjust
from opfor.state.state import State
from opfor.state.units import LocationName
from opfor.state.world import World
from opfor.vasl.saves.commands import (
    AddPiece,
    ChangePiece,
    Command,
    MovePiece,
    RemovePiece,
)
from opfor.vasl.saves.table import STACK, Table
from opfor.vasl.saves.traits import read_piece, read_stack
from opfor.vasl.things.from_counters import Things, game_ids
from opfor.views.text.names import place

Thing = Literal["unit", "weapon", "suspect", "fortification", "marker"]
GROUPS: Mapping[Thing, str] = {
    "unit": "units",
    "weapon": "weapons",
    "suspect": "suspects",
    "fortification": "fortifications",
    "marker": "markers",
}
PASSED = ("id", "moved")
"""Fields that are not taken: VASL marks by itself what was moved."""
BOUND = ("owner", "inside", "aboard", "guard")
"""Fields that say with what a thing goes along."""

Place = tuple[str, int, int]
Fields = dict[str, Any]


class Hand(Struct, frozen=True):
    """What the player has done.

    Args:
        moved: the units that he has put into another Location, and which.
        changes: all that differs, as orders that set it so.
        lost: things of the game that now lie where no hex is.
    """

    moved: dict[str, LocationName]
    changes: tuple[Adjust, ...]
    lost: tuple[str, ...] = ()


def touched(table: Table, commands: Iterable[Command]) -> set[Place]:
    """The places where some commands find or put counters."""
    found: set[Place] = set()
    for command in commands:
        match command:
            case MovePiece(id=id_):
                found |= {table.place(id_) or _nowhere(), _to(command)}
            case ChangePiece(id=id_) | RemovePiece(id=id_):
                found.add(table.place(id_) or _nowhere())
            case AddPiece(type=type_, state=state):
                if type_ == STACK:
                    stack = read_stack(state)
                    found.add((stack.map, stack.x, stack.y))
                else:
                    found.add(read_piece(type_, state).place)
    return found


def known_moves(table: Table, commands: Iterable[Command]) -> list[Command]:
    """The commands, each move of a stack by counters or by an id that is known.

    A stack that a client has made by itself has an id of its own: then what lay at the
    place that the move names is meant.
    """
    found: list[Command] = []
    known = {*table.pieces, *table.stacks}
    for command in commands:
        if isinstance(command, AddPiece):
            known.add(command.id)
        if not isinstance(command, MovePiece) or command.id in known:
            found.append(command)
            continue
        was = command.old_map, command.old_x, command.old_y
        stacks = table.stacks_at(was)
        ids = stacks[:1] or [*table.part([was]).pieces]
        found += [msgspec.structs.replace(command, id=id_) for id_ in ids]
    return found


def read_hand(
    before: Table,
    after: Table,
    places: Collection[Place],
    state: State,
    read: Callable[[Table], Things],
) -> Hand:
    """What differs at some places, as the game would have it.

    Args:
        before: the table without what the player did.
        after: with it.
        places: where that was.
        state: the game.
        read: says what lies on a table.
    """
    old, new = read(before.part(places)), read(after.part(places))
    moved: dict[str, LocationName] = {}
    changes: list[Adjust] = []
    lost: list[str] = []
    for what, group in GROUPS.items():
        was, now = getattr(old, group), getattr(new, group)
        known = getattr(state, group)
        for id_, thing in now.items():
            base = was.get(id_) or known.get(id_)
            fields = _differing(thing, base, known=id_ in was)
            if what == "unit" and id_ in known and "location" in fields:
                moved[id_] = thing.location
            if fields:
                changes.append(Adjust(what, id_, fields))
        for id_ in was.keys() - now.keys():
            if _lies_astray(after, new, id_, old):
                lost.append(id_)
            else:
                changes.append(Adjust(what, id_))
    ids = game_ids(new, [order.id for order in changes], state.named)
    return Hand(moved, tuple(_renamed(each, ids) for each in changes), tuple(lost))


def _renamed(order: Adjust, ids: Mapping[str, str]) -> Adjust:
    """The same with the ids that the game gives."""
    fields = order.set and {
        name: ids.get(value, value) if name in BOUND else value
        for name, value in order.set.items()
    }
    return Adjust(order.what, ids.get(order.id, order.id), fields)


def _differing(thing: Struct, base: Struct | None, *, known: bool) -> Fields:
    """The fields to set; of a thing that was offboard only where it is now."""
    after: Fields = msgspec.to_builtins(thing)
    if base is None:
        return {name: value for name, value in after.items() if name != "id"}
    before: Fields = msgspec.to_builtins(base)
    if not known:
        here = after["location"]
        return {"location": here} if here != before["location"] else {}
    found = {
        name: value
        for name, value in after.items()
        if name not in PASSED and before.get(name) != value
    }
    for part in ("vehicle", "gun"):  # what no counter shows stays as it was
        if (new := found.get(part)) and (was := before.get(part)):
            del found[part]
            found |= {f"{part}.{n}": v for n, v in new.items() if v != was.get(n)}
    return found


def _lies_astray(after: Table, new: Things, id_: str, old: Things) -> bool:
    """Whether the counter of something is still there, but in no hex."""
    piece = old.from_piece.get(id_, "")
    taken = {standing.id for standing, _ in new.untaken}
    return piece in taken and piece in after.pieces


def told(world: World, order: Adjust) -> str:
    """What was taken, in a few words: `467B is in K6, pinned`."""
    if order.set is None:
        return f"{order.id} is gone"
    words = [_word(name, value) for name, value in order.set.items()]
    said = [word for word in words if word]
    if at := order.set.get("location"):
        said.insert(0, f"in {place(world, at)}")
    return f"{order.id} is {', '.join(said) or 'changed'}"


def _word(name: str, value: Any) -> str:
    name = name.partition(".")[2] or name
    if isinstance(value, bool):
        return name if value else f"not {name}"
    if name == "fired":
        return f"under {value} fire" if value else "under no fire counter"
    if name in BOUND:
        return f"{name} {value}" if value else f"{name} nobody"
    if name in ("ca", "vca", "tca"):
        return f"{name} {value}"
    return ""


def _to(move: MovePiece) -> Place:
    return move.map, move.x, move.y


def _nowhere() -> Place:
    return "null", 0, 0
