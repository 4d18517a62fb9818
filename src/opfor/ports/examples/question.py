"""Questions without play: a row of a table, one rule called alone, LOS and range."""

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

import opfor.rules
from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.core.modifier import Mod, total
from opfor.core.rule import REGISTRY
from opfor.geo.ground import Location
from opfor.ports.examples.form import CaseStep
from opfor.ports.examples.pieces import with_fields
from opfor.ports.examples.places import location
from opfor.ports.examples.read import Origin
from opfor.ports.examples.scene import table_of
from opfor.ports.examples.script import order
from opfor.rules.choices.orders import MoveTo
from opfor.rules.s_solitaire.s05_activation.checks import (
    ActivationThreat,
    ac_drm,
    chance,
)
from opfor.rules.s_solitaire.s05_activation.group import ActivatedGroup
from opfor.rules.s_solitaire.s06_actions.actions import ActionGroup, attitude, rank_of
from opfor.state.counters import SupportWeapon
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import GameView, Play
from opfor.state.units import (
    LocationName,
    Suspect,
    Unit,
)
from opfor.state.world import World
from opfor.views.coverage import import_all

RULE, TABLE, NUMBER = "rule", "table", "number"
Ask = Callable[[], Any]

BIG = 1_000
"""Numbers in a question lie below this."""


class Asking(Struct, frozen=True):
    """What a question is asked with: the game, and the place in the file."""

    play: Play
    origin: Origin
    key: str

    def at(self, *names: str) -> str:
        """Where a part of the question is written."""
        return self.origin.at(self.key, *names)


def questions(step: CaseStep) -> list[str]:
    """The keys of the questions that a step asks."""
    return [key for key in QUESTIONS if getattr(step, key)]


def look_up(asking: Asking, given: dict[str, Any]) -> Ask:
    """The result of a row: { table = "x1", number = -2, mover = "infantry" }."""
    world = asking.play.world
    columns = {key: value for key, value in given.items() if key not in (TABLE, NUMBER)}
    number = given.get(NUMBER, 0)
    if type(number) is not int or abs(number) >= BIG:
        raise OpforError("this is no number", asking.at(NUMBER), "write 7 or -2")
    name = given.get(TABLE)
    if not isinstance(name, str):
        raise OpforError("no table is named", asking.at(), 'write table = "x1"')
    table = table_of(world.enemy, name, asking.at(TABLE))
    for axis, value in columns.items():
        if value not in table.axes.get(axis, ()):
            known = table.axes.get(axis) or tuple(table.axes) or ("none",)
            do = f"it has {', '.join(known)}"
            what = f"{axis} {value!r} is no column of {table.id}"
            raise OpforError(what, asking.at(axis), do)
    return lambda: table.look_up(number, date=world.date, **columns).result


def los(asking: Asking, given: list[str]) -> Ask:
    """LOS in words, as `opfor los` has it: "clear 2", or "blocked K5 woods"."""
    world = asking.play.world
    here, there = (world.locate(name) for name in _two(asking, given))
    return lambda: _sight(world, here, there)


def _sight(world: World, here: Location, there: Location) -> str:
    sight = world.los.explain(world.los.index(*here), world.los.index(*there))
    if sight.clear:
        return f"clear {sight.hindrance}"
    at = "" if sight.blocked_at is None else world.map.label(sight.blocked_at)
    return f"blocked {at} {sight.blocked_by}"


def range_(asking: Asking, given: list[str]) -> Ask:
    """The range in hexes."""
    here, there = _two(asking, given)
    return lambda: asking.play.world.range(here, there)


def _two(asking: Asking, given: list[str]) -> list[LocationName]:
    if len(given) != 2 or "offboard" in given:
        do = 'write ["N9", "B3"]'
        raise OpforError("two Locations are wanted", asking.at(), do)
    return [location(asking.play.world, name, asking.at()) for name in given]


# -- one rule alone --------------------------------------------------------------------


def call(asking: Asking, given: dict[str, Any]) -> Ask:
    """What a rule gives: { rule = "S5.1", suspect = "S1" }; the rest are its terms."""
    number = given.get(RULE)
    if not isinstance(number, str):
        raise OpforError("no rule is named", asking.at(), 'write rule = "S5.1"')
    # A rule that the game does not come to by itself is registered only by this.
    import_all(opfor.rules)
    try:
        place = REGISTRY.find(number).function
    except OpforError as error:
        raise OpforError(error.what, asking.at(RULE), error.do) from None
    module, _, name = place.partition(":")
    function = getattr(import_module(module), name)
    return partial(function, **_bound(asking, function, given, number))


def _bound(
    asking: Asking, function: Callable[..., Any], given: dict[str, Any], number: str
) -> dict[str, Any]:
    """The arguments of a rule's function out of the terms that are given."""
    hints = get_type_hints(function)
    wanted = {
        _NAMES.get(hints[name], name): (name, hints[name], parameter.default)
        for name, parameter in inspect.signature(function).parameters.items()
    }
    known = [
        name for name, (_, kind, _) in wanted.items() if kind not in (GameView, Play)
    ]
    for name in given:
        if name not in (*known, RULE):
            do = (
                did_you_mean(name, known)
                or f"{number} takes {', '.join(known) or 'nothing'}"
            )
            raise OpforError(f"{number} takes no {name!r}", asking.at(name), do)
    bound: dict[str, Any] = {}
    for name, (own, kind, default) in wanted.items():
        if kind in (GameView, Play):
            bound[own] = asking.play
        elif name in given:
            bound[own] = _term(asking, name, kind, given[name])
        elif default is inspect.Parameter.empty:
            raise OpforError(f"{number} needs {name}", asking.at(), f"write {name} = …")
    return bound


