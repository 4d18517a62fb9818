"""S6.316: smoke grenades before Open Ground."""

from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    begin_or_continue,
)
from opfor.rules.a_infantry.a24_smoke.a24_1_smoke_grenades import ADJACENT_MF
from opfor.rules.choices.discretion import ask_policy, places
from opfor.rules.choices.give_order import allowed
from opfor.rules.choices.orders import MoveTo, SmokeGrenade
from opfor.rules.s_solitaire.s06_actions.s06_221_move_options import (
    exposed,
    order_if_allowed,
)
from opfor.rules.s_solitaire.s09_movement.movers import Mover, units_of
from opfor.rules.s_solitaire.s09_movement.next_step import after
from opfor.state.events import MoveChanged
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Unit

NEEDED_MF = ADJACENT_MF + MF
"""Quarters of MF for the attempt, and for entering SMOKE (A24.7)."""


@rule("S6.316", "Smoke grenades before Open Ground", cites=("A24.1", "A24.7", "A4.6"))
def places_smoke(
    play: Play, mover: Mover, to: LocationName, *, double: bool = False
) -> bool:
    """Try to place SMOKE in an Open Ground Location before it is entered.

    If an armed FRIENDLY unit has it in LOS and range, and FFMO would apply; and if the
    mover can enter it after that (`_spare`). Where is left to discretion: in the
    Location itself, else in another such one. Who is to use Double Time (`double`)
    declares it before.
    Reading: D-038 before whom, and with how many MF.
    """
    able = throwers(play, mover, to, double=double)
    if not able:
        return False
    # S6.316: this Location, or at discretion another that FFMO threatens.
    near = [at for at, _ in play.world.ways(mover.location) if mover.location]
    open_ = [at for at in near if exposed(play, at)]
    for unit in able:
        orders = {at: SmokeGrenade(unit.id, at, units=mover.ids) for at in (to, *open_)}
        legal = [at for at in orders if allowed(play, "ENEMY", orders[at])]
        if to not in legal:
            continue
        chosen = ask_policy(
            play,
            policy="S6.316 smoke",
            purpose=f"where {unit.id} places SMOKE",
            options=places(to, legal),
        )
        if double:
            _declares_double_time(play, mover)
        return order_if_allowed(play, orders[LocationName(chosen)])
    return False


def throwers(
    view: GameView, mover: Mover, to: LocationName, *, double: bool = False
) -> list[Unit]:
    """Those of a mover who could try to cover its way into a Location by SMOKE."""
    if to == OFFBOARD or not exposed(view, to):
        return []
    # A24.1: a MMC with a SMOKE exponent that has not tried yet.
    able = [
        unit
        for unit in units_of(view, mover)
        if (kind := mmc(view, unit)) and kind.smoke and not unit.did("smoke")
    ]
    # S6.316: to cover its way into the Location, so it must get there through SMOKE.
    enough = able and _spare(view, mover, to, double=double) >= NEEDED_MF
    return able if enough else []


def _declares_double_time(play: Play, mover: Mover) -> None:
    """A4.5: Double Time is declared before the first MF, and those are the SMOKE's."""
    command = MoveTo(mover.ids, mover.location, double_time=True)
    stack = begin_or_continue(play, units_of(play, mover), command)
    play.emit(MoveChanged(stack.move))


def _spare(view: GameView, mover: Mover, to: LocationName, *, double: bool) -> int:
    """Quarters of MF that a mover could do without on its way into a Location."""
    move = after(view, mover, to, double=double)
    return move.allotment - move.spent if move else 0
