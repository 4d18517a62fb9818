"""S5.753: a mortar inside."""

from opfor.core.errors import OpforError
from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.state.counters import Gun, SupportWeapon
from opfor.state.nations import mortar_inside
from opfor.state.play import Play


@rule("S5.753", "Mortar inside", cites=("S5.75", "S5.76"))
def mortar_is_mg(play: Play, sw: SupportWeapon | Gun) -> SupportWeapon:
    """A mortar in a building or pillbox is a MMG instead, a large one a HMG.

    By {x4} as by {x5}. Reading: D-453.
    """
    name = mortar_inside(sw.calibre)
    play.emit(Note(fact("instead_of_a_mortar", new=name, mortar=sw.name)))
    found = play.world.enemy.counter(name)
    if not isinstance(found, SupportWeapon):
        raise OpforError(f"{found.id} is no SW", "S5.753")
    return found
