"""C3: a Fire order of ordnance as a `ToHit`, or the rule that forbids it."""

from collections.abc import Sequence
from typing import NamedTuple

from opfor.core.errors import Illegal
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.asl.a01_units import adjacent
from opfor.rules.asl.a03_sequence import other
from opfor.rules.asl.a06_los import sees
from opfor.rules.asl.a07_groups import Group, able, check_guard, check_usage, direction
from opfor.rules.asl.a07_power import Firer
from opfor.rules.asl.a08_first_fire import shots_left
from opfor.rules.asl.a09_bullets import bullets, check_bullets
from opfor.rules.asl.a09_weapons import breakdown_of, rof_of
from opfor.rules.asl.a21_captured import captured
from opfor.rules.asl.b30_pillboxes import arc_allows
from opfor.rules.asl.c02_ordnance import Ammo, Ordnance, ordnance, reaches, working
from opfor.rules.asl.c03_arc import now
from opfor.rules.asl.c03_to_hit import (
    Aimed,
    TargetType,
    ToHit,
    Turn,
    red_numbers,
    to_hit_number,
    turn_to,
)
from opfor.rules.asl.c05_firer import Firing, firer_drm, tight
from opfor.rules.asl.c06_target import (
    acquired,
    crowd,
    hindered,
    own_drm,
    point_blank,
    unknown_drm,
)
from opfor.rules.asl.c06_vehicles import moving_target, vehicle_drm
from opfor.rules.asl.c08_ammunition import check_heat, fp_of, load
from opfor.rules.asl.c13_latw import blasts, inherent
from opfor.rules.asl.d01_vehicles import mobile, state_of, turreted
from opfor.rules.asl.d03_fire import check_bounding, mg_turn, own_move
from opfor.rules.orders import Fire
from opfor.state.moment import (
    Move,
)
from opfor.state.mounted import TURNING
from opfor.state.play import Look
from opfor.state.units import (
    NO_CA,
    Fired,
    LocationName,
    Side,
    Unit,
    Weapon,
)

INTENSIVE = 2
"""By how much Intensive Fire lowers the B# (C5.6)."""


class Manned(NamedTuple):
    """A piece of ordnance and the unit that fires it."""

    unit: Unit
    piece: Ordnance
    weapon: Weapon | None = None


class When(NamedTuple):
    """What phase and fire counter make of a shot."""

    mark: Fired
    rof: bool = True
    intensive: bool = False


def is_to_hit(look: Look, order: Fire) -> bool:
    """Whether a Fire order is one of ordnance, which needs a To Hit DR."""
    if order.ammo in ("PF", "PFk"):
        return True
    weapons = [look.state.weapons.get(id_) for id_ in order.firers]
    if order.at and any(weapon and bullets(look, weapon) for weapon in weapons):
        return True
    return any(weapon and ordnance(look, weapon) for weapon in weapons)


@rule("C3.33", "Area Target Type", cites=("C3.2", "C3.32", "C9.1"))
def plan_shot(look: Look, side: Side, order: Fire, *, activated: bool = False) -> ToHit:
    """The shot that a Fire order makes of one piece of ordnance, and its Target Type.

    Mortars and SMOKE use the Area Target Type, others may.
    Reading: D-140 it hits the Location that is named.

    Args:
        look: the game.
        side: whose order it is.
        order: the order.
        activated: it is the attack of what was just Activated (S5.3), which needs no
            moment for First Fire.

    Errors:
        Illegal: it breaks a rule.
    """
    manned = read_firer(look, side, order)
    when = When("first") if activated else moment(look, manned)
    unit, piece, weapon = manned
    ammo = load(piece, weapon, order.ammo, at_vehicle=bool(order.at))
    area = ammo in ("smoke", "WP") or piece.kind == "MTR" or order.area
    check_place(look, manned)
    check_sight(look, manned, order)
    turn = _turn(look, manned, order.target)
    check_target(look, side, order.target)
    if order.at:
        check_vehicle(look, side, order, area=area)
        check_bullets(look, *manned, aimed=look.state.units[order.at])
        return _shot(look, manned, when, order, ammo, turn, "vehicle")
    if ammo in ("APCR", "APDS"):
        raise Illegal("C8.1", f"{ammo} is fired at vehicles")
    if ammo == "HEAT":
        check_heat(look, unit, order.target)
    return _shot(look, manned, when, order, ammo, turn, "area" if area else "infantry")


