"""What a rule is asked with: its terms by the names that readers use.

A rule's own function says what it takes. Things that are on the table are named by
their ids; what the program makes of them (who moves, who makes an Action DR, what an
order comes to as an attack) is made here. Anything else is a table of its fields.
"""

import inspect
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

import opfor.rules
from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.core.rule import REGISTRY, Registered
from opfor.ports.examples.made import (
    MADE,
    OR_BY_FIELDS,
    ORDER_TAGS,
    PLAIN,
    WORDS,
    Asking,
    is_order,
)
from opfor.rules.a_infantry.a04_movement.a04_13_cost import standing
from opfor.rules.a_infantry.a04_movement.standing import Standing
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a07_fire.fire_group import FireGroup
from opfor.rules.s_solitaire.s05_activation.group import ActivatedGroup
from opfor.rules.s_solitaire.s05_activation.s05_1_activation_check import (
    ActivationThreat,
)
from opfor.rules.s_solitaire.s06_actions.action_group import ActionGroup
from opfor.rules.s_solitaire.s09_movement.movers import Mover
from opfor.state.artillery import Aircraft, Battery
from opfor.state.play import GameView, Play
from opfor.state.units import (
    Fortification,
    LocationName,
    Marker,
    Side,
    Suspect,
    Unit,
    Weapon,
)
from opfor.state.world import World
from opfor.views.coverage import import_all

LISTS = (list, tuple, Sequence, Iterable, Collection, set, frozenset)
BY_ITSELF: dict[Any, Callable[[Play], Any]] = {
    Play: lambda play: play,
    GameView: lambda play: play,
    World: lambda play: play.world,
    Standing: standing,
}
"""What a rule is given without being named."""

READERS_NAMES: Mapping[str, tuple[str, ...]] = {
    "unit": ("unit", "squad", "leader", "crew", "vehicle"),
    "units": ("units", "stack", "group"),
    "weapon": ("weapon", "gun", "SW"),
    "side": ("side",),
    "location": ("location", "hex"),
    "locations": ("locations", "hexes"),
    "suspect": ("suspect",),
    "mover": ("mover", "units", "unit", "suspect"),
    "group": ("group", "units"),
    "firers": ("firers", "units"),
    "order": ("order",),
    "number": ("number",),
    "fortification": ("fortification",),
    "marker": ("marker",),
    "battery": ("battery",),
    "airplane": ("airplane", "plane"),
    "attack": ("attack",),
}
"""The names by which a reader may call a kind of thing, where a rule takes but one."""

WHY_NOT: Mapping[str, str] = {}
"""Rules that cannot be asked, and why."""


class Term(Struct, frozen=True):
    """Something that a rule is asked with.

    Args:
        own: its name in the rule's function.
        names: the names that a reader may use, the first one in errors.
        kind: what it is.
        needed: it has to be named.
    """

    own: str
    names: tuple[str, ...]
    kind: Any
    needed: bool

    @property
    def word(self) -> str:
        """What it is, in words."""
        return kind_word(self.kind)


def find_rule(number: str, where: str) -> Registered:
    """A coded rule by its number.

    Errors:
        OpforError: there is none; `where` is the place in the file.
    """
    # A rule that the game does not come to by itself is registered only by this.
    import_all(opfor.rules)
    try:
        return REGISTRY.find(number)
    except OpforError as error:
        raise OpforError(error.what, where, error.do) from None


def function_of(rule: Registered) -> Callable[..., Any]:
    """The function of a rule."""
    module, _, name = rule.function.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found


@cache
def hints_of(function: Callable[..., Any]) -> dict[str, Any]:
    """The types of what a function takes and gives."""
    return get_type_hints(function)


def terms_of(function: Callable[..., Any]) -> list[Term]:
    """Everything that a rule has to be told, in the order of its function."""
    hints = hints_of(function)
    wanted = {
        name: parameter.default is inspect.Parameter.empty
        for name, parameter in inspect.signature(function).parameters.items()
        if hints[name] not in BY_ITSELF and not _calls(hints[name])
    }
    readers = {name: _readers_names(name, hints[name]) for name in wanted}
    terms = []
    for name, needed in wanted.items():
        others = {*wanted, *(n for o in wanted if o != name for n in readers[o])}
        alone = [each for each in readers[name] if each not in others - {name}]
        names = tuple(dict.fromkeys([*alone, name.strip("_"), name]))
        # A name with a line before it is one that the rule does not look at.
        used = needed and not name.startswith("_")
        terms.append(Term(name, names, hints[name], used))
    return terms


def _readers_names(own: str, kind: Any) -> tuple[str, ...]:
    """The names of a kind of thing; of a text those of what it is the id of."""
    kinds = [part for part in get_args(kind) if part is not NoneType]
    if get_origin(kind) in (UnionType, Union) and len(kinds) == 1:
        return _readers_names(own, kinds[0])
    if get_origin(kind) in LISTS and kinds:
        return READERS_NAMES.get(_MANY.get(kinds[0], ""), ())
    if is_order(kind):
        return READERS_NAMES["order"]
    if kind is str:
        return READERS_NAMES["unit"] if own in ("id_", "unit") else ()
    return READERS_NAMES.get(_ONE.get(kind, ""), ())


