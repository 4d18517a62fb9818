"""C10.2 and C10.3: Guns limbered, and pushed by hand."""

from opfor.core.dice import dice_roll
from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a04_movement.a04_13_cost import as_it_stands, standing
from opfor.rules.c_ordnance.c10_moving_guns.c10_11_towing import (
    fit,
    gun_in_play,
    gun_of,
)
from opfor.rules.choices.vehicle_orders import Limber, Push
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, Side, Unit, Weapon


@rule("C10.2", "Limbering and unlimbering", cites=("C10.11", "C11.2"))
def limbering(view: GameView, side: Side, order: Limber) -> Weapon:
    """A Gun without QSU is limbered, or unlimbered, in place of firing; its crew is TI.

    Errors:
        Illegal: it cannot be done.
    """
    weapon, found = gun_in_play(view, order.weapon)
    crew = view.state.units.get(weapon.owner)
    if crew is None or crew.side != side or not crew.location or crew.vehicle:
        raise Illegal("C10.2", f"you man no Gun {weapon.id}")
    if found.qsu:
        raise Illegal("C10.2", f"{weapon.id} has QSU and needs no limbering")
    if weapon.gun is None or weapon.gun.limbered == order.limber:
        raise Illegal("C10.2", f"{weapon.id} is so already")
    if not fit(crew) or weapon.fired or weapon.malfunctioned:
        raise Illegal("C10.2", f"{crew.id} cannot do it now")
    return weapon


@rule("C10.3", "Who pushes a Gun, and where", cites=("A4.13", "A4.14"))
def pushing(view: GameView, side: Side, order: Push) -> Unit:
    """The crew that pushes its Gun into an adjacent hex of one MF, as all of its MPh.

    The Gun has a M#, and QSU or is limbered. With its crew others may push.

    Errors:
        Illegal: it cannot be done.
    """
    weapon, found = gun_in_play(view, order.weapon)
    units = [view.state.units.get(id_) for id_ in order.units]
    crew = view.state.units.get(weapon.owner)
    if crew is None or crew not in units or crew.side != side or crew.vehicle:
        raise Illegal("C10.3", f"{weapon.id} is pushed by its crew")
    for unit in units:
        if unit is None or unit.location != crew.location or mmc(view, unit) is None:
            raise Illegal("C10.3", "only MMC that are with it push a Gun")
        if not fit(unit) or unit.inside or unit.aboard:
            raise Illegal("C10.3", f"{unit.id} cannot push now")
    gun = weapon.gun
    if found.manhandling is None or not (found.qsu or (gun and gun.limbered)):
        raise Illegal("C10.3", f"{weapon.id} cannot be pushed as it is")
    _open_way(view, crew, order)
    return crew


def _open_way(view: GameView, crew: Unit, order: Push) -> None:
    """Refuse a Location that is not next to it, is held, or costs more than a MF."""
    if OFFBOARD in (order.to, crew.location):
        raise Illegal("C10.3", "a Gun is pushed from hex to hex")
    now = standing(view)
    entry = view.world.entry(crew.location, order.to)
    if not entry.bar:
        entry = as_it_stands(view, now, [crew], order.to, entry)
    if entry.bar:
        raise Illegal("C10.3", f"{order.to} cannot be entered: {entry.bar}")
    if entry.all or entry.quarters > MF or view.world.locate(order.to).level:
        raise Illegal("C10.3", "a Gun is pushed only where the way costs one MF")
    if now.known_against(crew.side, order.to):
        raise Illegal("A4.14", f"a Known enemy is in {order.to}")


@rule("C10.3/dr", "The Manhandling DR", cites=("C10.3",))
def manhandle(play: Play, crew: Unit, weapon: Weapon) -> bool:
    """Whether a Gun moves: by an Original DR of no more than its M#."""
    found = gun_of(play, weapon)
    most = (found.manhandling if found else None) or 0
    purpose = fact("manhandling", gun=weapon.id, most=most)
    return dice_roll(play, purpose, side=crew.side).final <= most