def _turn(look: Look, manned: Manned, target: LocationName) -> Turn:
    """How it turns to fire, if it may."""
    unit, piece, weapon = manned
    if piece.kind == "MG" and weapon is not None and weapon.mount:
        return mg_turn(look, unit, weapon, target)
    turn = turn_to(look, piece, _ca(look, manned), unit.location, target)
    check_turn(look, manned, turn)
    return turn


def _ca(look: Look, manned: Manned) -> int:
    """The CA of a Gun, or the TCA or VCA of a vehicle; NO_CA for other ordnance."""
    unit, piece, weapon = manned
    if piece.mounted:
        state = state_of(unit)
        return state.tca if turns_alone(look, manned) else state.vca
    return weapon.gun.ca if weapon and weapon.gun else NO_CA


def turns_alone(look: Look, manned: Manned) -> bool:
    """Whether a vehicle's Weapon turns with its turret, not with the vehicle."""
    mount = manned.weapon.mount if manned.weapon else ""
    return mount in TURNING and turreted(look, manned.unit)


@rule("C3.31", "Vehicle Target Type", cites=("A8.1", "C5.7"))
def check_vehicle(look: Look, side: Side, order: Fire, *, area: bool) -> None:
    """Raise Illegal unless it is a shot at one vehicle that can be seen there.

    Deliberate Immobilization is tried from within six hexes.
    """
    unit = look.state.units.get(order.at)
    if unit is None or unit.vehicle is None or unit.side == side or unit.hidden:
        raise Illegal("C3.31", f"{order.at} is no vehicle of the other side")
    if unit.location != order.target:
        raise Illegal("C3.31", f"{order.at} is not in {order.target}")
    if area:
        raise Illegal("C3.31", "the Area Target Type aims at no single vehicle")
    move, defends = look.state.move, look.state.side != side
    if look.state.phase == "MPh" and defends and not (move and order.at in move.units):
        raise Illegal("A8.1", f"{order.at} spends no MP now")


# -- who and when ------------------------------------------------------------------


def read_firer(look: Look, side: Side, order: Fire) -> Manned:
    """The ordnance that an order names, and who fires it.

    Errors:
        Illegal: it is not there, not the side's, does not work, or nobody can fire it.
    """
    if len(order.firers) != 1:
        raise Illegal("A7.55", "ordnance fires by itself")
    if order.ammo in ("PF", "PFk"):
        manned = _with_inherent(look, order.firers[0], order.ammo)
    else:
        manned = _with_weapon(look, order.firers[0], at_vehicle=bool(order.at))
    if manned.unit.side != side:
        raise Illegal("A7.1", f"{order.firers[0]} is not yours")
    if bar := able(look, manned.unit):
        raise Illegal("A7.1", bar)
    check_guard(look, manned.unit, order.target, weapon=manned.weapon is not None)
    return manned


def _with_inherent(look: Look, id_: str, name: str) -> Manned:
    unit = look.state.units.get(id_)
    if unit is None:
        raise Illegal("A7.1", f"there is no unit {id_}")
    return Manned(unit, inherent(look, unit, name))


def _with_weapon(look: Look, id_: str, *, at_vehicle: bool) -> Manned:
    weapon = look.state.weapons.get(id_)
    unit = look.state.units.get(weapon.owner) if weapon else None
    piece = ordnance(look, weapon) if weapon else None
    if piece is None and weapon is not None and at_vehicle:
        piece = bullets(look, weapon)
    if weapon is None or unit is None or piece is None:
        raise Illegal("A7.1", f"nobody mans a piece of ordnance {id_}")
    if not working(weapon):
        raise Illegal("A9.7", f"{id_} is malfunctioned, dm or limbered")
    if weapon.gun is not None and weapon.gun.turned == now(look):
        raise Illegal("C3.22", f"{id_} has turned in this phase")
    return Manned(unit, piece, weapon)


