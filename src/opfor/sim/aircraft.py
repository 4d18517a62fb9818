"""What the steady player does with its aircraft: whom they attack, and how."""

from collections.abc import Iterator
from fractions import Fraction

from opfor.rules.a_infantry.a01_personnel.a01_24_units import onboard
from opfor.rules.a_infantry.a07_fire.attack import fp_attack
from opfor.rules.c_ordnance.c01_artillery.c01_2_battery import DICE
from opfor.rules.c_ordnance.c01_artillery.c01_3_spotting import around, enemy_hexes
from opfor.rules.c_ordnance.c01_artillery.c01_5_ffe import indirect
from opfor.rules.c_ordnance.c01_artillery.c01_6_observers import locations
from opfor.rules.choices.orders import Sortie
from opfor.rules.e_miscellaneous.e07_1_aircraft import sighting_odds
from opfor.rules.e_miscellaneous.e07_5_light_aa import anti_aircraft
from opfor.rules.e_miscellaneous.e07_41_strafing import strafing
from opfor.rules.e_miscellaneous.e07_42_bombs import bomb_odds
from opfor.rules.e_miscellaneous.planes import number
from opfor.rules.s_solitaire.s12_random_events.s12_p12_artillery import ground
from opfor.sim.arms import allowed
from opfor.sim.artillery import Advice
from opfor.sim.artillery_cost import gain
from opfor.sim.judgement import Assessment
from opfor.state.artillery import Aircraft
from opfor.state.units import LocationName

LEAST = 0.03
"""Squads that an attack should cost for an airplane to be sent."""

BOMBS = 0.15
"""Squads that bombs should cost while there may be better targets later."""

LAST = 1
"""Game Turns left with which nothing is kept for later."""


def sent(judge: Assessment) -> Advice | None:
    """The next sortie of one of its airplanes; None if none is worth while."""
    for plane in judge.view.state.planes.values():
        if plane.side != judge.side or not plane.overhead or plane.gone:
            continue
        found = [(_worth(judge, plane, order), order) for order in _ideas(judge, plane)]
        good = [
            (worth, order) for worth, order in found if worth >= _least(judge, order)
        ]
        if good:
            worth, order = max(good, key=lambda each: (each[0], each[1].to))
            return Advice(order, _told(judge, plane, order, worth))
    return None


def _least(judge: Assessment, order: Sortie) -> float:
    return BOMBS if order.bombs and judge.turns_left > LAST else LEAST


def _ideas(judge: Assessment, plane: Aircraft) -> Iterator[Sortie]:
    """Bombs, or strafing of a hex and one next to it, where it knows of enemies."""
    view = judge.view
    own = {ground(view, unit.location) for unit in onboard(view, judge.side)}
    hexes = [at for at in enemy_hexes(view, judge.side) if at not in own]
    for to in hexes:
        near = [at for at in around(view, to)[1:] if at in hexes]
        orders = [Sortie(plane.id, to, bombs=True), Sortie(plane.id, to)]
        orders += [Sortie(plane.id, to, second=at) for at in near]
        yield from (order for order in orders if allowed(view, judge.side, order))


def _worth(judge: Assessment, plane: Aircraft, order: Sortie) -> float:
    """What it should cost the enemy, by the odds of sighting, arrival and hits."""
    view = judge.view
    if order.bombs:
        found = float(bomb_odds(view, plane)) * _bombed(judge, plane, order.to)
    else:
        hexes = filter(None, (order.to, order.second))
        parts = (part for hex_ in hexes for part in strafing(view, plane, hex_))
        found = sum(gain(judge, part) for part in parts)
    return (
        found
        * float(sighting_odds(view, plane, order.to))
        * _arrives(judge, plane, order.to)
    )


def _bombed(judge: Assessment, plane: Aircraft, to: LocationName) -> float:
    view = judge.view
    fp = number(view, f"bombs {plane.kind}")
    made = (
        fp_attack(view, plane.side, at, fp, source="OBA", halved=False)
        for at in locations(view, to)
    )
    return sum(gain(judge, indirect(view, part)) for part in made)


def _arrives(judge: Assessment, plane: Aircraft, to: LocationName) -> float:
    """The chance to come through the Light AA fire that it knows of."""
    view, chance = judge.view, 1.0
    for weapon, kind in anti_aircraft(view, plane, to):
        owner = view.state.units[weapon.owner]
        if not (owner.concealed or owner.hidden):
            most = number(view, kind)
            chance *= float(Fraction(sum(dr > most for dr in DICE), len(DICE)))
    return chance


def _told(judge: Assessment, plane: Aircraft, order: Sortie, worth: float) -> str:
    how = "bombs" if order.bombs else "strafing"
    odds = sighting_odds(judge.view, plane, order.to)
    return f"{how}, sighted {odds}, about {worth:.2f} squads of the enemy"
