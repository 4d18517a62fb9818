"""A2.5, A2.6: how units come onto the map, and how they leave it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.edges import Quarter
from opfor.geo.movement.infantry_cost import CostPart, EntryCost
from opfor.geo.terrain_chart import MF
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import inward
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import arm
from opfor.state.counters import DUMMY, Counter, Gun, Vehicle
from opfor.state.events import UnitAdded, UnitRemoved, WeaponAdded, WeaponRemoved
from opfor.state.id_stems import stem
from opfor.state.mission import OB
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import (
    OFFBOARD,
    GunState,
    LocationName,
    Side,
    Unit,
    VehicleState,
    Weapon,
)

OWN_EDGE: Mapping[Side, Quarter] = MappingProxyType({"FRIENDLY": "FBE", "ENEMY": "EBE"})
"""The edge of the map by which a side enters (A2.51)."""

LEFT_THE_MAP = fact("left_the_map")


@rule("A2.5", "Reinforcements enter on their turn", cites=("A2.51",))
def reinforcements(play: Play) -> None:
    """Bring those of the side's OB that are due this turn to the edge of the map.

    They may enter in this MPh or in a later one.
    """
    state = play.state
    for line in state.mission.unit:
        if line.turn == state.turn and line.side == state.side:
            order_of_battle(play, line)


def order_of_battle(play: Play, line: OB) -> None:
    """Bring one line of the OB into play, where it sets up or offboard."""
    mission = play.state.mission
    nation = mission.friendly if line.side == "FRIENDLY" else mission.enemy
    at = play.world.name(play.world.locate(line.at)) if line.at else line.at
    weapons = iter(line.weapons)
    for _ in range(line.number):
        dummies = line.counter == "dummy"
        kind = (
            play.world.counter(DUMMY)
            if dummies
            else play.world.counter_of(nation, line.counter)
        )
        prefix = "" if line.side == "FRIENDLY" else "e"
        id_ = fresh_id(play.state, prefix + stem(kind))
        unit = Unit(
            id=id_,
            side=line.side,
            counter=kind.id,
            location=at,
            concealed=(line.concealed or dummies) and not line.hidden,
            hidden=line.hidden and bool(at),
            group=line.group,
            vehicle=_as_vehicle(play, line, kind),
        )
        play.emit(UnitAdded(unit))
        if unit.vehicle:
            arm(play, unit)
        if name := next(weapons, ""):
            _give(play, line, unit, play.world.counter_of(nation, name))


def _give(play: Play, line: OB, unit: Unit, kind: Counter) -> None:
    """A SW to a squad, a Gun to a crew."""
    prefix = "" if line.side == "FRIENDLY" else "e"
    gun = GunState(ca=inward(play, line.side)) if isinstance(kind, Gun) else None
    id_ = fresh_id(play.state, prefix + stem(kind))
    bored = play.world.name(play.world.locate(line.bored)) if line.bored else OFFBOARD
    made = Weapon(id=id_, counter=kind.id, owner=unit.id, gun=gun, bored=bored)
    play.emit(WeaponAdded(made))


@rule("A2.9/vehicle", "How a vehicle of the OB begins", cites=("A2.9", "D5.3"))
def _as_vehicle(play: Play, line: OB, kind: Counter) -> VehicleState | None:
    """In Motion to enter, Stopped on the map; it looks inward.

    Reading: D-379 an AFV is CE until its player says otherwise.
    """
    if not isinstance(kind, Vehicle):
        return None
    ahead = inward(play, line.side)
    open_ = not kind.unarmored
    return VehicleState(vca=ahead, tca=ahead, ce=open_, motion=not line.at)


@rule("A2.6", "Leaving the map", cites=("A26.23",))
def exit_edges(view: GameView, side: Side) -> tuple[Quarter, ...]:
    """The edges by which a side may leave; the ENEMY's is the FBE, if nothing is said.

    Unarmed ENEMY MMC and Guards have the EBE beside it (`withdraws`, S9.4).
    """
    mission = view.state.mission
    return mission.enemy_exits if side == "ENEMY" else mission.exits


def may_exit(view: GameView, side: Side, where: LocationName) -> bool:
    """Whether units of a side may step off the map where they are."""
    if where == OFFBOARD:
        return False
    return any(view.world.at_edge(where, edge) for edge in exit_edges(view, side))


def withdraws(view: GameView, units: Sequence[Unit], where: LocationName) -> bool:
    """Whether ENEMY units leave by the EBE: unarmed ones, Guards (S6.302, S6.303)."""
    if units[0].side != "ENEMY" or not view.world.at_edge(where, "EBE"):
        return False
    guards = {unit.guard for unit in view.state.units.values()}
    own = [unit for unit in units if not unit.guard]
    return all(unit.unarmed or unit.id in guards for unit in own)


def exit_entry(view: GameView, units: Sequence[Unit], where: LocationName) -> EntryCost:
    """The step off the map: one MF, as into Open Ground offboard (D-105)."""
    back = where != OFFBOARD and withdraws(view, units, where)
    if not (back or may_exit(view, units[0].side, where)):
        return EntryCost(bar="they may not leave the map here")
    return EntryCost(parts=(CostPart("off the map", MF),))


def leave_map(play: Play, unit: Unit) -> None:
    """A unit leaves play with what it possesses."""
    for weapon in play.state.weapons_of(unit.id):
        play.emit(WeaponRemoved(weapon.id, LEFT_THE_MAP))
    play.emit(UnitRemoved(unit.id, LEFT_THE_MAP))