def _term(asking: Asking, name: str, kind: Any, value: Any) -> Any:
    """One term of a rule, read by what kind of thing the rule wants."""
    where = asking.at(name)
    if get_origin(kind) is UnionType:  # a thing, or None if it is not given
        kind = next(part for part in get_args(kind) if part is not type(None))
    if get_origin(kind) in (list, tuple, Sequence, Iterable) and kind is not str:
        if not isinstance(value, list):
            raise OpforError(f"{name} is a list", where, 'write ["V"]')
        inner = next(arg for arg in get_args(kind) if arg is not ...)
        return [_term(asking, name, inner, item) for item in value]
    if get_origin(kind) is Literal:
        return _one_of(get_args(kind), value, where)
    read = _READ.get(kind)
    if read is None:
        raise OpforError("this rule cannot be called alone", where)
    try:
        return read(asking, value, where)
    except (KeyError, TypeError):
        raise OpforError(f"{value!r} is no {_WORDS[kind]}", where) from None


def _one_of(known: Sequence[str], value: Any, where: str) -> str:
    if value not in known:
        do = f"write one of {', '.join(known)}"
        raise OpforError(f"{str(value)[:40]!r} is none of them", where, do)
    return str(value)


def _number(_asking: Asking, value: Any, _where: str) -> int:
    if type(value) is not int or abs(value) >= BIG:
        raise TypeError
    return value


def _flag(_asking: Asking, value: Any, _where: str) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _word(asking: Asking, value: Any, where: str) -> str:
    """A text: ids of units are the only texts that rules are given."""
    return _unit(asking, value, where).id


def _unit(asking: Asking, value: Any, _where: str) -> Unit:
    return asking.play.state.units[value]


def _place(asking: Asking, value: Any, where: str) -> LocationName:
    if not isinstance(value, str):
        raise TypeError
    return location(asking.play.world, value, where)


def _suspect(asking: Asking, value: Any, _where: str) -> Suspect:
    return asking.play.state.suspects[value]


def _threat(asking: Asking, value: Any, where: str) -> ActivationThreat:
    """A S? as one that is eligible for Activation, with its own AC drm."""
    suspect = _suspect(asking, value, where)
    drm = tuple(ac_drm(asking.play, suspect))
    odds = chance(total(drm), asking.play.state.ac_number)
    return ActivationThreat(suspect, "", 0, (), drm, odds)


def _party(asking: Asking, value: Any, where: str) -> ActivatedGroup:
    """A S? that has brought the ENEMY units which stand where it does."""
    suspect = _suspect(asking, value, where)
    units = asking.play.state.units_at(suspect.location, "ENEMY")
    return ActivatedGroup(suspect, tuple(unit.id for unit in units))


def _group(asking: Asking, value: Any, where: str) -> ActionGroup:
    """Units of one Location as those who make an Action DR together."""
    if not isinstance(value, list):
        raise TypeError
    units = [_unit(asking, name, where) for name in value]
    view = asking.play
    rank, mind = rank_of(view, units[0]), attitude(view, units[0])
    return ActionGroup(tuple(unit.id for unit in units), units[0].location, rank, mind)


def _move(_asking: Asking, value: Any, where: str) -> Move:
    if not isinstance(value, dict):
        raise TypeError
    return with_fields(Move(units=()), value, where)


def _move_to(asking: Asking, value: Any, where: str) -> MoveTo:
    found = order(value, asking.play.world, where) if isinstance(value, str) else None
    if found is None or found["type"] != "move":
        raise TypeError
    return msgspec.convert(found, MoveTo)


def _weapon(asking: Asking, value: Any, where: str) -> SupportWeapon:
    found = asking.play.world.enemy.counter(value)
    if not isinstance(found, SupportWeapon):
        raise OpforError(f"{value} is no SW", where)
    return found


_READ: dict[Any, Callable[[Asking, Any, str], Any]] = {
    int: _number,
    bool: _flag,
    str: _word,
    LocationName: _place,
    Suspect: _suspect,
    ActivationThreat: _threat,
    ActivatedGroup: _party,
    Unit: _unit,
    ActionGroup: _group,
    Move: _move,
    MoveTo: _move_to,
    SupportWeapon: _weapon,
}
_NAMES: dict[Any, str] = {ActivationThreat: "suspect", ActivatedGroup: "suspect"}
"""What the program makes of a S?: an example just names the S?."""
_WORDS: dict[Any, str] = {
    int: "number",
    bool: "true or false",
    str: "unit",
    LocationName: "Location",
    Suspect: "S? on the map",
    ActivationThreat: "S? on the map",
    ActivatedGroup: "S? on the map",
    Unit: "unit",
    ActionGroup: "list of units",
    Move: "move",
    MoveTo: "order to move",
    SupportWeapon: "SW",
}

QUESTIONS: dict[str, Callable[[Asking, Any], Ask]] = {
    "look_up": look_up,
    "call": call,
    "los": los,
    "range": range_,
}
"""Each question by its key: it checks what is given; what it returns asks."""


def mods_total(result: Any) -> int | None:
    """The sum of what a rule gives, if that is modifiers."""
    mods = result if isinstance(result, list | tuple) else [result]
    if not all(isinstance(mod, Mod) for mod in mods):
        return None
    return total(mods)
