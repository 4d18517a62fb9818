"""S6.1: which Action each ENEMY unit has in a Player Turn.

A group is what makes one Action DR: the Infantry of one Attitude in a Location, the
crew of a Gun, an armed vehicle. `groups_due` has them in the order of S6.1;
`action_roll` makes the DR of one of them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from opfor.core.dice import dice_roll
from opfor.core.explain import consult
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import piece
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import armament
from opfor.rules.s_solitaire.s04_human_wave.s04_32_movement import moves_automatically
from opfor.rules.s_solitaire.s06_actions.action_group import (
    ActionGroup,
    Automatic,
    attitude,
    functions,
    is_smc,
    keep,
    none,
)
from opfor.rules.s_solitaire.s06_actions.s06_2_action_tables import TABLES, give
from opfor.rules.s_solitaire.s06_actions.s06_21_panic import panic, panicked
from opfor.state.counters import Gun, SupportWeapon, Vehicle
from opfor.state.play import GameView, Play
from opfor.state.units import Attitude, LocationName, Unit, Weapon

GUN, HW, INFANTRY, ARMED_AFV, OTHER_AFV, OTHER_VEHICLE = 1, 2, 3, 4, 5, 6
"""The place of a group within its Location, by the list of S6.1."""


Own = Callable[[GameView, Unit], Automatic | None]
"""Finds the Automatic Action of a unit."""


Settle = Callable[[Play, Unit], object]
"""Gives a unit that cannot do its Action the alternate one."""


# -- S6.1 --------------------------------------------------------------------------


@rule(
    "S6.1",
    "Order in which Actions are determined",
    exc=("units under Recall or with an Automatic Action",),
    cites=("S6.11", "S6.13", "S9.32"),
)
def groups_due(view: GameView) -> list[ActionGroup]:
    """The groups of the ENEMY that have no Action yet, in the order of their DR.

    From north to south, hexrow by hexrow; in a hexrow the one nearest the FBE first;
    in a hex the highest level first; in a Location by the list of the rule. What is
    offboard has no Action on its turn of entry.

    EXC: a vehicle under Recall has none. Who has an Automatic Action makes the DR, and
    its result is only whether he Panics (S6.3).
    """
    due = [
        unit
        for unit in view.state.units.values()
        if unit.side == "ENEMY" and eligible(view, unit) and not unit.action
    ]
    return _in_order(view, due)


def eligible(view: GameView, unit: Unit) -> bool:
    """Whether a unit makes Action DR: Good Order, onboard, no MMC of a Human Wave."""
    if not (unit.location and unit.good_order) or unit.ti:
        return False
    if unit.vehicle is not None and unit.vehicle.recalled:
        return False
    return not moves_automatically(view.world, unit)


@rule(
    "S6.13",
    "Action DR of armed vehicles and Guns",
    exc=("one DR a platoon; no working armament, no Fire Command",),
)
def own_roll(view: GameView, unit: Unit) -> str:
    """What a unit makes its Action DR with: itself or its platoon; empty: the others.

    Each armed vehicle and each manned Gun has a DR of its own, a malfunctioned one too.

    EXC: a platoon of AFV has one DR, wherever its vehicles are.
    """
    if unit.vehicle is not None:
        return unit.vehicle.platoon or unit.id
    weapons = view.state.weapons_of(unit.id)
    guns = any(isinstance(view.world.counter(w.counter), Gun) for w in weapons)
    return unit.id if guns else ""


def fires_apart(view: GameView, unit: Unit) -> str:
    """What a unit fires with: itself or its platoon; empty: those of its Location.

    On foot only ordnance is fired apart (A7.55), and that is a matter of the Gun
    (S8.p3/ordnance): who mans it fires with the others, though he has an Action DR of
    his own.
    Reading: D-865.
    """
    return "" if unit.vehicle is None else own_roll(view, unit)


def _in_order(view: GameView, units: Sequence[Unit]) -> list[ActionGroup]:
    return sorted(_groups(view, units), key=lambda group: order_key(view, group))


def _groups(view: GameView, units: Sequence[Unit]) -> Iterator[ActionGroup]:
    """Those who share a DR; all Infantry of a Location without a Gun does (S6.11)."""
    together: dict[tuple[LocationName, Attitude, str], list[Unit]] = {}
    for unit in units:
        own = own_roll(view, unit)
        where = unit.location if not own or unit.vehicle is None else own
        key = LocationName(where), attitude(view, unit), own
        together.setdefault(key, []).append(unit)
    for (_, mind, _), those in together.items():
        rank = min(rank_of(view, unit) for unit in those)
        ids = tuple(unit.id for unit in those)
        yield ActionGroup(ids, those[0].location, rank, mind)


def order_key(view: GameView, group: ActionGroup) -> tuple[int, int, int, int, str]:
    """What groups are sorted by (S6.1); the id of the first one parts equal ones."""
    world = view.world
    at = world.locate(group.location)
    return (
        world.compass.hexrow(at.hex),
        world.fbe_distance(group.location),
        -at.level,
        group.rank,
        group.units[0],
    )


def rank_of(view: GameView, unit: Unit) -> int:
    """Its place in the list of S6.1: Guns, HW, other Infantry, AFV, other vehicles."""
    kind = piece(view, unit)
    if isinstance(kind, Vehicle):
        if kind.unarmored:
            return OTHER_VEHICLE
        return ARMED_AFV if armed_vehicle(view, unit) else OTHER_AFV
    weapons = [sw for sw in view.state.weapons_of(unit.id) if not sw.malfunctioned]
    if any(isinstance(view.world.counter(sw.counter), Gun) for sw in weapons):
        return GUN
    return HW if any(heavy(view, sw) for sw in weapons) else INFANTRY


def heavy(view: GameView, weapon: Weapon) -> bool:
    """Whether it is a HW: a Gun, or a SW of three PP or more assembled (D-035)."""
    kind = view.world.counter(weapon.counter)
    return isinstance(kind, Gun) or (isinstance(kind, SupportWeapon) and kind.heavy)


def armed_vehicle(view: GameView, unit: Unit) -> bool:
    """Whether a vehicle has functioning armament."""
    return any(functions(weapon) for weapon in armament(view, unit))


# -- S6.11, S6.12, S6.2 ------------------------------------------------------------


@rule(
    "S6.11",
    "Action DR in the ENEMY Player Turn",
    exc=(
        "vehicles, Guns and Human Waves have their own",
        "Automatic Actions",
        "with one Target there is no Fire Command DR",
    ),
    cites=("S6.13", "S4.32", "S6.3", "S6.23"),
)
def action_roll(
    play: Play,
    group: ActionGroup,
    automatic: Own = none,
    settle: Settle = keep,
    follow: Settle = keep,
) -> None:
    """Make a group's Action DR: who Panics, and what the Action of the others is.

    EXC: vehicles and Guns have a DR of their own, MMC of a Human Wave none. Who has an
    Automatic Action keeps it, barring Panic. Fire at the one Target needs no Fire
    Command (`s08_fire/command.py` sees to that).

    Args:
        play: the game.
        group: who makes it.
        automatic: finds their Automatic Actions; of leaders when the others have
            their Action, since it may hang on that (S6.3174).
        settle: finds the alternate of who cannot do the Action that he was given.
        follow: does what an Action means for those who have yet to be given theirs.
    """
    # S6.11: one Action DR, on the table of its Attitude.
    name = TABLES[group.attitude]
    posture = play.state.mission.posture
    mods = [Mod("posture of the Mission", posture, "project")] if posture else []
    roll = dice_roll(play, _action_of(group), mods)
    # S6.21: who Panics, by the Original DR.
    for id_ in panicked(play, group, roll.dice):
        panic(play, id_)
    left = [unit for unit in _those(play, group) if not unit.panic]
    if not left:
        return
    # S6.2: the Action of the others.
    row = consult(play, play.world.enemy.table(name), roll.final)
    # S6.3: an Automatic Action goes first; leaders last, since theirs may hang
    # on the Action of the others (S6.3174).
    # S6.2: who cannot do his own hears of an alternate once his like have theirs,
    # since he may fire with them (D-592).
    for smc in (False, True):
        alike = [unit for unit in left if is_smc(play, unit) == smc]
        for unit in alike:
            give(play, unit, row.result, automatic(play, unit))
            follow(play, play.state.units[unit.id])
        for unit in alike:
            settle(play, play.state.units[unit.id])


@rule(
    "S6.12",
    "Action DR in the FRIENDLY Player Turn: Panic or fire",
    exc=("units just Activated (5.3)", "each AFV and Gun has its own DR"),
    cites=("S5.3", "S6.13", "S8.6"),
)
def defensive_roll(play: Play, group: ActionGroup) -> None:
    """The one Action DR of a group that is to fire: who Panics; the others fire.

    However often they fire in this Player Turn, they make no other.

    EXC: units just Activated make none (S5.3); each AFV and Gun has its own, or its
    platoon (S6.13).
    """
    # S6.12: the one Action DR of this Player Turn; only Panic counts in it.
    roll = dice_roll(play, _action_of(group))
    for id_ in panicked(play, group, roll.dice):
        panic(play, id_)
    # S6.12: whoever does not Panic conducts Defensive Fire.
    for unit in _those(play, group):
        if not unit.panic:
            give(play, unit, "Fire")


def defenders(view: GameView, unit: Unit) -> ActionGroup:
    """Those who make the DR of S6.12 with a unit: of its Location, or its platoon.

    Whoever is there counts, with a Target or without, as long as he has made none: a
    leader Panics with those whom he directs. In the ENEMY's own AFPh they are those
    whom Defensive Fire Activated (S5.5).
    """
    due = [
        other
        for other in view.state.units.values()
        if other.side == unit.side and other.location and other.afph == unit.afph
        if owes_roll(other)
    ]
    return next(g for g in _in_order(view, due) if unit.id in g.units)


def rolls_first(play: Play, ids: Iterable[str]) -> bool:
    """The Action DR of the first of some firers who has yet to make it; else False."""
    new = [unit for id_ in ids if owes_roll(unit := play.state.units[id_])]
    if not new:
        return False
    defensive_roll(play, defenders(play, new[0]))
    return True


def owes_roll(unit: Unit) -> bool:
    """Whether it must make its Action DR before it fires; nobody berserk.

    Also in a Human Wave, which does without only in its own Player Turn (D-002). It
    need not if it made one in this Player Turn, or has fired in it (D-151).
    """
    return unit.good_order and not (unit.action or unit.fired)


def _action_of(group: ActionGroup) -> Fact:
    return fact("action_of", units=group.units, where=group.location)


def _those(view: GameView, group: ActionGroup) -> list[Unit]:
    return [view.state.units[id_] for id_ in group.units if id_ in view.state.units]
