"""The form of a Mission, as the page draws it: worked out from the types of its keys.

A key that a Mission gets anew is in the form at once, under its own name; `WORDS` and
`HINTS` say the others in words.
"""

from collections.abc import Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta, Struct

from opfor.state.mission import Mission
from opfor.state.units import LocationName
from opfor.web.designer.words import FOLDED, HIDDEN, HINTS, SECTIONS, SPECIAL, WORDS

Kind = Literal[
    "text", "long", "paragraphs", "number", "word", "flag", "choice", "choices",
    "counts", "place", "places", "numbers", "texts", "group", "maybe", "list", "edge",
    "edges", "nation", "map", "counter", "weapons",
]  # fmt: skip


class FieldShape(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A key of a Mission, or of a table in it, as a field of the form.

    Args:
        key, label, hint: its name in the file, what stands beside it, more of it.
        kind: how it is filled in; "word" takes a number or one of the options.
        usual: what it is if nothing is said.
        low, high: bounds of a number.
        options: what may be chosen, or who is counted.
        fields: those of a group or of each line of a list.
        needed: it has no usual value.
        folded: it is seldom wanted, and shown on demand.
    """

    key: str
    label: str
    kind: Kind
    hint: str = ""
    usual: Any = None
    low: int | None = None
    high: int | None = None
    options: tuple[str, ...] = ()
    fields: "tuple[FieldShape, ...]" = ()
    needed: bool = False
    folded: bool = False


class FormPart(Struct, frozen=True):
    """A part of the form."""

    title: str
    fields: tuple[FieldShape, ...]


@cache
def form() -> tuple[FormPart, ...]:
    """The form of a Mission, part by part; what no part names comes last."""
    found = {shape.key: shape for shape in shapes(Mission)}
    parts = [
        FormPart(title, tuple(found.pop(key) for key in keys if key in found))
        for title, keys in SECTIONS.items()
    ]
    if found:
        parts.append(FormPart("More", tuple(found.values())))
    return tuple(parts)


def shapes(form: type[Struct]) -> Iterator[FieldShape]:
    """A field for each key of a table but those that the page fills in by itself."""
    hints = get_type_hints(form, include_extras=True)
    for field in msgspec.structs.fields(form):
        name = f"{form.__name__}.{field.name}"
        if name in HIDDEN:
            continue
        usual = field.default
        if field.default_factory is not NODEFAULT:
            usual = field.default_factory()
        if name == "Mission.id":
            usual = ""  # a draft without one is called after its title
        needed = usual is NODEFAULT
        shape = _of(field.name, hints[field.name])
        yield msgspec.structs.replace(
            shape,
            label=WORDS.get(name) or WORDS.get(field.name) or plain(field.name),
            hint=HINTS.get(name, ""),
            usual=None if needed else msgspec.to_builtins(usual),
            kind=SPECIAL.get(name, shape.kind),
            needed=needed,
            folded=name in FOLDED,
        )


def plain(key: str) -> str:
    """A key as words."""
    return key.replace("_", " ").capitalize()


def _of(key: str, hint: Any) -> FieldShape:
    """A field by the type of its key."""

    def shape(kind: Kind, **more: Any) -> FieldShape:
        return FieldShape(key=key, label="", kind=kind, **more)

    hint, low, high = _bounds(hint)
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _either(key, hint)
    if origin is tuple:
        return _several(key, get_args(hint)[0])
    found = shape("text")
    if hint is LocationName:
        found = shape("place")
    elif hint is bool:
        found = shape("flag")
    elif hint is int:
        found = shape("number", low=low, high=high)
    elif origin is Literal:
        found = _choice(shape("choice", options=_words(hint)), hint)
    elif origin is dict:
        names, count = get_args(hint)
        _, low, high = _bounds(count)
        found = shape("counts", options=_words(names), low=low, high=high)
    elif issubclass(hint, Struct):
        found = shape("group", fields=tuple(shapes(hint)))
    return found


def _choice(found: FieldShape, hint: Any) -> FieldShape:
    """Numbers to choose from are a number with bounds."""
    numbers = [value for value in get_args(hint) if isinstance(value, int)]
    if not numbers:
        return found
    return msgspec.structs.replace(
        found, kind="number", options=(), low=min(numbers), high=max(numbers)
    )


def _either(key: str, hint: Any) -> FieldShape:
    """A table or nothing; a number or a word."""
    kinds = [one for one in get_args(hint) if one is not NoneType]
    if len(kinds) == 1:
        found = _of(key, kinds[0])
        kind: Kind = "maybe" if found.kind == "group" else found.kind
        return msgspec.structs.replace(found, kind=kind)
    words = tuple(word for one in kinds for word in _words(one))
    return FieldShape(key=key, label="", kind="word", options=words)


def _several(key: str, of: Any) -> FieldShape:
    """A list, by what is in it."""
    one = _of(key, of)
    if one.kind == "group":
        return msgspec.structs.replace(one, kind="list")
    kinds: dict[str, Kind] = {
        "place": "places", "choice": "choices", "number": "numbers",
    }  # fmt: skip
    kind = kinds.get(one.kind, "texts")
    return msgspec.structs.replace(one, kind=kind, low=None, high=None)


def _bounds(hint: Any) -> tuple[Any, int | None, int | None]:
    """A type without what is said of it, and its bounds."""
    if get_origin(hint) is not Annotated:
        return hint, None, None
    bare, *said = get_args(hint)
    metas = [meta for meta in said if isinstance(meta, Meta)]
    low = next((int(m.ge) for m in metas if m.ge is not None), None)
    high = next((int(m.le) for m in metas if m.le is not None), None)
    return bare, low, high


def _words(hint: Any) -> tuple[str, ...]:
    """The words that a type allows, if it does."""
    return tuple(map(str, get_args(hint))) if get_origin(hint) is Literal else ()
