"""A23.4: a placed DC goes off in the AFPh."""

from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import Unveil, resolve
from opfor.rules.a_infantry.a23_demolition.a23_1_placed import blast
from opfor.state.events import MarkerRemoved, WeaponRemoved
from opfor.state.play import Play
from opfor.state.units import Marker


@rule("A23.4", "A placed DC goes off", cites=("A23.3",))
def explode(play: Play, *, unveil: Unveil | None = None) -> None:
    """Each DC that the ATTACKER has placed goes off as his AFPh begins.

    If whoever placed it is broken, pinned or gone it does not, and is his again.
    """
    for marker in list(play.state.markers.values()):
        if marker.kind == "DC" and marker.of and marker.side == play.state.side:
            _go_off(play, marker, unveil)


def _go_off(play: Play, marker: Marker, unveil: Unveil | None) -> None:
    weapon = play.state.weapons.get(marker.of)
    unit = play.state.units.get(weapon.owner) if weapon else None
    play.emit(MarkerRemoved(marker.id, fact("the_moment_for_it_has_come")))
    # A23.4: not if its user is broken, pinned or gone
    if weapon is None or unit is None or not unit.good_order or unit.pinned:
        play.emit(Note(fact("the_dc_does_not_go_off", location=marker.location)))
        return
    play.emit(WeaponRemoved(weapon.id, fact("goes_off")))
    resolve(play, blast(play, unit, weapon, marker.location), unveil=unveil)
