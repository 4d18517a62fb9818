"""S9.22, S9.33 to S9.37 in the MPh: what an ENEMY vehicle does, act by act.

`next_acts` gives what brings it into its next hex, `ending` what it does last; `acts`
foresees the whole move as it goes if nobody interferes. `movement.py` orders them.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.rules.d_vehicles.d02_movement.allotment import turned_tca
from opfor.rules.d_vehicles.d02_movement.bypass import bypassing, drawn_along
from opfor.rules.s_solitaire.s09_movement.movers import stack
from opfor.rules.s_solitaire.s09_movement.random_direction import NOWHERE, leads
from opfor.rules.s_solitaire.s09_vehicles.command import VehicleCommandReading, stops_of
from opfor.rules.s_solitaire.s09_vehicles.hatches_and_arcs import (
    bearing,
    bounding_target,
    buttons_up,
    moved_to,
    turn,
)
from opfor.rules.s_solitaire.s09_vehicles.platoons import (
    PLATOON,
    lead_of,
    platoon_of,
    platoon_step,
    sees_target,
)
from opfor.rules.s_solitaire.s09_vehicles.roads import road_ahead
from opfor.rules.s_solitaire.s09_vehicles.routes import (
    MP,
    RouteStep,
    along,
    around,
    dry_steps,
    kind_of,
    open_steps,
    steps,
    terrain_of,
)
from opfor.state.in_progress import VehicleAct, VehiclePlan
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Unit, VehicleState

ROUGH = ("woods", "light woods", "wooden building", "stone building")
"""Terrain in which a VCA change counts twice (D2.11)."""


class DriveInHand(Struct, frozen=True, kw_only=True):
    """A move in hand: the vehicle where it is by then, and what it has behind it.

    Args:
        unit: the vehicle, with its CA, hatches and Motion.
        driving: what its Move Command has it do.
        spent: quarters of MP.
        entered: Locations entered.
        back: the one just left.
    """

    unit: Unit
    driving: VehiclePlan
    spent: int = 0
    entered: int = 0
    back: LocationName = OFFBOARD

    @property
    def state(self) -> VehicleState:
        """What the vehicle has as one."""
        return self.unit.vehicle or VehicleState()


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
    spent = drive.spent + start + turning + step.quarters
    # S9.2: as far as its MP, or those of the Command, take it.
    if spent > allowance(play, drive):
        return []
    target, here = drive.driving.target, drive.unit.location
    way = VehicleAct(
        kind="overrun" if target and step.to == target else "enter",
        at=here,
        to=step.to,
        bypass=step.bypass,
        quarters=step.quarters,
        esb=gains(play, drive, step.to, spent),
    )
    turned = VehicleAct(kind="turn", at=here, spine=spine, quarters=turning)
    # S9.31: BU before anything else.
    before = [*hatches(play, drive), *starting]
    return [*before, *([turned] if turning else []), way]


@rule("S9.33/esb", "By ESB to a halt", cites=("S9.33", "D2.5"))
def gains(view: GameView, drive: DriveInHand, to: LocationName, spent: int) -> bool:
    """Whether the lead of a platoon uses ESB to be able to stop in the next hex.

    It is to have a Target there, and would lack the Stop MP.
    Reading: D-348.

    Args:
        view: the game.
        drive: the drive.
        to: the next hex.
        spent: quarters of MP that are spent once it is there.
    """
    short = spent + MP > kind_of(view, drive.unit).mp * MP
    return short and leads_platoon(view, drive.unit) and _would_see(view, drive, to)


def _would_see(view: GameView, drive: DriveInHand, to: LocationName) -> bool:
    return sees_target(view, moved_to(drive.unit, to))


def leads_platoon(view: GameView, unit: Unit) -> bool:
    """Whether a vehicle is the lead of a platoon."""
    mates = platoon_of(view, unit)
    return len(mates) > 1 and lead_of(view, mates).id == unit.id


def starts(drive: DriveInHand) -> list[VehicleAct]:
    """The start of a vehicle that is Stopped."""
    if drive.state.motion:
        return []
    return [VehicleAct(kind="start", at=drive.unit.location, quarters=MP)]


def hatches(view: GameView, drive: DriveInHand) -> list[VehicleAct]:
    """BU as soon as S9.31 asks for it."""
    if drive.state.ce and buttons_up(view, drive.unit):
        return [VehicleAct(kind="BU", at=drive.unit.location)]
    return []


def allowance(view: GameView, drive: DriveInHand) -> int:
    """Quarters of MP for the way, without a Stop MP unless it ends in Motion."""
    driving = drive.driving
    every = kind_of(view, drive.unit).mp * MP
    keep = 0 if driving.motion else MP
    return min(every - keep, driving.most or every)


def next_step(play: Play, drive: DriveInHand) -> RouteStep | None:
    """The hex that a vehicle enters next; None where its drive ends."""
    unit, driving = drive.unit, drive.driving
    mates = platoon_of(play, unit)
    # S9.22, S9.33: a "stop" of the Command, or of its platoon.
    if _stopped(play, drive):
        return None
    # S9.33: the lead has a Target, so the others look for one.
    if len(mates) > 1 and sees_target(play, lead_of(play, mates)):
        to = platoon_step(play, unit, back=drive.back)
    # S9.35: on along the road.
    elif driving.how == "road":
        to = road_ahead(play, unit, back=drive.back)
    # S9.23: on along the Hex Grain.
    elif driving.how == "RAS":
        to = _ras(play, drive)
    else:
        left = driving.way[drive.entered : drive.entered + 1]
        to = left[0] if left else NOWHERE
    after = driving.way[drive.entered + 1 :] if driving.how == "route" else ()
    return _step_to(play, drive, to, *after[:1])


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
    if found is None:
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


def facing(vca: int, side: int) -> int:
    """The VCA, with least turning, from which a hexside is crossed (D2.1)."""
    ahead = (side, (side + 1) % SIDES)
    return min(ahead, key=lambda spine: (turn(vca, spine), ahead.index(spine)))


def turn_cost(view: GameView, unit: Unit, now: int, spine: int) -> int:
    """Quarters of MP of a change of VCA: a MP a hexspine, two in woods or buildings."""
    inside = terrain_of(view, unit.location) in ROUGH and not bypassing(unit)
    each = 2 * MP if inside else MP
    return turn(now, spine) * each


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
    # S9.34: the CA, if the MP for it are left.
    arcs, state = bearing(play, unit), drive.state
    starting = starts(drive)
    start = sum(act.quarters for act in starting)
    cost = turn_cost(play, unit, state.vca, arcs.vca)
    moving, spent, tca = state.motion, drive.spent, state.tca
    if cost and spent + start + cost + MP * halts <= every:
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
        if at := bounding_target(play, unit):
            found.append(VehicleAct(kind="fire", at=here, to=at))
    return found


@rule("S9.33/delay", "Delay MP before bounding fire", cites=("S9.33", "D2.17"))
def delays(view: GameView, unit: Unit, left: int, *, moving: bool) -> list[VehicleAct]:
    """The Delay MP that a Stopped vehicle of a platoon spends with a Target in LOS.

    All but one, with which its move goes on.
    Reading: D-348, D-401 also where its bounding fire is that of the AFPh.
    """
    whole = (left // MP - 1) * MP
    alone = len(platoon_of(view, unit)) < PLATOON
    if moving or whole <= 0 or alone or not sees_target(view, unit):
        return []
    return [VehicleAct(kind="delay", at=unit.location, quarters=whole)]


def _stopped(view: GameView, drive: DriveInHand) -> bool:
    """Whether a "stop" of its Command, or its platoon, has a vehicle stop (S9.33)."""
    unit, mates = drive.unit, platoon_of(view, drive.unit)
    if drive.entered and any(stop(view, unit) for stop in stops_of(drive.driving)):
        return True
    return len(mates) > 1 and sees_target(view, unit)


def _may_open(view: GameView, unit: Unit) -> bool:
    """Whether a crew may and should be CE."""
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
    while more := next_acts(play, drive):
        found += more
        for act in more:
            drive = after(play, drive, act)
    return [*found, *ending(play, drive)]
