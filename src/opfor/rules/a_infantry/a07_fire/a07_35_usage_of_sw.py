"""A7.35: the SW that a unit can use."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a07_fire.a07_1_fire_attacks import able
from opfor.rules.a_infantry.a07_fire.fire_group import FireGroup, lone
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("A7.351", "SW that a unit can use", cites=("A7.35", "A7.352", "A9.12"))
def check_usage(view: GameView, group: FireGroup) -> None:
    """Raise Illegal if a unit uses more than it can in one phase.

    A squad fires one SW beside its inherent FP, or two instead of it; a HS, crew or
    SMC one SW instead. A SMC who helps at a SW is in the Location of a SMC who mans
    one. What was fired before in this phase counts; of First Fire in the DFPh too, by
    a HS, crew or SMC. Reading: D-871.
    """
    for unit in {firer.unit.id: firer.unit for firer in group.firers}.values():
        if unit.vehicle is not None:
            continue
        now = {f.thing.id for f in group.firers if f.unit.id == unit.id}
        used = now | fired_before(view, unit)
        if bar := _too_many(view, unit, used) or forfeited(view, unit, now):
            raise Illegal("A7.351", bar)
    for helper in group.helpers:
        if bar := able(view, helper) or _no_help(view, group, helper):
            raise Illegal("A9.12", bar)


def _too_many(view: GameView, unit: Unit, used: set[str]) -> str:
    found = mmc(view, unit)
    squad = found is not None and found.size == "squad"
    weapons, inherent = len(used - {unit.id}), unit.id in used
    most = (1 if inherent else 2) if squad else (0 if inherent else 1)
    if weapons > most:
        beside = " beside its inherent FP" if inherent else ""
        return f"{unit.id} can fire {most or 'no'} SW{beside}"
    return ""


def forfeited(view: GameView, unit: Unit, things: set[str]) -> str:
    """What a unit smaller than a squad has given up by First Fire, in words, or "".

    What it has fired with it may fire again, be it a SW, its Gun or its own FP.
    """
    if view.state.phase != "DFPh" or not unit.fired:
        return ""
    found = mmc(view, unit)
    if found is not None and found.size == "squad":
        return ""
    weapons = view.state.weapons_of(unit.id)
    used = {weapon.id for weapon in weapons if weapon.fired or weapon.rof}
    gone = sorted(things - (used or {unit.id}))
    return f"{unit.id} has used First Fire in place of {gone[0]}" if gone else ""


def fired_before(view: GameView, unit: Unit) -> set[str]:
    """What a unit has fired in this phase: its own id for inherent FP, ids of SW.

    A DC that it has thrown is gone, and stands as such.
    """
    thrown = {"DC"} if unit.did("threw") else set[str]()
    if not view.state.shots:
        return thrown
    own = {weapon.id for weapon in view.state.weapons_of(unit.id)} | {unit.id}
    used = {id_ for shot in view.state.shots for id_ in shot.firers if id_ in own}
    return used | thrown


def _no_help(view: GameView, group: FireGroup, helper: Unit) -> str:
    partners = [f for f in group.firers if lone(view, f)]
    if not any(f.unit.location == helper.location for f in partners):
        return f"{helper.id} has no SW to help with"
    return f"{helper.id} has fired" if helper.fired or helper.did("direct") else ""