@rule("C2.2/b1", "When ordnance fires", cites=("A9.2", "A8.1", "C5.2", "C5.6"))
def moment(look: Look, manned: Manned) -> When:
    """The fire counter that a shot leaves, and whether it is Intensive Fire.

    Once a phase, again after keeping its ROF, and once more by Intensive Fire. In the
    AFPh not after moving, but for LATW, and without ROF.

    Errors:
        Illegal: it may not fire (again).
    """
    unit, piece, weapon = manned
    thing = weapon or unit
    phase, fired = look.state.phase, thing.fired
    again = weapon is not None and weapon.rof
    if phase == "AFPh":
        return _late(look, manned, fired, again)
    mark: Fired = {"PFPh": "prep", "MPh": "first", "DFPh": "final"}.get(phase, "")  # type: ignore[assignment] # as the keys say
    if not mark:
        raise Illegal("A3", f"nothing fires in the {phase}")
    if weapon is not None and own_move(look, unit):
        return _bounding(look, manned, weapon)
    if phase == "MPh" and shots_left(look, thing.id) < 1:
        raise Illegal("A8.1", f"{thing.id} has fired once for each MF spent there")
    if not fired or again:
        _check_user(look, manned)
        return When(mark)
    if weapon is None or not piece.intensive or weapon.intensive:
        raise Illegal("A9.2", f"{thing.id} has fired and has no ROF left")
    if unit.pinned or (phase == "PFPh" and fired != "prep"):
        raise Illegal("C5.6", f"{thing.id} cannot use Intensive Fire now")
    return When("final" if phase != "PFPh" else "prep", rof=False, intensive=True)


def _bounding(look: Look, manned: Manned, weapon: Weapon) -> When:
    """A vehicle's fire in its own MPh, with ROF and no Intensive Fire (D3.3)."""
    check_bounding(look, manned.unit, weapon)
    return When("prep")


def _late(look: Look, manned: Manned, fired: Fired, again: bool) -> When:
    """Fire in the AFPh: Opportunity Fire as in the PFPh, other shots by Case B."""
    unit, piece, weapon = manned
    thing = weapon or unit
    if fired == "opportunity" or again:
        return When("prep", rof=fired == "opportunity" or again)
    if fired:
        raise Illegal("A7.24", f"{thing.id} has fired in this Player Turn")
    if unit.moved and piece.kind != "LATW" and not piece.mounted:
        raise Illegal("C5.2", f"{unit.id} has moved, and cannot fire {piece.name} now")
    _check_user(look, manned)
    return When("prep", rof=False)


def _check_user(look: Look, manned: Manned) -> None:
    """A squad uses one SW beside its own FP, smaller units one instead (A7.351)."""
    unit, _, weapon = manned
    if unit.vehicle is not None:
        return
    if weapon is None:
        if unit.fired in ("prep", "final"):
            raise Illegal("A7.351", f"{unit.id} has fired")
        return
    check_usage(look, Group((_firer(look, unit, weapon),)))


def _firer(look: Look, unit: Unit, weapon: Weapon) -> Firer:
    piece = look.world.counter(weapon.counter)
    return Firer(unit, piece, weapon)  # type: ignore[arg-type] # only ids count there


# -- where -------------------------------------------------------------------------


@rule("C9.2", "Where a mortar cannot fire from", cites=("B30.2",))
def check_place(look: Look, manned: Manned) -> None:
    """Raise Illegal for a mortar in a building or pillbox Location."""
    unit, piece, _ = manned
    if piece.kind != "MTR":
        return
    fort = look.state.fortifications.get(unit.inside)
    roofed = fort is not None and fort.kind in ("pillbox", "cave")
    if roofed or look.world.in_building(unit.location):
        raise Illegal("C9.2", "a mortar does not fire from under a roof")


def check_sight(look: Look, manned: Manned, order: Fire) -> None:
    """Raise Illegal unless the target is in range and LOS, or seen by a spotter.

    Errors:
        Illegal: too near or far (C9.1), no LOS (A6.1), outside a pillbox's CA (B30.2).
    """
    unit, piece, _ = manned
    if not order.target:
        raise Illegal("C3.3", "no target is named")
    if not reaches(look, piece, unit, order.target):
        number = "C9.1" if piece.kind == "MTR" else "C2.2"
        reach = f"{piece.min_range} to {piece.max_range or 'any'} hexes"
        raise Illegal(number, f"{piece.name} reaches {reach}")
    if order.spotter:
        check_spotter(look, manned, order)
    elif unit.location != order.target and not sees(look, unit.location, order.target):
        raise Illegal("A6.1", f"there is no LOS from {unit.location} to {order.target}")
    elif not arc_allows(look, unit, order.target):
        raise Illegal("B30.2", f"{order.target} is outside the CA of the pillbox")


