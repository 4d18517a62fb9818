"""S9.22, S9.33 to S9.37 in the MPh: what an ENEMY vehicle does, act by act.

`next_acts` gives what brings it into its next hex, `ending` what it does last; `acts`
foresees the whole move as it goes if nobody interferes. `movement.py` orders them.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from opfor.geo.edges import edge_crossed
from opfor.geo.hexes import SIDES
from opfor.rules.a_infantry.a02_5_entry_and_exit import exit_edges, may_exit
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    commander_serves,
    state_of,
)
from opfor.rules.d_vehicles.d02_movement.d02_3_bypass import drawn_along, hexsides_on
from opfor.rules.d_vehicles.d02_movement.d02_11_vca import turned_tca
from opfor.rules.d_vehicles.d07_overrun.d07_1_overrun import overrun_cost
from opfor.rules.s_solitaire.s03_323_prohibited import friendly_vpo
from opfor.rules.s_solitaire.s09_movement.movers import NOWHERE, stack
from opfor.rules.s_solitaire.s09_movement.s09_27_changing_levels import leads
from opfor.rules.s_solitaire.s09_vehicles.drive_in_hand import DriveInHand
from opfor.rules.s_solitaire.s09_vehicles.s09_3_command import (
    VehicleCommandReading,
    stops_of,
)
from opfor.rules.s_solitaire.s09_vehicles.s09_31_ce_or_bu import buttons_up
from opfor.rules.s_solitaire.s09_vehicles.s09_33_esb_and_delay import (
    delays,
    gains,
    leads_platoon,
)
from opfor.rules.s_solitaire.s09_vehicles.s09_33_platoon_movement import (
    fallen_out,
    keeps_together,
    met_target,
    platoon_step,
    rejoins,
)
from opfor.rules.s_solitaire.s09_vehicles.s09_34_ca_and_targets import (
    ROUGH,
    bearing,
    facing,
    turn,
    turn_cost,
)
from opfor.rules.s_solitaire.s09_vehicles.s09_35_roads import road_ahead
from opfor.rules.s_solitaire.s09_vehicles.s09_36_bog import dry_steps
from opfor.rules.s_solitaire.s09_vehicles.s09_37_bypass import along, around
from opfor.rules.s_solitaire.s09_vehicles.s09_331_entry_and_release import (
    platoon_of,
    sees_target,
)
from opfor.rules.s_solitaire.s09_vehicles.s09_341_bounding_first_fire import (
    bounding_places,
)
from opfor.rules.s_solitaire.s09_vehicles.steps import (
    MP,
    RouteStep,
    kind_of,
    open_steps,
    steps,
    terrain_of,
)
from opfor.state.in_progress import VehicleAct
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Unit

# -- one hex -----------------------------------------------------------------------


def next_acts(play: Play, drive: DriveInHand) -> list[VehicleAct]:
    """What a vehicle does to enter its next hex, in order; empty where its drive ends.

    BU if it must; the VCA turned so that it can enter; the hex.
    """
    step = next_step(play, drive)
    if step is None:
        return []
    state = drive.state
    # D2.11: the VCA from which it enters; a Stopped vehicle starts first.
    spine = facing(state.vca, step.side)
    turning = turn_cost(play, drive.unit, state.vca, spine)
    starting = starts(drive)
    start = sum(act.quarters for act in starting)
    target, here = drive.driving.target, drive.unit.location
    overruns = bool(target) and step.to == target
    # D7.1: an OVR costs more than the hex
    mp = step.quarters + (overrun_cost(play, drive.unit) if overruns else 0)
    spent = drive.spent + start + turning + mp
    # S9.2: as far as its MP, or those of the Command, take it.
    if spent > allowance(play, drive):
        return []
    way = VehicleAct(
        kind="overrun" if overruns else "enter",
        at=here,
        to=step.to,
        bypass=step.bypass,
        quarters=mp,
        esb=gains(play, drive, step.to, spent),
    )
    turned = VehicleAct(kind="turn", at=here, spine=spine, quarters=turning)
    # S9.31: BU before anything else.
    before = [*hatches(play, drive, step), *starting]
    return [*before, *([turned] if turning else []), way]


def starts(drive: DriveInHand) -> list[VehicleAct]:
    """The start of a vehicle that is Stopped."""
    if drive.state.motion:
        return []
    return [VehicleAct(kind="start", at=drive.unit.location, quarters=MP)]


def hatches(
    view: GameView, drive: DriveInHand, step: RouteStep | None = None
) -> list[VehicleAct]:
    """BU as soon as S9.31 asks for it, or to enter a building (B23.41)."""
    if not drive.state.ce:
        return []
    if buttons_up(view, drive.unit) or (step and _into_building(view, step)):
        return [VehicleAct(kind="BU", at=drive.unit.location)]
    return []


def _into_building(view: GameView, step: RouteStep) -> bool:
    return bool(step.to) and not step.bypass and view.world.in_building(step.to)


def allowance(view: GameView, drive: DriveInHand) -> int:
    """Quarters of MP for the way, without a Stop MP unless it ends in Motion."""
    driving = drive.driving
    every = kind_of(view, drive.unit).mp * MP
    # S9.33: back to its platoon with all that it has.
    if fallen_out(view, drive.unit):
        return every
    keep = 0 if driving.motion else MP
    return min(every - keep, driving.most or every)


def next_step(play: Play, drive: DriveInHand) -> RouteStep | None:
    """The hex that a vehicle enters next; None where its drive ends."""
    unit, driving = drive.unit, drive.driving
    # S9.33: to its platoon, before all else.
    if fallen_out(play, unit) and (to := rejoins(play, unit)) != NOWHERE:
        return _step_to(play, drive, to)
    # S9.22, S9.33: a "stop" of the Command, or of its platoon.
    if _stopped(play, drive):
        return None
    # S9.33: one of them has a Target, so the others look for one.
    if met_target(play, unit):
        to = platoon_step(play, unit, back=drive.back)
    # S9.4: off the map, toward whose edge the road led; S9.35: on along the road.
    elif driving.how == "road" and (off := drives_off(play, unit)):
        return off
    elif driving.how == "road":
        to = road_ahead(play, unit, back=drive.back)
    # S9.23: on along the Hex Grain.
    elif driving.how == "RAS":
        to = _ras(play, drive)
    else:
        left = driving.way[drive.entered : drive.entered + 1]
        to = left[0] if left else NOWHERE
    # S9.33: it keeps with its platoon.
    to = keeps_together(play, unit, to, motion=driving.motion)
    after = driving.way[drive.entered + 1 :] if driving.how == "route" else ()
    return _step_to(play, drive, to, *after[:1])


def drives_off(view: GameView, unit: Unit) -> RouteStep | None:
    """The step off the map of a vehicle that is at an edge to leave by.

    Reading: D-530, as Infantry does that makes for the FBE: while no VPO is left.
    Reading: D-024 in a hex at two edges it is the hexside that tells them apart.
    """
    if friendly_vpo(view) or not may_exit(view, unit.side, unit.location):
        return None
    world, vca = view.world, state_of(unit).vca
    here = world.locate(unit.location).hex
    edges = {world.compass.edges[edge] for edge in exit_edges(view, unit.side)}
    off = [s for s in range(SIDES) if edge_crossed(world.map, here, s) in edges]
    side = min(off, key=lambda side: turn(vca, facing(vca, side)))
    return RouteStep(to=OFFBOARD, side=side, quarters=MP)


def _step_to(
    view: GameView,
    drive: DriveInHand,
    to: LocationName,
    onward: LocationName = OFFBOARD,
) -> RouteStep | None:
    """The step into a Location, by Bypass where S9.37 has it so, or toward it."""
    if to in (NOWHERE, OFFBOARD):
        return None
    if to == drive.driving.target:
        every: Sequence[RouteStep] = steps(view, drive.unit, drive.unit.location)
    else:
        every = open_steps(view, drive.unit, drive.unit.location)
    found = next((step for step in every if step.to == to), None)
    # S9.37/on: first on to a corner of that hex.
    if found is None or hexsides_on(view, drive.unit, found.side):
        return along(view, drive.unit, to)
    return around(view, found, drive.unit, drive.unit.location, onward=onward)


def _ras(view: GameView, drive: DriveInHand) -> LocationName:
    """On along the Hex Grain, over roads and what is no obstacle."""
    mover = stack(view, [drive.unit])
    to = leads(view, mover, drive.driving.heading)  # type: ignore[arg-type] # a RAS has one
    ways = dry_steps(view, drive.unit, drive.unit.location, back=drive.back)
    step = next((step for step in ways if step.to == to), None)
    clear = step and (step.road or terrain_of(view, to) not in ROUGH)
    return to if clear else NOWHERE


# -- the end -----------------------------------------------------------------------


def ending(play: Play, drive: DriveInHand) -> list[VehicleAct]:
    """What a vehicle does last: hatches, its CA (S9.34), Stop, Bounding First Fire."""
    unit, driving = drive.unit, drive.driving
    here, every = unit.location, kind_of(play, unit).mp * MP
    # S9.31: BU, or CE if the Command says so.
    found = hatches(play, drive)
    if driving.ce and not drive.state.ce and _may_open(play, unit):
        found.append(VehicleAct(kind="CE", at=here))
    halts = not driving.motion or _stopped(play, drive)
    # D-897: who stops ready to fire, if the Command does not have him CE.
    if halts and not found and not driving.ce and _silent(play, drive):
        found.append(VehicleAct(kind="BU", at=here))
    # S9.34: the CA, if the MP for it are left.
    state, starting = drive.state, starts(drive)
    start = sum(act.quarters for act in starting)
    moving, spent, tca = state.motion, drive.spent, state.tca
    # D-911: among the VCA for which they are.
    left = every - spent - start - MP * halts
    arcs = bearing(play, unit, left, starts=bool(starting))
    cost = turn_cost(play, unit, state.vca, arcs.vca)
    if cost:
        spent += start + cost
        turning = VehicleAct(kind="turn", at=here, spine=arcs.vca, quarters=cost)
        found += [*starting, turning]
        moving, tca = True, turned_tca(unit, arcs.vca)
    if arcs.tca != tca and kind_of(play, unit).turret != "NT":
        found.append(VehicleAct(kind="turret", at=here, spine=arcs.tca))
    # S9.33: the lead of a platoon stops by ESB if it must.
    short = spent + MP > every
    if moving and halts and (not short or leads_platoon(play, unit)):
        found.append(VehicleAct(kind="stop", at=here, quarters=MP, esb=short))
        spent, moving = spent + MP, False
    # S9.33: Delay MP; S9.341: Bounding First Fire.
    if drive.entered:
        found += delays(play, unit, every - spent, moving=moving)
        # At what, is seen when it has turned and stopped: not all may bear then.
        if bounding_places(play, unit):
            found.append(VehicleAct(kind="fire", at=here))
    return found


def _silent(view: GameView, drive: DriveInHand) -> bool:
    """Whether its turret cannot be fired as its crew is (D1.321)."""
    return drive.state.ce and commander_serves(view, drive.unit)


def _stopped(view: GameView, drive: DriveInHand) -> bool:
    """Whether a "stop" of its Command, or its platoon, has a vehicle stop (S9.33)."""
    unit, mates = drive.unit, platoon_of(view, drive.unit)
    if drive.entered and any(stop(view, unit) for stop in stops_of(drive.driving)):
        return True
    return len(mates) > 1 and sees_target(view, unit)


def _may_open(view: GameView, unit: Unit) -> bool:
    """Whether a crew may and should be CE; not in a building (D-926)."""
    inside = view.world.in_building(unit.location)
    return not (kind_of(view, unit).unarmored or inside or buttons_up(view, unit))


def after(view: GameView, drive: DriveInHand, act: VehicleAct) -> DriveInHand:
    """The drive once an act is done."""
    unit, state = drive.unit, drive.state
    moved = act.kind in ("enter", "overrun") and act.to != act.at
    out: dict[str, Any] = {"motion": True, "bypass": (), "corner": -1}
    changes: dict[str, Any] = {
        "enter": out | past(view, unit, act),
        "overrun": out,
        "start": {"motion": True},
        "turn": {"vca": act.spine, "tca": turned_tca(unit, act.spine)},
        "turret": {"tca": act.spine},
        "stop": {"motion": False},
        "BU": {"ce": False},
        "CE": {"ce": True},
    }
    new = replace(state, **changes.get(act.kind, {}))
    return replace(
        drive,
        unit=replace(unit, location=act.to if moved else unit.location, vehicle=new),
        spent=drive.spent + act.quarters,
        entered=drive.entered + moved,
        back=unit.location if moved else drive.back,
    )


def past(view: GameView, unit: Unit, act: VehicleAct) -> dict[str, Any]:
    """How a vehicle stands once it has gone along a hexside by Bypass (D2.3)."""
    if act.kind != "enter" or not act.bypass:
        return {}
    corner, spine = drawn_along(view, unit, act.to, act.bypass[0])
    tca = turned_tca(unit, spine)
    return {"bypass": act.bypass, "corner": corner, "vca": spine, "tca": tca}


def acts(play: Play, unit: Unit, reading: VehicleCommandReading) -> list[VehicleAct]:
    """The whole move of a vehicle, as it goes if nobody interferes."""
    drive = DriveInHand(unit=unit, driving=reading.driving)
    found: list[VehicleAct] = []
    while drive.unit.location and (more := next_acts(play, drive)):
        found += more
        for act in more:
            drive = after(play, drive, act)
    return [*found, *(ending(play, drive) if drive.unit.location else ())]
