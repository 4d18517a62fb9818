"""S6.311: Self Preservation."""

from collections.abc import Sequence

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import least, most, where
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.a_infantry.a01_personnel.a01_24_units import armed, smc, us_number
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo_locations
from opfor.rules.s_solitaire.s01_terms.s01_terms import (
    could_fire,
    friends,
    friends_at,
    known_at,
)
from opfor.rules.s_solitaire.s01_terms.tem_of_targets import least_tem
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic, ids_of
from opfor.rules.s_solitaire.s06_actions.s06_314_acquired_targets import (
    acquired,
    among,
)
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit

# -- S6.311 ------------------------------------------------------------------------


@rule("S6.311", "Self Preservation", exc=("Target in Melee",), cites=("A7.34",))
def self_preservation(view: GameView, unit: Unit) -> Automatic | None:
    """A Good Order armed unit fires at a Target ADJACENT to it or in its Location.

    EXC: not because of an ADJACENT Target in Melee; then its Action is rolled for.
    """
    if unit.good_order and armed(unit) and close_targets(view, unit):
        return Automatic("S6.311", "Fire")
    return None


def close_targets(view: GameView, unit: Unit) -> list[LocationName]:
    """The ADJACENT Locations, and its own, where a unit has a Target out of Melee.

    Reading: D-434 of a vehicle that it can do nothing to.
    """
    near = dict.fromkeys(
        friend.location
        for friend in friends(view)
        if view.world.range(unit.location, friend.location) <= 1
    )
    return [
        at
        for at in near
        if adjacent(view, unit.location, at)
        and not (at != unit.location and _melee(view, at))
        and has_target_at(view, unit, at)
    ]


def _melee(view: GameView, at: LocationName) -> bool:
    return any(unit.melee for unit in view.state.units_at(at))


def has_target_at(view: GameView, unit: Unit, at: LocationName) -> bool:
    """Whether a unit or one of its Weapons could attack a Location now."""
    weapons = view.state.weapons_of(unit.id)
    means = [unit.id, *(weapon.id for weapon in weapons)]
    return any(could_fire(view, (id_,), at) for id_ in means)


# -- the Target --------------------------------------------------------------------


def _known_us(view: GameView, at: LocationName) -> int:
    return us_number(view, known_at(view, at))


@rule("S6.311/target", "Target of Self Preservation", cites=("S6.311",))
def preservation_target(
    play: Play, units: Sequence[Unit], places: Sequence[LocationName]
) -> LocationName:
    """Which close Target some units fire at, by the six lines of the list.

    Reading: D-931 what TEM is compared.
    """
    vpo, mine = vpo_locations(play), acquired(play, units)
    froms = [unit.location for unit in units]

    def us(at: LocationName) -> int:
        return us_number(play, friends_at(play, at))

    lines = among(
        play,
        units,
        where("Good Order Target", lambda at: _good_order_at(play, at)),
        where("Acquired Target of the firer", lambda at: at in mine),
        most("most Known Targets (US#)", lambda at: _known_us(play, at)),
        least("lowest TEM", lambda at: least_tem(play, froms, at)),
        most("most Targets in it (US#)", us),
        where("Target in a VPO Location", lambda at: at in vpo),
        most("most Known Target SMC", lambda at: _known_smc(play, at)),
        most("most FRIENDLY possessed Weapons", lambda at: _weapons_at(play, at)),
    )
    purpose = fact("close_target_of", units=ids_of(units))
    return decide(play, lines, places, purpose=purpose)


def _good_order_at(view: GameView, at: LocationName) -> bool:
    return any(unit.good_order for unit in friends_at(view, at))


def _known_smc(view: GameView, at: LocationName) -> int:
    return sum(smc(view, unit) is not None for unit in known_at(view, at))


def _weapons_at(view: GameView, at: LocationName) -> int:
    units = view.state.units_at(at, "FRIENDLY")
    return sum(len(view.state.weapons_of(unit.id)) for unit in units)
