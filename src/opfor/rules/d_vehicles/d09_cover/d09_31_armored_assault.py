"""D9.31: Infantry that moves in one stack with an AFV, which is its cover.

Reading: D-408.
"""

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF, mf
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    begin_or_continue,
    standing,
    step,
    units_of,
)
from opfor.rules.a_infantry.a04_movement.a04_11_allotment import ROAD_BONUS
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_concealment
from opfor.rules.a_infantry.a12_concealment.a12_15_detection import meet
from opfor.rules.b_terrain.b28_mines.b28_4_mines import minefield
from opfor.rules.choices.orders import MoveTo
from opfor.rules.choices.vehicle_orders import DriveOrder
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv, state_of
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Side, Unit


def escorts(view: GameView, unit: Unit) -> list[Unit]:
    """The Infantry that could go along with an AFV now: what is beneath it."""
    if unit.side != "FRIENDLY" or not unit.location or not afv(view, unit):
        return []
    beneath = view.state.units_at(unit.location, unit.side)
    return [one for one in beneath if movable(view, one) and _set_out(view, unit, one)]


def _set_out(view: GameView, unit: Unit, one: Unit) -> bool:
    """Whether Infantry began its MPh beneath an AFV, and has moved with it only."""
    move = view.state.move
    if move is None or unit.id not in move.units:
        return move is None and not state_of(unit).entered
    walking = any(one.id in part.units and not part.driven for part in move.parts)
    return walking or not state_of(unit).entered


@rule("D9.31", "Armored Assault", cites=("D9.3", "A4.2", "A4.6", "A4.61", "B28.4"))
def with_infantry(view: GameView, unit: Unit, after: Move, order: DriveOrder) -> Move:
    """The move of an AFV into the next hex with Infantry from beneath it.

    MP and MF are spent together, and the Infantry's must be enough. It is FFNAM unless
    it uses Assault Movement, but not FFMO. From then on the AFV, alone too, goes no
    farther than that Infantry's MF would reach.
    Reading: D-408.

    Errors:
        Illegal: they cannot go so.
    """
    if not order.escort:
        return _alone(view, unit, after, order.to)
    _may_escort(view, unit, order)
    walk = MoveTo(order.escort, order.to, assault=order.assault)
    stack = begin_or_continue(view, units_of(view, unit.side, order.escort), walk)
    foot = step(view, standing(view), stack, walk)
    bonus = ROAD_BONUS if foot.road and not foot.assault else 0
    return replace(
        after,
        units=(unit.id, *foot.units),
        assault=foot.assault,
        foot=replace(foot, behind=()),
        pace=foot.allotment + bonus - foot.spent,
        behind=foot.behind,
    )


def _may_escort(view: GameView, unit: Unit, order: DriveOrder) -> None:
    """Refuse other ways than a plain step, other Infantry, mines, and S?."""
    able = {one.id for one in escorts(view, unit)}
    for id_ in order.escort:
        if id_ not in able:
            raise Illegal("D9.31", f"{id_} did not begin its MPh beneath {unit.id}")
    if order.overrun or order.minimum or order.bypass or order.to == OFFBOARD:
        what = "OVR, VBM, a Minimum Move or off the map"
        raise Illegal("D9.31", f"Infantry does not go along in {what}")
    if view.state.suspects_at(order.to):
        raise Illegal("D9.31", f"Infantry does not go along to a S? in {order.to}")
    for at in (unit.location, order.to):
        field = minefield(view, at)
        if field is not None and not field.hidden:
            raise Illegal("D9.31", f"Infantry does not go along past mines in {at}")


def _alone(view: GameView, unit: Unit, after: Move, to: LocationName) -> Move:
    """The AFV goes on by itself, as far as the Infantry could have come with it."""
    if after.pace < 0:
        return after
    cost = view.world.entry(unit.location, to).quarters if to else MF
    if cost > after.pace:
        left = f"{mf(after.pace)} MF are left to the Infantry it has moved with"
        raise Illegal("D9.31", f"{unit.id} goes no farther: {left}")
    return replace(after, pace=after.pace - cost)


@rule("D9.31/met", "Infantry beside an AFV that meets the enemy", cites=("A12.15",))
def turned_back(play: Play, side: Side, after: Move, to: LocationName) -> Move:
    """The AFV's move alone, if its Infantry would walk into concealed enemies.

    They are found, and the Infantry stays behind, its move over.
    """
    if after.foot is None or not meet(play, side, to):
        return after
    for id_ in after.foot.units:
        lose_concealment(play, id_, fact("put_back_by_a_concealed_enemy"))
    back = replace(after.foot, stopped=True)
    tank, _, *rest = after.parts
    return replace(tank, behind=(back, *rest))
