"""C3: the shots by ordnance that `legal` shows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, onboard
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a07_fire.a07_1_fire_attacks import able
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import ON_THE_IFT
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import target_of_window
from opfor.rules.a_infantry.a09_machine_guns.a09_61_against_armor import bullets
from opfor.rules.c_ordnance.c02_ordnance.c02_2_b1_rate_of_fire import moment
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import (
    Ordnance,
    ordnance,
    working,
)
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.firer import Manned
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.c_ordnance.c03_to_hit.to_hit_odds import to_hit_odds
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Hit
from opfor.rules.c_ordnance.c07_to_kill.c07_7_afv_destruction import can_harm
from opfor.rules.c_ordnance.c08_ammunition.c08_3_ammunition import carried
from opfor.rules.c_ordnance.c08_ammunition.c08_9_depletion import Ammo
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import Facing, unserved
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import at_corner
from opfor.rules.d_vehicles.d03_fire.d03_2_target_facing import facing
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Unit

FIRST_PF = "1943-10"
"""The month from which on there are PF."""

PF_REACH = 3


def shots(view: GameView, side: Side, *, suspects: bool = True) -> Iterator[Offer]:
    """Every shot that ordnance of a side can make now at what it can hit there.

    Args:
        view: the game.
        side: whose ordnance.
        suspects: shots at S? too.
    """
    places = list(_places(view, side, suspects=suspects))
    if view.world.date >= FIRST_PF:
        yield from _with_pf(view, side, places)
    tanks = {
        place: vehicles
        for place in places
        if (vehicles := _vehicles(view, side, place))
    }
    # MG and ATR fire To Hit at vehicles alone: without one they need no looking at.
    for manned in crews(view, side, light=bool(tanks)):
        unit, piece, _ = manned
        bullet = piece.kind in ON_THE_IFT  # but for vehicles (A9.61)
        near = [
            target
            for target in (tanks if bullet else places)
            if unit.location == target or _perhaps(view, unit, target, tanks)
        ]
        if not near or not _has_a_shot(view, manned):
            continue
        for target in near:
            if target in tanks:
                yield from _at_vehicles(view, side, unit, piece, target, tanks[target])
            if not bullet:
                yield from _at_place(view, side, unit, piece, target)


def _perhaps(
    view: GameView,
    unit: Unit,
    target: LocationName,
    tanks: Mapping[LocationName, Sequence[Unit]],
) -> bool:
    """Whether there is LOS, or one end is at a corner, which takes a closer look."""
    aside = at_corner(unit) or any(at_corner(tank) for tank in tanks.get(target, ()))
    return aside or sees(view, unit.location, target)


def _with_pf(
    view: GameView, side: Side, places: Sequence[LocationName]
) -> Iterator[Offer]:
    """PF of MMC that have not fired, at what is within three hexes."""
    for unit in onboard(view, side):
        if unit.fired or unit.broken or mmc(view, unit) is None:
            continue
        for target in places:
            if view.world.range(unit.location, target) > PF_REACH:
                continue
            plain = Fire((unit.id,), target, ammo="PF")
            tanks = _vehicles(view, side, target)
            for order in (*(replace(plain, at=tank.id) for tank in tanks), plain):
                found = _offer(view, side, unit, order)
                if found is not None and (not order.at or _harmful(view, side, order)):
                    yield found


def ready(view: GameView, side: Side, *, light: bool = True) -> list[Manned]:
    """What could fire now, whatever at: ordnance; MG and ATR at vehicles if `light`."""
    key = "ready ordnance", side, light
    return view.world.once(view.state, key, lambda: _ready(view, side, light=light))


def _ready(view: GameView, side: Side, *, light: bool) -> list[Manned]:
    manned = crews(view, side, light=light)
    return [each for each in manned if _has_a_shot(view, each)]


def crews(view: GameView, side: Side, *, light: bool = True) -> Iterator[Manned]:
    """The ordnance of a side that works, and who mans it; MG and ATR too if `light`."""
    for weapon in view.state.weapons.values():
        unit = view.state.units.get(weapon.owner)
        if unit is None or unit.side != side or not unit.location or unit.broken:
            continue
        if not working(weapon):
            continue
        piece = ordnance(view, weapon) or (bullets(view, weapon) if light else None)
        if piece is not None:
            yield Manned(unit, piece, weapon)


def _has_a_shot(view: GameView, manned: Manned) -> bool:
    if manned.weapon is not None and unserved(view, manned.unit, manned.weapon):
        return False
    try:
        moment(view, manned)
    except Illegal:
        return False
    return not able(view, manned.unit)


def _places(view: GameView, side: Side, *, suspects: bool) -> Iterable[LocationName]:
    """Where there is something to fire at: units and S?; in the MPh what moves."""
    if view.state.phase == "MPh" and view.state.side != side:
        moving = target_of_window(view)
        return [moving] if moving else []
    found = dict.fromkeys(
        unit.location for unit in onboard(view, other(side)) if not unit.hidden
    )
    if side == "FRIENDLY" and suspects:
        found |= dict.fromkeys(s.location for s in view.state.suspects.values())
    return [place for place in found if place]


def _vehicles(view: GameView, side: Side, place: LocationName) -> list[Unit]:
    return [u for u in view.state.units_at(place, other(side)) if u.vehicle]


def _at_place(
    view: GameView, side: Side, unit: Unit, piece: Ordnance, target: LocationName
) -> Iterator[Offer]:
    smokes = [ammo for ammo in ("smoke", "WP") if ammo in piece.ammo]
    for ammo in ("", *smokes):
        order = Fire((piece.id,), target, ammo=ammo)  # type: ignore[arg-type] # words of the order
        found = _offer(view, side, unit, order)
        if found is not None:
            yield found


def _at_vehicles(
    view: GameView,
    side: Side,
    unit: Unit,
    piece: Ordnance,
    target: LocationName,
    vehicles: Sequence[Unit],
) -> Iterator[Offer]:
    """Shots at each vehicle of a Location, with each ammunition that can kill one."""
    if piece.kind == "MTR":
        return
    rounds = [ammo for ammo in KILLERS if ammo in carried(piece)]
    for aimed in vehicles:
        for ammo in rounds:
            order = Fire((piece.id,), target, ammo=ammo, at=aimed.id)
            found = _offer(view, side, unit, order)
            if found is not None and _harmful(view, side, order):
                yield found


def _harmful(view: GameView, side: Side, order: Fire) -> bool:
    """Whether a hit on the vehicle could do anything to it."""
    shot, aimed = plan_shot(view, side, order), view.state.units[order.at]
    hexes = view.world.range(shot.start, shot.target)
    sides: list[Facing] = ["front", "side", "rear"]
    if hexes:
        sides = [facing(view, aimed, shot.start, turret=turret) for turret in BOTH]
    hit = Hit(piece=shot.piece, ammo=shot.ammo, hexes=hexes, side="front")
    return any(can_harm(view, replace(hit, side=way), aimed) for way in sides)


BOTH = (False, True)
KILLERS: tuple[Ammo, ...] = ("APDS", "APCR", "AP", "HEAT", "HE")


def _offer(view: GameView, side: Side, unit: Unit, order: Fire) -> Offer | None:
    try:
        shot = plan_shot(view, side, order)
    except Illegal:
        return None
    if not (shot.aims or shot.type == "area"):
        return None
    return Offer(order, label_of(unit, shot), (order.target, unit.location))


def label_of(unit: Unit, shot: ToHit) -> str:
    """What a shot is, in a few words, with its chance."""
    hit = max(to_hit_odds(shot).hit.values(), default=Fraction(0))
    told = shot.smoke or shot.at
    name = f"{shot.piece.name} {shot.ammo}" if told else shot.piece.name
    aimed = f"{shot.at} in {shot.target}" if shot.at else shot.target
    return f"{name} of {unit.id} at {aimed} ({float(hit):.0%} to hit)"
