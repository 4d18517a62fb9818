"""S6.301 to S6.308: Automatic Actions that are moves.

Each function says whether it applies to a unit. What the unit then does in its MPh is
an `AutomaticMove`: where to and how. A rule that calls for an ordinary Move Command of
{A4} has none.
"""

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from opfor.core import dice
from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, least, most, random_dr
from opfor.core.rule import rule
from opfor.geo.edges import Quarter
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    armed,
    mmc,
    piece,
    smc,
    us_number,
)
from opfor.rules.a_infantry.a05_stacking import excess
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a07_fire.a07_52_drm import cover_of
from opfor.rules.a_infantry.a15_heat_of_battle.a15_43_berserk_charge import charge_steps
from opfor.rules.a_infantry.a20_prisoners.a20_5_guards import prisoners
from opfor.rules.b_terrain.b25_fire.b25_1_flames import burning
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import mobile
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends, friends_at
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import armed_vehicle, heavy
from opfor.rules.s_solitaire.s06_actions.s06_310_crews import (
    abandoned,
    manned_next,
    unmanned,
)
from opfor.rules.s_solitaire.s06_actions.s06_312_improved_position import shelter_for
from opfor.state.counters import MMC, SMC, Gun, Vehicle
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Unit

Manner = Literal["", "assault", "assault in sight", "as needed"]
"""How an errand is done: at discretion; by Assault Movement; by Assault Movement into
a Location in range and LOS of a FRIENDLY unit, else by Double Time if that is of use;
by Double Time only if that brings it there in this Player Turn."""


class AutomaticMove(Struct, frozen=True):
    """What an Automatic Action makes a unit do in its MPh and APh.

    Args:
        rule: the number of the rule.
        goal: where to, by the safest route; OFFBOARD beyond `edge`.
        edge: the edge to leave by.
        manner: how.
        inside: the fortification to get into where it is.
        command: the row of its Move Command, where the rule gives it.
        with_unit: whom it moves with.
    """

    rule: str
    goal: LocationName = OFFBOARD
    edge: Quarter | Literal[""] = ""
    manner: Manner = ""
    inside: str = ""
    command: int = 0
    with_unit: str = ""


# -- S6.301 ------------------------------------------------------------------------


@rule("S6.301", "Berserk charge", cites=("A15.43",))
def berserk(_look: GameView, unit: Unit) -> Automatic | None:
    """A berserk unit charges, as A15.43 has it; it makes no Action DR."""
    return Automatic("S6.301", "Move") if unit.berserk else None


@rule("S6.301/target", "Which of several a berserk unit charges", cites=("S6.301",))
def charge_target(play: Play, unit: Unit) -> LocationName:
    """The Location that a berserk unit charges; OFFBOARD if A15.43 lets it stay.

    Of several equally near the one with the least US# of Targets, then with the
    greatest TEM; it keeps to it as long as it may.
    """
    places = list(charge_steps(play, unit))
    if not places or unit.goal in places:
        return unit.goal if places else OFFBOARD
    lines = PriorityList[LocationName](
        (
            least("least US# of Targets", lambda at: _us_at(play, at)),
            most("greatest TEM", lambda at: cover_of(play, (unit.location,), at).value),
        ),
        tie=random_dr(play),
    )
    purpose = fact("unit_charges", unit=unit.id)
    goal = decide(play, lines, places, purpose=purpose)
    play.emit(UnitChanged(replace(unit, goal=goal), fact("charges", to=goal)))
    return goal


def _us_at(view: GameView, where_: LocationName) -> int:
    return us_number(view, friends_at(view, where_))


# -- S6.302, S6.303 ----------------------------------------------------------------


@rule("S6.302", "Unarmed MMC leave by the EBE")
def unarmed(view: GameView, unit: Unit) -> Automatic | None:
    """A Good Order unarmed MMC makes for the EBE, by the safest route."""
    if unit.unarmed and unit.good_order and mmc(view, unit):
        return Automatic("S6.302", "Move")
    return None


@rule("S6.303", "Guards take their prisoners off by the EBE", cites=("A20.5",))
def guards(view: GameView, unit: Unit) -> Automatic | None:
    """A Good Order HS or crew with a prisoner makes for the EBE, in the APh too.

    By Assault Movement into a Location in LOS and range of a FRIENDLY unit.
    Reading: D-160 a squad that captured somebody acts as any other.
    """
    found = mmc(view, unit)
    leads_off = found is not None and found.size != "squad"
    if leads_off and unit.good_order and prisoners(view, unit.id):
        return Automatic("S6.303", "Move")
    return None


def receiver(view: GameView, guard: Unit) -> Unit | None:
    """The first MMC of the Location to which a SMC hands over his prisoners."""
    if smc(view, guard) is None or not guard.good_order:
        return None
    if guard.side != "ENEMY" or not prisoners(view, guard.id):
        return None
    for unit in view.state.units_at(guard.location, guard.side):
        if mmc(view, unit) and unit.good_order and not unit.unarmed:
            return unit
    return None


# -- S6.304, S6.305, S6.308, S6.309 ------------------------------------------------


