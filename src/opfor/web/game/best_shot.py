"""The best Defensive First Fire at who moves now, so that hopeless shots pass unasked.

Reading: D-815, what counts as its chance.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.ports.session import Session
from opfor.rules.choices.orders import Fire, HoldFire
from opfor.rules.choices.vehicle_orders import GoMotion
from opfor.rules.d_vehicles.d01_vehicles.d00_8_collateral import vulnerable
from opfor.rules.sequence import legal_orders
from opfor.state.play import GameView
from opfor.web.game import messages as m
from opfor.web.game.fire_plan import NO_SHELLS, UNHARMED, planned
from opfor.web.game.named import FRIENDLY

Found = dict[str, Any]
ASKED = {"pass": False, "chance": None, "most": False}
"""What a page is told where it has to ask."""

PARTS = ("units", "vehicles", "crews")
"""Where a plan tells what becomes of somebody: a vehicle, and its CE crew, apart."""


def best_shot(session: Session, request: m.BestShot) -> Found:
    """Whether no shot at who moves has that chance to harm or pin him.

    Returns:
        `pass`: so it is, and fire may be held; `chance`: that of the best shot;
        `most`: it is that at most, as several move. Where it cannot be told of each
        shot, or something else than fire is to be decided, it is asked.

    Errors:
        OpforError: nobody moves whom the player may fire at.
    """
    state, play = session.game.state, session.play
    if state.window is None or state.window.side != FRIENDLY:
        raise OpforError("nobody moves now whom you may fire at")
    kinds = (Fire, HoldFire, GoMotion)
    offers = [o.order for o in legal_orders.legal(play, FRIENDLY, *kinds)]
    shots = [order for order in offers if isinstance(order, Fire)]
    holds = any(isinstance(order, HoldFire) for order in offers)
    if not shots or not holds or any(isinstance(o, GoMotion) for o in offers):
        return ASKED
    movers = [unit.id for unit in state.movers()]
    if not movers:
        return ASKED  # S3.31a: S? that move; what a result brings is not known
    best = 0.0
    for order in sorted(shots, key=lambda order: -len(order.firers)):
        found = chance_of(play, order, movers)
        if found is None or found >= request.least:
            return ASKED
        best = max(best, found)
    return {"pass": True, "chance": round(best, 4), "most": len(movers) > 1}


def chance_of(view: GameView, order: Fire, movers: Sequence[str]) -> float | None:
    """The chance that a shot harms or pins any of who moves; None: it cannot be told.

    Of several the sum, which it is at most: one DR is for all of them.
    """
    target = view.state.units.get(order.at)
    if target is not None and vulnerable(view, target):
        return None  # D.8: what becomes of who is exposed aboard is in no plan
    with suppress(OpforError):
        plan = planned(view, FRIENDLY, order)
        found = _of_plan(plan, movers)
        lacks = sum(
            part for name, _, part in plan.get("weapon", ()) if name == NO_SHELLS
        )
        if found is None or not lacks or not order.ammo:
            return found
        # C8.9: the usual shells, where it has none of these
        usual = chance_of(view, replace(order, ammo=""), movers)
        return None if usual is None else found + lacks * usual
    return None


def _of_plan(plan: Found, movers: Sequence[str]) -> float | None:
    """The same of a plan as the fire card shows it."""
    if not plan["to_hit"]:
        tries = [plan, plan["mol"]["attack"]] if "mol" in plan else [plan]
        sums = [_harmed(each, movers) for each in tries]
        return None if None in sums else max(s for s in sums if s is not None)
    if plan["vehicle"]:
        return _share(plan["vehicle"]["fates"])
    hits = {aim["id"]: _hit(aim) for aim in plan["targets"]}
    if not plan["effect"]:
        return max(hits.values())
    first = next(iter(hits.values()))
    return _harmed(
        plan["effect"], movers, {id_: hits.get(id_, first) for id_ in movers}
    )


def _hit(aim: Found) -> float:
    return float(sum(part for name, _, part in aim["chances"] if name == "hit"))


def _harmed(
    plan: Found, movers: Sequence[str], hits: dict[str, float] | None = None
) -> float | None:
    """The chance that an attack on the IFT harms or pins any of who moves."""
    found = 0.0
    for id_ in movers:
        parts = [plan[part][id_] for part in PARTS if id_ in plan[part]]
        if not parts:
            return None
        found += (hits or {}).get(id_, 1.0) * sum(map(_share, parts))
    return min(1.0, found)


def _share(fates: Sequence[tuple[str, str, float]]) -> float:
    return float(sum(part for name, _, part in fates if name not in UNHARMED))
