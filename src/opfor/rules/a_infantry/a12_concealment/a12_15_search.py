"""A12.152 to A12.154: Searching and Mopping Up: whom, how far, at what risk."""

from msgspec.structs import replace

from opfor.core.dice import die_roll
from opfor.core.errors import Illegal
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader, mmc
from opfor.rules.a_infantry.a03_phases import other
from opfor.rules.a_infantry.a04_movement.a04_13_cost import standing
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import leads, modifier
from opfor.rules.a_infantry.a11_close_combat.a11_17_stealth import lax, stealthy
from opfor.rules.a_infantry.a12_concealment.a12_11_concealment import lose_concealment
from opfor.rules.a_infantry.a26_victory.a26_1_control import controls
from opfor.state.events import FortificationChanged
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Side, Unit

SEARCH_MF = 1 * MF
CASUALTY = 1
"""The Final dr at or below which the searcher is reduced."""

MOP_UP_RANGE = 2
"""Hexes from the unit within which every ground Location of the building must be."""


@rule("A12.152", "Searching")
def accessible(view: GameView, unit: Unit) -> list[LocationName]:
    """The Locations that a MMC may search: all that it could enter next.

    Errors:
        Illegal: it cannot search.
    """
    if mmc(view, unit) is None or not unit.good_order or unit.unarmed:
        raise Illegal("A12.152", f"{unit.id} is no Good Order MMC")
    if unit.location == OFFBOARD:
        raise Illegal("A12.152", f"{unit.id} is not on the map")
    now = standing(view)
    return [
        to
        for to, _ in view.world.ways(unit.location)
        if not now.known_against(unit.side, to)
    ]


@rule("A12.152/dr", "How many hexes a Search reaches", cites=("A11.17", "A11.18"))
def reached(play: Play, unit: Unit, hexes: int) -> int:
    """All accessible hexes but as many as the Final dr says; never less than none.

    Leadership, a squad's second half and Stealth lower the dr, Lax and CX raise it.
    """
    roll = die_roll(play, fact("searches", unit=unit.id), search_drm(play, unit))
    return max(0, hexes - max(0, roll.final))


def search_drm(view: GameView, unit: Unit) -> list[Mod]:
    """Leadership of one leader with it, -1 a squad, Stealthy -1, Lax +1, CX +1."""
    here = view.state.units_at(unit.location, unit.side)
    best = min((modifier(view, u) for u in here if leads(view, u)), default=0)
    mods = [
        Mod("leadership", best, "A12.152"),
        Mod("HS-equivalents beyond one", -int(_squad(view, unit)), "A12.152"),
        Mod("Stealthy", -int(stealthy(view, unit)), "A11.17"),
        Mod("Lax", int(lax(view, unit)), "A11.18"),
        Mod("CX", int(unit.cx), "A4.51"),
    ]
    return [mod for mod in mods if mod.value]


def uncover(play: Play, side: Side, where: LocationName, why: Fact) -> list[Unit]:
    """Reveal all that the other side has hidden in a Location; the units revealed.

    Dummies are not among them: they are gone (A12.11).
    """
    found = [
        unit
        for unit in play.state.units_at(where, other(side))
        if unit.concealed or unit.hidden
    ]
    for unit in found:
        lose_concealment(play, unit.id, why)
    for fort in play.state.fortifications_at(where):
        if fort.hidden:
            play.emit(FortificationChanged(replace(fort, hidden=False), why))
    return [unit for unit in found if unit.id in play.state.units]


@rule("A12.154", "Search Casualties", cites=("A11.17", "A11.18"))
def search_casualties(play: Play, searcher: Unit, found: list[Unit]) -> bool:
    """Whether the searcher is reduced: by a Final 1 or less of the DEFENDER's dr.

    Each HS-equivalent found beyond the first lowers the dr by one, the defenders'
    leadership and Stealth too; Lax raises it.
    """
    mmcs = [unit for unit in found if mmc(play, unit)]
    if not found:
        return False
    halves = sum(2 if _squad(play, unit) else 1 for unit in mmcs)
    best = min(
        (modifier(play, unit) for unit in found if leader(play, unit)), default=0
    )
    mods = [
        Mod("HS-equivalents beyond one", -max(0, halves - 1), "A12.154"),
        Mod("leadership", best, "A12.154"),
        Mod("Stealthy", -int(any(stealthy(play, u) for u in found)), "A11.17"),
        Mod("Lax", int(any(lax(play, u) for u in found)), "A11.18"),
    ]
    used = [mod for mod in mods if mod.value]
    purpose = fact("search_casualties_of", unit=searcher.id)
    roll = die_roll(play, purpose, used, side=other(searcher.side))
    return roll.final <= CASUALTY


def _squad(view: GameView, unit: Unit) -> bool:
    found = mmc(view, unit)
    return found is not None and found.size == "squad"


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
