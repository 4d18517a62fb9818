"""A8: the attacks on the IFT that the DEFENDER could make at what moves now."""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a03_9_phases import defender
from opfor.rules.a_infantry.a04_movement.a04_6_ffmo_ffnam import motion_drm
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import (
    check_firer,
    check_target,
    firer_of,
    firers,
    target_of_window,
)
from opfor.rules.a_infantry.a08_first_fire.a08_15_snap_shots import (
    check_snap,
    crossed,
    left,
)
from opfor.rules.a_infantry.a09_machine_guns.a09_22_fire_lanes import check_lane
from opfor.rules.choices.orders import Fire
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, Side


def singles(view: GameView) -> Iterator[Fire]:
    """The orders by which one unit or Weapon alone could fire at the movers.

    Snap Shots of those that do not see the Location entered come last.
    """
    at, side = target_of_window(view), defender(view.state)
    for firer in firers(view):
        order = Fire((firer.id,), at)
        if able_to(view, side, order):
            yield order
    side_crossed = crossed(view)
    back = left(view, at, side_crossed) if at and side_crossed >= 0 else OFFBOARD
    # Most of them see neither hex of the hexside.
    for firer in firers(view, seeing=False, back=back) if back else ():
        order = Fire((firer.id,), at, snap=True)
        if able_to(view, side, order):
            yield order


def able_to(view: GameView, side: Side, order: Fire) -> bool:
    """Whether a side may make that attack now."""
    try:
        check_first_fire(view, side, order)
    except Illegal:
        return False
    return True


def check_first_fire(view: GameView, side: Side, order: Fire) -> Attack:
    """The attack that an order makes on what moves; Illegal if a rule forbids it."""
    check_target(view, order.target)
    if order.second:
        raise Illegal("A8.1", "only what moves is a target of First Fire")
    for id_ in order.firers:
        firer = firer_of(view, id_)
        if firer is None:
            continue
        check_firer(view, firer.unit, firer.weapon, order.target)
        if order.snap:
            check_snap(view, firer.unit, firer.weapon, order.target)
    if order.lane:
        _check_lane(view, order)
    made = plan_attack(view, side, order)
    return _at_suspects(view, made) if view.state.moving_suspects() else made


def _at_suspects(view: GameView, made: Attack) -> Attack:
    """First Fire at S? that move: nobody who was there before is attacked.

    What they turn out to be is attacked, concealed (S3.31a).
    """
    there = view.state.units_at(made.target)
    open_ = not any(mod.rule == "A6.7" for mod in made.mods) and made.cover.value <= 0
    motion = motion_drm(view, made.target, view.state.move, open_=open_)
    spared = tuple(unit.id for unit in there)
    return replace(made, motion=tuple(motion), targets=(), spared=spared)


def _check_lane(view: GameView, order: Fire) -> None:
    mgs = [view.state.weapons[id_] for id_ in order.firers if id_ in view.state.weapons]
    if len(mgs) != 1 or order.snap:
        raise Illegal("A9.22", "one MG lays a Fire Lane, with a shot that is no Snap")
    check_lane(view, mgs[0], order.target)
