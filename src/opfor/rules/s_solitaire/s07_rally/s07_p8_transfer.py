"""S7.p8: Weapons handed on to who can use them."""

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, most, random_dr
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader, mmc, onboard
from opfor.rules.a_infantry.a20_prisoners.a20_5_guards import bound
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import Transfer
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s07_rally.s07_p5_weapons import (
    HELD,
    class_of,
    has_room,
    portage,
    rank,
    size_of,
)
from opfor.state.play import GameView, Play
from opfor.state.units import Unit, Weapon


@rule(
    "S7.p8",
    "SW and Guns pass to who can use them",
    exc=("a hero keeps his SW",),
    cites=("A4.431", "A20.5"),
)
def transfers(play: Play) -> bool:
    """A unit gives a Weapon that it cannot use to one that can; if any does.

    A leader, a Guard who is busy with prisoners, and he who has more than he can use;
    to the best class of the Location. EXC: a hero keeps his SW.
    """
    if way(play, "S7.p8 Transfer") == "never":
        return False
    for weapon in play.state.weapons.values():
        owner = play.state.units.get(weapon.owner)
        if owner is None or owner.side != "ENEMY" or not _useless(play, owner, weapon):
            continue
        takers = [
            unit.id
            for unit in onboard(play, "ENEMY")
            if unit.location == owner.location and _takes(play, unit, weapon)
        ]
        if takers:
            order(play, "ENEMY", Transfer(weapon.id, _best(play, weapon, takers)))
            return True
    return False


def _useless(view: GameView, owner: Unit, weapon: Weapon) -> bool:
    """Whether a unit cannot use a Weapon that it has."""
    if leader(view, owner) or bound(view, owner):
        return True
    found = mmc(view, owner)
    held = view.state.weapons_of(owner.id)
    limit = HELD.get(found.size, 1) if found else len(held)
    best = sorted(held, key=lambda sw: (rank(view, sw), -portage(view, sw), sw.id))
    return weapon in best[limit:]


def _takes(view: GameView, unit: Unit, weapon: Weapon) -> bool:
    if mmc(view, unit) is None or bound(view, unit):
        return False
    room = has_room(view, unit, weapon)
    return room and allowed(view, "ENEMY", Transfer(weapon.id, unit.id))


def _best(play: Play, weapon: Weapon, takers: list[str]) -> str:
    units = play.state.units
    priority: PriorityList[str] = PriorityList(
        (
            most("best class", lambda id_: class_of(play, units[id_])),
            most("squad before HS", lambda id_: size_of(play, units[id_])),
        ),
        tie=random_dr(play, fact("who_gets_it")),
    )
    return decide(play, priority, takers, purpose=fact("who_gets", weapon=weapon.id))
