"""S9.33, S9.331: how a platoon of ENEMY vehicles enters, and when it is released."""

from collections.abc import Sequence
from itertools import count

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import part_of_rule, rule
from opfor.geo.hexes import column_letters
from opfor.rules.d_vehicles.d02_movement.d02_14_entering_a_hex import Wish, way_into
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import mobile_vehicle
from opfor.rules.s_solitaire.s09_vehicles.s09_34_ca_and_targets import seen_from
from opfor.rules.s_solitaire.s09_vehicles.steps import kind_of
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit, VehicleState

PLATOON = 2
"""Vehicles of one type that enter as a platoon, at the least."""


def enemy_vehicles(view: GameView) -> list[Unit]:
    """The ENEMY's vehicles that have crews, on the map or about to enter it."""
    return [
        unit
        for unit in view.state.units.values()
        if unit.side == "ENEMY" and unit.vehicle and not unit.vehicle.abandoned
    ]


def platoon_of(view: GameView, unit: Unit) -> list[Unit]:
    """The vehicles of a vehicle's platoon, itself among them."""
    name = unit.vehicle.platoon if unit.vehicle else ""
    if not name:
        return [unit]
    return [u for u in enemy_vehicles(view) if u.vehicle and u.vehicle.platoon == name]


def sees_target(view: GameView, unit: Unit) -> bool:
    """Whether a vehicle on the map has a Target in its LOS, Known or not."""
    return bool(unit.location) and bool(seen_from(view, unit, known=False))


# -- S9.33 -------------------------------------------------------------------------


def await_entry(play: Play, ids: Sequence[str]) -> None:
    """Vehicles wait to enter, in Advance Attitude (S9.321)."""
    for id_ in ids:
        unit = play.state.units[id_]
        state = replace(unit.vehicle or VehicleState(), entering=True)
        changed = replace(unit, vehicle=state, attitude="Advance")
        play.emit(UnitChanged(changed, fact("waits_offboard")))


def waiting(view: GameView) -> list[Unit]:
    """The ENEMY's vehicles that may enter in this MPh."""
    return [
        unit
        for unit in enemy_vehicles(view)
        if not (unit.location or unit.moved) and mobile_vehicle(unit)
    ]


@rule("S9.33/form", "Who enters as a platoon", cites=("S9.33", "D14.2"))
def form_platoons(play: Play) -> bool:
    """Two or more vehicles of one type that enter on one turn do so as a platoon.

    Each type has its own, and those of an earlier turn keep theirs. Whether any was
    formed.
    """
    types: dict[str, list[Unit]] = {}
    for unit in waiting(play):
        types.setdefault(unit.counter, []).append(unit)
    new = [those for those in types.values() if _is_new(those)]
    for those in new:
        name = _unused_name(play)
        for unit in those:
            state = replace(unit.vehicle or VehicleState(), platoon=name)
            what = fact("enters_in_platoon", platoon=name)
            play.emit(UnitChanged(replace(unit, vehicle=state), what))
    return bool(new)


def _is_new(units: Sequence[Unit]) -> bool:
    """Whether some vehicles are a platoon that is none yet."""
    names = {unit.vehicle.platoon for unit in units if unit.vehicle}
    return len(units) >= PLATOON and (len(names) > 1 or "" in names)


def _unused_name(view: GameView) -> str:
    used = {unit.vehicle.platoon for unit in enemy_vehicles(view) if unit.vehicle}
    names = (f"platoon {column_letters(n)}" for n in count())
    return next(name for name in names if name not in used)


def lead_of(view: GameView, units: Sequence[Unit]) -> Unit:
    """The lead vehicle of a platoon: the one nearest to the FBE."""
    placed = [unit for unit in units if unit.location] or list(units)

    def key(unit: Unit) -> tuple[int, str]:
        near = view.world.fbe_distance(unit.location) if unit.location else 0
        return near, unit.id

    return min(placed, key=key)


@rule("S9.33/entry", "Where a platoon enters", cites=("S9.32", "S9.33", "D14.2"))
def entry_hexes(
    view: GameView, unit: Unit, edge: Sequence[LocationName]
) -> list[LocationName]:
    """The hexes of the EBE by which a vehicle may enter, as its platoon has it.

    Any, until it is found by which it is to enter (S9.32). If a Good Order ENEMY
    vehicle is in that hex, for one of a platoon those next to it that hold none: a road
    first, a Bog hex last; it too if there is no other.
    Reading: D-400.
    """
    first = unit.goal
    if first not in edge:
        return list(edge)
    held = {other.location for other in enemy_vehicles(view) if other.good_order}
    if first not in held or len(platoon_of(view, unit)) < PLATOON:
        return [first]
    near = [at for at in edge if view.world.range(first, at) == 1 and at not in held]
    ways = {at: way_into(view, unit, Wish(at)) for at in near}
    free = [at for at in near if not ways[at].bar]
    return [at for at in free if not ways[at].bog] or free or [first]


# -- S9.331, S9.332 ----------------------------------------------------------------


@rule(
    "S9.331",
    "When a platoon is released",
    exc=("radioless vehicles stay in platoon",),
    cites=("S9.33", "D14.2"),
)
def released(view: GameView, units: Sequence[Unit]) -> bool:
    """Whether a platoon that begins its MPh now need not move as one any more.

    Once one of it has a Target in its LOS, for the rest of the Mission.

    EXC: radioless vehicles go on in platoon as long as they can.
    """
    if len(units) < PLATOON or any(kind_of(view, unit).radioless for unit in units):
        return False
    return any(sees_target(view, unit) for unit in units)


def release(play: Play) -> bool:
    """Release the platoons whose MPh begins with a Target (S9.331)."""
    changed = False
    for unit in enemy_vehicles(play):
        mates = platoon_of(play, unit)
        begun = any(
            mate.moved or (mate.vehicle and mate.vehicle.trail) for mate in mates
        )
        if begun or not released(play, mates):
            continue
        for mate in mates:
            state = replace(mate.vehicle or VehicleState(), platoon="")
            alone = replace(mate, vehicle=state)
            with part_of_rule("S9.331"):
                play.emit(UnitChanged(alone, fact("moves_by_itself_now")))
        changed = True
    return changed
