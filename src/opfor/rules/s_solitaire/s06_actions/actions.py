"""S6.1 and S6.2: which Action each ENEMY unit has in a Player Turn, and Panic.

A group is what makes one Action DR: the Infantry of one Attitude in a Location, the
crew of a Gun, an armed vehicle. `groups_due` has them in the order of S6.1;
`action_roll` makes the DR of one of them.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.event import Note
from opfor.core.explain import consult
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_units import mmc, piece
from opfor.rules.d_vehicles.d01_vehicles import armament, main_armament
from opfor.rules.s_solitaire.s04_human_wave.movement import moves_automatically
from opfor.state.counters import MMC, SMC, Gun, SupportWeapon, Vehicle
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Action, Attitude, LocationName, Unit, Weapon

GUN, HW, INFANTRY, ARMED_AFV, OTHER_AFV, OTHER_VEHICLE = 1, 2, 3, 4, 5, 6
"""The place of a group within its Location, by the list of S6.1."""

TABLES: dict[Attitude, str] = {"Advance": "A2a", "Hold": "A2b"}

PANIC_FROM = {"elite": 10, "first": 6, "second": 4, "green": 2, "conscript": 2}
"""The lowest Original doubles by which a class Panics (S6.21)."""

VEHICLE_PANIC_FROM = 4
"""That of a vehicle other than an AFV with functioning MA."""

PARTISAN = "partisan"


class Automatic(Struct, frozen=True):
    """An Automatic Action (S6.3): the rule that gives it, and what it is."""

    rule: str
    action: Action


Own = Callable[[GameView, Unit], Automatic | None]
"""Finds the Automatic Action of a unit."""


def none(_look: GameView, _unit: Unit) -> Automatic | None:
    """No Automatic Action."""
    return None


Settle = Callable[[Play, Unit], None]
"""Gives a unit that cannot do its Action the alternate one."""


def keep(_play: Play, _unit: Unit) -> None:
    """Who has an Action keeps it."""


class ActionGroup(Struct, frozen=True):
    """Units of one Location that have one Action.

    Args:
        units: their ids.
        location: where they are.
        rank: their place in the Location's order.
        attitude: theirs.
    """

    units: tuple[str, ...]
    location: LocationName
    rank: int
    attitude: Attitude


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


def attitude(view: GameView, unit: Unit) -> Attitude:
    """The Attitude of an ENEMY unit: its S?'s, else the Prevailing one (D-006)."""
    return unit.attitude or view.state.mission.attitude


@rule(
    "S6.13",
    "Action DR of armed vehicles and Guns",
    exc=("one DR a platoon; no working armament, no Fire Command",),
)
def own_roll(view: GameView, unit: Unit) -> str:
    """What a unit makes its Action DR with: itself or its platoon; empty: the others.

    Each armed vehicle and each manned Gun has a DR of its own.

    EXC: a platoon of AFV has one DR, wherever its vehicles are.
    """
    rank = rank_of(view, unit)
    if unit.vehicle is not None:
        return unit.vehicle.platoon or unit.id
    return unit.id if rank == GUN else ""


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


def functions(weapon: Weapon) -> bool:
    """Whether a Weapon of a vehicle can fire."""
    return not (weapon.malfunctioned or weapon.disabled)


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
    play: Play, group: ActionGroup, automatic: Own = none, settle: Settle = keep
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
    for unit in sorted(left, key=lambda unit: _is_smc(play, unit)):
        give(play, unit, row.result, automatic(play, unit))
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


def owes_roll(unit: Unit) -> bool:
    """Whether it must make its Action DR before it fires; no wave, nobody berserk.

    It need not if it made one in this Player Turn, or has fired in it (D-151).
    """
    return unit.good_order and not (unit.action or unit.fired or unit.wave)


def _action_of(group: ActionGroup) -> Fact:
    return fact("action_of", units=group.units, where=group.location)


def _those(view: GameView, group: ActionGroup) -> list[Unit]:
    return [view.state.units[id_] for id_ in group.units if id_ in view.state.units]


