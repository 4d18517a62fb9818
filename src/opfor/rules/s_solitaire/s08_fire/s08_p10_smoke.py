"""S8.p10: SMOKE that the ENEMY's ordnance fires."""

from collections.abc import Sequence

from opfor.core.errors import Illegal
from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, most, random_dr
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, piece
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import ordnance
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c08_ammunition.c08_3_ammunition import SMOKES, carried
from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s01_terms.s01_terms import friend_places, friends_at
from opfor.state.counters import MMC, SMC, SupportWeapon
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName

COVERED = 8
"""Hexes from an ENEMY MMC that is to move within which SMOKE helps it."""


@rule("S8.p10", "Smoke from Ordnance and vehicles", cites=("S6.23", "C8.9", "A24.3"))
def smoke_shot(play: Play, things: Sequence[str]) -> Fire | None:
    """The shot by which row 12 of {A3c} screens those who are to move; None without.

    Into the Location with a Good Order Target and most FP, within 8 hexes of an ENEMY
    MMC with a Move; by what has SMOKE, else WP. A mortar fires HE.
    """
    shots = {
        shot.target: shot
        for at in friend_places(play)
        if _screens(play, at) and (shot := _first(play, things, at))
    }
    if not shots:
        return None
    lines = PriorityList[LocationName](
        (most("most FP", lambda at: fp_at(play, at)),), tie=random_dr(play)
    )
    firer = shots[next(iter(shots))].firers[0]
    purpose = fact("where_puts_smoke", weapon=firer)
    return shots[decide(play, lines, list(shots), purpose=purpose)]


def _screens(view: GameView, at: LocationName) -> bool:
    if not any(unit.good_order for unit in friends_at(view, at)):
        return False
    return any(
        unit.side == "ENEMY"
        and unit.location
        and unit.action == "Move"
        and mmc(view, unit)
        and view.world.range(unit.location, at) <= COVERED
        for unit in view.state.units.values()
    )


def _first(view: GameView, things: Sequence[str], at: LocationName) -> Fire | None:
    for thing in things:
        weapon = view.state.weapons.get(thing)
        gun = ordnance(view, weapon) if weapon else None
        if gun is None or gun.kind == "MTR":
            continue
        for ammo in (smoke for smoke in SMOKES if smoke in carried(gun)):
            order = Fire((thing,), at, ammo=ammo)
            try:
                plan_shot(view, "ENEMY", order)
            except Illegal:
                continue
            return order
    return None


def fp_at(view: GameView, at: LocationName) -> int:
    """The printed FP of the unbroken FRIENDLY units of a Location and their SW."""
    found = 0
    for unit in friends_at(view, at):
        if unit.broken:
            continue
        own = piece(view, unit)
        found += own.fp if isinstance(own, MMC | SMC) else 0
        for weapon in view.state.weapons_of(unit.id):
            kind = view.world.counter(weapon.counter)
            found += kind.fp if isinstance(kind, SupportWeapon) else 0
    return found
