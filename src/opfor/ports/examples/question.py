"""Questions without play: a row of a table, one rule called alone, LOS and range."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from opfor.core.errors import OpforError
from opfor.core.modifier import Mod, total
from opfor.geo.ground import Location
from opfor.ports.examples.form import CaseStep
from opfor.ports.examples.made import BIG, Asking
from opfor.ports.examples.places import location
from opfor.ports.examples.scene import table_of
from opfor.ports.examples.terms import WHY_NOT, bound, find_rule, function_of
from opfor.rules.s_solitaire.s06_actions.action_group import ActionGroup
from opfor.rules.s_solitaire.s06_actions.s06_2_alternates import rolls
from opfor.state.play import Play
from opfor.state.units import LocationName
from opfor.state.world import World

RULE, TABLE, NUMBER = "rule", "table", "number"
Ask = Callable[[], Any]


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
    sight = world.explain(world.name(here), world.name(there))
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
    found = find_rule(number, asking.at(RULE))
    if reason := WHY_NOT.get(str(found.id)):
        raise OpforError(f"{number} cannot be asked", asking.at(RULE), reason)
    function = function_of(found)
    terms = {key: value for key, value in given.items() if key != RULE}
    arguments = bound(asking, number, function, terms)
    return AS_IN_PLAY.get(str(found.id), partial)(function, **arguments)


def _action_dr(_rule: Ask, play: Play, group: ActionGroup) -> Ask:
    """The Action DR with the Automatic Actions and alternates that play has."""
    return lambda: rolls(play, group)


AS_IN_PLAY: Mapping[str, Callable[..., Ask]] = {"S6.11": _action_dr}
"""Rules to which the game gives functions of its own: how play comes to them."""


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
