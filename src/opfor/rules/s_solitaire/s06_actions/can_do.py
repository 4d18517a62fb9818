"""S6.2: whether a unit can do the Action that its DR gives it."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.b_terrain.b27_digging import may_entrench
from opfor.rules.b_terrain.b27_entrenchments import over_wall
from opfor.rules.s_solitaire.s01_terms import has_target, targets
from opfor.rules.s_solitaire.s06_actions.actions import GUN, attitude, heavy, rank_of
from opfor.rules.s_solitaire.s06_actions.automatic_moves import mobile_vehicle
from opfor.state.play import GameView
from opfor.state.units import Action, Unit


@rule(
    "S6.22",
    "Move",
    exc=("units that are not Mobile",),
    cites=("S9.1", "S9.2", "S9.21"),
)
def can_move(unit: Unit) -> bool:
    """Whether a unit with a Move Action moves in the ENEMY's MPh, by {A4a} to {A4c}.

    EXC: a unit that is not Mobile has an alternate Action.
    """
    if unit.vehicle is not None:
        return mobile_vehicle(unit)
    return not (unit.pinned or unit.ti or unit.melee or unit.broken)


@rule(
    "S6.23",
    "Fire",
    exc=("no Target",),
    cites=("S6.13", "S6.23/command", "S8.p1"),
)
def can_fire(view: GameView, unit: Unit) -> bool:
    """Whether a unit with a Fire Action fires, by a Fire Command of {A3a} to {A3d}.

    EXC: without a Target it has an alternate Action.
    """
    return has_target(view, [unit])


@rule("S6.24", "Entrench", cites=("B27.1", "B27.11", "S6.241"))
def can_entrench(view: GameView, unit: Unit) -> bool:
    """Whether a unit can Entrench: an Infantry MMC where that is possible."""
    try:
        may_entrench(view, unit)
    except Illegal:
        return False
    return not behind_a_wall(view, unit)


@rule("S6.241", "No Entrenching behind a wall that is the only LOS", cites=("B27.2",))
def behind_a_wall(view: GameView, unit: Unit) -> bool:
    """Whether all LOS to its Targets crosses a wall, hedge or bocage hexside."""
    found = targets(view, [unit])
    return bool(found) and all(over_wall(view, unit.location, at) for at in found)


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
    """Whether it possesses a Gun or an assembled HW, functioning or not."""
    weapons = view.state.weapons_of(unit.id)
    return any(heavy(view, weapon) and not weapon.dm for weapon in weapons)
