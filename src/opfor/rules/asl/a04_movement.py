"""A4: Infantry movement in the MPh, Location by Location.

MF are quarters throughout (see geo/chart.py). Bypass, Minimum Moves and MF spent on
anything but movement are not here yet.
"""

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.chart import MF
from opfor.geo.cost import Entry
from opfor.rules.asl.a01_units import known_to_other_side
from opfor.rules.asl.a03_sequence import other
from opfor.rules.orders import MoveTo
from opfor.state.counters import MMC, SMC, SupportWeapon
from opfor.state.play import Look
from opfor.state.units import LocationName, Move, Side, Unit

MMC_MF, SMC_MF = 4 * MF, 6 * MF
LEADER_BONUS = 2 * MF
DOUBLE_TIME = 2 * MF
ROAD_BONUS = 1 * MF
MOST = 8 * MF
MMC_IPC, SMC_IPC = 3, 1
"""PP carried without loss of MF (A4.42); a leader adds his to one MMC's."""


@rule("A4.2", "Infantry movement", cites=("A4.11", "A4.12", "A4.5", "A4.61"))
def plan(look: Look, order: MoveTo) -> Move:
    """The move in hand after an order, or the rule that forbids it.

    Errors:
        Illegal: the units cannot do that.
    """
    units = _units(look, order)
    start = units[0].location
    entry = look.world.entry(start, order.to)
    if entry.bar:
        raise Illegal("A4.2", f"{order.to} cannot be entered: {entry.bar}")
    _barred_by_enemy(look, units[0].side, order.to)
    move = _begun(look, units, order)
    here = move.allotment if entry.all else entry.quarters
    after = replace(
        move,
        spent=move.spent + here,
        here=here,
        road=move.road and entry.road > 0,
        steps=move.steps + 1,
        entry_side=look.world.side_between(order.to, start),
    )
    _affordable(move, after, entry)
    return after


def _units(look: Look, order: MoveTo) -> list[Unit]:
    """The units that an order names, if they can move together."""
    if not order.units:
        raise Illegal("A4.2", "no unit is named")
    units = []
    for id_ in order.units:
        unit = look.state.units.get(id_)
        if unit is None or unit.side != look.state.side:
            raise Illegal("A4.2", f"you have no unit {id_}")
        if unit.broken or unit.pinned:
            raise Illegal("A4.1", f"{id_} is {'broken' if unit.broken else 'pinned'}")
        if unit.moved:
            raise Illegal("A4.1", f"{id_} has had its move this turn")
        units.append(unit)
    if len({unit.location for unit in units}) > 1:
        raise Illegal("A4.2", "the units are not in one Location")
    return units


def _begun(look: Look, units: list[Unit], order: MoveTo) -> Move:
    """The move in hand, or a new one; a stack may shed units, never gain them.

    What is left of a stack has its own MF: MMC whose leader stays behind, or is lost,
    do without his (A4.12).
    """
    ids = tuple(unit.id for unit in units)
    move = look.state.move
    if move is None or not set(ids) <= set(move.units):
        return Move(
            units=ids,
            assault=order.assault,
            double_time=order.double_time,
            allotment=allotment(look, units, order),
        )
    if order.assault or order.double_time:
        raise Illegal("A4.61", "that is declared before the first hex")
    own = _mf(look, units, double_time=move.double_time)
    return replace(move, units=ids, allotment=own)


@rule("A4.11", "MF allotment", cites=("A4.12", "A4.4", "A4.5"))
def allotment(look: Look, units: list[Unit], order: MoveTo) -> int:
    """Quarters of MF of the slowest unit that moves with the stack.

    A leader who moves with MMC all the way adds two; Double Time adds two (CX); each
    PP over the IPC costs one.
    """
    if order.double_time and any(unit.cx for unit in units):
        raise Illegal("A4.5", "a CX unit cannot Double Time")
    if order.double_time and order.assault:
        raise Illegal("A4.61", "Assault Movement is not possible by Double Time")
    return _mf(look, units, double_time=order.double_time)


def _mf(look: Look, units: list[Unit], *, double_time: bool) -> int:
    led = any(_smc(look, unit) for unit in units)
    bonus = DOUBLE_TIME if double_time else 0
    own = min(_own_mf(look, unit, led=led) for unit in units)
    slowest = own - _burden(look, units)
    return max(0, min(MOST, slowest + bonus))


def _own_mf(look: Look, unit: Unit, *, led: bool) -> int:
    if isinstance(look.world.counter(unit.counter), MMC):
        return MMC_MF + (LEADER_BONUS if led else 0)
    return SMC_MF


def _burden(look: Look, units: list[Unit]) -> int:
    """MF lost to PP over the IPC; a leader adds his IPC to one MMC's (A4.42)."""
    over = [_load(look, unit) - MMC_IPC for unit in units if not _smc(look, unit)]
    alone = [_load(look, unit) - SMC_IPC for unit in units if _smc(look, unit)]
    spare = -min(alone, default=0)
    worst = max([*over, *alone, 0])
    if over and worst == max(over) and over.count(worst) == 1:
        worst = max(worst - spare, *alone, *(pp for pp in over if pp < worst), 0)
    return worst * MF


def _smc(look: Look, unit: Unit) -> bool:
    return isinstance(look.world.counter(unit.counter), SMC)


def _load(look: Look, unit: Unit) -> int:
    """The PP that a unit carries."""
    weapons = look.state.weapons_of(unit.id)
    found = ((look.world.counter(weapon.counter), weapon.dm) for weapon in weapons)
    return sum(
        sw.dm_pp if dm else sw.pp for sw, dm in found if isinstance(sw, SupportWeapon)
    )


def _barred_by_enemy(look: Look, side: Side, to: LocationName) -> None:
    there = look.state.units_at(to, other(side))
    if any(known_to_other_side(unit) for unit in there):
        raise Illegal("A4.14", f"a Known unit of the {other(side)} is in {to}")


def _affordable(before: Move, after: Move, entry: Entry) -> None:
    """Refuse what costs more MF than are left, and a longer Assault Movement."""
    bonus = ROAD_BONUS if after.road and not after.assault else 0
    most = before.allotment + bonus
    if after.assault and (before.steps or after.spent >= before.allotment):
        raise Illegal("A4.61", "Assault Movement is one Location with MF to spare")
    if after.spent > most or (entry.all and before.spent):
        left = max(0, most - before.spent) / MF
        raise Illegal("A4.2", f"{entry} MF are needed and {left:g} are left")
