"""B26.4: routing out from above wire."""

from msgspec.structs import replace

from opfor.core.dice import die_roll
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a10_morale import a10_5_rout as rout_rules
from opfor.rules.a_infantry.a10_morale import a10_51_rout_paths as rout_paths
from opfor.rules.choices.orders import Rout
from opfor.state.events import MoveChanged, UnitChanged
from opfor.state.play import Play
from opfor.state.units import Unit


@rule("B26.4/rtph", "Routing out from above wire", cites=("B26.4",))
def beneath(play: Play, unit: Unit, order: Rout) -> bool:
    """A dr of MF to get beneath the wire; whether the rout goes on as ordered.

    With fewer MF left it is hung up: all are spent, and it stays above the wire. As it
    begins, what it makes for is found with the MF that are left then (D-220).
    """
    among = rout_rules.foes(play, unit.side)
    now = rout_paths.rout_move_of(play, unit)
    roll = die_roll(play, fact("dr_beneath_the_wire", units=(unit.id,)))
    move = now or rout_paths.begin_or_continue(play, unit, among)
    spent = move.spent + roll.final * MF
    if spent > move.allotment:
        play.emit(MoveChanged(replace(move, spent=move.allotment)))
        return False
    play.emit(UnitChanged(replace(unit, inside=""), fact("beneath_the_wire")))
    if now is None:
        below = play.state.units[unit.id]
        move = rout_paths.begin_or_continue(play, below, among, spent=spent)
    play.emit(MoveChanged(replace(move, spent=spent)))
    below = play.state.units[unit.id]
    ahead = [(step.to, step.inside) for step in rout_paths.steps(play, below)]
    return (order.to, order.inside) in ahead
