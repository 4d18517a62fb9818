"""C3.33: a Fire order of ordnance as a `ToHit`, or what forbids it."""

from collections.abc import Sequence

from opfor.core.errors import Illegal
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import known_to_other_side
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a07_fire.a07_5_fire_groups import direction
from opfor.rules.a_infantry.a07_fire.fire_group import FireGroup
from opfor.rules.a_infantry.a09_machine_guns.a09_2_multiple_rof import rof_of
from opfor.rules.a_infantry.a09_machine_guns.a09_7_malfunction import breakdown_of
from opfor.rules.a_infantry.a09_machine_guns.a09_61_against_armor import (
    bullets,
    check_bullets,
)
from opfor.rules.a_infantry.a11_close_combat.a11_7_vehicles_in_melee import check_beset
from opfor.rules.a_infantry.a20_prisoners.a20_5_guards import shot_as
from opfor.rules.a_infantry.a21_captured_equipment.a21_1_captured_weapons import (
    captured,
)
from opfor.rules.c_ordnance.c02_ordnance.c02_2_b1_rate_of_fire import When, moment
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import ordnance
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import GunTurn
from opfor.rules.c_ordnance.c03_to_hit.c03_22_field_of_fire import (
    check_sight,
    check_target,
    turn_for,
)
from opfor.rules.c_ordnance.c03_to_hit.c03_31_vehicle_target_type import check_vehicle
from opfor.rules.c_ordnance.c03_to_hit.firer import (
    INTENSIVE,
    Manned,
    as_firer,
    read_firer,
)
from opfor.rules.c_ordnance.c03_to_hit.to_hit import Aimed, TargetType, ToHit
from opfor.rules.c_ordnance.c04_to_hit_numbers import red_numbers, to_hit_number
from opfor.rules.c_ordnance.c05_firer_drm import UNSTEADY, Firing, firer_drm
from opfor.rules.c_ordnance.c06_target_drm.c06_1_target_drm import (
    crowd,
    own_drm,
    unknown_drm,
)
from opfor.rules.c_ordnance.c06_target_drm.c06_3_point_blank import point_blank
from opfor.rules.c_ordnance.c06_target_drm.c06_4_bore_sighting import bored
from opfor.rules.c_ordnance.c06_target_drm.c06_5_acquisition import acquired, whole_hex
from opfor.rules.c_ordnance.c06_target_drm.c06_9_los_hindrance import hindered
from opfor.rules.c_ordnance.c06_target_drm.c06_11_vehicle_target_drm import (
    in_motion,
    vehicle_drm,
)
from opfor.rules.c_ordnance.c08_ammunition.c08_3_ammunition import (
    SMOKES,
    check_heat,
    fp_of,
    load,
)
from opfor.rules.c_ordnance.c08_ammunition.c08_9_depletion import Ammo
from opfor.rules.c_ordnance.c09_mortars import check_place
from opfor.rules.c_ordnance.c13_light_at_weapons.c13_8_backblast import blasts
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import (
    at_corner,
    shot_hindrance,
)
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import NO_CA, LocationName, Side, Unit, Weapon


def is_to_hit(view: GameView, order: Fire) -> bool:
    """Whether a Fire order is one of ordnance, which needs a To Hit DR."""
    if order.ammo in ("PF", "PFk"):
        return True
    if order.ammo == "IFE":
        return False
    weapons = [view.state.weapons.get(id_) for id_ in order.firers]
    if order.at and any(weapon and bullets(view, weapon) for weapon in weapons):
        return True
    return any(weapon and ordnance(view, weapon) for weapon in weapons)


def plan_shot(
    view: GameView, side: Side, order: Fire, *, activated: bool = False
) -> ToHit:
    """The shot that a Fire order makes of one piece of ordnance.

    Args:
        view: the game.
        side: whose order it is.
        order: the order.
        activated: it is the attack of what was just Activated (S5.3), which needs no
            moment for First Fire.

    Errors:
        Illegal: it breaks a rule.
    """
    # What is offered is rated, checked and carried out: one look is enough.
    key = "shot", side, order, activated
    return view.world.once(
        view.state, key, lambda: _make_plan(view, side, order, activated=activated)
    )


