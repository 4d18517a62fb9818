"""S9.26: Locations that an ENEMY unit does not enter."""

from opfor.core.rule import rule
from opfor.rules.c_ordnance.c01_artillery.c01_51_area import falls_on
from opfor.rules.s_solitaire.s03_323_prohibited import (
    FIRE,
    HOT,
    near_friendly_vpo,
    suspect_bar,
)
from opfor.rules.s_solitaire.s06_actions.s06_223_overstacking import overstacks
from opfor.rules.s_solitaire.s06_actions.s06_313_heavy_weapons import bars_heavy
from opfor.rules.s_solitaire.s09_movement.movers import Mover, units_of
from opfor.rules.s_solitaire.s09_movement.s09_4_leaving_the_map import may_leave_map
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, LocationName

WATER = "water obstacle"


@rule(
    "S9.26",
    "Prohibited Locations",
    exc=(
        "a Minefield in or next to a FRIENDLY Controlled VPO",
        "Residual or Fire Lane FP next to such a VPO",
        "off the FBE, or where MSR or RE send it",
    ),
    cites=("S3.323", "S6.223", "S6.3131", "S9.4"),
)
def prohibited(view: GameView, mover: Mover, to: LocationName) -> str:
    """Why a mover does not enter a Location; empty if it does.

    A Known Minefield, Overstacking, a Water Obstacle, offboard, the blast area of a
    FFE; for Infantry 4 or more FP of Residual Fire or Fire Lanes; and where its HW
    could not fire (S6.3131).

    EXC: Minefields and FP in or ADJACENT to a FRIENDLY Controlled VPO (D-023); off
    the FBE.
    """
    world, state = view.world, view.state
    if to == OFFBOARD:
        return exit_bar(view, mover)
    if mover.suspect:
        return suspect_bar(view, to)
    if world.ground.terrain(world.locate(to)).name == WATER:
        return "a Water Obstacle"
    if falls_on(view, to):
        return "a FFE is there"
    mined = any(
        fort.kind == "minefield" and not fort.hidden
        for fort in state.fortifications_at(to)
    )
    fire = sum(marker.fp for marker in state.markers_at(to) if marker.kind in FIRE)
    hot = fire >= HOT and not mover.vehicle
    if (mined or hot) and not near_friendly_vpo(view, to):
        return "a Known Minefield" if mined else f"{fire} FP await it there"
    return overstacks(view, mover, to) or bars_heavy(view, units_of(view, mover), to)


def exit_bar(view: GameView, mover: Mover) -> str:
    """Why a mover may not leave the map where it is; empty if it may (S9.4).

    Who is sent off another edge than his own stops in the last hex.
    """
    return "" if may_leave_map(view, mover) else "it is offboard"
