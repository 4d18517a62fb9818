"""S9.32: where the ENEMY's vehicles enter, and that they come on."""

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, least, most, random_dr, where
from opfor.core.rule import rule
from opfor.rules.a_infantry.a04_movement.a04_3_bypass import OBSTACLES
from opfor.rules.choices.give_order import allowed
from opfor.rules.choices.vehicle_orders import DriveOrder
from opfor.rules.s_solitaire.s09_movement.command_clauses import edge_of
from opfor.rules.s_solitaire.s09_movement.movers import stack
from opfor.rules.s_solitaire.s09_movement.s09_26_prohibited import prohibited
from opfor.rules.s_solitaire.s09_vehicles.drive import course_along, drive_on
from opfor.rules.s_solitaire.s09_vehicles.routes import (
    Count,
    by_bog,
    by_mp,
    route_to,
    routes,
)
from opfor.rules.s_solitaire.s09_vehicles.s09_35_roads import FARTHEST, by_road, on_road
from opfor.rules.s_solitaire.s09_vehicles.s09_331_entry_and_release import (
    entry_hexes,
    platoon_of,
    waiting,
)
from opfor.rules.s_solitaire.s09_vehicles.steps import (
    RouteStep,
    closed,
    steps,
    terrain_of,
)
from opfor.state.events import MovePlanSet, UnitChanged
from opfor.state.in_progress import VehicleAct, VehiclePlan
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Unit

# -- S9.32 -------------------------------------------------------------------------


class EntryRoad(Struct, frozen=True, kw_only=True):
    """Where a vehicle could enter the map, and the way from there to the FBE.

    Args:
        hex: the hex along the EBE.
        way: the Locations after it.
        through: a road leads all the way to the FBE.
        count: MP and hexes of that road.
        nearest: the fewest hexes from the FBE that the road comes to.
        rough: Bog and obstacle hexes after the road's end.
    """

    hex: LocationName
    way: tuple[LocationName, ...] = ()
    through: bool = False
    count: Count = FARTHEST
    nearest: int = 0
    rough: int = 0

    def __str__(self) -> str:
        return self.hex


def open_edge(view: GameView, unit: Unit) -> list[LocationName]:
    """The hexes along the EBE from which a vehicle could go on, and S9.26 bars not."""
    mover = stack(view, [unit])
    able = [at for at in edge_of(view, "EBE") if steps(view, unit, at)]
    return [at for at in able if not prohibited(view, mover, at)]


@rule("S9.32/hex", "The hex of entry is found before the turn", cites=("S9.32", "S6.1"))
def find_entry(play: Play) -> bool:
    """Find by which hex a vehicle that waits offboard, or its platoon, is to enter.

    As the MPh begins, since its turn in the order of S9.1 is in the hexrow of that hex
    (D-342). Whether one was found; a vehicle for which there is none waits.
    """
    due = [unit for unit in waiting(play) if not unit.goal]
    if not due:
        return False
    # S9.32: its road; S9.33: one for the whole platoon.
    mates = [mate for mate in platoon_of(play, due[0]) if mate in due]
    if not open_edge(play, due[0]):
        for mate in mates:
            _stays_offboard(play, mate)
        return True
    at = entry_road(play, due[0]).hex
    for mate in mates:
        play.emit(UnitChanged(replace(mate, goal=at), fact("is_to_enter_by", at=at)))
    return True


def _stays_offboard(play: Play, unit: Unit) -> None:
    play.emit(UnitChanged(replace(unit, moved=True), fact("stays_offboard")))


