"""Close Combat in a hex before any dice: who may fight whom, and the odds of it."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec

from opfor.core.errors import Illegal, OpforError
from opfor.core.modifier import total
from opfor.ports.session import Session
from opfor.rules.a_infantry.a11_close_combat.a11_1_attack import (
    Combat,
    evaluate,
    may_attack,
    plan_combat,
)
from opfor.rules.a_infantry.a11_close_combat.sides_in import sides_in
from opfor.rules.choices.orders import CloseCombat, read_order
from opfor.rules.orders.infantry.a03_8_close_combat import offer_close_combat
from opfor.rules.s_solitaire.s11_advance.s11_p6_close_combat import foreseen
from opfor.rules.sequence import legal_orders
from opfor.state.in_progress import CloseCombatAttack
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit
from opfor.views.text.names import plain
from opfor.web.game import messages as m
from opfor.web.game.named import FRIENDLY, place_of, told

WAYS = 36
"""All DR."""


def close_combat(session: Session, request: m.CloseCombatAt) -> dict[str, Any]:
    """For each Location of a hex with CC: both sides, and every attack offered."""
    world = session.world
    at = world.locate(place_of(world, request.at)).hex
    orders: dict[LocationName, list[CloseCombat]] = {}
    for offer in legal_orders.legal(session.play, FRIENDLY):
        if isinstance(offer.order, CloseCombat):
            orders.setdefault(offer.hexes[0], []).append(offer.order)
    here = (place for place in orders if world.locate(place).hex == at)
    return {"locations": [_location(session, place, orders[place]) for place in here]}


def combat_plan(session: Session, request: m.CombatPlan) -> dict[str, Any]:
    """What an attack in CC would mean.

    Errors:
        OpforError: it is none, or not a legal one.
    """
    order = read_order(request.order)
    if not isinstance(order, CloseCombat):
        raise OpforError("this is no Close Combat")
    legal_orders.check(session.play, FRIENDLY, order)
    return _attack(session.play, order)


def _location(
    session: Session, place: LocationName, orders: Iterable[CloseCombat]
) -> dict[str, Any]:
    view = session.play
    ways = [_attack(view, order) for order in orders]
    sides = sides_in(view, place)
    able = {id_ for way in ways for id_ in way["order"]["attackers"]}
    ours = {unit.id for unit in sides["FRIENDLY"]} | able
    here = [clash for clash in view.state.clashes if clash.location == place]
    return {
        "label": plain(session.world.map, place),
        "ours": [_fighter(session, view.state.units[id_]) for id_ in sorted(ours)],
        "theirs": [{"id": unit.id, "why": _spared(unit)} for unit in sides["ENEMY"]],
        "ways": ways,
        "declared": [_declared(view, clash) for clash in here if clash.defenders],
    }


def _declared(view: GameView, clash: CloseCombatAttack) -> dict[str, Any]:
    """An attack that waits for its dice, of either side."""
    found = evaluate(view, clash)
    return {
        "side": clash.side,
        "attackers": clash.attackers,
        "defenders": clash.defenders,
        "numbers": _numbers(found) if found else None,
    }


def _fighter(session: Session, unit: Unit) -> dict[str, Any]:
    """One of the player's, and why he does not attack."""
    try:
        may_attack(session.play, unit)
    except Illegal as error:
        return {"id": unit.id, "why": told(session, str(error))}
    return {"id": unit.id, "why": ""}


def _spared(unit: Unit) -> str:
    """Why one of the ENEMY is not attacked (A11.12)."""
    spent = unit.did("defended") and not unit.vehicle
    return "is attacked already (A11.12)" if spent else ""


def _attack(view: GameView, order: CloseCombat) -> dict[str, Any]:
    """An attack by its odds; and what they would do in return, if all are Known."""
    clash = plan_combat(view, FRIENDLY, order)
    found = evaluate(view, clash)
    if found is None:
        raise Illegal("A11.1", "nobody is left to fight")
    first = all(view.state.units[id_].did("ambusher") for id_ in order.attackers)
    key = "CC in return", clash.location
    return {
        "order": msgspec.to_builtins(order),
        **_numbers(found),
        "first": first,
        "back": view.world.once(
            view.state, key, lambda: _in_return(view, clash.location)
        ),
    }


def _numbers(combat: Combat) -> dict[str, Any]:
    """The odds of an attack: FP, Kill Number (against a vehicle CCV), DRM, chances."""
    found = combat.chances
    kill, reduce = Fraction(found.kill) / WAYS, Fraction(found.reduce) / WAYS
    personnel = combat.foe == "Personnel"
    killed = "captured" if combat.clash.capture else "eliminated"
    glance = (
        (killed, kill, "harmed"),
        ("one Reduced" if personnel else "immobilized", reduce, "pinned"),
        ("unharmed", 1 - kill - reduce, "unharmed"),
    )
    return {
        "odds": combat.odds,
        "attack": f"{float(combat.attack):g}",
        "defence": f"{float(combat.defence):g}",
        "kill": combat.kill,
        "drm": total(combat.mods),
        "mods": [(mod.name, mod.value, mod.rule) for mod in combat.mods],
        "glance": [(name, float(share), kind) for name, share, kind in glance if share],
    }


def _in_return(view: GameView, location: LocationName) -> dict[str, Any] | None:
    """What the ENEMY would do in a Location by S11.p7, if all of them are Known."""
    if any(unit.concealed for unit in sides_in(view, location)["ENEMY"]):
        return None
    offers = [o for o in offer_close_combat(view, "ENEMY") if location in o.hexes]
    orders = [o.order for o in offers if isinstance(o.order, CloseCombat)]
    order = foreseen(view, orders)
    found = evaluate(view, plan_combat(view, "ENEMY", order)) if order else None
    if order is None or found is None:
        return None
    who = {"attackers": order.attackers, "defenders": order.defenders}
    return who | {"capture": order.capture} | _numbers(found)
