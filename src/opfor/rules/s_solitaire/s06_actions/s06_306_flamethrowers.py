"""S6.306: FT units close in, then fire."""

from collections.abc import Sequence
from fractions import Fraction

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import most, where
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import infantry
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo_locations
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Kill, flame_kill
from opfor.rules.c_ordnance.c07_to_kill.c07_7_afv_destruction import p_kill
from opfor.rules.d_vehicles.d03_fire.d03_2_target_facing import facing
from opfor.rules.s_solitaire.s01_terms.s01_terms import (
    friend_places,
    friends_at,
    known_at,
)
from opfor.rules.s_solitaire.s06_actions.action_group import (
    Automatic,
    functions,
    ids_of,
)
from opfor.rules.s_solitaire.s06_actions.s06_314_acquired_targets import (
    among,
    range_from,
)
from opfor.state.counters import SupportWeapon
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit

FT_RANGE = 1
"""Normal range of a FT in hexes; its long range is twice as much."""


@rule("S6.306", "FT units close in, then fire", cites=("A22.1",))
def ft_unit(view: GameView, unit: Unit) -> Automatic | None:
    """A Good Order unit with a FT fires it if it has a Target, else it moves.

    Infantry moves by Assault Movement into the best cover where it enters a Location
    in LOS and range of a FRIENDLY unit, else by {A4b}, whatever its Attitude (D-028).
    """
    if not unit.good_order or not has_ft(view, unit):
        return None
    return Automatic("S6.306", "Fire" if ft_targets(view, unit) else "Move")


def has_ft(view: GameView, unit: Unit) -> bool:
    """Whether a unit has a functioning FT, a SW or that of a vehicle."""
    return any(
        functions(weapon)
        and isinstance(sw := view.world.counter(weapon.counter), SupportWeapon)
        and sw.kind == "FT"
        for weapon in view.state.weapons_of(unit.id)
    )


def ft_targets(view: GameView, unit: Unit) -> list[LocationName]:
    """The Locations with a FRIENDLY unit within the long range of a unit's FT."""
    places = friend_places(view)
    return [
        at
        for at in places
        if view.world.range(unit.location, at) <= 2 * FT_RANGE
        and sees(view, unit.location, at)
    ]


@rule("S6.306/target", "Target of a FT", cites=("S6.306",))
def ft_target(
    play: Play, units: Sequence[Unit], places: Sequence[LocationName]
) -> LocationName:
    """The Target of units with a FT, by the list of the rule (D-431)."""
    vpo = vpo_locations(play)
    lines = among(
        play,
        units,
        where("in normal range", lambda at: range_from(play, units, at) <= FT_RANGE),
        where("in a VPO Location", lambda at: at in vpo),
        most("most Known Infantry Targets", lambda at: _known_infantry(play, at)),
        most("easiest-to-kill vehicle", lambda at: _burns(play, units, at)),
    )
    purpose = fact("ft_target_of", units=ids_of(units))
    return decide(play, lines, places, purpose=purpose)


def _known_infantry(view: GameView, at: LocationName) -> int:
    return sum(map(infantry, known_at(view, at)))


def _burns(view: GameView, units: Sequence[Unit], at: LocationName) -> Fraction | None:
    """The greatest chance that a FT of some units kills a vehicle there."""
    tanks = [unit for unit in friends_at(view, at) if unit.vehicle]
    starts = dict.fromkeys(unit.location for unit in units)
    kills = (_by_ft(view, start, tank) for start in starts for tank in tanks)
    return max((p_kill(view, kill) for kill in kills), default=None)


def _by_ft(view: GameView, start: LocationName, tank: Unit) -> Kill:
    hexes = view.world.range(start, tank.location)
    side = facing(view, tank, start, turret=False) if hexes else "side"
    return flame_kill(view, "FT", tank, side, far=hexes > FT_RANGE)
