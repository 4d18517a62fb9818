"""S9.22, S9.33 to S9.37 in the MPh: what an ENEMY vehicle does, act by act.

`next_acts` gives what brings it into its next hex, `ending` what it does last; `acts`
foresees the whole move as it goes if nobody interferes. Orders of vehicles are chapter
D's; the one place that gives them is `carry_out` (D-239).
"""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import NotCoded
from opfor.core.event import Note
from opfor.core.explain import consult
from opfor.core.rule import because, rule
from opfor.geo.hexes import SIDES
from opfor.rules.s06_actions import give
from opfor.rules.s06_perform import can_fire
from opfor.rules.s09_aim import bearing, bounding_target, buttons_up, turn
from opfor.rules.s09_movers import Mover, stack, units_of
from opfor.rules.s09_platoons import (
    lead_of,
    moves_alone,
    platoon_of,
    platoon_step,
    release,
    sees_target,
    settle_attitudes,
)
from opfor.rules.s09_random import NOWHERE, leads
from opfor.rules.s09_roads import road_ahead
from opfor.rules.s09_vehicle_command import Reading, stops_of, vehicle_command
from opfor.rules.s09_vehicle_ways import (
    MP,
    Step,
    around,
    dry_steps,
    kind_of,
    open_steps,
    steps,
    terrain_of,
)
from opfor.state.events import UnitChanged
from opfor.state.play import Look, Play
from opfor.state.units import OFFBOARD, LocationName, Unit, VehicleState
from opfor.state.world import World

Kind = Literal["enter", "turn", "turret", "stop", "BU", "CE", "overrun", "fire"]

ROUGH = ("woods", "light woods", "wooden building", "stone building")
"""Terrain in which a VCA change counts twice (D2.11)."""


class Act(Struct, frozen=True, kw_only=True):
    """One thing that a vehicle does.

    Args:
        kind: what.
        at: where the vehicle is.
        to: the Location entered, overrun or fired at.
        spine: the CA turned to.
        bypass: the hexsides along which it goes, for VBM.
        quarters: of MP that it counts for.
        esb: its MP do not suffice: by ESB.
    """

    kind: Kind
    at: LocationName
    to: LocationName = OFFBOARD
    spine: int = 0
    bypass: tuple[int, ...] = ()
    quarters: int = 0
    esb: bool = False


class Drive(Struct, frozen=True, kw_only=True):
    """A move in hand: the vehicle where it is by then, and what it has behind it.

    Args:
        unit: the vehicle, with its CA, hatches and Motion.
        reading: its Move Command.
        spent: quarters of MP.
        entered: Locations entered.
        back: the one just left.
    """

    unit: Unit
    reading: Reading
    spent: int = 0
    entered: int = 0
    back: LocationName = OFFBOARD

    @property
    def state(self) -> VehicleState:
        """What the vehicle has as one."""
        return self.unit.vehicle or VehicleState()


# -- one hex -----------------------------------------------------------------------


def next_acts(play: Play, drive: Drive) -> list[Act]:
    """What a vehicle does to enter its next hex, in order; empty where its drive ends.

    BU if it must; the VCA turned so that it can enter; the hex.
    """
    step = next_step(play, drive)
    if step is None:
        return []
    state = drive.state
    spine = facing(state.vca, step.side)
    turning = turn_cost(play, drive.unit, state.vca, spine)
    start = 0 if state.motion else MP
    if drive.spent + start + turning + step.quarters > allowance(play, drive):
        return []
    target, here = drive.reading.driving.target, drive.unit.location
    kind: Kind = "overrun" if target and step.to == target else "enter"
    way = Act(
        kind=kind,
        at=here,
        to=step.to,
        bypass=step.bypass,
        quarters=step.quarters + (0 if turning else start),
    )
    turned = Act(kind="turn", at=here, spine=spine, quarters=turning + start)
    return [*hatches(play, drive), *([turned] if turning else []), way]


def hatches(look: Look, drive: Drive) -> list[Act]:
    """BU as soon as S9.31 asks for it."""
    if drive.state.ce and buttons_up(look, drive.unit):
        return [Act(kind="BU", at=drive.unit.location)]
    return []


