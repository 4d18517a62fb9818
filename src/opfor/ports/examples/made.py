"""What rules are given that is no id and no table: made of an example's words.

An example names units, S? and Weapons; a rule may want them as a group that makes an
Action DR, as what moves, as the attack that an order comes to.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import UnionType
from typing import Any, Union, get_args, get_origin

from msgspec import Struct

from opfor.core.dice import DR, Rolled
from opfor.core.errors import OpforError
from opfor.core.modifier import Mod, total
from opfor.core.table import Row
from opfor.geo.movement.infantry_cost import EntryCost
from opfor.ports.examples.pieces import with_fields
from opfor.ports.examples.places import location
from opfor.ports.examples.read import Origin
from opfor.ports.examples.scene import table_of
from opfor.ports.examples.script import ordered
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a07_fire.fire_group import FireGroup
from opfor.rules.a_infantry.a07_fire.firer import Firer
from opfor.rules.a_infantry.a11_close_combat.a11_1_attack import (
    Combat,
    evaluate,
    plan_combat,
)
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance, ordnance
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.firer import Manned
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.choices.orders import CloseCombat, Command, Fire, read_order
from opfor.rules.s_solitaire.s01_terms.s01_terms import chance_and_effect
from opfor.rules.s_solitaire.s05_activation.group import ActivatedGroup
from opfor.rules.s_solitaire.s05_activation.s05_1_activation_check import (
    ActivationThreat,
    ac_drm,
    chance,
)
from opfor.rules.s_solitaire.s06_actions.action_group import ActionGroup, attitude
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import rank_of
from opfor.rules.s_solitaire.s08_fire.command_clauses import Command as FireCommand
from opfor.rules.s_solitaire.s08_fire.command_clauses import read_command
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import Target
from opfor.rules.s_solitaire.s09_movement.movers import Mover, of_suspect, stack
from opfor.state.artillery import Aircraft, Battery
from opfor.state.counters import MMC, SMC, Counter, Gun, SupportWeapon, Vehicle
from opfor.state.in_progress import CloseCombatAttack, Effect, Move, Weather
from opfor.state.mission import OB, Area
from opfor.state.play import Play
from opfor.state.units import (
    Fortification,
    LocationName,
    Marker,
    Side,
    Suspect,
    Unit,
    Wave,
    Weapon,
)

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

    def order(self, value: Any, where: str) -> Command:
        """An order, in words or as a table.

        Errors:
            OpforError: it is none.
        """
        _, answer, _ = ordered(value, self.play.world, where)
        if answer is None:
            raise OpforError(f"{value!r} is no order", where, "name what is done")
        return read_order(answer)


ORDER_TAGS = frozenset(str(each.__struct_config__.tag) for each in get_args(Command))
"""What an order may be, by the word of its type."""

Reader = Callable[[Asking, Any, str], Any]


def is_order(kind: Any) -> bool:
    """Whether a kind of thing is an order, or any of several."""
    if get_origin(kind) not in (None, UnionType, Union):
        return False
    return all(each in get_args(Command) for each in get_args(kind) or (kind,))


# -- things on the table -----------------------------------------------------------


def _known(name: str) -> Reader:
    """Reads the id of one of the things that the State has under a name."""
    return lambda asking, value, _where: getattr(asking.play.state, name)[value]


def _unit(asking: Asking, value: Any, _where: str = "") -> Unit:
    return asking.play.state.units[value]


def _units(asking: Asking, value: Any) -> list[Unit]:
    """Units by id: a list, or one."""
    return [
        _unit(asking, id_) for id_ in (value if isinstance(value, list) else [value])
    ]


def _weapon(asking: Asking, value: Any, _where: str = "") -> Weapon:
    """A Weapon by id, or a unit's only one by the unit's."""
    state = asking.play.state
    if value in state.units and len(state.weapons_of(value)) == 1:
        return state.weapons_of(value)[0]
    return state.weapons[value]


def _suspect(asking: Asking, value: Any, _where: str = "") -> Suspect:
    return asking.play.state.suspects[value]


def _place(asking: Asking, value: Any, where: str) -> LocationName:
    if not isinstance(value, str):
        raise TypeError
    return location(asking.play.world, value, where)


# -- what the program makes of them ------------------------------------------------


def _threat(asking: Asking, value: Any, _where: str) -> ActivationThreat:
    """A S? as one that is eligible for Activation, with its own AC drm."""
    suspect = _suspect(asking, value)
    drm = tuple(ac_drm(asking.play, suspect))
    odds = chance(total(drm), asking.play.state.ac_number)
    return ActivationThreat(suspect, "", 0, (), drm, odds)


def _party(asking: Asking, value: Any, _where: str) -> ActivatedGroup:
    """A S? that has brought the ENEMY units which stand where it does."""
    suspect = _suspect(asking, value)
    units = asking.play.state.units_at(suspect.location, "ENEMY")
    return ActivatedGroup(suspect, tuple(unit.id for unit in units))


def _group(asking: Asking, value: Any, _where: str) -> ActionGroup:
    """Units of one Location as those who make an Action DR together."""
    units = _units(asking, value)
    view = asking.play
    rank, mind = rank_of(view, units[0]), attitude(view, units[0])
    return ActionGroup(tuple(unit.id for unit in units), units[0].location, rank, mind)


def _mover(asking: Asking, value: Any, _where: str) -> Mover:
    """Who moves: a S?, or units of one Location."""
    if isinstance(value, str) and value in asking.play.state.suspects:
        return of_suspect(_suspect(asking, value))
    return stack(asking.play, _units(asking, value))


def _firer(asking: Asking, value: Any, where: str) -> Firer:
    """A unit with its own FP, or a SW and who has it."""
    world, state = asking.play.world, asking.play.state
    weapon = state.weapons.get(value)
    unit = state.units[weapon.owner if weapon else value]
    piece = world.counter((weapon or unit).counter)
    if not isinstance(piece, MMC | SMC | SupportWeapon):
        raise OpforError(f"{piece.name} does not fire on the IFT so", where)
    return Firer(unit, piece, weapon)


def _fire_group(asking: Asking, value: Any, where: str) -> FireGroup:
    ids = value if isinstance(value, list) else [value]
    return FireGroup(tuple(_firer(asking, id_, where) for id_ in ids))


def _ordnance(asking: Asking, value: Any, where: str) -> Ordnance:
    weapon = _weapon(asking, value)
    found = ordnance(asking.play, weapon)
    if found is None:
        raise OpforError(f"{value!r} is no ordnance", where, "name a Gun or a mortar")
    return found


def _manned(asking: Asking, value: Any, where: str) -> Manned:
    weapon = _weapon(asking, value)
    piece = _ordnance(asking, weapon.id, where)
    return Manned(_unit(asking, weapon.owner), piece, weapon)


def _fire(asking: Asking, value: Any, where: str) -> tuple[Side, Fire]:
    """An order to fire, and whose it is."""
    order = asking.order(value, where)
    if not isinstance(order, Fire):
        raise TypeError
    first, state = order.firers[0], asking.play.state
    weapon = state.weapons.get(first)
    return state.units[weapon.owner if weapon else first].side, order


def _attack(asking: Asking, value: Any, where: str) -> Attack:
    """The attack that an order to fire comes to."""
    return plan_attack(asking.play, *_fire(asking, value, where))


def _shot(asking: Asking, value: Any, where: str) -> ToHit:
    """The use of ordnance that an order to fire comes to."""
    return plan_shot(asking.play, *_fire(asking, value, where))


def _rated(asking: Asking, value: Any, where: str) -> RatedAttack:
    """An order to fire with its chances."""
    side, order = _fire(asking, value, where)
    attack = plan_attack(asking.play, side, order)
    chance, effect = chance_and_effect(asking.play, attack)
    return RatedAttack(order, attack, chance, effect)


def _target(asking: Asking, value: Any, where: str) -> Target:
    """A Target of the ENEMY: the order that would fire at it."""
    rated = _rated(asking, value, where)
    return Target(rated.order.target, rated)


def _clash(asking: Asking, value: Any, where: str) -> CloseCombatAttack:
    order = asking.order(value, where)
    if not isinstance(order, CloseCombat):
        raise TypeError
    side = _unit(asking, order.attackers[0]).side
    return plan_combat(asking.play, side, order)


def _combat(asking: Asking, value: Any, where: str) -> Combat:
    found = evaluate(asking.play, _clash(asking, value, where))
    if found is None:
        raise OpforError("nobody fights there", where)
    return found


def _row(asking: Asking, value: Any, where: str) -> Row:
    """A row of a table: { table = "A4a", number = 3 }."""
    world = asking.play.world
    table = table_of(world.enemy, value["table"], where)
    rest = {key: value[key] for key in value if key not in ("table", "number")}
    return table.look_up(value["number"], date=world.date, **rest)


def _fire_command(asking: Asking, value: Any, where: str) -> FireCommand:
    """The Fire Command of a row: { table = "A3a", number = 3 }."""
    nation = asking.play.world.enemy
    name = table_of(nation, value["table"], where).id.name
    return read_command(nation.table, name, value["number"])


def _entry(asking: Asking, value: Any, where: str) -> EntryCost:
    """The way from one Location into the next: ["J6", "K6"]."""
    start, end = (_place(asking, name, where) for name in value)
    return asking.play.world.entry(start, end)


def _mod(_asking: Asking, value: Any, where: str) -> Mod:
    """A DRM: { name = "TEM", value = 2 }, or its number."""
    if type(value) is int:
        return Mod("given", value)
    return with_fields(Mod("given", 0), value, where)


def _rolled(_asking: Asking, value: Any, where: str) -> Rolled:
    """A roll: its dice, or { dice = […], mods = […] }."""
    mods: tuple[Mod, ...] = ()
    if isinstance(value, dict):
        mods = tuple(_mod(_asking, mod, where) for mod in value.get("mods", []))
        value = value["dice"]
    if not all(type(die) is int and 1 <= die <= 6 for die in value):
        raise ValueError
    return Rolled(tuple(value), mods)


def _dr(asking: Asking, value: Any, where: str) -> DR:
    return DR(*_rolled(asking, value, where).dice)


def _move(asking: Asking, value: Any, where: str) -> Move:
    """A move in hand: its fields; units are named, or the one that moves alone."""
    if not isinstance(value, dict):
        return Move(units=tuple(unit.id for unit in _units(asking, value)))
    return with_fields(Move(units=()), value, where, asking.play.world)


def _by_fields(plain: Struct) -> Reader:
    """Reads something by those of its fields that are said."""
    return lambda asking, value, where: with_fields(
        plain, dict(value), where, asking.play.world
    )


def _counter(kind: Any, word: str) -> Reader:
    """Reads a counter by its printed name: the ENEMY's, or the other side's."""

    def read(asking: Asking, value: Any, where: str) -> Any:
        world = asking.play.world
        try:
            found: Counter = world.enemy.counter(value)
        except OpforError:
            found = world.counter_of(asking.play.state.mission.friendly, value)
        if not isinstance(found, kind):
            raise OpforError(f"{value} is no {word}", where)
        return found

    return read


MADE: Mapping[Any, Reader] = {
    LocationName: _place,
    Unit: _unit,
    Weapon: _weapon,
    Suspect: _suspect,
    Fortification: _known("fortifications"),
    Marker: _known("markers"),
    Battery: _known("batteries"),
    Aircraft: _known("planes"),
    Wave: _known("waves"),
    ActivationThreat: _threat,
    ActivatedGroup: _party,
    ActionGroup: _group,
    Mover: _mover,
    Firer: _firer,
    FireGroup: _fire_group,
    Ordnance: _ordnance,
    Manned: _manned,
    Attack: _attack,
    ToHit: _shot,
    RatedAttack: _rated,
    Target: _target,
    CloseCombatAttack: _clash,
    Combat: _combat,
    Row: _row,
    FireCommand: _fire_command,
    EntryCost: _entry,
    Mod: _mod,
    Rolled: _rolled,
    DR: _dr,
    Move: _move,
    Weather: _by_fields(Weather()),
    Effect: _by_fields(Effect(kind="mist", turn=1)),
    OB: _by_fields(OB("")),
    Area: _by_fields(Area()),
    SupportWeapon: _counter(SupportWeapon, "SW"),
    Gun: _counter(Gun, "Gun"),
    Vehicle: _counter(Vehicle, "vehicle"),
    MMC: _counter(MMC, "MMC"),
    SMC: _counter(SMC, "SMC"),
    Counter: _counter(Counter, "counter"),
}
"""How each kind of thing is read."""

OR_BY_FIELDS = frozenset(
    {Mover, Firer, FireGroup, ActionGroup, ActivatedGroup, ActivationThreat, Ordnance}
    | {Manned, Attack, ToHit, RatedAttack, Target, CloseCombatAttack, Combat, EntryCost}
)
"""What may as well be written as a table of its fields."""


def _number(value: Any) -> int:
    if type(value) is not int or abs(value) >= BIG:
        raise TypeError
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


PLAIN: Mapping[Any, Callable[[Any], Any]] = {
    int: _number,
    bool: _flag,
    Fraction: lambda value: Fraction(str(value)),
}
"""Numbers, yes or no."""

WORDS: Mapping[Any, str] = {
    int: "number",
    bool: "true or false",
    Fraction: 'number, 4 or "1/2"',
    str: "id or text",
    LocationName: "Location",
    Unit: "unit",
    Weapon: "Weapon",
    Suspect: "S? on the map",
    ActivationThreat: "S? on the map",
    ActivatedGroup: "S? on the map",
    Fortification: "fortification",
    Marker: "marker",
    Battery: "battery",
    Aircraft: "airplane",
    Wave: "Human Wave",
    ActionGroup: "list of units",
    Mover: "S?, or list of units",
    Firer: "unit or SW",
    FireGroup: "list of units and SW",
    Ordnance: "Gun or mortar",
    Manned: "Gun or mortar that a unit has",
    Attack: "order to fire, or table of an attack",
    ToHit: "order to fire a Gun or mortar",
    RatedAttack: "order to fire",
    Target: "order to fire",
    CloseCombatAttack: "order to CC",
    Combat: "order to CC",
    Row: 'row, { table = "A4a", number = 3 }',
    FireCommand: 'row, { table = "A3a", number = 3 }',
    EntryCost: 'two Locations, ["J6", "K6"]',
    Mod: 'DRM, or { name = "TEM", value = 2 }',
    Rolled: "dice, [3, 4]",
    DR: "dice, [3, 4]",
    Move: "list of units, or table of a move",
    Weather: "table of weather",
    Effect: "table of an effect",
    OB: "table of an OB line",
    Area: "table of an area",
    SupportWeapon: "SW",
    Gun: "Gun by its printed name",
    Vehicle: "vehicle by its printed name",
    MMC: "MMC by its printed name",
    SMC: "SMC by its printed name",
    Counter: "counter by its printed name",
}
"""What each kind of thing is called."""
