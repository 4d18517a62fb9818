"""A12.152: Searching: whom it finds, and how far it reaches."""

from msgspec.structs import replace

from opfor.core.dice import die_roll
from opfor.core.errors import Illegal
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a04_movement.a04_13_cost import standing
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import leads, modifier
from opfor.rules.a_infantry.a11_close_combat.a11_17_stealth import stealthy
from opfor.rules.a_infantry.a11_close_combat.a11_18_lax import lax
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_concealment
from opfor.state.events import FortificationChanged
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Side, Unit

SEARCH_MF = 1 * MF


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
        Mod("HS-equivalents beyond one", -int(is_squad(view, unit)), "A12.152"),
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


def is_squad(view: GameView, unit: Unit) -> bool:
    """Whether it is a squad."""
    found = mmc(view, unit)
    return found is not None and found.size == "squad"
