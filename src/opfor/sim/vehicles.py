"""What vehicles do in their MPh: they go where they see much and fear little.

A pose (hex and VCA) within reach is worth what can be fired at from there and how near
it is to what its side wants, less what A-T weapons and Infantry close by may do to it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.choices.orders import Command
from opfor.rules.choices.vehicle_orders import (
    Dismount,
    DriveOrder,
    Expose,
    StartUp,
    StopOrder,
    TurnTo,
    Unbog,
)
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    afv,
    allotment,
    commander_serves,
    silent_while_bu,
    state_of,
)
from opfor.rules.d_vehicles.d02_movement.d02_1_allotment import drivable, move_of
from opfor.rules.d_vehicles.d07_overrun.d07_1_overrun import overrun_fp
from opfor.rules.d_vehicles.d08_bog.d08_3_freeing import may_free
from opfor.sim import ordnance
from opfor.sim.arms import allowed
from opfor.sim.judgement import Assessment
from opfor.sim.ordnance import AFV
from opfor.sim.roads import FAR, Pose, ReachedPoses, Roads
from opfor.sim.vehicle_danger import DangerField, Worth, sees
from opfor.state.units import OFFBOARD, LocationName, Unit

NEAR_FOR_HATCH = 8
"""Hexes within which enemies in LOS make a crew BU."""

CLOSE = 0.35
"""The share of a vehicle that CC may cost it once it stands among Infantry."""

BETTER = 0.06
"""What a move must gain."""

RUN_DOWN = 0.3
"""Squads that an OVR must gain."""

ENTRIES = 8
"""Hexes along the edge that are tried."""


class VehicleDestination(NamedTuple):
    """Where a vehicle is to go: the order at each pose, and whether it stops there."""

    known: object
    orders: Mapping[Pose, Command]
    end: Pose
    stops: bool


Memory = dict[str, VehicleDestination]
"""The plan of each vehicle by its id."""


class Armor:
    """The vehicles of a side at a moment.

    Args:
        judge: how things look.
        memory: what was planned before; kept as long as no more is known.
    """

    def __init__(self, judge: Assessment, memory: Memory) -> None:
        self._judge, self._view, self._memory = judge, judge.view, memory
        self._known = judge.view.state.turn, judge.known_places
        self._field = DangerField(judge)

    def order(self) -> Command | None:
        """What the vehicle on its way does next, or the first that does anything."""
        for unit in self._drivers():
            found = self._next(unit)
            if found is not None and allowed(self._view, self._judge.side, found):
                return found
        return None

    def in_hand(self) -> bool:
        """Whether a vehicle is on its way."""
        return any(unit.vehicle for unit in self._view.state.movers())

    def _drivers(self) -> Iterator[Unit]:
        move, state = self._view.state.move, self._view.state
        for unit in state.units.values():
            if unit.side != self._judge.side or unit.vehicle is None:
                continue
            if move is not None and unit.id not in move.units:
                continue
            if drivable(self._view, unit):
                yield unit

    def _next(self, unit: Unit) -> Command | None:
        if not unit.location:
            return self._enters(unit)
        if state_of(unit).bogged:
            return Unbog(unit.id) if may_free(unit) else None
        at_once = self._hatch(unit) or self._runs_down(unit)
        return at_once or self._goes_on(unit)

    def _goes_on(self, unit: Unit) -> Command | None:
        """The next step of what it has planned."""
        state, plan = state_of(unit), self._plan(unit)
        pose = unit.location, state.vca
        if pose == plan.end:
            return self._at_the_end(unit, plan)
        found = plan.orders.get(pose)
        if found is not None and not state.motion:
            return StartUp(unit.id)
        return found

    def _at_the_end(self, unit: Unit, plan: VehicleDestination) -> Command | None:
        """It stops there if it is to, lets Passengers off, and fires."""
        if plan.stops and state_of(unit).motion:
            return StopOrder(unit.id)
        aboard = tuple(
            u.id for u in self._view.state.units.values() if u.aboard == unit.id
        )
        if aboard and not state_of(unit).motion:
            return Dismount(aboard)
        if move_of(self._view, unit) and not state_of(unit).motion:
            return ordnance.best(self._judge, least=ordnance.BOUNDING, only=[unit])
        return None

    # -- onto the map --------------------------------------------------------------

    def _enters(self, unit: Unit) -> DriveOrder | None:
        """By the edge hex from which it is nearest to what is wanted."""
        far = Roads(self._view, unit).far(self._field.aims)
        taken = {u.location for u in self._field.vehicles}
        world = self._view.world
        edge = world.exits(OFFBOARD, edge="FBE")
        edge.sort(
            key=lambda at: (
                far.get(at, FAR) + 6 * MF * (at in taken or at in self._field.hot),
                at,
            )
        )
        orders = (DriveOrder(unit.id, at) for at in edge[:ENTRIES])
        return next((o for o in orders if allowed(self._view, unit.side, o)), None)

    # -- the crew ------------------------------------------------------------------

    def _hatch(self, unit: Unit) -> Expose | None:
        """As its armament can be fired, else BU while small arms are near."""
        if not afv(self._view, unit):
            return None
        if silent_while_bu(self._view, unit):
            shut = False
        else:
            shut = commander_serves(self._view, unit) or self._small_arms_near(unit)
        order = Expose(unit.id, not shut)
        if state_of(unit).ce != shut:
            return None
        return order if allowed(self._view, unit.side, order) else None

    def _small_arms_near(self, unit: Unit) -> bool:
        return any(
            self._view.world.range(unit.location, foe.place) <= NEAR_FOR_HATCH
            and not foe.suspect
            and sees(self._view, unit.location, foe.place)
            for foe in self._judge.foes
        )

    # -- over what is there --------------------------------------------------------

    def _runs_down(self, unit: Unit) -> DriveOrder | None:
        """An OVR of the next hex, if it should do more harm than Infantry can."""
        view, state = self._view, state_of(unit)
        if not state.motion or not afv(view, unit):
            return None
        for side in ((state.vca - 1) % 6, state.vca):
            to = view.world.across(unit.location, side)
            there = [
                u
                for u in view.state.units_at(to)
                if u.side != unit.side and not (u.hidden or u.vehicle)
            ]
            if to and there and self._gain(unit, to, there) >= RUN_DOWN:
                order = DriveOrder(unit.id, to, overrun=True)
                if allowed(view, unit.side, order):
                    return order
        return None

    def _gain(self, unit: Unit, to: LocationName, there: Sequence[Unit]) -> float:
        ground = self._view.world.ground
        harm = self._judge.harm(
            float(overrun_fp(self._view, unit)),
            ground.tem(self._view.world.locate(to)) - 1,
        )
        fit = sum(mmc(self._view, u) is not None and u.good_order for u in there)
        return harm * len(there) - AFV * CLOSE * min(fit, 2) / 2

    # -- where to ------------------------------------------------------------------

    def _plan(self, unit: Unit) -> VehicleDestination:
        plan = self._memory.get(unit.id)
        pose = unit.location, state_of(unit).vca
        if (
            plan is None
            or plan.known != self._known
            or (pose != plan.end and pose not in plan.orders)
        ):
            plan = self._memory[unit.id] = self._planned(unit)
        return plan

    def _planned(self, unit: Unit) -> VehicleDestination:
        view, state = self._view, state_of(unit)
        pose = unit.location, state.vca
        move = move_of(view, unit)
        left = allotment(view, unit) if move is None else move.allotment - move.spent
        roads = Roads(view, unit)
        shut = self._judge.known_places | self._field.hot
        reached = roads.reach(pose, left - MF * (not state.motion), shut)
        worth = Worth(self._judge, self._field, unit, roads)
        best = max(reached.spent, key=lambda at: (worth(at), -reached.spent[at], at))
        if worth(best) < worth(pose) + BETTER:
            best = pose
        enough = reached.spent[best] + MF <= left - MF * (not state.motion)
        stops = best == pose or (enough and self._stops(best, roads))
        return VehicleDestination(
            self._known, _orders(unit.id, reached, best), best, stops
        )

    def _stops(self, end: Pose, roads: Roads) -> bool:
        """Whether it halts: somebody is to be fired at, or it is where it would be."""
        if not roads.far(self._field.aims).get(end[0], FAR):
            return True
        return any(sees(self._view, end[0], at) for at in self._judge.known_enemies)


def _orders(id_: str, reached: ReachedPoses, end: Pose) -> dict[Pose, Command]:
    """The order at each pose on the way to the last one."""
    way = reached.way(end)
    return {
        here: TurnTo(id_, to[1]) if here[0] == to[0] else DriveOrder(id_, to[0])
        for here, to in pairwise(way)
    }
