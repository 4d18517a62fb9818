"""S1: the TEM that lists of Targets compare ("least TEM")."""

from collections.abc import Sequence

from opfor.rules.a_infantry.a07_fire.a07_52_drm import cover_of
from opfor.rules.a_infantry.a07_fire.attack import own_cover
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends_at
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit


def tem_of(view: GameView, froms: Sequence[LocationName], unit: Unit) -> int:
    """The TEM of one FRIENDLY unit against fire from some Locations.

    Reading: D-931 what it is inside of counts, as in an attack on it.
    """
    cover = cover_of(view, froms, unit.location)
    return own_cover(view, unit, cover, froms).value


def least_tem(view: GameView, froms: Sequence[LocationName], at: LocationName) -> int:
    """The least TEM that any FRIENDLY unit of a Location has (D-931)."""
    cover = cover_of(view, froms, at)
    every = [own_cover(view, unit, cover, froms) for unit in friends_at(view, at)]
    return min((mod.value for mod in every), default=cover.value)