@rule("S9.32", "Where vehicles enter", cites=("S9.33/entry", "S9.35", "S9.36", "S6.1"))
def entry_road(play: Play, unit: Unit) -> EntryRoad:
    """The road hex of the EBE by which a vehicle enters, and its way to the FBE.

    One whose road leads all the way, by the most direct one in MP, then in hexes. If
    there is none, the one whose road comes nearest to the FBE; from its end on by the
    fewest Bog and obstacle hexes. It spends as many MP as it can without ESB, and is
    not subject to Panic in that turn (it has no Action DR).
    Reading: D-027 "to the FBE" is meant. Without any road at the EBE every hex along
    it counts as a road that ends at once.
    """
    # S9.33: next to its platoon; without a road any hex counts (D-027).
    able = entry_hexes(play, unit, open_edge(play, unit))
    found = [_entry(play, unit, at) for at in able if on_road(play, at)] or [
        _entry(play, unit, at) for at in able
    ]
    order = PriorityList[EntryRoad](
        (
            where("a road all the way to the FBE", lambda one: one.through),
            least("least MP", lambda one: one.count[0] if one.through else None),
            least("least hexes", lambda one: one.count if one.through else None),
            most("road nearest to the FBE", lambda one: -one.nearest),
            least("fewest Bog and obstacle hexes", lambda one: one.rough),
        ),
        random_dr(play, fact("where_enters", unit=unit.id)),
    )
    # S9.32/hex: found before its turn, or that turn itself.
    kind = "enters_the_map" if unit.goal else "is_to_enter_the_map"
    purpose = fact(kind, unit=unit.id)
    return decide(play, order, found, purpose=purpose, name=lambda one: one.hex)


def _entry(view: GameView, unit: Unit, hex_: LocationName) -> EntryRoad:
    roads = routes(view, unit, hex_, count=by_mp, only=by_road, empty=True)
    ends = [at for at in edge_of(view, "FBE") if at in roads]
    if ends:
        best = roads[min(ends, key=lambda at: roads[at].count)]
        way = tuple(step.to for step in best.steps)
        return EntryRoad(hex=hex_, way=way, through=True, count=best.count or (0, 0))
    world = view.world
    last = min(roads, key=lambda at: (world.fbe_distance(at), roads[at].count))
    beyond = _off_road(view, unit, last)
    way = tuple(step.to for step in (*roads[last].steps, *beyond))
    rough = sum(_rough(view, step) for step in beyond)
    return EntryRoad(hex=hex_, way=way, nearest=world.fbe_distance(last), rough=rough)


def _off_road(view: GameView, unit: Unit, start: LocationName) -> tuple[RouteStep, ...]:
    """From the end of a road to the FBE by the fewest Bog and obstacle hexes."""

    def count(step: RouteStep) -> Count:
        return int(_rough(view, step)), *by_bog(step)

    found = routes(view, unit, start, count=count)
    ends = [found[at] for at in edge_of(view, "FBE") if at in found]
    return min(ends, key=lambda way: way.count).steps if ends else ()


def _rough(view: GameView, step: RouteStep) -> bool:
    obstacle = terrain_of(view, step.to) in OBSTACLES and not step.road
    return step.bog or (obstacle and not step.bypass)


def _round(view: GameView, unit: Unit, road: EntryRoad) -> tuple[LocationName, ...]:
    """Its road; if S9.26 bars a hex of that, a way round (D-027).

    By other roads to the FBE; else to the end of its own, or else to the FBE, by the
    fewest Bog and obstacle hexes and then the fewest off a road.
    """
    if not any(map(closed(view, unit), road.way)):
        return road.way

    def count(step: RouteStep) -> Count:
        return int(_rough(view, step)), int(not step.road), step.quarters

    fbe, start = edge_of(view, "FBE"), road.hex
    way = (
        route_to(view, unit, fbe, count=by_mp, start=start, only=by_road)
        or route_to(view, unit, road.way[-1:], count=count, start=start)
        or route_to(view, unit, fbe, count=count, start=start)
    )
    return tuple(step.to for step in way) or road.way


@rule("S9.32/entry", "A vehicle comes onto the map", cites=("S9.32", "S9.35", "S9.26"))
def comes(play: Play, unit: Unit) -> None:
    """By its entry road, and on along it toward the FBE with all its MP, in Motion.

    Round what S9.26 bars on that road, if a way leads round (D-027).
    """
    if not open_edge(play, unit):
        _stays_offboard(play, unit)
        return
    # S9.32: the road of the EBE, and as many MP along it as it has.
    road = entry_road(play, unit)
    first = VehicleAct(kind="enter", at=OFFBOARD, to=road.hex)
    if not allowed(play, "ENEMY", DriveOrder(unit.id, road.hex)):
        _stays_offboard(play, unit)
        return
    way = _round(play, unit, road)
    driving = VehiclePlan(how="route", way=(road.hex, *way), motion=True)
    play.emit(MovePlanSet(replace(course_along(unit, driving), acts=(first,))))
    drive_on(play)
