"""S8.p5: what a Location that was just Activated First Fires, and in which order.

Small arms and MG as one group, which A7.55 wants of one Location; then ordnance, FT
and PF one by one. When and how often they fire is S5.3's.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from opfor.core.errors import Illegal
from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, smc
from opfor.rules.a_infantry.a07_fire.a07_1_prep_offers import readied
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import range_factor
from opfor.rules.a_infantry.a22_ft_and_mol.a22_1_flamethrower import is_ft, plan_ft
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import (
    ordnance,
    reaches,
    working,
)
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import in_arc
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.to_hit_odds import to_hit_odds
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import armament
from opfor.rules.s_solitaire.s05_activation.s05_3_ordnance_first_shot import first_shot
from opfor.rules.s_solitaire.s08_fire.planned_attack import (
    by_itself,
    owner_of,
    planned,
    things_of,
)
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.rules.s_solitaire.s08_fire.s08_p3_kill_chance import chances
from opfor.rules.s_solitaire.s08_fire.s08_p8_leaders import directed
from opfor.rules.s_solitaire.s08_fire.s08_p9_use_of_sw import weapons_used
from opfor.state.counters import Gun
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit, Weapon


class MandatoryFirer(Struct, frozen=True):
    """What fires by itself: ordnance, a FT, a PF.

    Args:
        unit: who fires it.
        what: how the story calls it.
        id: the Weapon's; that of the unit for a PF.
        flames: it is a FT, and needs no To Hit DR.
    """

    unit: str
    what: Fact
    id: str
    flames: bool = False


@rule(
    "S8.p5",
    "First Fire of a unit just Activated",
    cites=("S5.3", "S5.2", "S8.13", "S8.p8", "S8.p9", "A7.55"),
)
def opening(
    view: GameView,
    units: Sequence[Unit],
    there: LocationName,
    beside: Sequence[MandatoryFirer],
) -> RatedAttack | None:
    """The attack of the small arms and MG of a Location; None if it has no Target.

    Each unit fires what together has most FP; the best leader directs. Even where it
    could have no effect: the attack is mandatory (S5.3). `beside` is what else fires:
    only a squad fires its own FP as well.
    """
    # A7.351: only a squad fires its own FP beside such a Weapon.
    busy = {piece.unit for piece in beside}
    on_foot = [
        unit
        for unit in units
        if not unit.vehicle and (unit.id not in busy or _squad(view, unit))
    ]
    things = [id_ for id_ in things_of(view, on_foot) if not by_itself(view, id_)]
    # S8.p9: what has most FP; S5.3: everybody who can fires.
    firers = weapons_used(view, things, there)
    firers = _joined(view, firers, on_foot, there)
    # S8.p8: the best leader directs.
    return directed(view, firers, there) if firers else None


def _squad(view: GameView, unit: Unit) -> bool:
    own = mmc(view, unit)
    return own is not None and own.size == "squad"


def _joined(
    view: GameView, firers: tuple[str, ...], units: Sequence[Unit], there: LocationName
) -> tuple[str, ...]:
    """With who is left: less than one FP by itself, or a SMC who would hold his fire.

    The rule asks everybody who can to fire.
    """
    used = {owner.id for id_ in firers if (owner := owner_of(view, id_))}
    for unit in units:
        own = tuple(
            ready.firer.thing.id
            for ready in readied(view, unit)
            if range_factor(view, ready.firer, there) is not None
        )
        idle = own and unit.id not in used
        alone = smc(view, unit) is None or not any(mmc(view, one) for one in units)
        if idle and alone and planned(view, Fire((*firers, *own), there)):
            firers = (*firers, *own)
    return firers


@rule(
    "S8.p5/pieces",
    "Ordnance of a unit just Activated",
    cites=("S8.p5", "S5.3/ordnance"),
)
def pieces(
    view: GameView, units: Sequence[Unit], there: LocationName
) -> list[MandatoryFirer]:
    """What fires by itself at a Location, the best chance first.

    EXC: nothing that is limbered or dm, or whose CA or range does not take it in.
    """
    found = [piece for unit in units for piece in _pieces_of(view, unit, there)]
    return sorted(found, key=lambda piece: -_chance(view, piece, there))


def _pieces_of(
    view: GameView, unit: Unit, there: LocationName
) -> Iterator[MandatoryFirer]:
    for weapon in armament(view, unit):
        if ordnance(view, weapon) is not None and working(weapon):
            name = view.world.counter(unit.counter).name
            what = fact("vehicle_with_its", vehicle=name, mount=weapon.mount)
            yield MandatoryFirer(unit.id, what, weapon.id)
    for weapon in view.state.weapons_of(unit.id):
        if not weapon.mount and (found := _manned(view, unit, weapon, there)):
            yield found
    if not unit.vehicle and first_shot(view, unit.id, there).at:
        yield MandatoryFirer(unit.id, fact("a_pf_of", unit=unit.id), unit.id)


def _manned(
    view: GameView, unit: Unit, weapon: Weapon, there: LocationName
) -> MandatoryFirer | None:
    """A Gun, or a SW that fires by itself, of a unit that could fire it there."""
    name, order = view.world.counter(weapon.counter).name, Fire((weapon.id,), there)
    if is_ft(view, order):
        ft = MandatoryFirer(unit.id, fact("the_ft_of", unit=unit.id), weapon.id, True)
        return ft if _allowed(view, order) else None
    piece = ordnance(view, weapon)
    sw = MandatoryFirer(unit.id, fact("the_sw_of", name=name, unit=unit.id), weapon.id)
    if piece is None:
        return sw if first_shot(view, weapon.id, there).at else None
    if not working(weapon) or not reaches(view, piece, unit, there):
        return None
    if isinstance(view.world.counter(weapon.counter), Gun):
        turned = weapon.gun and in_arc(view.world, unit.location, weapon.gun.ca, there)
        what = fact("the_gun_crewed_by", gun=name, unit=unit.id)
        return MandatoryFirer(unit.id, what, weapon.id) if turned else None
    return sw if _allowed(view, first_shot(view, weapon.id, there)) else None


def _allowed(view: GameView, order: Fire) -> bool:
    try:
        if is_ft(view, order):
            plan_ft(view, "ENEMY", order)
        else:
            plan_shot(view, "ENEMY", order, activated=True)
    except Illegal:
        return False
    return True


def _chance(view: GameView, piece: MandatoryFirer, there: LocationName) -> Fraction:
    """The chance of a shot to hit, or to eliminate the vehicle at which it is aimed."""
    if piece.flames:
        return Fraction(1)
    order = first_shot(view, piece.id, there)
    try:
        if order.at:
            found = chances(view, order, activated=True)
            return found.kill if found else Fraction(0)
        shot = plan_shot(view, "ENEMY", order, activated=True)
    except Illegal:
        return Fraction(0)
    return max(to_hit_odds(shot).hit.values(), default=Fraction(0))
