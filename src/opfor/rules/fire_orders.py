"""Fire orders in play: small arms and MG, ordnance, at what stands and what moves.

Whatever an order names, it goes to the module that plans and resolves it.
"""

from collections.abc import Callable, Iterator

from opfor.core.errors import NotCoded
from opfor.rules import firing, first_fire
from opfor.rules.asl import a23_charges
from opfor.rules.asl.a03_sequence import role
from opfor.rules.asl.a07_attack import Attack, column
from opfor.rules.asl.a08_residual import Trace, lay
from opfor.rules.asl.a08_window import could_fire, count
from opfor.rules.asl.a22_flamethrower import ft_offers, is_ft, plan_ft
from opfor.rules.asl.c03_offers import shots
from opfor.rules.asl.c03_plan import is_to_hit, plan_shot
from opfor.rules.asl.c03_shooting import shoot
from opfor.rules.doing import Offer
from opfor.rules.orders import Fire
from opfor.rules.s05_triggers import attacked
from opfor.state.counters import SupportWeapon
from opfor.state.play import Look, Play
from opfor.state.units import LocationName, Side


def fires(look: Look, side: Side) -> Iterator[Offer]:
    """What a side can fire in its fire phase, ordnance after the rest."""
    yield from firing.fires(look, side)
    yield from ft_offers(look, side)
    yield from shots(look, side)


def coded(look: Look, order: Fire) -> None:
    """Refuse what is not here yet: MOL, and DC that are thrown.

    Errors:
        NotCoded: it is one of them.
    """
    if order.mol:
        raise NotCoded("A22.6")
    for id_ in order.firers:
        weapon = look.state.weapons.get(id_)
        kind = look.world.counter(weapon.counter) if weapon else None
        if isinstance(kind, SupportWeapon) and kind.kind == "DC":
            raise NotCoded("A23.6")


def check(look: Look, side: Side, order: Fire) -> None:
    """Raise Illegal if a rule forbids that attack."""
    _check(look, side, order, firing.check)


def _check(
    look: Look, side: Side, order: Fire, on_ift: Callable[[Look, Side, Fire], object]
) -> None:
    """Ordnance and FT by their own rules, all else by those of fire on the IFT."""
    coded(look, order)
    if is_to_hit(look, order):
        plan_shot(look, side, order)
    elif is_ft(look, order):
        plan_ft(look, side, order)
    else:
        on_ift(look, side, order)


def fire(play: Play, side: Side, order: Fire) -> None:
    """Make the attack, or the shot, that an order plans."""
    if is_to_hit(play, order):
        shoot(play, plan_shot(play, side, order), unveil=unveil)
    elif is_ft(play, order):
        firing.attack(play, plan_ft(play, side, order))
    else:
        firing.fire(play, side, order)


def explode(play: Play) -> None:
    """DC that were placed go off as the AFPh begins (A23.4)."""
    a23_charges.explode(play, unveil=firing.activate)


def unveil(play: Play, target: LocationName, by: LocationName) -> None:
    """S? in a Location that is hit are checked for Activation (S3.31a)."""
    attacked(play, target, by=by)


def first_fires(look: Look, side: Side) -> Iterator[Offer]:
    """What the DEFENDER can fire at what moves, ordnance after the rest."""
    yield from first_fire.fires(look, side)
    yield from ft_offers(look, side)
    yield from shots(look, side)


def check_first_fire(look: Look, side: Side, order: Fire) -> None:
    """Raise Illegal if a rule forbids to fire that at what moves."""
    _check(look, side, order, first_fire.check)


def first_fire_at(play: Play, side: Side, order: Fire) -> None:
    """Fire at what moves (A8.1)."""
    if is_to_hit(play, order):
        shot = plan_shot(play, side, order)
        if play.state.window and role(play.state, side) == "window":
            count(play, order)
        shoot(play, shot, unveil=unveil)
        if play.state.window and not could_fire(play):
            first_fire.over(play)
    elif is_ft(play, order):
        _flame(play, plan_ft(play, side, order), order)
    else:
        first_fire.fire(play, side, order)


def _flame(play: Play, made: Attack, order: Fire) -> None:
    """A FT fires at what moves, and leaves Residual FP (A8.2)."""
    movers = play.state.movers()
    count(play, order)
    firing.attack(play, made)
    used = int(column(play, made))
    lay(play, Trace(made.side, made.target, used, made.drm), movers)
    if play.state.window and not could_fire(play):
        first_fire.over(play)
