"""A7.25: Opportunity Fire."""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.choices.orders import Opportunity
from opfor.state.events import UnitChanged, WeaponChanged
from opfor.state.play import Play
from opfor.state.units import Side


@rule("A7.25", "Opportunity Fire", cites=("A7.24",))
def do_opportunity(play: Play, _side: Side, order: Opportunity) -> None:
    """Mark units and their SW: they fire in the AFPh as if it were the PFPh.

    They neither Prep Fire nor move.
    """
    for id_ in order.units:
        unit = replace(play.state.units[id_], fired="opportunity")
        play.emit(UnitChanged(unit, fact("waits_for_an_opportunity_to_fire")))
        for weapon in play.state.weapons_of(id_):
            new = replace(weapon, fired="opportunity")
            play.emit(WeaponChanged(new, fact("is_for_opportunity_fire")))