@rule("C3.33", "Area Target Type", cites=("C3.2", "C3.32", "C9.1"))
def _make_plan(view: GameView, side: Side, order: Fire, *, activated: bool) -> ToHit:
    """The shot as the rules plan it, and its Target Type.

    Mortars and SMOKE use the Area Target Type, others may; of these only mortars keep
    their ROF with it.
    Reading: D-140 it hits the Location that is named.
    """
    manned = read_firer(view, side, order)
    # C2.2/b1: when it fires; C8: what it fires
    when = When("first") if activated else moment(view, manned)
    unit, piece, weapon = manned
    ammo = load(piece, weapon, order.ammo, at_vehicle=bool(order.at))
    area = ammo in SMOKES or piece.kind == "MTR" or order.area
    # C3.2, A6: from where, in its LOS and CA
    check_place(view, manned)
    check_sight(view, manned, order)
    turn = turn_for(view, manned, order.target)
    # A7.4: at what
    check_target(view, side, order.target)
    check_beset(view, unit, order.target)
    # C3.31 to C3.33: the Target Type
    if order.at:
        check_vehicle(view, side, order, area=area)
        check_bullets(view, *manned, aimed=view.state.units[order.at])
        return _shot(view, manned, when, order, ammo, turn, "vehicle")
    if ammo in ("APCR", "APDS"):
        raise Illegal("C8.1", f"{ammo} is fired at vehicles")
    if ammo == "HEAT":
        check_heat(view, unit, order.target)
    return _shot(view, manned, when, order, ammo, turn, "area" if area else "infantry")


# -- the shot ----------------------------------------------------------------------


def _shot(
    view: GameView,
    manned: Manned,
    when: When,
    order: Fire,
    ammo: Ammo,
    turn: GunTurn,
    kind: TargetType,
) -> ToHit:
    unit, piece, weapon = manned
    foreign = weapon is not None and captured(view, weapon, unit)
    firing = Firing(
        view,
        unit,
        piece,
        weapon,
        order.target,
        spines=turn.spines,
        intensive=when.intensive,
        spotted=bool(order.spotter),
        careful=_careful(view, manned, order),
        captured=foreign,
        tracks=order.tracks,
    )
    # C4.1: its To Hit number
    hexes = view.world.range(unit.location, order.target)
    red = red_numbers(view, piece, captured=foreign)
    limits = _limits(view, manned, when)
    mods = tuple(_mods(view, firing, order, kind))
    return ToHit(
        side=unit.side,
        unit=unit.id,
        piece=piece,
        start=unit.location,
        target=order.target,
        type=kind,
        at=order.at,
        ammo=ammo,
        numbers=to_hit_number(view, piece, kind, hexes, ammo, red=red),
        mods=mods,
        # C5.34: Case C4 of a gun that is not stabilized
        unsteady=UNSTEADY in mods,
        aims=() if ammo in SMOKES else _aims(view, firing, order, kind),
        fp=fp_of(view, piece, ammo, kind),
        rof=_rof(view, manned, when, kind),
        breakdown=limits[0],
        removal=limits[1],
        depletion=piece.ammo.get(ammo, 0),
        mark=when.mark,
        ca=turn.ca if turn.spines else NO_CA,
        intensive=when.intensive,
        spotter=order.spotter,
        backblast=order.backblast and blasts(view, unit, piece),
        leaders=order.leaders,
    )


def _rof(view: GameView, manned: Manned, when: When, kind: TargetType) -> int:
    """The ROF number; none for what is no mortar with the Area Target Type."""
    unit, piece, weapon = manned
    if weapon is None or not when.rof or (kind == "area" and piece.kind != "MTR"):
        return 0
    return rof_of(view, unit, weapon)


def _limits(view: GameView, manned: Manned, when: When) -> tuple[int, int]:
    """The B# and X# of the shot; Intensive Fire makes the old B# an X# (C5.6)."""
    unit, piece, weapon = manned
    if weapon is None:
        return 0, 0
    down, removal = breakdown_of(view, unit, weapon)
    if when.intensive:
        return down - INTENSIVE, removal or piece.breakdown
    return down, removal