def bound(
    asking: Asking, number: str, function: Callable[..., Any], given: dict[str, Any]
) -> dict[str, Any]:
    """The arguments of a rule's function out of the terms that are given.

    Errors:
        OpforError: a term is unknown, missing or none of its kind.
    """
    terms = terms_of(function)
    known = [name for term in terms for name in term.names]
    for name in given:
        if name not in known:
            takes = ", ".join(term.names[0] for term in terms) or "nothing"
            do = did_you_mean(name, known) or f"{number} takes {takes}"
            raise OpforError(f"{number} takes no {name!r}", asking.at(name), do)
    found = _by_themselves(asking.play, function)
    for term in terms:
        said = [name for name in term.names if name in given]
        if len(said) > 1:
            do = f"write {said[0]} only"
            raise OpforError(f"{said[0]} and {said[1]} are one", asking.at(*said), do)
        if said:
            found[term.own] = _read(asking, said[0], term.kind, given[said[0]])
        elif term.needed:
            name = term.names[0]
            do = f"write {name} = …, {term.word}"
            raise OpforError(f"{number} needs {name}", asking.at(), do)
        elif term.own.startswith("_"):
            found[term.own] = get_args(term.kind)[0] if get_args(term.kind) else None
    return found


def _by_themselves(play: Play, function: Callable[..., Any]) -> dict[str, Any]:
    hints = hints_of(function)
    return {
        name: BY_ITSELF[hints[name]](play)
        for name in inspect.signature(function).parameters
        if hints[name] in BY_ITSELF
    }


def _read(asking: Asking, name: str, kind: Any, value: Any) -> Any:
    """A term, or a part of one, read by what kind of thing the rule wants.

    Errors:
        OpforError: it is none of them.
    """
    try:
        by_fields = isinstance(value, dict) and value.get("type") not in ORDER_TAGS
        if by_fields and kind in OR_BY_FIELDS:
            return _fields(asking, name, kind, value)
        if read := MADE.get(kind):
            return read(asking, value, asking.at(name))
        if kind in PLAIN:
            return PLAIN[kind](value)
        return _reader_of(kind)(asking, name, kind, value)
    except NOT_SO:
        what = f"{str(value)[:60]!r} is no {kind_word(kind)}"
        raise OpforError(what, asking.at(name)) from None


def _reader_of(kind: Any) -> Callable[[Asking, str, Any, Any], Any]:
    """How a kind of thing is read that has no reader of its own."""
    origin = get_origin(kind)
    for fits, read in (
        (kind is str, _text),
        (origin is Literal, _one_of),
        (is_order(kind), _order),
        (origin in (UnionType, Union), _either),
        (origin in LISTS or kind is tuple, _list),
        (origin in (Mapping, dict), _mapping),
        (isinstance(kind, type) and _has_fields(kind), _fields),
    ):
        if fits:
            return read
    raise OpforError("this rule cannot be called alone")


def _mapping(asking: Asking, name: str, kind: Any, value: Any) -> Any:
    of, to = get_args(kind)
    return {
        _read(asking, name, of, key): _read(asking, name, to, item)
        for key, item in value.items()
    }


def _either(asking: Asking, name: str, kind: Any, value: Any) -> Any:
    """One of several kinds of thing: the first that the value is one of."""
    kinds = get_args(kind)
    if NoneType in kinds and value == "none":
        return None
    kinds = tuple(kind for kind in kinds if kind is not NoneType)
    for each in kinds[:-1]:
        try:
            return _read(asking, name, each, value)
        except (OpforError, KeyError, TypeError, ValueError):
            continue
    return _read(asking, name, kinds[-1], value)


def _list(asking: Asking, name: str, kind: Any, value: Any) -> Any:
    """Several things; one that is named alone is a list of one."""
    if isinstance(value, dict):
        raise OpforError(f"{name} is a list", asking.at(name), 'write ["V"]')
    many = value if isinstance(value, list) else [value]
    args = get_args(kind)
    if get_origin(kind) is tuple and ... not in args:
        if len(args) != len(many):
            raise ValueError
        pairs = zip(args, many, strict=True)
        return tuple(_read(asking, name, one, item) for one, item in pairs)
    found = [_read(asking, name, args[0], item) for item in many]
    return tuple(found) if get_origin(kind) is tuple else found


