"""A8.2: Residual FP, what Defensive First Fire leaves in a Location for the MPh."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.modifier import Mod, total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a05_stacking import excess
from opfor.rules.a_infantry.a07_fire.a07_52_drm import COLUMNS
from opfor.rules.b_terrain.b23_9_fortified_buildings import terrain_tem
from opfor.state.events import MarkerAdded, MarkerChanged, MarkerRemoved
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import (
    LocationName,
    Marker,
    Side,
    Unit,
)

COUNTERS = (1, 2, 4, 6, 8, 12)
"""The FP of the Residual FP counters."""

OUTSIDE = (
    "A4.51",
    "A5.12",
    "A6.7",
    "A7.53",
    "A7.7",
    "A24.2",
    "A24.8",
    "B9.3",
    "B9.32",
    "B26.3",
    "B29.3",
    "D5.34",
)
"""Rules whose DRM do not come from the target's own Location (A8.26).

CX, Overstacked, Encircled, stunned, BU firer or one above wire, LOS Hindrance,
leadership, hexside TEM. Not Height Advantage, and not what only LV does.
"""


@rule("A8.2", "Residual FP", cites=("A8.26", "A7.9"))
def residual_fp(column: Fraction | int, mods: Iterable[Mod]) -> int:
    """The Residual FP counter that an attack leaves, 0 for none.

    Half the column that was used, after cowering, as a counter at most as large.
    """
    left = sum(fp <= column / 2 for fp in COUNTERS)
    left -= total(reductions(mods))
    return COUNTERS[left - 1] if left > 0 else 0


@rule("A8.26", "What reduces Residual FP")
def reductions(mods: Iterable[Mod]) -> list[Mod]:
    """The DRM of an attack that each make its Residual FP one counter smaller.

    Positive ones only, and only those from outside the target's Location.
    Reading: D-112, which ones those are is not confirmed by our facts; replaceable.
    """
    return [mod for mod in mods if mod.value > 0 and mod.rule in OUTSIDE]


class Trace(Struct, frozen=True):
    """What an attack was, as far as its Residual FP needs it.

    Args:
        side: whose fire it was.
        target: the Location attacked.
        column: the IFT column of all that leaves Residual FP, after cowering.
        mods: the DRM of the attack.
    """

    side: Side
    target: LocationName
    column: Fraction | int
    mods: tuple[Mod, ...] = ()


def lay(play: Play, trace: Trace, attacked: Sequence[Unit]) -> None:
    """Leave the Residual FP of an attack; a larger counter there stays (A8.2).

    The units that were attacked are not attacked by it for what they have done, nor is
    what the attack has left in their place: a HS, a better or a worse counter.
    """
    fp = residual_fp(trace.column, trace.mods)
    before = residual_at(play, trace.target, trace.side)
    if not fp or (before and before.fp >= fp):
        return
    # A8.2: one counter in a Location, the larger one
    if before:
        play.emit(MarkerRemoved(before.id, fact("a_larger_one_takes_its_place")))
    move = play.state.move
    drm = total(residual_drm(play, trace.target, move)) if move else 0
    marker = Marker(
        id=fresh_id(play.state, "residual"),
        kind="residual",
        location=trace.target,
        fp=fp,
        side=trace.side,
        attacked={unit.id: drm for unit in (*attacked, *play.state.movers())},
    )
    play.emit(MarkerAdded(marker))


def residual_at(view: GameView, where: LocationName, side: Side) -> Marker | None:
    """The Residual FP of a side in a Location."""
    found = (m for m in view.state.markers_at(where) if m.kind == "residual")
    return next((m for m in found if m.side == side), None)


@rule(
    "A8.22", "DRM of a Residual FP attack", cites=("A4.6", "A4.62", "A5.131", "A24.2")
)
def residual_drm(view: GameView, where: LocationName, move: Move) -> list[Mod]:
    """The DRM of Residual FP: what the Location itself and the movement give.

    TEM of the Location but of no hexside, SMOKE in it, FFNAM and FFMO of Infantry, or
    Hazardous Movement. It comes from nowhere, so neither Height Advantage nor any
    LOS counts. An Overstacked Location is one where it attacks too.
    Reading: D-112, not confirmed by our facts; replaceable; D-921 Overstacking; D-135
    no LV, which has a LOS.
    """
    ground, at = view.world.ground, view.world.locate(where)
    name, tem = terrain_tem(view, where)
    mods = [Mod(name, tem, "A7.6")] if tem else []
    smoke = max((m.hindrance for m in view.state.markers_at(where)), default=0)
    if smoke:
        mods.append(Mod("SMOKE", smoke, "A24.2"))
    mods += crowd_of(view, where, move)
    if move.hazardous:
        return [*mods, Mod("Hazardous Movement", -2, "A4.62")]
    if move.trench or (move.driven and not move.foot):
        return mods
    if not smoke and tem <= 0 and not move.foot and ground.open_ground(at):
        mods.append(Mod("moving in the open (FFMO)", -1, "A4.6", "FFMO"))
    if not move.assault:
        mods.append(Mod("not Assault Moving (FFNAM)", -1, "A4.6", "FFNAM"))
    return mods


def crowd_of(view: GameView, where: LocationName, move: Move) -> list[Mod]:
    """-1 for each squad by which a Location is Overstacked with who moves in (A5.131).

    Those who move count whether they have entered it by now or are about to; a vehicle
    is none of the Infantry that it drives among. Reading: D-921.
    """
    moving = [unit for id_ in move.units if (unit := view.state.units.get(id_))]
    if move.driven or not moving:
        return []
    there = view.state.units_at(where, moving[0].side)
    units = {unit.id: unit for unit in (*there, *moving)}
    over = excess(view, units.values())
    return [Mod("overstacked target", -over, "A5.131")] if over else []


def due(marker: Marker, units: Iterable[Unit], drm: int) -> list[Unit]:
    """The units that a marker attacks now: once each, again if the DRM is worse."""
    return [u for u in units if drm < marker.attacked.get(u.id, drm + 1)]


def mark_attacked(play: Play, marker: Marker, units: Iterable[Unit], drm: int) -> None:
    """Remember whom a marker has attacked, and with which DRM."""
    done = marker.attacked | {unit.id: drm for unit in units}
    play.emit(MarkerChanged(replace(marker, attacked=done), fact("attacks")))


def shifted(column: int, columns: int) -> int:
    """An IFT column some columns to the left, 0 beyond its edge."""
    place = COLUMNS.index(column) - columns if column in COLUMNS else -1
    return COLUMNS[place] if place >= 0 else 0
