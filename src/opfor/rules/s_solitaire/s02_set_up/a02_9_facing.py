"""A2.9: which way the vehicles and Guns that a player sets up point."""

from msgspec.structs import replace

from opfor.core.ask import Choose, Option
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import inward, spine_name
from opfor.state.events import UnitChanged, WeaponChanged
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit

INWARD_FIRST = (0, 1, SIDES - 1, 2, SIDES - 2, SIDES // 2)
"""Hexspines clockwise from the one that points into the map, nearest first."""


@rule("A2.9/facing", "Which way it points", cites=("A2.9", "C3.2"))
def face(play: Play, unit: Unit) -> None:
    """Ask the player for the CA of a vehicle, or of the Gun of a crew, set up just now.

    A turret points the same way; it may be turned later.
    """
    unit = play.state.units[unit.id]
    guns = [each for each in play.state.weapons_of(unit.id) if each.gun]
    names = [unit.id] if unit.vehicle else [each.id for each in guns]
    ahead = inward(play, unit.side)
    options = tuple(
        _option(play, unit.location, (ahead + turn) % SIDES) for turn in INWARD_FIRST
    )
    which = "VCA" if unit.vehicle else "CA"
    request = Choose(
        purpose=f"the {which} of {names[0]} in {unit.location}",
        side=unit.side,
        options=options,
    )
    chosen = int(play.ask(request))
    if chosen == ahead:
        return
    if unit.vehicle:
        turned = replace(unit.vehicle, vca=chosen, tca=chosen)
        play.emit(UnitChanged(replace(unit, vehicle=turned), fact("turns")))
    to = spine_name(play.world, unit.location, chosen)
    for each in guns:
        aimed = replace(each, gun=each.gun and replace(each.gun, ca=chosen))
        play.emit(WeaponChanged(aimed, fact("turns_its_ca_to", to=to)))


def _option(view: GameView, at: LocationName, spine: int) -> Option:
    """A hexspine by the two hexes that it runs between, where the map has them."""
    map_ = view.world.map
    around = map_.neighbours[view.world.locate(at).hex]
    ends = (around[side % SIDES] for side in (spine - 1, spine))
    hexes = tuple(map_.name(end) for end in ends if end >= 0)
    return Option(str(spine), f"to {spine_name(view.world, at, spine)}", hexes)
