"""VPO Locations: those of the Mission, and all Locations of its VPO buildings."""

from collections.abc import Iterator

from opfor.geo.ground import Location
from opfor.state.play import Play
from opfor.state.units import LocationName


def vpo_locations(play: Play) -> tuple[LocationName, ...]:
    """Every VPO Location by its full name, each once, in the Mission's order."""
    return tuple(dict.fromkeys(_named(play)))


def _named(play: Play) -> Iterator[LocationName]:
    world, mission = play.world, play.state.mission
    for name in mission.vpo:
        yield world.name(world.locate(name))
    for name in mission.vpo_buildings:
        building = world.building(name)
        for hex_ in building.hexes if building else (world.locate(name).hex,):
            for level in world.ground.levels(hex_):
                yield world.name(Location(hex_, level))