def _fields(asking: Asking, name: str, kind: Any, value: Any) -> Any:
    """Anything else by a table of its fields."""
    where = asking.at(name)
    if not isinstance(value, dict):
        do = f"write it as a table: {', '.join(fields_of(kind))}"
        raise OpforError(f"{str(value)[:40]!r} is no {kind_word(kind)}", where, do)
    hints = hints_of(kind)
    needed = fields_of(kind)
    given: dict[str, Any] = {
        key: BY_ITSELF[hint](asking.play)
        for key, hint in hints.items()
        if hint in BY_ITSELF and key in needed
    }
    for key, item in value.items():
        if key not in needed or key in given:
            do = did_you_mean(key, needed) or f"it has {', '.join(needed)}"
            raise OpforError(f"there is no {key[:40]!r}", asking.at(name, key), do)
        given[key] = _read(asking, key, hints[key], item)
    for key, must in needed.items():
        if must and key not in given:
            do = f"write {name}.{key} = …, {kind_word(hints[key])}"
            raise OpforError(f"{name} needs {key}", where, do)
    return kind(**given)


def fields_of(kind: Any) -> dict[str, bool]:
    """The fields of a kind of thing, and whether each is needed."""
    if issubclass(kind, Struct):
        fields = msgspec.structs.fields(kind)
        return {
            field.name: field.default is msgspec.NODEFAULT
            and field.default_factory is msgspec.NODEFAULT
            for field in fields
        }
    return {name: name not in kind._field_defaults for name in kind._fields}


def _has_fields(kind: type) -> bool:
    return issubclass(kind, Struct) or (
        issubclass(kind, tuple) and hasattr(kind, "_fields")
    )


def _calls(kind: Any) -> bool:
    """Whether a rule is given a function: the game's own, which nobody names."""
    return get_origin(kind) is Callable or any(map(_calls, get_args(kind)))


def _one_of(asking: Asking, name: str, kind: Any, value: Any) -> Any:
    known = get_args(kind)
    if value not in known:
        do = f"write one of {', '.join(map(str, known))}"
        what = f"{str(value)[:40]!r} is none of them"
        raise OpforError(what, asking.at(name), do)
    return value


NOT_SO = (
    *(KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError),
    msgspec.ValidationError,
)
"""What comes of reading a value that is none of its kind."""

FREE_TEXTS = frozenset(
    {"why", "name", "kind", "cause", "special", "date", "colour", "odds", "how"}
    | {"what", "rule", "action", "heading", "barrel", "table", "purpose", "note"}
    | {"nation", "bar", "source", "case", "spread", "edge"}
)
"""Texts that are no ids."""


def _text(asking: Asking, name: str, _kind: Any, value: Any) -> str:
    """A text: the id of something on the table, unless words are wanted."""
    if not isinstance(value, str):
        raise TypeError
    if name.strip("_") in FREE_TEXTS or not value:
        return value
    state = asking.play.state
    known = {
        id_
        for things in (
            *(state.units, state.suspects, state.weapons, state.fortifications),
            *(state.markers, state.batteries, state.planes, state.waves),
        )
        for id_ in things
    }
    if value not in known:
        do = did_you_mean(value, sorted(known)) or "name it by its id"
        what = f"{value[:40]!r} is not on the table"
        raise OpforError(what, asking.at(name), do)
    return value


def _order(asking: Asking, name: str, kind: Any, value: Any) -> Any:
    """An order, in words or as a table; of the kind that the rule is for."""
    where = asking.at(name)
    try:
        found = asking.order(value, where)
    except OpforError:
        if not isinstance(value, dict):
            raise
        found = msgspec.convert(value, kind)
    kinds = get_args(kind) or (kind,)
    if not isinstance(found, kinds):
        tags = ", ".join(str(each.__struct_config__.tag) for each in kinds)
        raise OpforError(f"{str(value)[:40]!r} is no order to {tags}", where)
    return found


# -- in words ----------------------------------------------------------------------


def kind_word(kind: Any) -> str:
    """What a kind of thing is, in words."""
    if kind in WORDS:
        return WORDS[kind]
    args = [each for each in get_args(kind) if each is not NoneType]
    if is_order(kind):
        tags = [str(each.__struct_config__.tag) for each in args or (kind,)]
        return f"order to {tags[0]}" if len(tags) == 1 else "order"
    origin = get_origin(kind)
    if origin in LISTS:
        return f"list: {kind_word(args[0])}"
    if origin in (UnionType, Union, Literal):
        return " or ".join(
            repr(each) if origin is Literal else kind_word(each) for each in args
        )
    parts = _named(kind) if isinstance(kind, type) else map(kind_word, args)
    return f"table ({', '.join(parts)})"


def _named(kind: Any) -> list[str]:
    if not _has_fields(kind):
        return [kind.__name__.lower()]
    hints = hints_of(kind)
    return [name for name in fields_of(kind) if hints[name] not in BY_ITSELF]


_ONE: Mapping[Any, str] = {
    Unit: "unit",
    Weapon: "weapon",
    LocationName: "location",
    Side: "side",
    Suspect: "suspect",
    ActivationThreat: "suspect",
    ActivatedGroup: "suspect",
    Mover: "mover",
    ActionGroup: "group",
    FireGroup: "firers",
    int: "number",
    Fortification: "fortification",
    Marker: "marker",
    Battery: "battery",
    Aircraft: "airplane",
    Attack: "attack",
}
_MANY: Mapping[Any, str] = {Unit: "units", str: "units", LocationName: "locations"}
"""What a list of them is called."""
