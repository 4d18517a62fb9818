"""A9.21: the CA to which a MMG or HMG in rough surroundings keeps."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.rules.a_infantry.a07_fire.firer import Firer
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import in_arc
from opfor.state.counters import SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import LocationName

WITH_CA = ("MMG", "HMG")
"""Words of the names of MG that have a CA there; not as what they fire as while dm."""

NARROW = ("woods", "wooden rubble", "stone rubble")
"""Terrain that, like any building, holds a MG to one CA."""


@rule("A9.21", "CA of a MMG or HMG", exc=("LMG, and all in other terrain",))
def check_arc(view: GameView, firer: Firer, target: LocationName) -> None:
    """Raise Illegal if a target is out of the CA of a MG's fire in this phase.

    A MMG or HMG in woods, a building or rubble that fires again in a phase keeps to
    one CA that takes in all its targets.
    EXC: LMG, and all in other terrain.
    Reading: D-085.
    """
    start, weapon = firer.unit.location, firer.weapon
    if weapon is None or not _has_ca(firer):
        return
    before = [s.target for s in view.state.shots if weapon.id in s.firers]
    if not before or not narrow(view, start):
        return
    targets = {*before, target}
    if not any(
        all(in_arc(view.world, start, spine, at) for at in targets)
        for spine in range(SIDES)
    ):
        raise Illegal("A9.21", f"{target} is out of the CA that {weapon.id} fires in")


def _has_ca(firer: Firer) -> bool:
    piece = firer.piece
    mg = isinstance(piece, SupportWeapon) and piece.kind == "MG"
    return mg and any(word in piece.name for word in WITH_CA)


def narrow(view: GameView, where: LocationName) -> bool:
    """Whether a Location is in a building, woods or rubble."""
    if view.world.in_building(where):
        return True
    if view.world.ground.terrain(view.world.locate(where)).name in NARROW:
        return True
    return any(m.kind == "rubble" for m in view.state.markers_at(where))
