"""What a Fire order would mean before it is given: FP, every DRM, exact odds."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.fact import fact
from opfor.core.modifier import Mod, total
from opfor.ports.session import Session
from opfor.rules.a_infantry.a07_fire.a07_3_odds import odds
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.a_infantry.a07_fire.a07_308_dr_at_vehicles import (
    crew_fates,
    vehicle_fates,
)
from opfor.rules.a_infantry.a07_fire.attack import Attack, against, column
from opfor.rules.a_infantry.a07_fire.targets import attacked_units
from opfor.rules.a_infantry.a22_ft_and_mol.a22_6_molotov import THROWN, lit, mol_mods
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import is_to_hit, plan_shot
from opfor.rules.c_ordnance.c03_to_hit.c03_74_hits import hit_attack, in_area
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.c_ordnance.c03_to_hit.to_hit_odds import ToHitOdds, to_hit_odds
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Fate
from opfor.rules.c_ordnance.c07_to_kill.c07_7_afv_destruction import kill_odds
from opfor.rules.c_ordnance.c07_to_kill.to_kill_odds import vehicle_odds
from opfor.rules.c_ordnance.c07_to_kill.to_kill_resolution import HARM
from opfor.rules.choices.orders import Fire, read_order
from opfor.rules.choices.vehicle_orders import DriveOrder
from opfor.rules.d_vehicles.d07_overrun.d07_1_overrun import plan_overrun
from opfor.rules.orders.fire.a07_fire import special
from opfor.rules.orders.vehicles.d02_14_drive import check_drive
from opfor.state.events import UnitChanged
from opfor.state.play import FrozenView, GameView
from opfor.state.units import Side
from opfor.views.text.words import say

WORDS = {"unhurt": "unharmed"}
"""What becomes of somebody, where it is called otherwise elsewhere: one word for it."""

UNHARMED = ("unharmed", "none")
"""What becomes of who is attacked in vain."""

LEAST = 0.0005
"""A share that is too small to be shown."""

NO_SHELLS = "has no such shells"
"""What may come of a shot with ammunition that may be used up (C8.9)."""


def fire_plan(session: Session, order: dict[str, Any]) -> dict[str, Any]:
    """The plan of a Fire order, or of a vehicle's OVR; it fires nothing.

    Errors:
        OpforError: it is no Fire order, or not a legal one.
    """
    read = read_order(order)
    if isinstance(read, DriveOrder) and read.overrun:
        plan = overrun_plan(session.play, "FRIENDLY", read)
    elif isinstance(read, Fire):
        plan = planned(session.play, "FRIENDLY", read)
        if (lacks := _share(plan.get("weapon", []), NO_SHELLS)) and read.at:
            return plan | _with_the_usual(session.play, read, plan, lacks)
    else:
        raise OpforError("this is no fire")
    return plan | {"glance": glance(plan), "each": each_at_a_glance(plan)}


def _with_the_usual(
    view: GameView, order: Fire, plan: dict[str, Any], lacks: float
) -> dict[str, Any]:
    """A shot at a glance, with the usual shells where it has none of these (C8.9)."""
    usual = planned(view, "FRIENDLY", replace(order, ammo=""))
    first, then = dict(glance(plan)), dict(glance(usual))
    well = next((name for name in ("unharmed", "missed") if name in first), "")
    if not well or usual["ammo"] == plan["ammo"]:
        return {"glance": glance(plan), "each": each_at_a_glance(plan)}
    sums = {
        name: first.get(name, 0.0) + lacks * then.get(name, 0.0)
        for name in {**first, **then}
    }
    sums[well] -= lacks
    told = [(name, round(share, 4)) for name, share in sums.items() if share > LEAST]
    counted = f"the bar counts {usual['ammo']} where there is no {plan['ammo']}"
    return {"glance": told, "each": [], "remarks": [*plan["remarks"], counted]}


def _share(chances: list[tuple[str, str, float]], wanted: str) -> float:
    return next((share for name, _, share in chances if name == wanted), 0.0)


def glance(plan: dict[str, Any]) -> list[tuple[str, float]]:
    """What may become of the first target of a plan, in at most three words.

    Of a shot that can only hit or miss, as one of Smoke, just that.
    """
    if not plan["to_hit"]:
        return _shares(_fates(plan), 1.0)
    if plan["vehicle"]:
        return _shares(plan["vehicle"]["fates"], 1.0)
    hit = _hit(plan["targets"][0])
    if plan["effect"]:
        return _shares(_fates(plan["effect"]), hit)
    return [("hit", hit), ("missed", 1 - hit)]


def each_at_a_glance(plan: dict[str, Any]) -> list[tuple[str, Any]]:
    """The same of each who is attacked, where there are several."""
    effect, hits = plan, {}
    if plan["to_hit"]:
        effect = plan["effect"] or {}
        hits = {aim["id"]: _hit(aim) for aim in plan["targets"]}
    fates = {**effect.get("units", {}), **effect.get("vehicles", {})}
    usual = next(iter(hits.values()), 1.0)
    found = [(id_, _shares(of, hits.get(id_, usual))) for id_, of in fates.items()]
    return found if len(found) > 1 else []


def _hit(aim: dict[str, Any]) -> float:
    """The chance that a target is hit."""
    return float(sum(share for name, _, share in aim["chances"] if name == "hit"))


def _fates(plan: dict[str, Any]) -> list[tuple[str, str, float]]:
    """The chances of the first who is attacked and can be harmed, if anybody can."""
    parts = (plan["units"], plan["vehicles"], plan["crews"])
    all_ = [fates for part in parts for fates in part.values()]
    open_ = (one for one in all_ if any(name not in UNHARMED for name, *_ in one))
    return next(open_, all_[0] if all_ else [])


def _shares(fates: list[tuple[str, str, float]], hit: float) -> list[tuple[str, float]]:
    """Harm, pinned and the rest, if the shot hits with that chance."""
    if not fates:
        return []
    pinned = hit * sum(share for name, _, share in fates if name == "pinned")
    well = hit * sum(share for name, _, share in fates if name in UNHARMED)
    harmed = hit - pinned - well
    found = (("harmed", harmed), ("pinned", pinned), ("unharmed", 1 - harmed - pinned))
    return [(name, round(share, 4)) for name, share in found if share > LEAST]


def planned(view: GameView, side: Side, order: Fire) -> dict[str, Any]:
    """What a side's Fire order would mean.

    Errors:
        Illegal: it breaks a rule.
    """
    if is_to_hit(view, order):
        return {"to_hit": True} | _shot(view, plan_shot(view, side, order))
    if kind := special(view, order):
        made = kind.plan(view, side, order)
        return {"to_hit": False} | (_mol if order.mol else _plan)(view, made)
    return {"to_hit": False} | _plan(view, plan_attack(view, side, order))


def overrun_plan(view: GameView, side: Side, order: DriveOrder) -> dict[str, Any]:
    """What an OVR would do, if no fire at the vehicle stops it.

    Errors:
        Illegal: it breaks a rule.
    """
    check_drive(view, side, order)
    unit = replace(view.state.units[order.unit], location=order.to)
    there = FrozenView(
        view.state.apply(UnitChanged(unit, fact("overruns"))), view.world
    )
    return {"to_hit": False} | _plan(there, plan_overrun(there, unit))


def _mol(view: GameView, made: Attack) -> dict[str, Any]:
    """An attack before its MOL check, how likely that is, and the attack with MOL."""
    mods = mol_mods(view, made)
    ways = sum(die + total(mods) <= THROWN for die in range(1, 7))
    chance = Fraction(ways, 6)
    thrown = {"MOL are thrown": chance, "no MOL": 1 - chance}
    return _plan(view, made) | {
        "mol": {
            "chances": _chances(thrown),
            "mods": _mods(mods),
            "attack": _plan(view, lit(made)),
        }
    }


def _shot(view: GameView, shot: ToHit) -> dict[str, Any]:
    """What a shot needs to hit each target, and what a hit would do."""
    found = to_hit_odds(shot)
    area = shot.type == "area"
    ids = in_area(view, shot) if area else [aim.id for aim in shot.aims]
    effect = not shot.smoke and not shot.at and shot.fp and ids
    return {
        "number": shot.number,
        "parts": _mods(shot.numbers),
        "mods": _mods(shot.mods),
        "type": shot.type,
        "weapon_name": shot.piece.name,
        "ammo": shot.ammo,
        "targets": [
            {
                "id": aim.id or shot.target,
                "drm": total(shot.mods) + total(aim.mods),
                "mods": _mods(aim.mods),
                "chances": _chances(
                    {
                        "hit": found.hit[aim.id],
                        "of it CH": found.critical[aim.id],
                    }
                ),
            }
            for aim in shot.all_aims
        ],
        "weapon": _chances(
            {
                "keeps its ROF": found.rof,
                "fails": found.fails,
                NO_SHELLS: found.depleted,
            }
        ),
        "effect": _plan(view, hit_attack(view, shot, ids)) if effect else None,
        "vehicle": _vehicle(view, shot) if shot.at else None,
        "remarks": list(_cautions(shot, found)),
    }


def _cautions(shot: ToHit, found: ToHitOdds) -> Iterator[str]:
    """What this way to fire may cost the Weapon."""
    if shot.intensive:
        yield f"Intensive Fire: it fails with {_percent(found.fails)} (C5.6)"
    if found.depleted:
        lacks = f"it has no {shot.ammo} with {_percent(found.depleted)}"
        yield f"{lacks}, and may then fire something else (C8.9)"


def _percent(share: Fraction) -> str:
    return f"{round(100 * share)}\u00a0%"


def _vehicle(view: GameView, shot: ToHit) -> dict[str, Any]:
    """Where a shot may hit a vehicle, the TK# there, and what becomes of it."""
    found = vehicle_odds(view, shot)
    return {
        "places": _chances(found.places),
        "kills": [
            {
                "where": f"{where}, {side}",
                "number": kill.number if kill.possible else None,
                "parts": _mods(kill.numbers),
                "chances": _chances(_but_none(kill_odds(view, kill))),
            }
            for (where, side), kill in found.kills.items()
        ],
        "fates": _chances(_but_none(found.fates)),
    }


