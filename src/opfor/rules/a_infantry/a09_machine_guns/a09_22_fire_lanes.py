"""A9.22: Fire Lanes, which a MG of the DEFENDER lays along a Hex Grain in the MPh."""

from collections.abc import Iterator
from fractions import Fraction

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import Mod, total
from opfor.core.rule import rule
from opfor.geo.ground import Location
from opfor.geo.hexes import SIDES
from opfor.rules.a_infantry.a01_personnel.a01_24_units import smc
from opfor.rules.a_infantry.a06_los import BLOCKED, hindrance
from opfor.rules.a_infantry.a07_fire.a07_52_drm import column, target_drm
from opfor.rules.a_infantry.a08_first_fire.a08_2_residual_fp import crowd_of, shifted
from opfor.state.counters import SupportWeapon
from opfor.state.events import MarkerAdded, MarkerRemoved
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import (
    LocationName,
    Marker,
    Unit,
    Weapon,
)


@rule(
    "A9.22",
    "Fire Lanes",
    exc=("no Fire Lane with TPBF",),
    cites=("A9.2", "A8.2"),
)
def check_lane(view: GameView, weapon: Weapon, target: LocationName) -> None:
    """Raise Illegal if a MG may not lay a Fire Lane with its shot at a Location.

    A First Fire shot of a manned MG that has not fired in this Player Turn, by a Good
    Order unpinned MMC, at a Location of its own level along a Hex Grain within
    normal range.

    EXC: not with TPBF.
    Reading: D-111, no Fire Lane along an Alternate Hex Grain.
    """
    unit, gun = _manned(view, weapon)
    if unit.side == view.state.side or view.state.phase != "MPh":
        raise Illegal("A9.22", "only the DEFENDER lays one, in the MPh")
    if not unit.good_order or unit.pinned:
        raise Illegal("A9.22", f"{unit.id} is not both Good Order and unpinned")
    if smc(view, unit):
        raise Illegal("A9.22", "a SMC lays no Fire Lane")
    if weapon.fired or weapon.rof:
        raise Illegal("A9.22", f"{weapon.id} has fired in this MPh")
    if unit.location == target:
        raise Illegal("A9.22", "not with TPBF")
    if target not in lane(view, unit.location, target, gun.range):
        raise Illegal("A9.22", f"{target} is on no Hex Grain at its level and range")
    if not lane_fp(gun, 2):
        raise Illegal("A9.22", "its FP leaves no column for a Fire Lane")


def _manned(view: GameView, weapon: Weapon) -> tuple[Unit, SupportWeapon]:
    unit = view.state.units.get(weapon.owner)
    gun = view.world.counter(weapon.counter)
    if unit is None or not isinstance(gun, SupportWeapon) or gun.kind != "MG":
        raise Illegal("A9.22", f"{weapon.id} is no manned MG")
    if weapon.dm or weapon.malfunctioned:
        raise Illegal("A9.22", f"{weapon.id} is dm or malfunctioned")
    return unit, gun


def lane(
    view: GameView, start: LocationName, target: LocationName, reach: int
) -> list[LocationName]:
    """The Locations of a Fire Lane through a target, nearest first; none off a grain.

    Those of the start's own level that it has LOS to, out to the MG's normal range.
    """
    world = view.world
    here, there = world.locate(start).hex, world.locate(target).hex
    for side in range(SIDES):
        hexes = list(_grain(view, here, side, reach))
        if there in hexes:
            names = (_level_with(view, start, hex_) for hex_ in hexes)
            found = [name for name in names if name]
            return [at for at in found if hindrance(view, start, at) != BLOCKED]
    return []


def _grain(view: GameView, hex_: int, side: int, reach: int) -> Iterator[int]:
    """The hexes of a Hex Grain from a hex out through one of its hexsides."""
    for _ in range(reach):
        hex_ = view.world.map.neighbours[hex_][side]
        if hex_ < 0:
            return
        yield hex_


def _level_with(view: GameView, start: LocationName, hex_: int) -> LocationName | None:
    """The Location of a hex that is as high as the MG's; None if there is none."""
    world = view.world
    level = world.height(start) - int(world.ground.facts.base[hex_])
    if level not in world.ground.levels(hex_):
        return None
    return world.name(Location(hex_, level))


def lane_fp(gun: SupportWeapon, hexes: int) -> int:
    """FP of a Fire Lane: one column left of the MG's, doubled next to it (PBF)."""
    fp = shifted(column(Fraction(gun.fp)), 1)
    return 2 * fp if hexes == 1 else fp


def lay_lane(play: Play, weapon: Weapon, target: LocationName) -> None:
    """Put the markers of a Fire Lane on the map, one in each of its Locations.

    The target has just been attacked by the shot itself, not by the Fire Lane.
    """
    unit, gun = _manned(play, weapon)
    move = play.state.move
    movers = [mover.id for mover in play.state.movers()]
    for at in lane(play, unit.location, target, gun.range):
        drm = total(lane_drm(play, unit, at, move)) if move and at == target else 0
        marker = Marker(
            id=fresh_id(play.state, "lane"),
            kind="fire lane",
            location=at,
            fp=lane_fp(gun, play.world.range(unit.location, at)),
            side=unit.side,
            of=weapon.id,
            attacked=dict.fromkeys(movers, drm) if at == target else {},
        )
        play.emit(MarkerAdded(marker))


def lane_drm(view: GameView, unit: Unit, where: LocationName, move: Move) -> list[Mod]:
    """The DRM of a Fire Lane's attack: those of fire from the MG, without leadership.

    Reading: D-112, LOS Hindrance and hexside TEM count, since it comes from the MG.
    """
    mods = [
        *target_drm(view, unit.location, where, move),
        *crowd_of(view, where, move),  # D-921
    ]
    if unit.cx:
        mods.append(Mod("CX firer", 1, "A4.51"))
    return mods


def lanes_at(view: GameView, where: LocationName) -> list[Marker]:
    """The Fire Lanes through a Location."""
    return [m for m in view.state.markers_at(where) if m.kind == "fire lane"]


def gunner_of(view: GameView, marker: Marker) -> Unit | None:
    """Who mans the MG of a Fire Lane."""
    weapon = view.state.weapons.get(marker.of)
    return view.state.units.get(weapon.owner) if weapon else None


def kept_up(view: GameView, marker: Marker) -> bool:
    """Whether a Fire Lane's MG can still serve it (A9.22).

    Its manning unit must be Good Order and unpinned and must not have fired the MG
    otherwise; the MG must work.
    """
    weapon, unit = view.state.weapons.get(marker.of), gunner_of(view, marker)
    if weapon is None or unit is None:
        return False
    fires = weapon.fired != "final" and not (weapon.malfunctioned or weapon.dm)
    return fires and unit.good_order and not unit.pinned


def clear_lanes(play: Play) -> None:
    """Remove the Fire Lanes that their MG does not serve any more."""
    for marker in list(play.state.markers.values()):
        if marker.kind == "fire lane" and not kept_up(play, marker):
            play.emit(
                MarkerRemoved(marker.id, fact("its_mg_does_not_serve_it_any_more"))
            )
