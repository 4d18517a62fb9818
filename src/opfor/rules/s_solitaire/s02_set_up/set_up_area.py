"""In which Locations an OB sets up."""

from collections.abc import Iterable, Sequence

from opfor.geo.ground import Location
from opfor.state.mission import Area
from opfor.state.play import GameView
from opfor.state.units import LocationName


def in_words(view: GameView, where: Area) -> str:
    """The set-up area by name, so that nobody has to read all its Locations."""
    map_ = view.world.map
    if where.hexes:
        return f"in the {len(where.hexes)} hexes of the Mission"
    first, *beyond = view.world.boards_from_fbe[where.board - 1 :]
    name = map_.boards[first].board.short
    near = f", within {where.vpo} hexes of a VPO" if where.vpo else ""
    end = f"board {map_.boards[beyond[0]].board.short}" if beyond else "the EBE"
    clear = f", {where.clear} hexes or more from {end}" if where.clear else ""
    return f"on board {name}{near}{clear}"


def area(view: GameView, where: Area) -> Sequence[LocationName]:
    """The Locations in which the FRIENDLY side may set up: no water, no impasse."""
    world = view.world
    if where.hexes:
        return [world.name(at) for at in locations_of(view, where)]
    board = world.boards_from_fbe[where.board - 1]
    vpo = [world.locate(at).hex for at in view.state.vpo]
    near = _within(view, [h for h in vpo if world.map.owner[h] == board], where.vpo)
    on_board: Sequence[Location] = world.lasting(
        "set-up area", where, lambda: locations_of(view, where)
    )
    return [world.name(at) for at in on_board if not where.vpo or at.hex in near]


def locations_of(view: GameView, where: Area) -> list[Location]:
    """The same, wherever the VPO may be: it is worked out but once for a Mission."""
    world = view.world
    if where.hexes:
        named = {world.locate(name).hex for name in where.hexes}
        return [
            at for at in world.ground.locations if at.hex in named and _dry(view, at)
        ]
    board = world.boards_from_fbe[where.board - 1]
    beyond = world.boards_from_fbe[where.board :]
    ends = [h for h, owner in enumerate(world.map.owner) if owner in beyond]
    ends = ends or list(world.compass.along("EBE"))
    cleared = _within(view, ends, where.clear - 1)
    return [
        at
        for at in world.ground.locations
        if world.map.owner[at.hex] == board and _dry(view, at) and at.hex not in cleared
    ]


def _dry(view: GameView, at: Location) -> bool:
    """Whether somebody can stand in a Location."""
    return at.level >= 0 and not view.world.ground.terrain(at).mf.bar


def _within(view: GameView, hexes: Iterable[int], reach: int) -> set[int]:
    """The hexes no farther than so many from any of some hexes."""
    if reach < 0:
        return set()
    ranges = (view.world.map.distances(hex_) for hex_ in hexes)
    return {other for row in ranges for other, far in enumerate(row) if far <= reach}
