"""S6.301 to S6.310 and S6.3121: Automatic Actions that are moves.

Each function says whether it applies to a unit. What the unit then does in its MPh is
an `AutomaticMove`: where to and how. A rule that calls for an ordinary Move Command of
{A4} has none.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from opfor.core import dice
from opfor.core.ask import Option
from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, least, most, random_dr, where
from opfor.core.rule import rule
from opfor.geo.edges import Quarter
from opfor.rules.a_infantry.a01_units import mmc, piece, smc, us_number
from opfor.rules.a_infantry.a05_stacking import excess
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a07_fire.drm import cover_of
from opfor.rules.a_infantry.a15_berserk_charge import charge_steps
from opfor.rules.a_infantry.a20_prisoners.prisoners import prisoners
from opfor.rules.a_infantry.a21_captured_weapons import captured
from opfor.rules.b_terrain.b25_flames import burning
from opfor.rules.b_terrain.b27_entrenchments import fits
from opfor.rules.choices.discretion import ask_policy
from opfor.rules.d_vehicles.d01_vehicles import mobile
from opfor.rules.d_vehicles.d05_abandoning import vehicle_crew
from opfor.rules.s_solitaire.s01_terms import IP, friends, has_target
from opfor.rules.s_solitaire.s06_actions.actions import Automatic, heavy
from opfor.state.counters import Gun, SupportWeapon, Vehicle
from opfor.state.events import UnitChanged
from opfor.state.play import FrozenView, GameView, Play
from opfor.state.units import (
    OFFBOARD,
    Fortification,
    LocationName,
    Unit,
    Weapon,
)

Manner = Literal["", "assault", "assault in sight", "as needed"]
"""How an errand is done: at discretion; by Assault Movement; by Assault Movement into
a Location in range and LOS of a FRIENDLY unit, else Double Time; by Double Time only
if that brings it there in this Player Turn."""

ROOFED = ("pillbox", "cave")
"""Fortifications from under whose roof no mortar fires (C9.2)."""

CREW_REACH = 6
"""Hexes within which a crew goes back to a Gun, or to a vehicle (S6.310)."""


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
    return us_number(view, view.state.units_at(where_, "FRIENDLY"))


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


@rule("S6.305", "A Human Wave moves", cites=("S4.321",))
def human_wave(view: GameView, unit: Unit) -> Automatic | None:
    """Infantry in a Human Wave moves; its leaders too, unless S6.317 calls them."""
    moves = bool(unit.wave) and mmc(view, unit) is not None
    return Automatic("S6.305", "Move") if moves else None


@rule("S6.308", "A vehicle leaves a Melee")
def melee_vehicle(view: GameView, unit: Unit) -> Automatic | None:
    """A Good Order Mobile vehicle in a Location with a Melee has a Move Command."""
    if not mobile_vehicle(unit):
        return None
    there = view.state.units_at(unit.location)
    return Automatic("S6.308", "Move") if any(u.melee for u in there) else None


@rule("S6.309", "Motion vehicles move on", exc=("a Panicked one stops",))
def motion_vehicle(_look: GameView, unit: Unit) -> Automatic | None:
    """A Good Order vehicle in Motion has a Move Command.

    EXC: one in Panic stops, which is all that it does in its MPh.
    """
    moving = unit.vehicle is not None and unit.vehicle.motion
    if moving and unit.good_order and not unit.panic:
        return Automatic("S6.309", "Move")
    return None


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
    """The units among which the Random dr of S6.307 is made; none if all fit."""
    there = view.state.units_at(location, "ENEMY")
    staying = [unit for unit in there if unit.automatic != "S6.307"]
    if not excess(view, staying):
        return []
    return [
        unit
        for unit in staying
        if mmc(view, unit)
        and unit.good_order
        and unit.action in ("", "Move")
        and not mans_heavy(view, unit)
    ]


def mans_heavy(view: GameView, unit: Unit) -> bool:
    """Whether a unit possesses a HW that functions and is assembled."""
    return any(
        heavy(view, weapon) and not (weapon.dm or weapon.malfunctioned)
        for weapon in view.state.weapons_of(unit.id)
    )


# -- S6.310 ------------------------------------------------------------------------


@rule(
    "S6.310",
    "Crews go back to Guns and HW",
    exc=("a vehicular crew goes back to a vehicle",),
    cites=("S7.3", "D5.42"),
)
def crew(view: GameView, unit: Unit) -> Automatic | None:
    """A Good Order crew without a HW goes to an unpossessed Gun, else to a HW.

    EXC: a vehicular crew goes to an Abandoned ENEMY vehicle within six hexes.
    """
    found = mmc(view, unit)
    if found is None or found.size != "crew" or not unit.good_order:
        return None
    if any(heavy(view, weapon) for weapon in view.state.weapons_of(unit.id)):
        return None
    wanted = abandoned(view, unit) or unmanned(view, unit)
    return Automatic("S6.310", "Move") if wanted else None


def abandoned(view: GameView, unit: Unit) -> list[Unit]:
    """The Abandoned vehicles within reach of a vehicular crew."""
    if not vehicular_crew(view, unit):
        return []
    return [
        other
        for other in view.state.units.values()
        if other.side == unit.side
        and other.vehicle is not None
        and other.vehicle.abandoned
        and other.location
        and view.world.range(unit.location, other.location) <= CREW_REACH
    ]


def vehicular_crew(view: GameView, unit: Unit) -> bool:
    """Whether it is the crew of a vehicle: one with a single FP, no partisan's."""
    return vehicle_crew(view, unit) and piece(view, unit).nation != "partisan"