@rule("C9.3", "Spotted fire", cites=("C9.1",))
def check_spotter(look: Look, manned: Manned, order: Fire) -> None:
    """Raise Illegal unless a mortar has a spotter who sees the target for it.

    A Good Order unit of its side, unpinned, that has not fired, in its Location or an
    ADJACENT one.
    """
    unit, piece, _ = manned
    eye = look.state.units.get(order.spotter)
    if piece.kind != "MTR":
        raise Illegal("C9.3", "only a mortar fires by a spotter")
    if eye is None or eye.side != unit.side or eye.id == unit.id:
        raise Illegal("C9.3", f"{order.spotter} is no spotter of yours")
    if not eye.good_order or eye.pinned or (eye.fired and not _spots(manned)):
        raise Illegal("C9.3", f"{eye.id} is pinned, has fired or is not in Good Order")
    if not adjacent(look, unit.location, eye.location):
        raise Illegal("C9.3", f"{eye.id} is not ADJACENT to the mortar")
    if not sees(look, eye.location, order.target):
        raise Illegal("C9.3", f"{eye.id} has no LOS to {order.target}")


def _spots(manned: Manned) -> bool:
    """Whether the mortar fires again by its ROF, for which its spotter goes on."""
    return manned.weapon is not None and manned.weapon.rof


@rule("C3.22", "A Gun turns its CA to fire", cites=("C5.1", "A9.21"))
def check_turn(look: Look, manned: Manned, turn: Turn) -> None:
    """Raise Illegal if a Gun would have to turn and may not.

    One in a pillbox never turns; one that does not turn freely not as it fires again
    by its ROF out of woods, a building or rubble.
    """
    unit, piece, weapon = manned
    if not turn.spines or weapon is None:
        return
    if piece.mounted:
        _check_vehicle_turn(look, manned)
        return
    fort = look.state.fortifications.get(unit.inside)
    if fort is not None and fort.kind in ("pillbox", "cave"):
        raise Illegal("C3.22", f"{piece.name} does not turn in a {fort.kind}")
    again = weapon.rof or weapon.fired
    if again and piece.turret == "NT" and tight(look, unit.location):
        raise Illegal("C3.22", f"{piece.name} has fired and keeps its CA here")


@rule("D3.51", "A vehicle turns to fire", cites=("C3.22", "D3.12"))
def _check_vehicle_turn(look: Look, manned: Manned) -> None:
    """Raise Illegal if a vehicle would have to turn itself and cannot.

    One without a turret changes its VCA only if it can move, and not in the MPh,
    where it spends MP for that.
    """
    unit, piece, _ = manned
    if turns_alone(look, manned):
        return
    if look.state.phase == "MPh" and look.state.side == unit.side:
        raise Illegal("D3.51", f"{unit.id} spends MP to turn its {piece.name}")
    if not mobile(unit):
        raise Illegal("D3.51", f"{unit.id} cannot turn")


def check_target(look: Look, side: Side, target: LocationName) -> None:
    """Raise Illegal if First Fire is not at what moves (A8.1)."""
    if look.state.phase != "MPh" or look.state.side == side:
        return
    movers = look.state.movers()
    if not movers or movers[0].location != target or movers[0].side == side:
        raise Illegal("A8.1", f"nothing spends MF in {target} now")


# -- the shot ----------------------------------------------------------------------


