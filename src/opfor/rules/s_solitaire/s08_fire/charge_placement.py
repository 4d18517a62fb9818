"""S8.p9 in play: the ENEMY saves its fire in the PFPh, and places its DC in the MPh."""

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, most, random_dr
from opfor.rules.a_infantry.a01_personnel.a01_24_units import us_number
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import PlaceCharge
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends_at
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.s06_2_action_tables import give
from opfor.rules.s_solitaire.s08_fire.s08_p9_charge_and_throw import (
    PLACES,
    carried,
    charge_targets,
)
from opfor.state.play import Play
from opfor.state.units import LocationName, Unit


def keeps_for_charge(play: Play, ids: tuple[str, ...]) -> bool:
    """PFPh: whether a unit with Fire as its Action saves it to place a DC."""
    for id_ in ids:
        unit = play.state.units.get(id_)
        if unit is not None and charge_targets(play, unit):
            give(play, unit, "Move", Automatic(PLACES, "Move"))
            return True
    return False


def places_charge(play: Play, unit: Unit) -> bool:
    """MPh: a unit places its DC at the Target with the most US#; False if it cannot."""
    weapon = carried(play, unit)
    if unit.automatic != PLACES or weapon is None:
        return False
    orders = {at: PlaceCharge(weapon.id, at) for at in charge_targets(play, unit)}
    legal = [at for at in orders if allowed(play, "ENEMY", orders[at])]
    if not legal:
        return False

    def us(at: LocationName) -> int:
        return us_number(play, friends_at(play, at))

    lines = PriorityList[LocationName]((most("most US#", us),), tie=random_dr(play))
    purpose = fact("where_places_its_dc", unit=unit.id)
    at = decide(play, lines, legal, purpose=purpose)
    order(play, "ENEMY", orders[at])
    return True
