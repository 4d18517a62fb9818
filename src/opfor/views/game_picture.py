"""The picture of a game: the board with every counter that stands on it."""

from collections.abc import Iterable, Iterator
from typing import Literal

from opfor.geo.edges import Edge
from opfor.state.counters import MMC, SMC, Piece, Vehicle
from opfor.state.state import State
from opfor.state.units import (
    Fortification,
    LocationName,
    Marker,
    Side,
    Suspect,
    Unit,
    VehicleState,
    Weapon,
)
from opfor.state.world import World
from opfor.views.board import (
    Counter,
    DrawnVpo,
    EdgeLabel,
    Highlight,
    Marks,
    board_svg,
    scene,
)
from opfor.views.friendly_view import seen
from opfor.views.text.called import mark_of

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
    "radio": "radio", "phone": "radio",
}  # fmt: skip

_FORTS: dict[str, scene.Kind] = {
    "foxhole": "foxhole", "trench": "trench", "pillbox": "pillbox", "wire": "wire",
    "minefield": "mines", "roadblock": "roadblock",
}  # fmt: skip

_MARKERS: dict[str, scene.Kind] = {
    "smoke": "smoke", "WP": "smoke", "flame": "fire", "blaze": "fire",
    "wreck": "wreck", "burning wreck": "wreck",
}  # fmt: skip

_SIDES: dict[Side, scene.Side] = {"FRIENDLY": "friendly", "ENEMY": "enemy"}

_EDGES: dict[Edge, scene.Edge] = {
    "top": "north", "right": "east", "bottom": "south", "left": "west",
}  # fmt: skip

_MOVERS: dict[str, scene.Kind] = {
    "tracked": "tank", "halftrack": "halftrack", "armored car": "armored_car",
    "truck": "truck",
}  # fmt: skip

_FLAGS: tuple[scene.State, ...] = (
    "broken", "dm", "disrupted", "pinned", "cx", "ti", "panic", "concealed", "berserk",
    "fanatic", "wounded", "heroic", "encircled", "melee", "unarmed", "wall", "moved",
)  # fmt: skip

_AILS: dict[str, scene.State] = {
    "abandoned": "abandoned", "immobile": "immobile", "bogged": "bogged",
    "mired": "bogged", "stunned": "stunned", "recalled": "recalled",
}  # fmt: skip

_FIRED: dict[str, scene.State] = {
    "prep": "prep_fire", "first": "first_fire", "final": "final_fire",
    "opportunity": "opportunity_fire",
}  # fmt: skip


def game_svg(
    world: World,
    state: State,
    *,
    theme: Literal["light", "dark"] = "light",
    ground: bool = True,
) -> str:
    """The whole board with counters, VPO, the FBE, and the stack in hand ringed.

    Without `ground` only what lies on the board, to be laid over `empty_board_svg`.
    """
    movers = state.movers()
    ringed = {world.locate(unit.location).hex for unit in movers if unit.location}
    marks = Marks(
        vpo=objectives(world, state),
        edges=edge_labels(world),
        highlights=tuple(Highlight(hex_) for hex_ in sorted(ringed)),
    )
    return board_svg(
        world.map,
        world.ground.facts,
        theme=theme,
        counters=list(game_counters(world, state)),
        marks=marks,
        ground=ground,
    )


def empty_board_svg(world: World) -> str:
    """The board alone, as large as the picture of a game."""
    return board_svg(
        world.map, world.ground.facts, marks=Marks(edges=edge_labels(world))
    )


def edge_labels(world: World) -> tuple[EdgeLabel, ...]:
    """The words along the edges: FBE and EBE."""
    edges = world.compass.edges
    return (
        EdgeLabel(_EDGES[edges["FBE"]], "FBE", "friendly"),
        EdgeLabel(_EDGES[edges["EBE"]], "EBE", "enemy"),
    )


def objectives(world: World, state: State) -> tuple[DrawnVpo, ...]:
    """The VPO, each with the side that Controls it."""
    sides: dict[str, scene.Side] = {"FRIENDLY": "friendly", "ENEMY": "enemy"}
    return tuple(
        DrawnVpo(world.locate(vpo).hex, sides.get(state.control.get(vpo, ""), "none"))
        for vpo in state.vpo
    )


def game_counters(world: World, state: State) -> Iterator[Counter]:
    """Every counter that is seen on the map, the lowest of each stack first."""
    for fort in state.fortifications.values():
        if seen(fort):
            yield _fortification(world, fort)
    markers = (marker for marker in state.markers.values() if marker.location)
    yield from (_marker(world, marker) for marker in markers)
    yield from _acquired(world, state)
    yield from (_suspect(world, suspect) for suspect in state.suspects_onboard())
    for weapon in state.weapons.values():  # what nobody has lies under the men
        if weapon.location and not weapon.owner:
            yield weapon_counter(world, weapon, weapon.location)
    for unit in state.units.values():
        if unit.location and seen(unit):
            weapons = list(state.weapons_of(unit.id))
            for weapon in weapons:
                if not weapon.mount:  # its vehicle's counter shows it
                    yield weapon_counter(world, weapon, unit.location, unit.side)
            yield unit_counter(world, unit, weapons)


def _suspect(world: World, suspect: Suspect) -> Counter:
    hex_, level = world.locate(suspect.location)
    return Counter(
        hex=hex_,
        level=level,
        kind="suspect",
        text="ADV" if suspect.attitude == "Advance" else "",
        side="enemy",
        name=f"{suspect.id}, {suspect.attitude}",
        key=suspect.id,
    )


