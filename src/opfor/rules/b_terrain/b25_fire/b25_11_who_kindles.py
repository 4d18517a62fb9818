"""B25.11: who tries to set his Location on fire, who directs it, with what DRM."""

from collections.abc import Sequence

from opfor.core.errors import Illegal
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.geo.terrain_chart import TerrainKind
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    dummy,
    infantry,
    leader,
    mmc,
    smc,
)
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import modifier
from opfor.rules.b_terrain.b25_fire.b25_1_flames import burning, burns
from opfor.rules.b_terrain.b25_fire.b25_5_environmental_conditions import (
    drenched,
    ec_drm,
)
from opfor.state.play import GameView
from opfor.state.units import Unit

ALONE, FEW = -2, -1
"""DRM of a SMC, and of a HS or crew."""


@rule("B25.11/who", "Who kindles", cites=("B25.1", "B25.5"))
def may_kindle(view: GameView, unit: Unit) -> TerrainKind:
    """The terrain that a unit may try to set ablaze now: that of its own Location.

    Good Order Infantry that is armed, neither pinned nor TI, and has not fired, nor
    has its SW, nor directed fire.

    Errors:
        Illegal: it may not.
    """
    if not infantry(unit) or dummy(unit) or not unit.good_order or unit.unarmed:
        raise Illegal("B25.11", f"{unit.id} is no Good Order Infantry")
    if unit.pinned or unit.ti or not unit.location:
        raise Illegal("B25.11", f"{unit.id} is pinned or TI")
    marks = [unit.fired, *(sw.fired for sw in view.state.weapons_of(unit.id))]
    if any(marks) or unit.did("direct"):
        raise Illegal("B25.11", f"{unit.id} has fired, waits to, or directed fire")
    if unit.aboard:
        raise Illegal("D6.1", f"{unit.id} is aboard {unit.aboard}")
    if drenched(view.state.weather):
        raise Illegal("B25.5", "nothing catches fire in rain")
    if burning(view, unit.location):
        raise Illegal("B25.11", f"{unit.location} burns already")
    kind = burns(view, unit.location)
    if kind is None:
        raise Illegal("B25.11", f"nothing in {unit.location} can burn")
    return kind


@rule("B25.11/leader", "Who directs a Kindling attempt", cites=("B25.11/who",))
def director(view: GameView, units: Sequence[Unit], chief: str) -> Unit:
    """Who takes the NTC: the leader with the MMC that kindle.

    He is of their Location and free to kindle himself, and does not. All that he
    directs in a PFPh are named in one order.
    A SMC kindles by himself, undirected.

    Errors:
        Illegal: nobody directs it, or the units do not kindle together.
    """
    first = units[0]
    if smc(view, first):
        if len(units) > 1 or chief:
            raise Illegal("B25.11", f"{first.id}, a SMC, kindles by himself")
        return first
    if any(smc(view, one) or one.location != first.location for one in units):
        raise Illegal("B25.11", "only MMC of one Location kindle together")
    found = view.state.units.get(chief)
    if found is None or not leader(view, found) or found.side != first.side:
        raise Illegal("B25.11", f"no leader directs {first.id}")
    if found.location != first.location:
        raise Illegal("B25.11", f"{chief} is not with {first.id}")
    may_kindle(view, found)
    return found


@rule("B25.11/drm", "DRM of a Kindling attempt", cites=("B25.5",))
def kindling_drm(view: GameView, unit: Unit, chief: Unit) -> list[Mod]:
    """-2 for a SMC, -1 for a HS or crew, EC; leadership with its sign turned round."""
    found = mmc(view, unit)
    led = chief.id != unit.id
    mods = [
        Mod("SMC", 0 if found else ALONE, "B25.11"),
        Mod("HS or crew", FEW * bool(found and found.size != "squad"), "B25.11"),
        Mod("leadership", -modifier(view, chief) if led else 0, "B25.11"),
    ]
    return [*(mod for mod in mods if mod.value), *ec_drm(view.state.weather)]