def _shot(
    look: Look,
    manned: Manned,
    when: When,
    order: Fire,
    ammo: Ammo,
    turn: Turn,
    kind: TargetType,
) -> ToHit:
    unit, piece, weapon = manned
    foreign = weapon is not None and captured(look, weapon, unit)
    firing = Firing(
        look,
        unit,
        piece,
        weapon,
        order.target,
        spines=turn.spines,
        intensive=when.intensive,
        spotted=bool(order.spotter),
        careful=_careful(look, manned, order),
        captured=foreign,
        tracks=order.tracks,
    )
    hexes = look.world.range(unit.location, order.target)
    red = red_numbers(look, piece, captured=foreign)
    limits = _limits(look, manned, when)
    return ToHit(
        side=unit.side,
        unit=unit.id,
        piece=piece,
        start=unit.location,
        target=order.target,
        type=kind,
        at=order.at,
        ammo=ammo,
        numbers=to_hit_number(look, piece, kind, hexes, ammo, red=red),
        mods=tuple(_mods(look, firing, order, kind)),
        aims=() if ammo in ("smoke", "WP") else _aims(look, unit, order, kind),
        fp=fp_of(look, piece, ammo, kind),
        rof=rof_of(look, unit, weapon) if weapon and when.rof else 0,
        breakdown=limits[0],
        removal=limits[1],
        depletion=piece.ammo.get(ammo, 0),
        mark=when.mark,
        ca=turn.ca if turn.spines else NO_CA,
        intensive=when.intensive,
        spotter=order.spotter,
        backblast=order.backblast and blasts(look, unit, piece),
        leaders=order.leaders,
    )


def _limits(look: Look, manned: Manned, when: When) -> tuple[int, int]:
    """The B# and X# of the shot; Intensive Fire makes the old B# an X# (C5.6)."""
    unit, piece, weapon = manned
    if weapon is None:
        return 0, 0
    down, removal = breakdown_of(look, unit, weapon)
    if when.intensive:
        return down - INTENSIVE, removal or piece.breakdown
    return down, removal


def _careful(look: Look, manned: Manned, order: Fire) -> bool:
    """Whether it must avoid backblast: under a roof, and the order does not bear it."""
    return blasts(look, manned.unit, manned.piece) and not order.backblast


def _mods(look: Look, firing: Firing, order: Fire, kind: TargetType) -> list[Mod]:
    """The DRM against whoever is in the Location."""
    unit, weapon, area = firing.unit, firing.weapon, kind == "area"
    start = _eyes(look, unit, order)
    enemy = other(unit.side)
    found = [
        *firer_drm(firing),
        *hindered(look, start, order.target),
        acquired(weapon, order.target, area=area),
        None
        if _either_moves(look, unit, order)
        else point_blank(look, unit.location, order.target, area=area),
        None if area else crowd(look, order.target, enemy),
    ]
    if order.leaders and not firing.piece.gun and weapon is not None:
        group = Group((_firer(look, unit, weapon),))
        found.append(direction(look, group, order.leaders))
    return [mod for mod in found if mod is not None]


def _either_moves(look: Look, unit: Unit, order: Fire) -> bool:
    """Whether Case L is out: of fire at, or by, a moving vehicle."""
    aimed = look.state.units.get(order.at)
    return moving_target(unit) or (aimed is not None and moving_target(aimed))


def _eyes(look: Look, unit: Unit, order: Fire) -> LocationName:
    """Where the LOS is from: the spotter's Location if there is one."""
    eye = look.state.units.get(order.spotter)
    return eye.location if eye else unit.location


def _aims(look: Look, unit: Unit, order: Fire, kind: TargetType) -> tuple[Aimed, ...]:
    """The targets of a shot: one alone for the Area and the Vehicle Target Type."""
    start, target = unit.location, order.target
    if kind == "area":
        return ()
    if kind == "vehicle":
        aimed = look.state.units[order.at]
        return (Aimed(aimed.id, vehicle_drm(look, aimed, start)),)
    fires_first = look.state.phase == "MPh" and look.state.side != unit.side
    move = look.state.move if fires_first else None
    there = targets(look, unit.side, target, move)
    found = [Aimed(u.id, own_drm(look, u, start, target, move)) for u in there]
    if move is None and look.state.suspects_at(target) and unit.side == "FRIENDLY":
        found.append(Aimed("", unknown_drm(look, start, target)))
    return tuple(found)


def targets(
    look: Look, side: Side, target: LocationName, move: Move | None
) -> Sequence[Unit]:
    """The Personnel that a shot can hit in a Location: of First Fire what moves."""
    there = [u for u in look.state.units_at(target, other(side)) if not u.vehicle]
    return [u for u in there if move is None or u.id in move.units]
