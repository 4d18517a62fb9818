"""S6.312: units in an Improved Position, and those that get into one."""

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import infantry
from opfor.rules.b_terrain.b27_entrenchments.b27_2_entrenchments import refuges
from opfor.rules.b_terrain.b27_entrenchments.b27_p1_capacity import fits
from opfor.rules.s_solitaire.s01_terms.s01_terms import IP, has_target
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic, attitude
from opfor.rules.s_solitaire.s06_actions.s06_23_can_fire import can_fire
from opfor.rules.s_solitaire.s06_actions.s06_313_heavy_weapons import bars_heavy
from opfor.state.play import FrozenView, GameView
from opfor.state.units import Fortification, Unit


@rule("S6.312", "In an Improved Position: fire or stay", cites=("S6.3121",))
def improved_position(view: GameView, unit: Unit) -> Automatic | None:
    """Infantry in an IP fires if it has a Target; without one, in Hold, it stays.

    In Advance Attitude it then has the Action of its DR.
    """
    fort = view.state.fortifications.get(unit.inside)
    if fort is None or fort.kind not in IP or not infantry(unit):
        return None
    if not unit.good_order:
        return None
    if can_fire(view, unit):
        return Automatic("S6.312", "Fire")
    hold = attitude(view, unit) == "Hold"
    return Automatic("S6.312", "nothing") if hold else None


@rule("S6.3121", "Getting into an Improved Position", cites=("S6.312",))
def entering_ip(view: GameView, unit: Unit) -> Automatic | None:
    """A unit beside an IP with room gets in, if it will have a Target from there."""
    return Automatic("S6.3121", "Move") if shelter_for(view, unit) else None


def shelter_for(view: GameView, unit: Unit) -> Fortification | None:
    """The IP of its Location that a unit would enter; None if there is none.

    Whoever's it is, with room beside those who are to enter one there already.
    Reading: D-843.
    """
    if unit.vehicle or unit.inside or not unit.good_order:
        return None
    for fort in refuges(view, unit, unit.location):
        if not fits(view, fort, [unit, *_on_their_way(view, unit)]):
            continue
        if bars_heavy(view, [unit], fort.location, fort):
            continue
        if has_target(*seated(view, unit, fort)):
            return fort
    return None


def _on_their_way(view: GameView, unit: Unit) -> list[Unit]:
    """The others of its Location that have this Automatic Action and are in no IP."""
    return [
        other
        for other in view.state.units_at(unit.location, unit.side)
        if other.id != unit.id
        and other.automatic == "S6.3121"
        and other.good_order
        and not other.inside
    ]


def seated(
    view: GameView, unit: Unit, fort: Fortification
) -> tuple[FrozenView, list[Unit]]:
    """How things would be with a unit inside of a fortification."""
    inside = replace(unit, inside=fort.id)
    state = replace(view.state, units=view.state.units | {unit.id: inside})
    return FrozenView(state, view.world), [inside]
