"""A7 and A9: a Fire order as an attack, or the rule that forbids it."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a04_movement.a04_6_ffmo_ffnam import motion_drm
from opfor.rules.a_infantry.a05_stacking import crowd_drm
from opfor.rules.a_infantry.a06_los import BLOCKED, clear_by_word, los_drm, no_los
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import (
    FAR,
    HALF,
    Factor,
    FireStatus,
    Share,
    area_factors,
    share_of,
)
from opfor.rules.a_infantry.a07_fire.a07_5_fire_groups import (
    alone,
    check_group,
    check_mandatory,
    direction,
    firer_drm,
    manned_by_one_hero,
    read_group,
)
from opfor.rules.a_infantry.a07_fire.a07_9_cowering import cowering
from opfor.rules.a_infantry.a07_fire.a07_52_drm import cover_of
from opfor.rules.a_infantry.a07_fire.a07_307_vulnerable import (
    check_harm,
    with_those_aboard,
)
from opfor.rules.a_infantry.a07_fire.attack import NO_COVER, Attack, Participant
from opfor.rules.a_infantry.a07_fire.fire_group import FireGroup
from opfor.rules.a_infantry.a07_fire.firer import Firer
from opfor.rules.a_infantry.a08_first_fire.a08_15_snap_shots import snap_hindrance
from opfor.rules.a_infantry.a09_machine_guns.a09_2_multiple_rof import rof_of
from opfor.rules.a_infantry.a09_machine_guns.a09_4_long_range import check_far
from opfor.rules.a_infantry.a09_machine_guns.a09_7_malfunction import breakdown_of
from opfor.rules.a_infantry.a09_machine_guns.a09_21_covered_arc import check_arc
from opfor.rules.a_infantry.a24_smoke.a24_8_fire_out_of_smoke import out_of_smoke
from opfor.rules.b_terrain.b30_pillboxes import arc_allows
from opfor.rules.c_ordnance.c06_target_drm.c06_4_bore_sighting import all_bored
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import shot_hindrance
from opfor.rules.d_vehicles.d03_fire.d03_3_machine_guns import (
    Way,
    check_mounts,
    standing_of,
)
from opfor.rules.d_vehicles.d03_fire.d03_5_mg_fire_together import check_crew
from opfor.rules.d_vehicles.d03_fire.d03_51_turret import turning_drm
from opfor.rules.e_miscellaneous.e03_weather import dim
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import GameView
from opfor.state.units import (
    LocationName,
    Side,
    Unit,
)

LEAST = Fraction(1)
"""FP below which there is no attack (A7.3)."""


class Muster(NamedTuple):
    """Who fires at a Location, and with how much: an attack without its DRM.

    Args:
        group: those who take part.
        states: how each of them may fire now.
        shares: what each adds.
        hindrance: the LOS Hindrance, the most of all.
        directed: the DRM of those who direct; None if nobody does.
    """

    group: FireGroup
    states: tuple[FireStatus, ...]
    shares: tuple[Share, ...]
    hindrance: int
    directed: Mod | None

    @property
    def fp(self) -> Fraction:
        """The sum of the FP."""
        return sum((share.fp for share in self.shares), start=Fraction(0))


def plan_attack(view: GameView, side: Side, order: Fire) -> Attack:
    """The attack that a Fire order makes of units and SW that fire on the IFT.

    Errors:
        Illegal: it breaks a rule.
    """
    key = "attack", side, order
    return view.world.once(view.state, key, lambda: _planned(view, side, order))


def _planned(view: GameView, side: Side, order: Fire) -> Attack:
    found = muster(view, side, order)
    attack = _attack_of(view, found[0], order, order.target)
    if order.second:
        second = _attack_of(view, found[1], order, order.second)
        attack = replace(attack, also=second)
    return attack


def muster(view: GameView, side: Side, order: Fire) -> list[Muster]:
    """Who fires at each Location that an order names, if they all may.

    Errors:
        Illegal: it breaks a rule.
    """
    # What is offered is rated, ordered, checked and carried out: one look is enough.
    key = "muster", side, order
    return view.world.once(view.state, key, lambda: _muster(view, side, order))


def _muster(view: GameView, side: Side, order: Fire) -> list[Muster]:
    # A7.1, A7.351: who may fire with what
    group = read_group(view, side, order)
    way: Way = "Snap Shot" if order.snap else "Fire Lane" if order.lane else ""
    check_crew(group.firers, order.leaders, way=way)
    # A7.5: as one fire group
    check_group(view, group, order)
    # A7.24: by fire counter and phase
    states = tuple(standing_of(view, firer) for firer in group.firers)
    # A7.55: those of one Location together
    check_mandatory(view, group, order.target)
    targets = (order.target, order.second) if order.second else (order.target,)
    return [_muster_at(view, group, states, order, target) for target in targets]


def _muster_at(
    view: GameView,
    group: FireGroup,
    states: tuple[FireStatus, ...],
    order: Fire,
    target: LocationName,
) -> Muster:
    side = group.firers[0].unit.side
    move = _move_at(view, side, target)
    named = with_those_aboard(view, move.units) if move else ()
    if not order.mol:  # which burn an AFV (A22.34)
        check_harm(view, side, target, named)
    # A6.1: LOS from every Location, the most Hindrance of all
    viewers = {firer.unit.location: firer.unit for firer in group.firers}
    hinder = max(_los(view, u, target, snap=order.snap) for u in viewers.values())
    # A7.2: the FP of each
    shares = tuple(_shares(view, group, states, order, target))
    # A7.53: who directs it
    directed = direction(view, group, order.leaders)
    found = Muster(group, states, shares, hinder, directed)
    # A7.3: less than one FP is no attack
    if found.fp < LEAST:
        raise Illegal("A7.3", f"{float(found.fp):g} FP are less than one")
    check_far(view, group, target, directed)
    return found


@rule("A7.4", "Targets of fire", cites=("A6.1", "A7.25", "A8.4"))
def _attack_of(
    view: GameView, found: Muster, order: Fire, target: LocationName
) -> Attack:
    """The attack of a group on one Location in its LOS.

    It attacks all units there, friend and foe, but for First Fire, which attacks only
    what moves, and for fire within a Location, which attacks only enemies.
    """
    group, hinder = found.group, found.hindrance
    side, froms = group.firers[0].unit.side, group.froms
    move = _move_at(view, side, target)
    targets = with_those_aboard(view, move.units) if move else ()
    # A7.52: the TEM, or Height Advantage
    cover = cover_of(view, froms, target, move, side=other(side))
    if order.snap:
        cover, move = NO_COVER, None
    # A6.7: Hindrance, and DRM of firers
    mods = los_drm(view, hinder, froms, target)
    mods += dim(view, froms, target)
    open_ = not mods and cover.value <= 0
    mods += clear_by_word(view, hinder, froms, target)
    mods += out_of_smoke(view, *froms)
    mods += [found.directed] if found.directed else []
    mods += firer_drm(view, group, order.leaders)
    mods += turning_drm(view, group.firers, target)
    mods += all_bored(view, [firer.weapon for firer in group.firers], target)
    if manned_by_one_hero(view, group):
        mods.append(Mod("a hero alone at a SW", 1, "A15.23"))
    mods += crowd_drm(view, other(side), target)
    return Attack(
        side=side,
        target=target,
        fp=found.fp,
        mods=tuple(mods),
        cover=cover,
        motion=tuple(motion_drm(view, target, move, open_=open_)),
        froms=froms,
        shares=found.shares,
        arms=_arms(view, group, found.states),
        leaders=order.leaders,
        sheltered=not order.snap,
        cowers=0 if found.directed else cowering(view, group),
        far=any(view.world.range(at, target) > FAR for at in froms),
        targets=targets,
    )


def _los(view: GameView, unit: Unit, target: LocationName, *, snap: bool) -> int:
    """The Hindrance for one of a Location's firers; of a Snap Shot to the hexside."""
    if not target:
        raise Illegal("A7.4", "no target is named")
    if snap:
        return snap_hindrance(view, unit.location, target)
    found = shot_hindrance(view, unit, target)
    if found == BLOCKED:
        raise no_los(view, unit.location, target)
    return found


