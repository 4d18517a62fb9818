"""Locations as an example may write them: K6, tK6, t:K6, 33K6/1, offboard.

Everywhere the same names are understood: in givens, orders, questions, expectations,
and in the words of the story.
"""

import re
from collections.abc import Collection, Mapping
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.state.units import OFFBOARD, LocationName
from opfor.state.world import World

OFF = "offboard"

_PLACE = re.compile(r"[A-Za-z0-9_-]*:?[A-Za-z]{1,2}\d{1,2}(/-?\d)?", re.ASCII)
_IN_TEXT = re.compile(rf"(?<![\w.{{]){_PLACE.pattern}(?!\w|\.\d)", re.ASCII)


def location(world: World, text: str, where: str) -> LocationName:
    """The full name of a Location, "offboard" for none.

    Errors:
        OpforError: there is none; `where` says who asks.
    """
    if text == OFF:
        return OFFBOARD
    try:
        if not _PLACE.fullmatch(text):
            raise OpforError(f"{text[:40]!r} is no Location", do="write O6, or O6/1")
        return world.name(world.locate(LocationName(text.replace(":", ""))))
    except OpforError as error:
        raise OpforError(error.what, where, error.do) from None


def full_name(world: World, text: str) -> str:
    """The full name of a Location; any other text as it is."""
    try:
        return location(world, text, "")
    except OpforError:
        return text


def full_names(world: World, text: str, but: Collection[str] = ()) -> str:
    """A text in which every Location has its full name; ids among them are left."""
    return _IN_TEXT.sub(
        lambda found: found[0] if found[0] in but else full_name(world, found[0]), text
    )


def told_in(world: World, words: str, text: str) -> bool:
    """Whether words stand in a text, however either names its Locations."""
    return words.casefold() in text.casefold() or (
        full_names(world, words).casefold() in full_names(world, text).casefold()
    )


def with_full_names(world: World, value: Any, kind: Any, where: str) -> Any:
    """A value of a file with the full names of its Locations, found by its type.

    Errors:
        OpforError: a Location is none; `where` says who asks.
    """
    if kind is LocationName:
        return location(world, value, where) if isinstance(value, str) else value
    if isinstance(value, list | tuple):
        inner = [arg for arg in get_args(kind) if arg is not ...]
        return [
            with_full_names(world, item, inner[min(at, len(inner) - 1)], where)
            if inner
            else item
            for at, item in enumerate(value)
        ]
    if isinstance(value, Mapping):
        return _table(world, value, kind, where)
    for part in get_args(kind) if get_origin(kind) is not Literal else ():
        if part is LocationName and isinstance(value, str):
            return full_name(world, value)
    return value


def _table(world: World, value: Mapping[str, Any], kind: Any, where: str) -> Any:
    """A table with full names: a struct's by its fields, another's by its type."""
    for part in (kind, *get_args(kind)):
        if isinstance(part, type) and issubclass(part, Struct):
            hints = get_type_hints(part)
            return {
                key: with_full_names(world, item, hints.get(key, NoneType), where)
                for key, item in value.items()
            }
    args = get_args(kind)
    if len(args) != 2:
        return value
    return {
        with_full_names(world, key, args[0], where): with_full_names(
            world, item, args[1], where
        )
        for key, item in value.items()
    }
