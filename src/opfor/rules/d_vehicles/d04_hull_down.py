"""D4.2: Hull Down, behind a hexside or by a HD Maneuver.

Reading: D-352, what no source confirms.
"""

from opfor.core.ask import Choose, Option
from opfor.core.dice import die_roll
from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.geo.terrain_chart import MF
from opfor.rules.b_terrain.b09_walls.b09_3_walls import wall_tem
from opfor.rules.b_terrain.b27_entrenchments.b27_52_vehicles_in_trenches import (
    in_trench,
)
from opfor.rules.choices.vehicle_orders import HullDown
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    afv,
    changed,
    mobile,
    state_of,
    vehicle,
)
from opfor.rules.d_vehicles.d02_movement.d02_11_vca import ahead
from opfor.rules.d_vehicles.d02_movement.spending import STOP, after_spending, unit_of
from opfor.rules.d_vehicles.d03_fire.d03_44_armor_leaders import crew_drm
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Side, Unit

MANEUVER = 2 * MF + STOP
"""Quarters of MP of a HD Maneuver, the Stop MP among them."""

HIDDEN = {1: 3, 2: 2, 3: 1}
"""Hexsides behind which a vehicle is HD, by the Final dr; none for more."""

LEAST = 1


@rule("D4.2", "Hull Down", cites=("B9.3", "B27.52", "D4.22"))
def hull_down(view: GameView, unit: Unit, start: LocationName) -> bool:
    """Whether an AFV's hull is hidden from a firer by the hexside that he fires over.

    By a wall, hedge or roadblock whose TEM it would have, or where a HD Maneuver has
    brought it, against whoever is no higher than it is; in a trench, from all sides.
    """
    if start == unit.location or not afv(view, unit) or not unit.location:
        return False
    state, world = state_of(unit), view.world
    if not state.bypass and wall_tem(view, start, unit.location, unit.side):
        return True
    if world.height(start) > world.height(unit.location):
        return False
    if not state.hull_down:
        return in_trench(view, unit)
    crossed = world.entered_sides(start, unit.location)
    return any(side in state.hull_down for side in crossed) or in_trench(view, unit)


def crests(view: GameView, where: LocationName) -> tuple[int, ...]:
    """The hexsides of a hex across which the ground falls."""
    world, found = view.world, []
    for side in range(SIDES):
        to = world.across(where, side)
        if to and world.height(to) < world.height(where):
            found.append(side)
    return tuple(found)


@rule("D4.22", "HD Maneuver", cites=("D4.2", "D2.13"))
def check_hull_down(view: GameView, side: Side, order: HullDown) -> Move:
    """The move after a HD Maneuver: two MP and the Stop MP, for an AFV in Motion.

    In a hex whose ground falls across a hexside of its VCA; once in a MPh.

    Errors:
        Illegal: it may not.
    """
    unit = unit_of(view, side, order.unit)
    if not afv(view, unit) or not unit.location or not mobile(unit):
        raise Illegal("D4.22", f"{unit.id} is no AFV on the map that can move")
    if not state_of(unit).motion or state_of(unit).bypass:
        raise Illegal("D4.22", f"{unit.id} is not in Motion, or in Bypass")
    if unit.did("hull down"):
        raise Illegal("D4.22", f"{unit.id} has tried in this MPh")
    if not set(ahead(unit)) & set(crests(view, unit.location)):
        raise Illegal("D4.22", "no Crest Line is in its VCA")
    return after_spending(view, unit, MANEUVER)


@rule("D4.221", "HD Maneuver drm", cites=("D3.44",))
def maneuver_drm(view: GameView, unit: Unit) -> list[Mod]:
    """+1 while BU, +2 for a Russian AFV with a closed top; and its crew's own."""
    found = vehicle(view, unit)
    russian = found is not None and view.world.root(found.nation) == "russian"
    closed = found is not None and not found.open_topped
    mods = [
        Mod("BU", int(not state_of(unit).ce), "D4.22"),
        Mod("Russian closed-topped AFV", 2 * (russian and closed), "D4.22"),
        *crew_drm(view, unit),
    ]
    return [mod for mod in mods if mod.value]


@rule("D4.22/dr", "The HD Maneuver dr", cites=("D4.22", "D4.221"))
def maneuver(play: Play, unit: Unit) -> tuple[int, ...]:
    """The hexsides that now hide its hull: three by a Final 1, two by a 2, one by a 3.

    They lie side by side at the Crest Line, one at least in its VCA; its side chooses.
    """
    # D4.221: the dr with its drm
    mods = maneuver_drm(play, unit)
    rolled = die_roll(play, fact("hd_maneuver", unit=unit.id), mods, side=unit.side)
    number = HIDDEN.get(max(LEAST, rolled.final), 0)
    # D4.22: the hexsides that it may choose from
    found = choices(play, unit, number)
    if len(found) <= 1:
        return found[0] if found else ()
    options = tuple(
        Option(str(n), "hexsides " + ", ".join(map(str, sides)), (unit.location,))
        for n, sides in enumerate(found)
    )
    asked = Choose(
        purpose=f"{unit.id} is hull down behind",
        side=unit.side,
        why="discretion",
        policy="D4.22 hexsides",
        options=options,
    )
    return found[int(play.ask(asked))]


def choices(view: GameView, unit: Unit, number: int) -> list[tuple[int, ...]]:
    """The runs of so many Crest Line hexsides that hold one of its VCA.

    Shorter ones if there are none so long.
    """
    crest = set(crests(view, unit.location))
    for length in range(number, 0, -1):
        runs = [
            tuple(sorted((first + n) % SIDES for n in range(length)))
            for first in range(SIDES)
        ]
        found = [
            run for run in runs if crest.issuperset(run) and set(run) & {*ahead(unit)}
        ]
        if found:
            return sorted(found)
    return []


def settle_down(play: Play, unit: Unit) -> None:
    """The vehicle has stopped, and its hull is hidden as the dr has it."""
    sides = maneuver(play, unit)
    what = fact("is_hull_down" if sides else "finds_no_cover_for_its_hull")
    changed(play, unit, what, hull_down=sides)
