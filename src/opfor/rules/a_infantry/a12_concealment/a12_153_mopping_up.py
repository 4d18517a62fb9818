"""A12.153: Mopping Up."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a04_movement.a04_13_cost import standing
from opfor.rules.a_infantry.a26_victory.a26_1_control import controls
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit

MOP_UP_RANGE = 2
"""Hexes from the unit within which every ground Location of the building must be."""


@rule("A12.153", "Mopping Up")
def mop_up_area(view: GameView, unit: Unit) -> list[LocationName]:
    """All Locations of the building that a unit may Mop Up now.

    Errors:
        Illegal: the rule that forbids it.
    """
    if mmc(view, unit) is None or not unit.good_order or unit.unarmed:
        raise Illegal("A12.153", f"{unit.id} is no Good Order MMC")
    if unit.pinned or unit.ti or unit.fired:
        raise Illegal("A12.153", f"{unit.id} is pinned, TI or has fired")
    building = view.world.building(unit.location) if unit.location else None
    if building is None:
        raise Illegal("A12.153", f"{unit.id} is in no building")
    ground = view.world.ground
    places = [
        view.world.name(location)
        for location in ground.locations
        if location.hex in building.hexes and location.level >= 0
    ]
    now = standing(view)
    for place in places:
        if any(
            not u.broken and not u.concealed and not u.hidden
            for u in now.against(unit.side, place)
        ):
            raise Illegal("A12.153", "a Known unbroken enemy is in the building")
        upper = view.world.locate(place).level
        far = view.world.range(unit.location, place) > MOP_UP_RANGE
        if far and not upper and not controls(view, unit.side, place):
            raise Illegal("A12.153", "the building reaches farther than two hexes")
    return places