def _careful(view: GameView, manned: Manned, order: Fire) -> bool:
    """Whether it must avoid backblast: under a roof, and the order does not bear it."""
    return blasts(view, manned.unit, manned.piece) and not order.backblast


def _mods(view: GameView, firing: Firing, order: Fire, kind: TargetType) -> list[Mod]:
    """The DRM against whoever is in the Location."""
    unit, weapon, area = firing.unit, firing.weapon, kind == "area"
    start = _eyes(view, unit, order)
    enemy = other(unit.side)
    drm = shot_hindrance(
        view,
        view.state.units.get(order.spotter, unit),
        order.target,
        view.state.units.get(order.at),
    )
    aimed = view.state.units.get(order.at)
    motion = in_motion(unit) or (aimed is not None and in_motion(aimed))
    found = [
        *firer_drm(firing),
        *hindered(view, drm, start, order.target),
        known_ground(view, weapon, order.target, area=area),
        point_blank(view, unit.location, order.target, area=area, motion=motion),
        None if area else crowd(view, order.target, enemy),
    ]
    if order.leaders and not firing.piece.gun and weapon is not None:
        group = FireGroup((as_firer(view, unit, weapon),))
        found.append(direction(view, group, order.leaders))
    return [mod for mod in found if mod is not None]


def _eyes(view: GameView, unit: Unit, order: Fire) -> LocationName:
    """Where the LOS is from: the spotter's Location if there is one."""
    eye = view.state.units.get(order.spotter)
    return eye.location if eye else unit.location


def _aims(
    view: GameView, firing: Firing, order: Fire, kind: TargetType
) -> tuple[Aimed, ...]:
    """The targets of a shot: one alone for the Area and the Vehicle Target Type."""
    unit, target = firing.unit, order.target
    start = unit.location
    if kind == "area":
        return ()
    if kind == "vehicle":
        aimed = view.state.units[order.at]
        mods = (*vehicle_drm(view, aimed, start), *_acquired(firing, aimed))
        return (Aimed(aimed.id, mods),)
    fires_first = view.state.phase == "MPh" and view.state.side != unit.side
    move = view.state.move if fires_first else None
    there = targets(view, unit.side, target, move)
    # C6.14: what denies Open Ground lies in the LOS of the shot, from a corner too
    los = shot_hindrance(view, unit, target) if at_corner(unit) else None

    def own(u: Unit) -> tuple[Mod, ...]:
        mods = own_drm(view, u, start, target, move, los=los)
        return (*mods, *_acquired(firing, u))

    found = [Aimed(u.id, own(u)) for u in there]
    unknown = view.state.suspects_at(target)
    if move is not None:
        unknown = view.state.moving_suspects()
    if unknown and unit.side == "FRIENDLY":
        found.append(Aimed("", unknown_drm(view, start, target, move, los=los)))
    return tuple(found)


def known_ground(
    view: GameView, weapon: Weapon | None, target: LocationName, *, area: bool
) -> Mod | None:
    """Case M, or Case N where it is of the whole hex."""
    if mod := bored(view, weapon, target):
        return mod
    return acquired(weapon, target, area=area) if whole_hex(weapon) else None


def _acquired(firing: Firing, unit: Unit) -> tuple[Mod, ...]:
    """Case N against one that is Known, unless Case M or N holds for the whole hex."""
    if bored(firing.view, firing.weapon, firing.target):
        return ()
    mod = acquired(firing.weapon, firing.target, area=False)
    if mod is None or whole_hex(firing.weapon) or not known_to_other_side(unit):
        return ()
    return (mod,)


def targets(
    view: GameView, side: Side, target: LocationName, move: Move | None
) -> Sequence[Unit]:
    """The Personnel that a shot can hit in a Location: of First Fire what moves."""
    there = [u for u in view.state.units_at(target) if not u.vehicle]
    return [
        unit
        for unit in there
        if shot_as(view, unit) != side and (move is None or unit.id in move.units)
    ]
