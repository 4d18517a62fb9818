"""The picture of a game: the board with every counter that stands on it."""

from collections.abc import Iterator

from opfor.geo.edges import Edge
from opfor.state.counters import MMC, SMC
from opfor.state.state import State
from opfor.state.units import LocationName, Unit, Weapon
from opfor.state.world import World
from opfor.views.board import (
    Counter,
    EdgeLabel,
    Highlight,
    Marks,
    Vpo,
    board_svg,
    scene,
)

_NATIONS: dict[str, scene.Nation] = {
    "german": "german", "ss": "german", "russian": "russian", "american": "american",
    "usmc": "american", "british": "british", "italian": "italian",
    "finnish": "finnish", "japanese": "japanese", "chinese": "chinese",
    "french": "french", "allied-minor": "minor", "axis-minor": "axis_minor",
    "partisan": "partisan", "german-engineers": "german",
    "russian-engineers": "russian", "american-engineers": "american",
    "british-engineers": "british", "british-airborne": "british",
    "gurkha": "british", "polish": "minor", "red-chinese": "chinese",
}  # fmt: skip

_MEN: dict[str, scene.Kind] = {
    "squad": "squad", "half squad": "half_squad", "crew": "crew", "leader": "leader",
    "commissar": "leader", "armor leader": "leader", "hero": "hero",
}  # fmt: skip

_WEAPONS: dict[str, scene.Kind] = {
    "MG": "machine_gun", "MTR": "mortar", "ATR": "at_rifle", "LATW": "rocket",
    "RCL": "rocket", "FT": "flamethrower", "DC": "demolition", "INF": "gun",
}  # fmt: skip

_FORTS: dict[str, scene.Kind] = {
    "foxhole": "foxhole", "trench": "trench", "pillbox": "pillbox",
    "fortified building": "marker",
}  # fmt: skip

_EDGES: dict[Edge, scene.Edge] = {
    "top": "north", "right": "east", "bottom": "south", "left": "west",
}  # fmt: skip

_FLAGS: tuple[scene.State, ...] = ("broken", "pinned", "cx", "concealed", "moved")


def game_svg(world: World, state: State) -> str:
    """The whole board with counters, VPO, the FBE, and the stack in hand ringed."""
    movers = state.movers()
    ringed = {world.locate(unit.location).hex for unit in movers if unit.location}
    marks = Marks(
        vpo=tuple(Vpo(world.locate(vpo).hex) for vpo in state.vpo),
        edges=(EdgeLabel(_EDGES[world.compass.edges["FBE"]], "FBE", "friendly"),),
        highlights=tuple(Highlight(hex_) for hex_ in sorted(ringed)),
    )
    return board_svg(
        world.map,
        world.ground.facts,
        counters=list(_counters(world, state)),
        marks=marks,
    )


def _counters(world: World, state: State) -> Iterator[Counter]:
    """Every counter on the map, those that lie lowest in their stacks first."""
    for fort in state.fortifications.values():
        hex_, level = world.locate(fort.location)
        kind = _FORTS[fort.kind]
        yield Counter(hex=hex_, level=level, kind=kind, name=fort.kind, key=fort.id)
    for suspect in state.suspects_onboard():
        hex_, level = world.locate(suspect.location)
        name = f"{suspect.id}, {suspect.attitude}"
        yield Counter(hex=hex_, level=level, kind="suspect", name=name, key=suspect.id)
    for unit in state.units.values():
        if unit.location:
            yield _unit(world, unit)
            for weapon in state.weapons_of(unit.id):
                yield _weapon(world, weapon, unit.location)
    for weapon in state.weapons.values():
        if weapon.location and not weapon.owner:
            yield _weapon(world, weapon, weapon.location)


def _unit(world: World, unit: Unit) -> Counter:
    kind = world.counter(unit.counter)
    hex_, level = world.locate(unit.location)
    drawn: scene.Kind = "marker"  # until vehicles have silhouettes here
    if isinstance(kind, MMC):
        drawn = _MEN[kind.size]
    elif isinstance(kind, SMC):
        drawn = _MEN[kind.kind]
    return Counter(
        hex=hex_,
        level=level,
        kind=drawn,
        nation=_NATIONS.get(kind.nation, "none"),
        text=kind.name,
        name=f"{unit.id} {kind.name}",
        states=tuple(flag for flag in _FLAGS if getattr(unit, flag)),
        key=unit.id,
    )


def _weapon(world: World, weapon: Weapon, where: LocationName) -> Counter:
    kind = world.counter(weapon.counter)
    hex_, level = world.locate(where)
    return Counter(
        hex=hex_,
        level=level,
        kind=_WEAPONS[getattr(kind, "kind", "MG")],
        nation=_NATIONS.get(kind.nation, "none"),
        text=kind.name,
        name=f"{weapon.id} {kind.name}",
        states=("dm",) if weapon.dm else (),
        key=weapon.id,
    )
