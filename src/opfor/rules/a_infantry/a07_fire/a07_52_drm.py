"""A7.6: the DRM of an attack: Hindrance, TEM, and how the target moves.

What only the firers bring (leadership, CX and the like) is in `groups.py`.
"""

from collections.abc import Sequence
from fractions import Fraction

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a04_movement.a04_6_ffmo_ffnam import motion_drm
from opfor.rules.a_infantry.a04_movement.a04_34_bypass_los import bypassing
from opfor.rules.a_infantry.a06_los import los_drm
from opfor.rules.a_infantry.a24_smoke.a24_8_fire_out_of_smoke import out_of_smoke
from opfor.rules.b_terrain.b09_walls.b09_3_walls import wall_tem
from opfor.rules.b_terrain.b23_9_fortified_buildings import fortified_tem, terrain_tem
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import stack_hindrance
from opfor.rules.e_miscellaneous.e03_weather import low_visibility
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side

COLUMNS = (1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36)
"""FP columns of the IFT (A7)."""

NO_TEM = Mod("", 0)


@rule("A7.6", "DRM of First Fire at Infantry", cites=("A4.6", "B9.3", "B10.31"))
def target_drm(
    view: GameView, firer: LocationName, target: LocationName, move: Move
) -> list[Mod]:
    """The DRM of First Fire from a Location at Infantry that has just entered one.

    Leaves out what only the firer adds (leadership, CX), since a S? has none of it.
    The LOS must be clear.
    """
    drm = stack_hindrance(view, firer, target, move.units)
    mods = los_drm(view, drm, (firer,), target)
    mods += low_visibility(view, firer, target)
    cover = cover_of(view, (firer,), target, move)
    mods += [cover] if cover.value else []
    smoke = out_of_smoke(view, firer)
    return [*mods, *smoke, *motion_drm(view, target, move, open_=not mods)]


@rule("A7.52", "TEM against fire from several Locations", cites=("B9.3", "B10.31"))
def cover_of(
    view: GameView,
    froms: Sequence[LocationName],
    target: LocationName,
    move: Move | None = None,
    *,
    side: Side = "FRIENDLY",
) -> Mod:
    """The TEM of a side in a Location against fire from others: the best for it.

    Height Advantage if there is no positive TEM. Without a place that the fire comes
    from, the TEM of the terrain alone; in Bypass, none of that.
    """
    inside = NO_TEM if bypassing(view, target, move) else _in_hex_tem(view, target)
    if not froms:
        return inside
    found = [_or_wall(view, inside, at, target, side) for at in froms]
    best = max(found, key=lambda mod: mod.value)
    if best.value > 0:
        return best
    if any(_height_advantage(view, at, target, move) for at in froms):
        return Mod("Height Advantage", 1, "B10.31")
    return best if best.value else NO_TEM


def tem(
    view: GameView, firer: LocationName, target: LocationName, side: Side = "FRIENDLY"
) -> Mod:
    """The TEM of a side against fire from a Location: in-hex or hexside, the better."""
    return _or_wall(view, _in_hex_tem(view, target), firer, target, side)


def _or_wall(
    view: GameView, own: Mod, firer: LocationName, target: LocationName, side: Side
) -> Mod:
    wall = wall_tem(view, firer, target, side)
    return wall if wall is not None and wall.value > own.value else own


def _in_hex_tem(view: GameView, target: LocationName) -> Mod:
    name, value = terrain_tem(view, target)
    return Mod(name, value, "B23.9" if fortified_tem(view, target) else "A7.6")


def _height_advantage(
    view: GameView, firer: LocationName, target: LocationName, move: Move | None
) -> bool:
    """Higher than the firer, unless the LOS crosses the hexside entered by."""
    world = view.world
    if world.height(target) <= world.height(firer):
        return False
    return not move or move.entry_side not in world.entered_sides(firer, target)


def column(fp: Fraction) -> int:
    """The IFT column of a FP total: the highest that it reaches; 0 if none."""
    return max((col for col in COLUMNS if col <= fp), default=0)
