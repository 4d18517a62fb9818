"""S2: the places that a Mission names are on its map, and where they must be."""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.geo.map import Map
from opfor.state.mission import Mission
from opfor.state.units import LocationName
from opfor.state.world import World


class WrongPlace(Struct, frozen=True):
    """A place of a Mission that its map has not, or not there.

    Args:
        key: where the Mission names it, as `unit.2.at`, counted from 0.
        error: what is wrong, and what to write.
    """

    key: str
    error: OpforError


Named = tuple[str, LocationName]
"""A key of a Mission and a Location that it names."""


def gates_of(board_map: Map, mission: Mission) -> frozenset[int]:
    """The hexes by which FRIENDLY units enter, where the Mission names some.

    Errors:
        OpforError: the map has no such hex.
    """
    return frozenset(board_map.hex(name.partition("/")[0]) for name in mission.entry)


def check_places(world: World, mission: Mission) -> None:
    """Refuse a Mission that names places which its map has not.

    Errors:
        OpforError: the first of them.
    """
    for wrong in wrong_places(world, mission):
        raise OpforError(
            f"{wrong.key}: {wrong.error.what}", mission.map, wrong.error.do
        )


def wrong_places(world: World, mission: Mission) -> Iterator[WrongPlace]:
    """Every place of a Mission that its map has not, or not there."""
    for key, name in _named(mission):
        try:
            world.locate(name)
        except OpforError as error:
            yield WrongPlace(key, error)
    yield from _off_edge(world, "entry", mission.entry, "FBE")
    for nth, due in enumerate(mission.entering):
        yield from _off_edge(world, f"entering.{nth}.hexes", due.hexes, "EBE")


def _off_edge(
    world: World, key: str, names: Iterable[LocationName], edge: Literal["FBE", "EBE"]
) -> Iterator[WrongPlace]:
    """Entry hexes that lie elsewhere; those that the map has not are told already."""
    for name in names:
        try:
            at = world.locate(name)
        except OpforError:
            continue
        if at.level or at.hex not in world.compass.along(edge):
            do = f"name hexes along the {edge}, or turn the map's FBE"
            yield WrongPlace(key, OpforError(f"{name} is not along the {edge}", do=do))


def _named(mission: Mission) -> Iterator[Named]:
    """Every Location that a Mission names, with its key."""
    lists = {"vpo": mission.vpo, "vpo_buildings": mission.vpo_buildings}
    lists["entry"] = mission.entry
    lists["area.hexes"] = mission.area.hexes if mission.area else ()
    for nth, line in enumerate(mission.unit):
        lists[f"unit.{nth}.at"] = (line.at,)
        lists[f"unit.{nth}.bored"] = (line.bored,)
    for nth, due in enumerate(mission.entering):
        lists[f"entering.{nth}.hexes"] = due.hexes
    for nth, battery in enumerate(mission.oba):
        lists[f"oba.{nth}.post"] = (battery.post,)
        lists[f"oba.{nth}.registered"] = battery.registered
    for nth, aim in enumerate(mission.victory):
        lists[f"victory.{nth}.control"] = aim.control
        lists[f"victory.{nth}.hexes"] = aim.hexes
        lists[f"victory.{nth}.buildings"] = aim.buildings
    for key, names in lists.items():
        yield from ((key, name) for name in names if name)