def allowance(look: Look, drive: Drive) -> int:
    """Quarters of MP for the way, without a Stop MP unless it ends in Motion."""
    driving = drive.reading.driving
    every = kind_of(look, drive.unit).mp * MP
    keep = 0 if driving.motion else MP
    return min(every - keep, driving.most or every)


def next_step(play: Play, drive: Drive) -> Step | None:
    """The hex that a vehicle enters next; None where its drive ends."""
    unit, driving = drive.unit, drive.reading.driving
    mates = platoon_of(play, unit)
    if _stopped(play, drive):
        return None
    if len(mates) > 1 and sees_target(play, lead_of(play, mates)):
        to = platoon_step(play, unit, back=drive.back)
    elif driving.how == "road":
        to = road_ahead(play, unit, back=drive.back)
    elif driving.how == "RAS":
        to = _ras(play, drive)
    else:
        left = driving.way[drive.entered : drive.entered + 1]
        to = left[0] if left else NOWHERE
    return _step_to(play, drive, to)


def _step_to(look: Look, drive: Drive, to: LocationName) -> Step | None:
    """The step into a Location, by Bypass where S9.37 has it so."""
    if to in (NOWHERE, OFFBOARD):
        return None
    if to == drive.reading.driving.target:
        every: Sequence[Step] = steps(look, drive.unit, drive.unit.location)
    else:
        every = open_steps(look, drive.unit, drive.unit.location)
    found = next((step for step in every if step.to == to), None)
    return around(look, found) if found else None


def _ras(look: Look, drive: Drive) -> LocationName:
    """On along the Hex Grain, over roads and what is no obstacle."""
    mover = stack(look, [drive.unit])
    to = leads(look, mover, drive.reading.driving.heading)  # type: ignore[arg-type] # a RAS has one
    ways = dry_steps(look, drive.unit, drive.unit.location, back=drive.back)
    step = next((step for step in ways if step.to == to), None)
    clear = step and (step.road or terrain_of(look, to) not in ROUGH)
    return to if clear else NOWHERE


def facing(vca: int, side: int) -> int:
    """The VCA, with least turning, from which a hexside is crossed (D2.1)."""
    ahead = (side, (side + 1) % SIDES)
    return min(ahead, key=lambda spine: (turn(vca, spine), ahead.index(spine)))


def turn_cost(look: Look, unit: Unit, now: int, spine: int) -> int:
    """Quarters of MP of a change of VCA: a MP a hexspine, two in woods or buildings."""
    each = 2 * MP if terrain_of(look, unit.location) in ROUGH else MP
    return turn(now, spine) * each


# -- the end -----------------------------------------------------------------------


def ending(play: Play, drive: Drive) -> list[Act]:
    """What a vehicle does last: hatches, its CA (S9.34), Stop, Bounding First Fire."""
    unit, driving = drive.unit, drive.reading.driving
    here, every = unit.location, kind_of(play, unit).mp * MP
    found = hatches(play, drive)
    if driving.ce and not drive.state.ce and _may_open(play, unit):
        found.append(Act(kind="CE", at=here))
    halts = not driving.motion or _stopped(play, drive)
    arcs, state = bearing(play, unit), drive.state
    start = 0 if state.motion else MP
    cost = turn_cost(play, unit, state.vca, arcs.vca)
    moving, spent = state.motion, drive.spent
    if cost and spent + start + cost + MP * halts <= every:
        spent += start + cost
        found.append(Act(kind="turn", at=here, spine=arcs.vca, quarters=start + cost))
        moving = True
    if arcs.tca != state.tca and kind_of(play, unit).turret != "NT":
        found.append(Act(kind="turret", at=here, spine=arcs.tca))
    if moving and halts:
        found.append(Act(kind="stop", at=here, quarters=MP, esb=spent + MP > every))
    if drive.entered and (at := bounding_target(play, unit)):
        found.append(Act(kind="fire", at=here, to=at))
    return found


def _stopped(look: Look, drive: Drive) -> bool:
    """Whether a "stop" of its Command, or its platoon, has a vehicle stop (S9.33)."""
    unit, mates = drive.unit, platoon_of(look, drive.unit)
    if drive.entered and any(stop(look, unit) for stop in stops_of(drive.reading)):
        return True
    return len(mates) > 1 and sees_target(look, unit)