def _but_none(fates: Mapping[Fate, Fraction]) -> dict[str, Fraction]:
    """What becomes of it, the worst first, and nothing last."""
    order = (*reversed(HARM[1:]), "none")
    words = {
        "burn": "a burning wreck",
        "shock": "shocked",
        "possible shock": "perhaps shocked",
        "none": "unharmed",
    }
    return {words.get(fate, fate): fates.get(fate, Fraction(0)) for fate in order}


def _plan(view: GameView, attack: Attack) -> dict[str, Any]:
    found = odds(view, attack)
    return {
        "fp": f"{float(attack.fp):g}",
        "column": f"{float(column(view, attack)):g}",
        "shares": [
            f"{share.weapon or f'{share.unit} {share.name}'}: {share.how}"
            for share in attack.shares
        ],
        "remarks": list(_remarks(view, attack)),
        "mods": _mods(attack.drm),
        "drm": total(attack.drm),
        "results": _chances(found.results),
        "units": {id_: _chances(chances) for id_, chances in found.units.items()},
        "vehicles": {
            id_: _chances(_but_none(fates))
            for id_, fates in vehicle_fates(view, attack).items()
        },
        "crews": {
            id_: _chances(chances) for id_, chances in crew_fates(view, attack).items()
        },
    }


def _remarks(view: GameView, attack: Attack) -> Iterator[str]:
    """What FP and DRM do not tell of the odds: DRM of one, half FP, cowering."""
    for unit in attacked_units(view, attack):
        aim = against(view, attack, unit)
        if total(aim.mods) != total(attack.drm):
            yield f"{unit.id}: DRM {total(aim.mods):+d} ({_summed(aim.mods)})"
        if aim.why_half:
            yield f"{unit.id}: {float(aim.fp):g} FP ({say(fact(aim.why_half))})"
    if attack.cowers:
        columns = "column" if attack.cowers == 1 else "columns"
        yield f"Original doubles cower: {attack.cowers} {columns} lower (A7.9)"


def _summed(mods: Iterable[Mod]) -> str:
    return ", ".join(f"{mod.name} {mod.value:+d}" for mod in mods) or "none"


def _chances(chances: Mapping[Any, Fraction]) -> list[tuple[str, str, float]]:
    """What may come of it, its chance in words of the dice, and as a share."""
    return [
        (WORDS.get(str(name), str(name)), _in_36(chance), float(chance))
        for name, chance in chances.items()
        if chance
    ]


def _in_36(chance: Fraction) -> str:
    """A chance as so many of 36 where it is, else in per cent."""
    ways = chance * 36
    if ways.denominator == 1:
        return f"{ways}/36"
    return f"{float(100 * chance):.1f} %"


def _mods(mods: Iterable[Mod]) -> list[tuple[str, int, str]]:
    return [(mod.name, mod.value, mod.rule) for mod in mods]
