"""A9.4: MG fire at long range."""

from opfor.core.errors import Illegal
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import FAR
from opfor.rules.a_infantry.a07_fire.fire_group import FireGroup
from opfor.state.play import GameView
from opfor.state.units import LocationName


@rule("A9.4", "MG fire beyond 16 hexes")
def check_far(
    view: GameView, group: FireGroup, target: LocationName, directed: Mod | None
) -> None:
    """Raise Illegal for a MG that fires beyond 16 hexes and is not directed."""
    for firer in group.firers:
        far = firer.weapon and view.world.range(firer.unit.location, target) > FAR
        if far and not directed:
            raise Illegal("A9.4", f"beyond {FAR} hexes a leader must direct a MG")
