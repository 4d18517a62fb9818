"""S3.323: Locations that a S? will not enter."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a26_victory.a26_1_control import controls, vpo_locations
from opfor.rules.c_ordnance.c01_artillery.c01_51_area import falls_on
from opfor.state.play import GameView
from opfor.state.units import LocationName, MarkerKind

CROWD, HOT = 2, 4
"""ENEMY units, and FP of Residual Fire or a Fire Lane, that keep a S? out."""

FIRE: tuple[MarkerKind, ...] = ("residual", "fire lane")


@rule(
    "S3.323",
    "Locations a S? will not enter",
    exc=(
        "a Known Minefield in or next to a FRIENDLY Controlled VPO",
        "Residual or Fire Lane FP in or next to one",
    ),
    cites=("S9.26",),
)
def suspect_bar(view: GameView, to: LocationName) -> str:
    """Why a S? will not enter a Location; empty if it will.

    Terrain that is NA and Water Obstacles, two ENEMY units or S?, Known Minefields,
    the blast area of a FFE, 4 or more FP of Residual Fire or Fire Lanes.
    """
    world, state = view.world, view.state
    kind = world.ground.terrain(world.locate(to))
    # A bridge is entered along its road: whether that leads there, its way says.
    if kind.mf.bar and not kind.mf.road:
        return f"{kind.name} cannot be entered"
    if len(state.units_at(to, "ENEMY")) + len(state.suspects_at(to)) >= CROWD:
        return "it holds two or more ENEMY units (3.323)"
    return fire_or_mines(view, to)


def fire_or_mines(view: GameView, to: LocationName) -> str:
    """What awaits Infantry in a Location: a FFE, Known mines, 4 FP; else empty."""
    if falls_on(view, to):
        return "a FFE is there"
    state = view.state
    mined = any(
        fort.kind == "minefield" and not fort.hidden
        for fort in state.fortifications_at(to)
    )
    fire = sum(marker.fp for marker in state.markers_at(to) if marker.kind in FIRE)
    if (mined or fire >= HOT) and not near_friendly_vpo(view, to):
        return "a Known Minefield is there" if mined else f"{fire} FP await it there"
    return ""


def friendly_vpo(view: GameView) -> list[LocationName]:
    """The FRIENDLY Controlled VPO Locations."""
    return [vpo for vpo in vpo_locations(view) if controls(view, "FRIENDLY", vpo)]


def near_friendly_vpo(view: GameView, to: LocationName) -> bool:
    """Whether a Location is, or is ADJACENT to, a FRIENDLY Controlled VPO Location."""
    return any(view.world.adjacent(to, vpo) for vpo in friendly_vpo(view))