def _may_open(look: Look, unit: Unit) -> bool:
    """Whether a crew may and should be CE."""
    inside = look.world.in_building(unit.location)
    return not (kind_of(look, unit).unarmored or inside or buttons_up(look, unit))


def after(drive: Drive, act: Act) -> Drive:
    """The drive once an act is done."""
    unit, state = drive.unit, drive.state
    moved = act.kind in ("enter", "overrun")
    changes: dict[str, Any] = {
        "enter": {"motion": True},
        "overrun": {"motion": True},
        "turn": {"vca": act.spine, "tca": act.spine, "motion": True},
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


def acts(play: Play, unit: Unit, reading: Reading) -> list[Act]:
    """The whole move of a vehicle, as it goes if nobody interferes."""
    drive = Drive(unit=unit, reading=reading)
    found: list[Act] = []
    while more := next_acts(play, drive):
        found += more
        for act in more:
            drive = after(drive, act)
    return [*found, *ending(play, drive)]


# -- in play -----------------------------------------------------------------------


@rule(
    "S6.309/stop",
    "A Panicked Motion vehicle stops",
    cites=("S6.309", "S6.211"),
)
def stops_in_panic(play: Play) -> bool:
    """A vehicle in Motion that Panicked in its PFPh spends a MP to stop (D-003)."""
    for unit in list(play.state.units.values()):
        state = unit.vehicle
        if unit.side == "ENEMY" and unit.panic and state and state.motion:
            halted = replace(unit, vehicle=replace(state, motion=False))
            play.emit(UnitChanged(halted, "stops, which is all that it does"))
            return True
    return False


def vehicles_first(play: Play) -> bool:
    """What the rules settle of vehicles as the ENEMY's MPh begins."""
    return stops_in_panic(play) or settle_attitudes(play) or release(play)


def begin_drive(play: Play, mover: Mover) -> None:
    """A vehicle's turn in the MPh: its Move Command, told act by act, and ordered.

    Until chapter D gives these orders the move is the player's to make by hand (D-239).
    """
    unit = units_of(play, mover)[0]
    reading = vehicle_command(play, unit) if moves_alone(play, unit) else None
    plan = acts(play, unit, reading) if reading else []
    if not plan:
        cannot(play, unit)
        return
    for act in plan:
        play.emit(Note(told(play.world, unit.id, act)))
    done = replace(unit, action="nothing")
    play.emit(UnitChanged(done, "has its Move Command"))
    try:
        carry_out(play, unit, plan[0])
    except NotCoded as gap:
        play.emit(Note(str(gap)))


def carry_out(_play: Play, _unit: Unit, _act: Act) -> None:
    """Give the order for an act of a vehicle.

    Errors:
        NotCoded: chapter D has no orders for vehicles yet.
    """
    raise NotCoded("D2.1")


def cannot(play: Play, unit: Unit) -> None:
    """The alternate Action of a vehicle that cannot move after all (S9.1)."""
    with because("S9.1"):
        table = play.world.enemy.table("A2-alternates")
        consult(play, table, case="Move, vehicle that cannot move")
        give(play, unit, "Fire" if can_fire(play, unit) else "nothing")


WORDS: dict[Kind, str] = {
    "enter": "enters {to}",
    "overrun": "overruns {to}",
    "turn": "turns its VCA to {ca}",
    "turret": "turns its turret to {ca}",
    "stop": "stops",
    "BU": "is BU",
    "CE": "is CE",
    "fire": "fires at {to} (Bounding First Fire)",
}
"""What an act is called."""


def told(world: World, unit_id: str, act: Act) -> str:
    """An act in words; a CA by the two hexes that it points between."""
    text = WORDS[act.kind].format(to=act.to, ca=_ahead(world, act))
    by = " by Bypass" if act.bypass else ""
    return f"{unit_id} {text}{by}" + (", by ESB" if act.esb else "")


def _ahead(world: World, act: Act) -> str:
    """The two hexes in front of a CA, as players name it."""
    hex_ = world.locate(act.at).hex
    near = world.map.neighbours[hex_]
    sides = ((act.spine - 1) % SIDES, act.spine)
    return "/".join(world.map.name(near[s]) if near[s] >= 0 else "off" for s in sides)
