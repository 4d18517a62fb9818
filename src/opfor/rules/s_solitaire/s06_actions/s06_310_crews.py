"""S6.310: crews go back to their Guns, HW and vehicles."""

from opfor.core.ask import Option
from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, least, random_dr, where
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a21_captured_equipment.a21_1_captured_weapons import (
    captured,
)
from opfor.rules.choices.discretion import ask_policy
from opfor.rules.d_vehicles.d05_crews.d05_41_abandoning import vehicle_crew
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic, of_partisans
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import heavy
from opfor.state.counters import Gun
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit, Weapon

CREW_REACH = 6
"""Hexes within which a crew goes back to a Gun, or to a vehicle (S6.310)."""


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


def sent(view: GameView, unit: Unit) -> bool:
    """Whether a crew is to Recover what `unmanned` says, and nothing else.

    In the MPh by its Automatic Action; in the RPh, where nobody has one, by how things
    are. Reading: D-820.
    """
    if unit.automatic:
        return unit.automatic == "S6.310"
    return crew(view, unit) is not None and not abandoned(view, unit)


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
    """Whether it is the crew of a vehicle; that of a Partisan Gun is not (S5.76)."""
    return vehicle_crew(view, unit) and not of_partisans(view, unit)


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