def _move_at(view: GameView, side: Side, target: LocationName) -> Move | None:
    """The move in hand, if it is what First Fire attacks in that Location."""
    movers = view.state.movers()
    if view.state.phase != "MPh" or not movers or movers[0].location != target:
        return None
    if movers[0].side == side:
        return None
    return view.state.move


# -- FP ----------------------------------------------------------------------------


def _shares(
    view: GameView,
    group: FireGroup,
    states: Sequence[FireStatus],
    order: Fire,
    target: LocationName,
) -> list[Share]:
    shares = []
    check_mounts(view, group.firers, target)
    for firer, state in zip(group.firers, states, strict=True):
        lone = alone(view, group, firer)

        def make(
            firer: Firer = firer, state: FireStatus = state, lone: bool = lone
        ) -> Share:
            return _share(view, firer, state, order, target, lone=lone)

        # The same alone, with others of its Location, and with those of the next.
        key = "share", firer.thing.id, target, lone, bool(order.second), order.snap
        shares.append(view.world.once(view.state, key, make))
    return shares


def _share(
    view: GameView,
    firer: Firer,
    state: FireStatus,
    order: Fire,
    target: LocationName,
    *,
    lone: bool,
) -> Share:
    factors = _factors(view, firer, state, order, lone=lone)
    _check_reach(view, firer, state, target)
    if not arc_allows(view, firer.unit, target):
        raise Illegal("B30.2", f"{firer.unit.id} cannot fire there from inside")
    check_arc(view, firer, target)
    share = share_of(view, firer, target, factors)
    if share is None:
        raise Illegal("A7.22", f"{target} is out of range of {firer.thing.id}")
    return share


