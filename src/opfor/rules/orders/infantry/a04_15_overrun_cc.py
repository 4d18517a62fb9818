"""A4.15 in play: the NTC before an Infantry OVR, and what follows upon it."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.ask import Choose, Option
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    end_move_if_done as settle_move,
)
from opfor.rules.a_infantry.a04_movement.a04_15_overrun import victim
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import morale_check
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import leads, modifier
from opfor.rules.a_infantry.a11_close_combat.a11_1_attack import (
    plan_combat,
    printed_fp,
)
from opfor.rules.a_infantry.a11_close_combat.a11_2_withdrawal import leave, ways_out
from opfor.rules.a_infantry.a11_close_combat.a11_3_resolution import fight
from opfor.rules.a_infantry.a11_close_combat.a11_15_melee import mark_melee
from opfor.rules.a_infantry.a11_close_combat.a11_16_broken_in_melee import lost_in_melee
from opfor.rules.choices.orders import CloseCombat, MoveTo
from opfor.rules.s_solitaire.s05_activation.s05_2_aph_or_rtph import (
    check_advance,
)
from opfor.state.events import MoveChanged, UnitChanged
from opfor.state.in_progress import CloseCombatAttack
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit

STAYS = "stays"


@rule("A4.15/ntc", "The NTC of an Infantry OVR", cites=("A4.15", "A10.1"))
def dare(play: Play, order: MoveTo) -> MoveTo | None:
    """Those who pass a NTC go; TEM of the Location is its DRM. None if nobody goes.

    The best leader of the stack may pass it for all; if he fails, or there is none,
    each MMC makes its own, and SMC go if any does. Who fails has had his MPh.
    """
    units = [play.state.units[id_] for id_ in order.units]
    leaders = sorted(
        (unit for unit in units if leads(play, unit)),
        key=lambda unit: modifier(play, unit),
    )
    if leaders and _passes(play, leaders[0], order.to):
        return order
    squads = [unit for unit in units if mmc(play, unit)]
    gone = {unit.id for unit in squads if _passes(play, unit, order.to)}
    going = [u.id for u in units if u.id in gone or (gone and u not in squads)]
    for unit in units:
        if unit.id not in going:
            still = replace(play.state.units[unit.id], moved=True)
            play.emit(UnitChanged(still, fact("does_not_dare_its_mph_is_over")))
    return replace(order, units=tuple(going)) if going else None


def _passes(play: Play, unit: Unit, to: LocationName) -> bool:
    tem = play.world.ground.tem(play.world.locate(to))
    drm = [Mod("TEM of the Location", tem, "A4.15")] if tem else []
    return morale_check(
        play, unit.id, drm, task=True, cause=fact("infantry_ovr")
    ).passed


@rule("A4.15/cc", "The CC of an Infantry OVR", cites=("A4.15", "A11.3", "A11.15"))
def close_in(play: Play) -> None:
    """Once nobody fires any more the SMC escapes, or CC is resolved at once.

    If he is gone then, those who overran him may go on; if not, it is a Melee.
    """
    move, window = play.state.move, play.state.window
    if move is None or not move.overrun or (window and window.asked):
        return
    play.emit(MoveChanged(replace(move, overrun=False)))
    movers = [unit for unit in play.state.movers() if unit.good_order]
    # A11.21: the SMC may escape before CC
    smc = victim(play, movers[0].side, movers[0].location) if movers else None
    if smc is None or _escapes(play, smc):
        return
    here = smc.location
    # A11.3: CC at once, each side in its turn
    fight(play, here, _clashes(play, movers, smc))
    # A11.16, A11.15: who survives is in Melee
    lost_in_melee(play, here)
    mark_melee(play, here)
    if play.state.move and victim(play, other(smc.side), here):
        play.emit(MoveChanged(replace(play.state.move, stopped=True)))
    settle_move(play)


@rule("A4.15/escape", "Who is overrun may escape", cites=("A4.15", "A11.21"))
def _escapes(play: Play, smc: Unit) -> bool:
    """An unpinned Good Order SMC that has not fired may leave; whether he is gone."""
    if not smc.good_order or smc.pinned or smc.ti or smc.fired:
        return False
    ways = ways_out(play, [smc])
    if not ways:
        return False
    options = [*(Option(to, f"escapes to {to}", (to,)) for to in ways)]
    asked = Choose(
        purpose=f"{smc.id} is overrun",
        side=smc.side,
        why="discretion",
        policy="A4.15 escape",
        options=(*options, Option(STAYS, "stays and fights")),
    )
    chosen = play.ask(asked)
    if chosen == STAYS:
        return False
    leave(play, (smc.id,), LocationName(chosen))
    if play.state.units[smc.id].location == smc.location:
        return False
    if smc.side == "FRIENDLY":
        check_advance(play, [smc.id])
    return True


def _clashes(
    view: GameView, movers: Sequence[Unit], smc: Unit
) -> list[CloseCombatAttack]:
    """All attack the SMC; he attacks whoever has the least FP, if he is unbroken."""
    side = movers[0].side
    ours = CloseCombat(tuple(unit.id for unit in movers), (smc.id,))
    found = [plan_combat(view, side, ours)]
    if not smc.broken:
        weakest = min(movers, key=lambda unit: printed_fp(view, unit))
        theirs = CloseCombat((smc.id,), (weakest.id,))
        found.append(plan_combat(view, smc.side, theirs))
    return found