@rule("S6.304", "Out of the Flames")
def in_flames(view: GameView, unit: Unit) -> Automatic | None:
    """A Good Order unit in a Location with a Flame has a Move Command."""
    if unit.good_order and burning(view, unit.location):
        return Automatic("S6.304", "Move")
    return None


@rule("S6.308", "A vehicle leaves a Melee")
def melee_vehicle(view: GameView, unit: Unit) -> Automatic | None:
    """A Good Order Mobile vehicle in a Location with a Melee has a Move Command."""
    if not mobile_vehicle(unit):
        return None
    there = view.state.units_at(unit.location)
    return Automatic("S6.308", "Move") if any(u.melee for u in there) else None


def mobile_vehicle(unit: Unit) -> bool:
    """Whether a unit is a Good Order vehicle that can move."""
    found = unit.vehicle
    return found is not None and mobile(unit) and unit.good_order and not found.recalled


# -- S6.307 ------------------------------------------------------------------------


@rule(
    "S6.307",
    "Leaving an Overstacked Location",
    exc=("MMC with an assembled HW stay",),
    cites=("A5.1",),
)
def leaver(
    play: Play, location: LocationName, able: Callable[[Unit], bool] = lambda _: True
) -> Unit | None:
    """The next unit that must leave a Location in the MPh or APh, by Random dr.

    Among those that are able to; none if all others fit. EXC: it never falls on a MMC
    that possesses a functioning HW, assembled.
    """
    found = [unit for unit in surplus(play, location) if able(unit)]
    if not found:
        return None
    return dice.random_dr(play, found, purpose=fact("who_leaves", where=location))


def overstacked(_look: GameView, unit: Unit) -> Automatic | None:
    """Those on whom the Random dr of S6.307 fell move."""
    return Automatic("S6.307", "Move") if unit.automatic == "S6.307" else None


def surplus(view: GameView, location: LocationName) -> list[Unit]:
    """The units among which the Random dr of S6.307 is made; none if all fit.

    Before the MPh without those who leave in it: on whom a dr has fallen, and a Human
    Wave, by itself (S6.305). In the APh whoever is there counts, whatever he has done
    (D-881).
    """
    there = view.state.units_at(location, "ENEMY")
    before_mph = view.state.phase == "PFPh"
    if before_mph:
        there = [u for u in there if not (u.automatic == "S6.307" or u.wave)]
    if not excess(view, there):
        return []
    return [
        unit
        for unit in there
        if mmc(view, unit)
        and unit.good_order
        and not (before_mph and unit.action not in ("", "Move"))
        and not mans_heavy(view, unit)
    ]


def mans_heavy(view: GameView, unit: Unit) -> bool:
    """Whether a unit possesses a HW that functions and is assembled."""
    return any(
        heavy(view, weapon) and not (weapon.dm or weapon.malfunctioned)
        for weapon in view.state.weapons_of(unit.id)
    )


# -- errands -----------------------------------------------------------------------


def in_sight(view: GameView, to: LocationName) -> bool:
    """Whether a Location is in range and LOS of an unbroken FRIENDLY unit."""
    return any(
        not unit.broken
        and 0 < fire_reach(view, unit) >= view.world.range(unit.location, to)
        and sees(view, unit.location, to)
        for unit in friends(view)
    )


def fire_reach(view: GameView, unit: Unit) -> int:
    """How far a unit's own fire or that of its functioning Weapons goes (D-432)."""
    if not armed(unit) or (unit.vehicle and not armed_vehicle(view, unit)):
        return 0
    weapons = [w for w in view.state.weapons_of(unit.id) if not w.malfunctioned]
    kinds: Sequence[object] = [
        piece(view, unit),
        *(view.world.counter(w.counter) for w in weapons),
    ]
    return max(map(_range_of, kinds), default=0)


def _range_of(kind: object) -> int:
    """The hexes that it reaches, long range included."""
    if isinstance(kind, Gun | Vehicle):
        return 100
    fires = getattr(kind, "fp", 0) or getattr(kind, "calibre", 0)
    long = isinstance(kind, MMC | SMC) or getattr(kind, "long_range", False)
    return int(getattr(kind, "range", 0)) * (2 if long else 1) if fires else 0


def automatic_move_of(play: Play, unit: Unit) -> AutomaticMove | None:
    """What the moves of this module make a unit do; None where {A4} is read."""
    number = unit.automatic
    if number == "S6.301":
        return AutomaticMove(number, charge_target(play, unit))
    if number == "S6.302":
        return AutomaticMove(number, OFFBOARD, "EBE")
    if number == "S6.303":
        return AutomaticMove(number, OFFBOARD, "EBE", "assault in sight")
    # Another crew may have manned it since this one was sent.
    if number == "S6.310" and (abandoned(play, unit) or unmanned(play, unit)):
        return AutomaticMove(number, manned_next(play, unit))
    if number == "S6.3121" and (fort := shelter_for(play, unit)):
        return AutomaticMove(number, unit.location, manner="assault", inside=fort.id)
    return None