def _factors(
    view: GameView, firer: Firer, state: FireStatus, order: Fire, *, lone: bool
) -> list[Factor]:
    found = [*state.factors]
    found += area_factors(view, firer, alone=lone)
    if order.second:
        found.append((HALF, "Spraying Fire"))
    if order.snap:
        found.append((HALF, "Snap Shot"))
    if view.state.move and view.state.move.dash and view.state.phase == "MPh":
        found.append((HALF, "Dash"))
    return found


def _check_reach(
    view: GameView, firer: Firer, state: FireStatus, target: LocationName
) -> None:
    hexes = view.world.range(firer.unit.location, target)
    if 0 <= state.reach < hexes:
        raise Illegal("A8.4", f"{firer.thing.id} has fired; {target} is not adjacent")
    berserk = firer.unit.berserk and firer.unit.location != target
    if berserk and view.state.phase == "AFPh":
        raise Illegal("A15.43", f"{firer.unit.id} is berserk")


# -- what becomes of the firers ----------------------------------------------------


def _arms(
    view: GameView, group: FireGroup, states: Sequence[FireStatus]
) -> tuple[Participant, ...]:
    found = []
    for firer, state in zip(group.firers, states, strict=True):
        mark = state.mark
        weapon = firer.weapon
        if weapon is None:
            found.append(Participant(firer.unit.id, mark))
            continue
        rof = rof_of(view, firer.unit, weapon) if state.rof else 0
        limits = breakdown_of(view, firer.unit, weapon, sustained=state.sustained)
        found.append(Participant(weapon.id, mark, rof, *limits))
    marks = {arm.mark for arm in found}
    mark = found[0].mark if len(marks) == 1 else "first"
    return (*found, *(Participant(helper.id, mark) for helper in group.helpers))
