"""A26.1: Control of Locations, hexes and buildings; A26.3: who has won.

Only what the Mission is about is kept: its VPO Locations, and what its victory
conditions name.
"""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from msgspec import Struct

from opfor.core.rule import rule
from opfor.geo.ground import Location
from opfor.rules.a_infantry.a01_personnel.a01_24_units import HALF, SQUAD, armed, mmc
from opfor.state.events import AreaTaken, ControlTaken
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Side, Suspect, Unit

T = TypeVar("T", Unit, Suspect)

HALVES = {"squad": SQUAD, "half squad": HALF}

SIDES: tuple[Side, Side] = ("FRIENDLY", "ENEMY")


class Stake(Struct, frozen=True):
    """Something that a side can Control.

    Args:
        name: a Location, or `hex 33Q6`, `building 33Q6` by its first hex.
        hexes: the hexes in which no armed enemy may be to gain it.
        level: the one level that counts, of a Location; -1: any.
        enter: the level a MMC must be at, -1: any.
    """

    name: str
    hexes: tuple[int, ...]
    level: int = -1
    enter: int = -1


# -- what can be Controlled --------------------------------------------------------


def stakes(view: GameView) -> list[Stake]:
    """All that the Mission is about, each once."""
    follows = view.state.mission, view.state.vpo
    return view.world.lasting("stakes", follows, lambda: _stakes(view))


def _stakes(view: GameView) -> list[Stake]:
    mission = view.state.mission
    found = [location_stake(view, at) for at in vpo(view)]
    for aim in mission.victory:
        found += [location_stake(view, at) for at in aim.control]
        found += [hex_stake(view, at) for at in aim.hexes]
        found += [building_stake(view, at) for at in aim.buildings]
    return list({stake.name: stake for stake in found}.values())


def vpo(view: GameView) -> Iterator[LocationName]:
    """Every VPO Location: those of the Mission, and all of its VPO buildings."""
    world, mission = view.world, view.state.mission
    for name in view.state.vpo:
        yield world.name(world.locate(name))
    for name in mission.vpo_buildings:
        for hex_ in building_stake(view, name).hexes:
            for level in world.ground.levels(hex_):
                yield world.name(Location(hex_, level))


def location_stake(view: GameView, at: LocationName) -> Stake:
    """A Location as something to Control."""
    hex_, level = view.world.locate(at)
    return Stake(view.world.name(Location(hex_, level)), (hex_,), level, level)


def hex_stake(view: GameView, at: LocationName) -> Stake:
    """A hex as something to Control; it must be entered at ground level."""
    hex_ = view.world.locate(at).hex
    return Stake(f"hex {view.world.name(Location(hex_))}", (hex_,), enter=0)


def building_stake(view: GameView, at: LocationName) -> Stake:
    """The whole building around a Location as something to Control."""
    building = view.world.building(at)
    hexes = building.hexes if building else (view.world.locate(at).hex,)
    return Stake(f"building {view.world.name(Location(hexes[0]))}", hexes)


# -- Control -----------------------------------------------------------------------


@rule("A26.1", "Control", exc=("not in Bypass",), cites=("S3.1",))
def take_control(play: Play, at: LocationName = OFFBOARD) -> None:
    """Give each side Control of what its Good Order armed MMC are in, alone.

    No armed enemy may be in the Location, hex or building; a S? counts as one.
    Control is kept after leaving. Asked at the end of a phase, as units come in, and of
    one Location (`at`) before Infantry moves on from there.
    EXC: not in Bypass.
    Reading: D-251 a S? gives the ENEMY Control where no FRIENDLY unit could take it.
    """
    for stake in stakes(play):
        if at and not _inside(play, at, stake):
            continue
        for side in SIDES:
            if holder(play, stake) != side and gains(play, stake, side):
                _take(play, stake, side)


@rule("A26.1/entry", "Control is gained as units come in", cites=("A26.1",))
def take_as_they_come(play: Play) -> None:
    """In the MPh and APh a side has Control as soon as it has come in.

    Not while it may still be fired at where it is.
    Reading: D-133.
    """
    window = play.state.window
    if play.state.phase in ("MPh", "APh") and not (window and window.asked):
        take_control(play)


def _take(play: Play, stake: Stake, side: Side) -> None:
    if stake.level >= 0:
        play.emit(ControlTaken(LocationName(stake.name), side))
    else:
        play.emit(AreaTaken(stake.name, side))


def gains(view: GameView, stake: Stake, side: Side) -> bool:
    """Whether a side fulfils now what it takes to gain Control."""
    here = [unit for unit in _in(view, stake) if not unit.guard]
    # D-251: a S?
    if side == "ENEMY" and _suspects(view, stake):
        return not any(u.side != side and _takes(view, u, stake) for u in here)
    # A26.1: its Good Order armed MMC, with no armed enemy
    takers = [u for u in here if u.side == side and _takes(view, u, stake)]
    if not takers:
        return False
    if any(unit.side != side and armed(unit) for unit in here):
        return False
    return side == "ENEMY" or not _suspects(view, stake)


def _takes(view: GameView, unit: Unit, stake: Stake) -> bool:
    if not (unit.good_order and armed(unit) and not unit.hidden and mmc(view, unit)):
        return False
    move = view.state.move
    if move and move.bypass and unit.id in move.units:
        return False
    return stake.enter in (-1, view.world.locate(unit.location).level)


def _in(view: GameView, stake: Stake) -> list[Unit]:
    things = view.state.units.values()
    here = view.world.once(view.state, "units by hex", lambda: _by_hex(view, things))
    return [
        unit
        for hex_ in stake.hexes
        for level, unit in here.get(hex_, ())
        if stake.level in (-1, level)
    ]


def _suspects(view: GameView, stake: Stake) -> bool:
    things = view.state.suspects.values()
    here = view.world.once(view.state, "S? by hex", lambda: _by_hex(view, things))
    return any(
        stake.level in (-1, level)
        for hex_ in stake.hexes
        for level, _ in here.get(hex_, ())
    )


def _by_hex(view: GameView, things: Iterable[T]) -> dict[int, list[tuple[int, T]]]:
    """Those on the map, with the level of each: it is asked of every stake."""
    found = dict[int, list[tuple[int, T]]]()
    for thing in things:
        if thing.location:
            hex_, level = view.world.locate(thing.location)
            found.setdefault(hex_, []).append((level, thing))
    return found


def _inside(view: GameView, at: LocationName, stake: Stake) -> bool:
    if not at:
        return False
    hex_, level = view.world.locate(at)
    return hex_ in stake.hexes and stake.level in (-1, level)


def holder(view: GameView, stake: Stake) -> Side | None:
    """Who Controls it: whoever took it last, before that the Mission's holder."""
    state = view.state
    if stake.level >= 0:
        taken = state.control.get(LocationName(stake.name))
    else:
        taken = state.areas.get(stake.name)
    return taken or state.mission.held_by


def controls(view: GameView, side: Side, at: LocationName) -> bool:
    """Whether a side Controls a Location."""
    return holder(view, location_stake(view, at)) == side


# -- victory -----------------------------------------------------------------------


def vpo_locations(view: GameView) -> tuple[LocationName, ...]:
    """Every VPO Location by its full name, each once, in the Mission's order."""
    follows = view.state.mission, view.state.vpo
    return view.world.lasting(
        "VPO Locations", follows, lambda: tuple(dict.fromkeys(vpo(view)))
    )
