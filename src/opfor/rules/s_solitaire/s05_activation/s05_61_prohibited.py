"""S5.61: what is forfeit because it may not be where the S? stood.

Each test gives the reason as a text, empty if the piece may be there. Terrain is read
from the Terrain Chart; what the chart has no row for is named here.
"""

from opfor.core.event import Note
from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.geo.movement.vehicle_cost import COLUMNS
from opfor.rules.a_infantry.a04_movement.a04_42_portage import dismantles
from opfor.rules.b_terrain.b27_entrenchments.b27_1_digging import undiggable
from opfor.rules.s_solitaire.s05_activation.group import fortified
from opfor.state.counters import Gun, Vehicle
from opfor.state.play import GameView, Play
from opfor.state.units import FortificationKind, LocationName, Suspect


@rule("S5.61", "What cannot be in the Location is forfeit")
def forfeit(play: Play, item: Fact | str, where: LocationName, bar: str) -> None:
    """Tell that an item is forfeit: it could not set up in or enter the Location."""
    play.emit(Note(fact("is_forfeit", item=item, where=where, bar=bar)))


def terrain(view: GameView, where: LocationName) -> str:
    """The name of a Location's terrain in the Terrain Chart."""
    return view.world.ground.terrain(view.world.locate(where)).name


def vehicle_bar(play: Play, suspect: Suspect, vehicle: Vehicle) -> str:
    """Why a vehicle may not be there; empty if it may (S5.61, B23.41).

    Only a fully tracked, closed-topped AFV may be in a building, at ground level.
    """
    if suspect.crest:
        return "a vehicle cannot be in Crest status"
    return vehicle_place_bar(play, suspect.location, vehicle)


def vehicle_place_bar(view: GameView, where: LocationName, vehicle: Vehicle) -> str:
    """Why a vehicle cannot be in a Location, whoever's it is; empty if it can."""
    world, at = view.world, view.world.locate(where)
    if world.in_building(where):
        return _building_bar(at.level, vehicle)
    kind = world.ground.terrain(at)
    printed = kind.mp[COLUMNS.index(vehicle.movement)]
    by_road = ("R" in printed or "[1]" in printed) and world.joins.road[at.hex].any()
    if printed.startswith("NA") and not by_road:
        return f"a {vehicle.movement} vehicle cannot enter {kind.name}"
    return ""


def _building_bar(level: int, vehicle: Vehicle) -> str:
    if level:
        return "a vehicle cannot be on an upper level"
    if vehicle.movement != "tracked":
        return "only a fully tracked vehicle can be in a building"
    if vehicle.open_topped or vehicle.unarmored:
        return "only a closed-topped AFV can be in a building"
    return ""


def dm_only(play: Play, suspect: Suspect) -> bool:
    """Whether a Gun can be there only as a dm mortar: marsh, Crest (S5.761 EX)."""
    return bool(suspect.crest) or terrain(play, suspect.location) == "marsh"


def gun_bar(play: Play, suspect: Suspect, gun: Gun) -> str:
    """Why a Gun may not be there; empty if it may.

    EXC: a mortar in a crag; a dm mortar in marsh or at Crest; any small, AT or INF
    Gun in a building, on an upper level if that is Fortified (S5.742, S5.761).
    """
    if dm_only(play, suspect):
        place = "at Crest" if suspect.crest else "in marsh"
        return "" if dismantles(gun) else f"only a dm MTR can be {place}"
    return gun_place_bar(play, suspect.location, gun)


def gun_place_bar(view: GameView, where: LocationName, gun: Gun) -> str:
    """Why a Gun cannot be in a Location, whoever's it is; empty if it can."""
    world = view.world
    if world.in_building(where):
        return _gun_inside_bar(view, where, gun)
    kind = world.ground.terrain(world.locate(where))
    if kind.mf.bar == "NA" or (kind.name == "crag" and gun.kind != "MTR"):
        return f"it cannot be in {kind.name}"
    return ""


def _gun_inside_bar(view: GameView, where: LocationName, gun: Gun) -> str:
    if view.world.locate(where).level and not fortified(view, where):
        return "it can be on an upper level only if that is Fortified"
    if gun.kind == "MTR" or not (gun.kind in ("AT", "INF") or gun.size > 0):
        return "it is too large for a building"
    return ""


def dig_bar(play: Play, suspect: Suspect, kind: FortificationKind) -> str:
    """Why a fortification may not be there; empty if it may (S5.61, B27.1)."""
    where = suspect.location
    if kind == "fortified building":
        return ""
    if suspect.crest:
        return "it would lie beneath the Crest"
    # D-072: it is in the rock, not dug
    if kind == "cave" and terrain(play, where) == "crag":
        return ""
    return undiggable(play, where)
