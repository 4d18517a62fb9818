"""Which Actions a unit can do at all (S6.22 to S6.24)."""

from opfor.rules.s_solitaire.s06_actions.action_group import attitude
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import GUN, heavy, rank_of
from opfor.rules.s_solitaire.s06_actions.s06_22_can_move import can_move
from opfor.rules.s_solitaire.s06_actions.s06_23_can_fire import can_fire
from opfor.rules.s_solitaire.s06_actions.s06_24_entrench import can_entrench
from opfor.state.play import GameView
from opfor.state.units import Action, Unit

MOVE_HW = "Move, Infantry with a Gun or an assembled HW"


STAYING = (MOVE_HW,)
"""Cases in which a unit in Advance Attitude that can do nothing else keeps its own."""


def can_do(view: GameView, unit: Unit, action: Action) -> bool:
    """Whether a unit can do an Action."""
    if action == "Fire":
        return can_fire(view, unit)
    return can_entrench(view, unit) if action == "Entrench" else can_move(unit)


def serves_gun(view: GameView, unit: Unit) -> bool:
    """Whether a unit is one that has a Gun."""
    return rank_of(view, unit) == GUN


def stuck(view: GameView, unit: Unit) -> str:
    """The case of {A2-alternates} that a unit is in; empty if it can do its Action."""
    hold, vehicle = attitude(view, unit) == "Hold", unit.vehicle is not None
    if unit.action == "Fire" and not can_fire(view, unit):
        if hold:
            who = "armed vehicle" if vehicle else "Infantry"
            return f"Fire without Target, Hold, {who}"
        gun = not vehicle and serves_gun(view, unit)
        who = "Gun crew" if gun else "Infantry or vehicle"
        return f"Fire without Target, Advance, {who}"
    if unit.action == "Move" and vehicle and not can_move(unit):
        return "Move, vehicle that cannot move"
    if unit.action == "Move" and not vehicle and _holds_heavy(view, unit):
        return MOVE_HW
    if unit.action == "Entrench" and not can_entrench(view, unit):
        return f"Entrench not possible, {'vehicle' if vehicle else 'Infantry'}"
    return ""


def _holds_heavy(view: GameView, unit: Unit) -> bool:
    """Whether it possesses a Gun, or a HW that functions and is assembled.

    A crew stays with a malfunctioned Gun too (S6.13), not so with a SW (S6.313).
    """
    weapons = view.state.weapons_of(unit.id)
    return any(
        heavy(view, weapon)
        and not weapon.dm
        and (weapon.gun is not None or not weapon.malfunctioned)
        for weapon in weapons
    )
