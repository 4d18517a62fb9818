"""A board on which S? move, and a view of what stands on it."""

from msgspec.structs import replace

from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.units import Fortification, Marker, Suspect, Unit
from tests.rules.given.moves import at
from tests.rules.given.world import MISSION, world

# The FBE is on the left; woods lead half the way to it, past open ground.
BOARD = """
board: t
size: 20x10
woods: Q4 P4 O4 N4 M4
wooden building: B4
pond: H5
"""
WORLD = world(BOARD, MISSION)


def view(
    *,
    suspects: tuple[Suspect, ...] = (),
    units: tuple[Unit, ...] = (),
    markers: tuple[Marker, ...] = (),
    forts: tuple[Fortification, ...] = (),
    vpo: str = "",
) -> FrozenView:
    """The board with things on it; a VPO Location is FRIENDLY Controlled."""
    vpo_ = (at(vpo),) if vpo else ()
    state = State(
        mission=replace(MISSION, vpo=vpo_),
        suspects={suspect.id: suspect for suspect in suspects},
        units={unit.id: unit for unit in units},
        markers={marker.id: marker for marker in markers},
        fortifications={fort.id: fort for fort in forts},
        control=dict.fromkeys(vpo_, "FRIENDLY"),
    )
    return FrozenView(state, WORLD)
