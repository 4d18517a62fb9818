"""A11.2: Withdrawal from Melee."""

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import known_to_other_side
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a04_movement.a04_13_cost import as_it_stands, standing
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import (
    lose_concealment,
    loses_by_advance,
)
from opfor.rules.c_ordnance.c06_target_drm.c06_5_acquisition import follow
from opfor.rules.choices.orders import Withdraw
from opfor.state.events import UnitChanged
from opfor.state.in_progress import CloseCombatAttack
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Side, Unit


@rule(
    "A11.2",
    "Withdrawal from Melee",
    exc=("an ambusher withdraws without being in Melee",),
    cites=("A11.41", "A7.8", "A4.7"),
)
def plan_withdrawal(view: GameView, side: Side, order: Withdraw) -> CloseCombatAttack:
    """Units in Melee may leave it for a Location without Known enemies.

    Neither pinned, TI nor berserk ones, nor those that have attacked. EXC: ambushers
    need not be in Melee.

    Errors:
        Illegal: they cannot.
    """
    found = [view.state.units.get(id_) for id_ in order.units]
    units = [unit for unit in found if unit and unit.side == side]
    if not units or len(units) < len(found):
        raise Illegal("A11.2", "those are not your units")
    if len({unit.location for unit in units}) > 1:
        raise Illegal("A11.2", "they are not in one Location")
    if side in view.state.done:
        raise Illegal("A11.2", f"the {side} has declared who withdraws")
    for unit in units:
        _may_withdraw(unit)
    here = units[0].location
    may_leave_for(view, units, order.to)
    return CloseCombatAttack(
        side=side, location=here, attackers=order.units, to=order.to
    )


def _may_withdraw(unit: Unit) -> None:
    if unit.vehicle or unit.guard or not (unit.melee or unit.did("ambusher")):
        raise Illegal("A11.2", f"{unit.id} is not in Melee")
    if unit.pinned or unit.ti or unit.panic or unit.berserk:
        raise Illegal("A11.2", f"{unit.id} is pinned, TI or berserk")
    if unit.did("attacked") or unit.did("withdrawing"):
        raise Illegal("A11.2", f"{unit.id} attacks or withdraws already")


def may_leave_for(view: GameView, units: list[Unit], to: LocationName) -> None:
    """Raise Illegal if units in CC cannot go to a Location (A11.21).

    Nobody goes where a Known enemy unit is, nor the FRIENDLY side where a S? is.
    """
    here = units[0].location
    if to == here or to not in view.world.exits(here):
        raise Illegal("A11.21", f"{to} is not next to {here}")
    way = view.world.entry(here, to)
    if not way.bar:
        way = as_it_stands(view, standing(view), units, to, way)
    kind = view.world.ground.terrain(view.world.locate(to))
    if way.bar or (not kind.mf.advance and not way.road):
        raise Illegal("A11.21", f"{to} cannot be entered: {way.bar or kind.name}")
    enemies = view.state.units_at(to, other(units[0].side))
    unknown = units[0].side == "FRIENDLY" and view.state.suspects_at(to)
    if unknown or any(known_to_other_side(u) and not u.guard for u in enemies):
        raise Illegal("A11.21", f"the enemy is in {to}")


def ways_out(view: GameView, units: list[Unit]) -> list[LocationName]:
    """The Locations that units in CC could go to."""
    found = []
    for to in view.world.exits(units[0].location):
        try:
            may_leave_for(view, units, to)
        except Illegal:
            continue
        found.append(to)
    return found


@rule("A11.21", "What withdraws goes", cites=("A12.15", "A12.14"))
def leave(play: Play, ids: tuple[str, ...], to: LocationName) -> None:
    """Put those that survived where they withdraw to, if nobody bars the way.

    A concealed enemy there is revealed and keeps them out.
    """
    state = play.state
    units = [state.units[id_] for id_ in ids if id_ in state.units]
    units = [unit for unit in units if not unit.guard and not unit.pinned]
    enemies = state.units_at(to, other(units[0].side)) if units else []
    # A12.15: a concealed enemy there keeps them out
    if enemies and not all(enemy.guard for enemy in enemies):
        for enemy in enemies:
            lose_concealment(play, enemy.id, fact("the_enemy_tries_to_enter"))
        return
    # A11.21: they go
    for unit in units:
        gone = replace(unit, location=to, melee=False, inside="", wall=False, labor=0)
        play.emit(UnitChanged(gone, fact("leaves_the_cc_for", to=to)))
        # C6.51: what has acquired it goes along
        follow(play, unit.location, to, [unit.id])
        # A12.14: seen in Open Ground
        if loses_by_advance(play, play.state.units[unit.id]):
            lose_concealment(play, unit.id, fact("withdraws_in_the_open"))