def unmanned(view: GameView, unit: Unit) -> list[Weapon]:
    """The unpossessed Guns within six hexes of a crew; without one, the HW (D-161)."""
    near = [
        weapon
        for weapon in view.state.weapons.values()
        if not weapon.owner
        and weapon.location
        and heavy(view, weapon)
        and view.world.range(unit.location, weapon.location) <= CREW_REACH
    ]
    pieces = [w for w in near if isinstance(view.world.counter(w.counter), Gun)]
    return pieces or near


@rule("S6.310/target", "Which of several a crew goes back to", cites=("S6.310",))
def manned_next(play: Play, unit: Unit) -> LocationName:
    """Where a crew goes: of Guns the nearest functioning ENEMY one comes first."""
    # S6.310: a vehicular crew to a vehicle, at discretion which.
    if vehicles := abandoned(play, unit):
        near = sorted(vehicles, key=lambda v: _hexes(play, unit, v.location))
        said = ask_policy(
            play,
            policy="S6.310 vehicle",
            purpose=f"which vehicle {unit.id} goes back to",
            options=[Option(v.id, v.id, (v.location,)) for v in near],
        )
        return play.state.units[said].location
    lines = PriorityList[Weapon](
        (
            where("functioning", lambda w: not w.malfunctioned),
            where("the ENEMY's own", lambda w: not captured(play, w, unit)),
            least("nearest", lambda w: _hexes(play, unit, w.location)),
        ),
        tie=random_dr(play),
    )
    purpose = fact("goes_to_man", unit=unit.id)
    chosen = decide(
        play, lines, unmanned(play, unit), purpose=purpose, name=lambda w: w.id
    )
    return chosen.location


def _hexes(view: GameView, unit: Unit, to: LocationName) -> int:
    return view.world.range(unit.location, to)


# -- S6.3121 -----------------------------------------------------------------------


@rule("S6.3121", "Getting into an Improved Position", cites=("S6.312",))
def entering_ip(view: GameView, unit: Unit) -> Automatic | None:
    """A unit beside an IP with room gets in, if it will have a Target from there."""
    return Automatic("S6.3121", "Move") if shelter_for(view, unit) else None


def shelter_for(view: GameView, unit: Unit) -> Fortification | None:
    """The IP of its Location that a unit would enter; None if there is none."""
    if unit.vehicle or unit.inside or not unit.good_order:
        return None
    for fort in view.state.fortifications_at(unit.location):
        if fort.kind not in IP or fort.side == "FRIENDLY":
            continue
        if not fits(view, fort, [unit]) or bars_heavy(
            view, [unit], fort.location, fort
        ):
            continue
        if has_target(*seated(view, unit, fort)):
            return fort
    return None


def seated(
    view: GameView, unit: Unit, fort: Fortification
) -> tuple[FrozenView, list[Unit]]:
    """How things would be with a unit inside of a fortification."""
    inside = replace(unit, inside=fort.id)
    state = replace(view.state, units=view.state.units | {unit.id: inside})
    return FrozenView(state, view.world), [inside]


# -- S6.3131 -----------------------------------------------------------------------


@rule("S6.3131", "No entry where the HW could not fire", cites=("C9.2", "S5.753"))
def bars_heavy(
    view: GameView,
    units: Iterable[Unit],
    to: LocationName,
    fort: Fortification | None = None,
) -> str:
    """Why units with a HW do not enter a Location: it could not fire from there.

    A mortar does not fire in a building, nor in a pillbox or cave, if that is what
    they would enter; a Gun not in marsh. Empty if nothing is against it.
    Reading: D-411 a Human Wave and a rout go on all the same.
    """
    found = guns_and_mortars(view, units)
    if not found:
        return ""
    roof = view.world.in_building(to) or (fort is not None and fort.kind in ROOFED)
    marsh = view.world.ground.terrain(view.world.locate(to)).name == "marsh"
    for weapon in found:
        kind = view.world.counter(weapon.counter)
        if roof and _is_mortar(kind):
            return f"{weapon.id} could not fire under a roof"
        if marsh and isinstance(kind, Gun):
            return f"{weapon.id} could not fire in marsh"
    return ""


def guns_and_mortars(view: GameView, units: Iterable[Unit]) -> list[Weapon]:
    """The HW of Infantry that cannot fire everywhere: mortars and Guns (S6.3131)."""
    return [
        weapon
        for unit in units
        if not (unit.vehicle or unit.wave)
        for weapon in view.state.weapons_of(unit.id)
        if heavy(view, weapon)
        and (
            _is_mortar(kind := view.world.counter(weapon.counter))
            or isinstance(kind, Gun)
        )
    ]


def _is_mortar(kind: object) -> bool:
    return isinstance(kind, Gun | SupportWeapon) and kind.kind == "MTR"


# -- errands -----------------------------------------------------------------------


def in_sight(view: GameView, to: LocationName) -> bool:
    """Whether a Location is in range and LOS of an unbroken FRIENDLY unit."""
    return any(
        not unit.broken
        and view.world.range(unit.location, to) <= fire_reach(view, unit)
        and sees(view, unit.location, to)
        for unit in friends(view)
    )


def fire_reach(view: GameView, unit: Unit) -> int:
    """How far a unit's own fire or that of its functioning Weapons goes."""
    weapons = [w for w in view.state.weapons_of(unit.id) if not w.malfunctioned]
    kinds: Sequence[object] = [
        piece(view, unit),
        *(view.world.counter(w.counter) for w in weapons),
    ]
    return max(map(_range_of, kinds), default=0)


def _range_of(kind: object) -> int:
    if isinstance(kind, Gun | Vehicle):
        return 100
    fires = getattr(kind, "fp", 0) or getattr(kind, "calibre", 0)
    return int(getattr(kind, "range", 0)) if fires else 0


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