@rule(
    "S6.2",
    "Action Tables, and the alternate Action",
    exc=("an Automatic Action goes first",),
    cites=("S6.3",),
)
def give(
    play: Play, unit: Unit, action: Action, automatic: Automatic | None = None
) -> None:
    """Give a unit its Action.

    EXC: an Automatic Action goes first; then the table's result is not used.
    """
    what, own = fact("has_as_its_action", action=action), ""
    if automatic is not None:
        action, own = automatic.action, automatic.rule
        what = fact("has_as_its_automatic_action", action=action, rule=own)
    changed = replace(unit, action=action, automatic=own)
    play.emit(UnitChanged(changed, what))


# -- S6.21 -------------------------------------------------------------------------


@rule(
    "S6.21",
    "Panic",
    exc=(
        "an AFV with an Inexperienced Crew is no elite",
        "other vehicles with an Inexperienced Crew",
    ),
    cites=("D3.45",),
)
def panicked(view: GameView, group: ActionGroup, dice: tuple[int, ...]) -> list[str]:
    """The units of a group that Panic on the dice of its Action DR.

    Elite units, and AFV with functioning MA, Panic on doubles of 10 or more; first
    line from 6, second line, Partisans and other vehicles from 4, conscripts, green
    MMC and Inexperienced Crews on all doubles.

    EXC: a vehicle of either kind with an Inexperienced Crew Panics on all doubles.
    Reading (D-005): a crew of Infantry is elite; a SMC shares the fate of the best
    MMC of his group, and alone counts as first line.
    """
    if len(set(dice)) != 1:
        return []
    units = [view.state.units[id_] for id_ in group.units]
    limits = [panic_from(view, unit) for unit in units if mmc(view, unit)]
    led = max(limits, default=PANIC_FROM["first"])
    return [
        unit.id
        for unit in units
        if sum(dice) >= (led if _is_smc(view, unit) else panic_from(view, unit))
    ]


def panic_from(view: GameView, unit: Unit) -> int:
    """The lowest Original doubles by which a MMC or vehicle Panics."""
    kind = piece(view, unit)
    if isinstance(kind, Vehicle):
        state = unit.vehicle
        if state and state.inexperienced:
            return PANIC_FROM["conscript"]
        main = main_armament(view, unit)
        sound = not kind.unarmored and main is not None and functions(main)
        return PANIC_FROM["elite"] if sound else VEHICLE_PANIC_FROM
    if isinstance(kind, MMC):
        if kind.size == "crew":
            return PANIC_FROM["elite"]
        partisan = kind.nation == PARTISAN
        return PANIC_FROM["second" if partisan else kind.quality]
    return PANIC_FROM["first"]


def _is_smc(view: GameView, unit: Unit) -> bool:
    return isinstance(piece(view, unit), SMC)


@rule(
    "S6.211",
    "What Panic does",
    cites=("A4.8", "S6.212", "S6.213", "S6.309", "S16.3"),
)
def panic(play: Play, id_: str) -> None:
    """Mark a unit, FRIENDLY or ENEMY, with Panic until the Player Turn ends.

    It is TI and not in Good Order, and keeps its concealment. A vehicle in Motion
    loses it; in its own PFPh only in the MPh that follows (S6.309, D-003).
    """
    unit = play.state.units[id_]
    # S6.211: Panic counter, and TI.
    panicky = replace(unit, panic=True, ti=True, action="Panic", automatic="")
    # S6.211: Motion is lost; S6.309 has the MP for it wait for the MPh.
    motion = unit.vehicle is not None and unit.vehicle.motion
    own = (play.state.side, play.state.phase) == (unit.side, "PFPh")
    if unit.vehicle is not None and motion and not own:
        panicky = replace(panicky, vehicle=replace(unit.vehicle, motion=False))
        play.emit(Note(fact("unit_stops", unit=id_)))
    play.emit(UnitChanged(panicky, fact("panics")))
