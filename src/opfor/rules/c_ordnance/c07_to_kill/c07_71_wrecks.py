"""C7.71: wrecks."""

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import (
    casualty,
    crew_survived,
    lose_weapon,
)
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import armament, state_of
from opfor.rules.d_vehicles.d05_crews.d05_6_crew_survival import survive
from opfor.state.events import MarkerAdded, UnitRemoved, WeaponRemoved
from opfor.state.play import Play
from opfor.state.state import fresh_id
from opfor.state.units import Marker, Side, Unit

HINDERS, SMOKES = 1, 2
"""Hindrance of a wreck, and of the smoke of one that burns (B25.2)."""


@rule("C7.71", "Wrecks", cites=("C7.7", "D10.1", "D5.6", "D6.9"))
def wreck(
    play: Play,
    unit: Unit,
    *,
    burning: bool,
    by: Side | None = None,
    in_cc: bool = False,
) -> None:
    """A destroyed vehicle becomes a wreck; who was in it may survive.

    Its Weapons are gone with it. Nobody survives a burning wreck.
    """
    state = state_of(unit)
    # A26.22: its CVP
    casualty(play, unit, by)
    for weapon in armament(play, unit):
        play.emit(WeaponRemoved(weapon.id, fact("lost_with", unit=unit.id)))
    for weapon in play.state.weapons_of(unit.id):
        why = fact("lost_in_tow_of", carrier=unit.id)
        lose_weapon(play, weapon.id, why, by or other(unit.side))
    play.emit(UnitRemoved(unit.id, fact("burns" if burning else "is_destroyed")))
    play.emit(
        MarkerAdded(
            Marker(
                id=fresh_id(play.state, "wreck"),
                kind="burning wreck" if burning else "wreck",
                location=unit.location,
                hindrance=SMOKES if burning else HINDERS,
                sides=state.bypass,
                of=unit.counter,
            )
        )
    )
    # D5.6, D6.9: who survives
    aboard = [u for u in play.state.units.values() if u.aboard == unit.id]
    if survive(play, unit, aboard, burning=burning, in_cc=in_cc):
        crew_survived(play, unit, by)
