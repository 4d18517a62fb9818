"""C11.2/setup: Guns that begin on the map are emplaced."""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.b_terrain.b27_entrenchments.b27_1_digging import undiggable
from opfor.state.events import WeaponChanged
from opfor.state.play import Play


@rule("C11.2/setup", "Guns of the OB are emplaced", cites=("C11.2", "S5.762"))
def emplace(play: Play) -> None:
    """Guns that begin on the map are emplaced where something can be dug."""
    for weapon in list(play.state.weapons.values()):
        unit = play.state.units[weapon.owner]
        if weapon.gun is None or not unit.location or unit.side != "FRIENDLY":
            continue
        if not undiggable(play, unit.location):
            dug = replace(weapon, gun=replace(weapon.gun, emplaced=True))
            play.emit(WeaponChanged(dug, fact("is_emplaced")))
