"""A7.8: pinning."""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import dummy
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import unpinnable
from opfor.rules.a_infantry.a12_concealment.a12_11_concealment import vanish
from opfor.state.events import UnitChanged
from opfor.state.play import Play


@rule("A7.8", "Pin", exc=("units that are never pinned",))
def pin(play: Play, id_: str) -> bool:
    """Pin a unit; whether it is pinned now.

    Also by passing a MC with the highest DR that passes it.

    EXC: broken, berserk and heroic units, SMC that never break, a Human Wave.
    """
    unit = play.state.units[id_]
    if dummy(unit):
        vanish(play, unit, fact("pinned"))
        return False
    if not unit.pinned and not unpinnable(play, unit):
        play.emit(UnitChanged(replace(unit, pinned=True), fact("pinned")))
    return play.state.units[id_].pinned