def _fortification(world: World, fort: Fortification) -> Counter:
    hex_, level = world.locate(fort.location)
    kind = _FORTS.get(fort.kind, "marker")
    drawn = kind != "marker"
    strength = "+".join(map(str, fort.defence)) or (str(fort.fp) if fort.fp else "")
    return Counter(
        hex=hex_,
        level=level,
        kind=kind,
        text=strength if drawn else fort.kind.upper()[:9],
        name=f"{fort.id} {fort.kind}",
        facing=None if fort.ca < 0 else fort.ca,
        key=fort.id,
    )


def _marker(world: World, marker: Marker) -> Counter:
    hex_, level = world.locate(marker.location)
    kind = _MARKERS.get(marker.kind, "marker")
    strength = f"+{marker.hindrance}" if marker.hindrance else ""
    words = {"residual": f"{marker.fp} RES", "fire lane": f"{marker.fp} LANE"}
    word = words.get(marker.kind, marker.kind.upper())
    return Counter(
        hex=hex_,
        level=level,
        kind=kind,
        text=word if kind == "marker" else strength,
        name=f"{marker.fp} FP {marker.kind}"
        if marker.fp
        else f"{marker.id} {marker.kind}",
        key=marker.id,
    )


def _acquired(world: World, state: State) -> Iterator[Counter]:
    """What ordnance that is seen has acquired, where its target was."""
    for weapon in state.weapons.values():
        user = state.units.get(weapon.owner)
        if not weapon.acquired or user is None or not seen(user):
            continue
        hex_, level = world.locate(weapon.acquired.at)
        yield Counter(
            hex=hex_,
            level=level,
            kind="marker",
            nation=_NATIONS.get(world.counter(weapon.counter).nation, "none"),
            text=f"ACQ {weapon.acquired.drm}",
            name=f"acquired by {weapon.id}: {weapon.acquired.drm}",
            key=f"{weapon.id}@",
        )


def unit_counter(world: World, unit: Unit, weapons: Iterable[Weapon] = ()) -> Counter:
    """A unit as its counter is drawn, wherever it is; offboard in hex 0.

    Args:
        world: the World.
        unit: the unit.
        weapons: what it possesses; that of a vehicle shows on its counter.
    """
    kind = world.counter(unit.counter)
    hex_, level = world.locate(unit.location) if unit.location else (0, 0)
    drawn: scene.Kind = "marker"
    if isinstance(kind, Vehicle):
        turretless = kind.movement == "tracked" and kind.turret == "NT"
        drawn = "assault_gun" if turretless else _MOVERS[kind.movement]
    elif isinstance(kind, MMC):
        drawn = _MEN[kind.size]
    elif isinstance(kind, SMC):
        drawn = _MEN[kind.kind]
    return Counter(
        hex=hex_,
        level=level,
        kind=drawn,
        nation=_NATIONS.get(kind.nation, "none"),
        text=kind.name.replace(" Commissar", " C"),
        name=f"{unit.id} {kind.name}",
        states=(*_driven(kind, unit.vehicle, weapons), *_states(unit)),
        facing=unit.vehicle.vca if unit.vehicle and unit.vehicle.vca >= 0 else None,
        barrel=_barrel(unit.vehicle),
        key=unit.id,
        mark="" if isinstance(kind, SMC) else mark_of(unit.id, kind),
        side=_SIDES[unit.side],
        broken=str(getattr(kind, "broken", None) or ""),
    )


def _barrel(vehicle: VehicleState | None) -> int | None:
    """Where a turret points that is not turned ahead."""
    if vehicle is None or vehicle.tca < 0 or vehicle.tca == vehicle.vca:
        return None
    return vehicle.tca


def _states(unit: Unit) -> Iterator[scene.State]:
    yield from (flag for flag in _FLAGS if getattr(unit, flag))
    if unit.fired:
        yield _FIRED[unit.fired]
    if unit.guard:
        yield "prisoner"


def _driven(
    kind: Piece, vehicle: VehicleState | None, weapons: Iterable[Weapon]
) -> Iterator[scene.State]:
    """The states that only a vehicle has: what ails it first, for few have room."""
    if vehicle is None:
        return
    if vehicle.shock:
        yield "shock" if vehicle.shock == "shock" else "unconfirmed"
    ails = (tag for flag, tag in _AILS.items() if getattr(vehicle, flag))
    yield from dict.fromkeys(ails)
    if any(each.mount == "MA" and each.malfunctioned for each in weapons):
        yield "malfunctioned"
    if vehicle.motion:
        yield "motion"
    if isinstance(kind, Vehicle) and not kind.unarmored and not vehicle.abandoned:
        yield "crew_exposed" if vehicle.ce else "buttoned_up"
    if vehicle.hull_down:
        yield "hull_down"


def weapon_counter(
    world: World, weapon: Weapon, where: LocationName, side: Side | None = None
) -> Counter:
    """A Weapon as its counter is drawn, lying at a Location or with its possessor."""
    kind = world.counter(weapon.counter)
    hex_, level = world.locate(where) if where else (0, 0)
    states: list[scene.State] = ["dm"] if weapon.dm else []
    states += ["malfunctioned"] if weapon.malfunctioned else []
    states += [_FIRED[weapon.fired]] if weapon.fired else []
    if weapon.acquired:
        states.append("acquired1" if weapon.acquired.drm == -1 else "acquired2")
    states += ["limbered"] if weapon.gun and weapon.gun.limbered else []
    return Counter(
        hex=hex_,
        level=level,
        kind=_WEAPONS.get(getattr(kind, "kind", "MG"), "gun"),
        nation=_NATIONS.get(kind.nation, "none"),
        text=kind.name,
        name=f"{weapon.id} {kind.name}",
        states=tuple(states),
        facing=weapon.gun.ca if weapon.gun and weapon.gun.ca >= 0 else None,
        key=weapon.id,
        side=_SIDES[side] if side else "none",
    )
