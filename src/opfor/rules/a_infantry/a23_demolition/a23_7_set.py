"""A23.7: Demolition Charges that are set beforehand, and fired from afar (D-211)."""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.dice import Rolled
from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a07_fire.a07_1_fire_attacks import able
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import Share, standing
from opfor.rules.a_infantry.a07_fire.a07_5_fire_groups import check_guard
from opfor.rules.a_infantry.a07_fire.attack import Attack, Participant, fp_attack
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.a_infantry.a22_ft_and_mol.a22_1_flamethrower import moving_in
from opfor.rules.a_infantry.a23_demolition.a23_1_placed import DUD, UNFAMILIAR, trained
from opfor.rules.a_infantry.a23_demolition.a23_6_thrown import charge
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.orders import Fire, SetCharge
from opfor.state.events import MarkerAdded, MarkerRemoved, UnitChanged, WeaponRemoved
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import Marker, Side, Unit

FP, DRM = 36, -3


# -- setting it --------------------------------------------------------------------


@rule("A23.7", "A set DC", cites=("A4.8",))
def check_set_charge(view: GameView, side: Side, order: SetCharge) -> Unit:
    """Good Order Infantry may set its DC where it is instead of firing and moving.

    Reading: D-211.

    Errors:
        Illegal: it cannot.
    """
    weapon = view.state.weapons.get(order.weapon)
    unit = view.state.units.get(weapon.owner) if weapon else None
    if weapon is None or charge(view, weapon) is None:
        raise Illegal("A23.7", f"{order.weapon} is no DC")
    if unit is None or unit.side != side or not unit.location:
        raise Illegal("A23.7", f"you have no DC {order.weapon} on the map")
    if not unit.good_order or unit.pinned or unit.ti or unit.fired:
        raise Illegal("A23.7", f"{unit.id} cannot set a DC now")
    return unit


def offer_set_charge(view: GameView, side: Side) -> Iterator[Offer]:
    """Each DC that could be set."""
    for weapon in view.state.weapons.values():
        unit = view.state.units.get(weapon.owner)
        if unit is None or unit.side != side or charge(view, weapon) is None:
            continue
        order = SetCharge(weapon.id)
        if allows(view, side, order, check_set_charge):
            yield Offer(order, f"{unit.id} sets {weapon.id} here", (unit.location,))


def do_set_charge(play: Play, side: Side, order: SetCharge) -> None:
    """The unit is TI, and sets the DC as the Player Turn ends."""
    unit = check_set_charge(play, side, order)
    after = replace(unit, ti=True, deeds=(*unit.deeds, "sets DC"))
    play.emit(UnitChanged(after, fact("sets_a_dc_ti")))
    lose_by(play, unit.id, "other action")


@rule("A23.7/end", "A DC that is being set lies ready", cites=("A23.7",))
def lies_ready(play: Play) -> None:
    """As the Player Turn ends the DC is set, if its user is still in Good Order."""
    for unit in list(play.state.units.values()):
        if not unit.did("sets DC") or not unit.good_order:
            continue
        dcs = [w for w in play.state.weapons_of(unit.id) if charge(play, w)]
        if not dcs:
            continue
        play.emit(WeaponRemoved(dcs[0].id, fact("is_set")))
        id_ = fresh_id(play.state, "charge")
        ready = Marker(id=id_, kind="DC", location=unit.location, side=unit.side, fp=FP)
        play.emit(MarkerAdded(ready))


# -- firing it ---------------------------------------------------------------------


def is_set(view: GameView, order: Fire) -> bool:
    """Whether an order fires a set DC."""
    return any(id_ in view.state.markers for id_ in order.firers)


@rule("A23.7/fire", "A set DC goes off", cites=("A23.7", "A7.1"))
def plan_set(view: GameView, side: Side, order: Fire) -> Attack:
    """36 FP, -3 and no TEM at everybody in the Location, in any fire phase.

    An unpinned unit of the side with LOS to it fires it in place of its own FP.

    Errors:
        Illegal: it cannot.
    """
    markers = [i for i in order.firers if i in view.state.markers]
    units = [i for i in order.firers if i in view.state.units]
    if len(order.firers) != 2 or not markers or not units or order.leaders:
        raise Illegal("A23.7", "name one unit and the DC that it fires")
    marker, unit = view.state.markers[markers[0]], view.state.units[units[0]]
    if marker.kind != "DC" or marker.fp != FP or marker.side != side:
        raise Illegal("A23.7", f"{marker.id} is no set DC of yours")
    if marker.location != order.target:
        raise Illegal("A23.7", f"{marker.id} lies in {marker.location}")
    when = _may_fire(view, side, unit, order)
    made = fp_attack(
        view,
        side,
        order.target,
        FP,
        source="DC",
        mods=[Mod("set DC", DRM, "A23.7")],
        tem=False,
        targets=moving_in(view, order.target) or _friends(view, side, order),
    )
    share = Share(unit.id, "set DC", made.fp, str(FP), marker.id)
    dud = DUD - UNFAMILIAR * (not trained(view, unit))
    return replace(made, arms=(when,), shares=(share,), dud=dud)


def _may_fire(view: GameView, side: Side, unit: Unit, order: Fire) -> Participant:
    """The unit as it fires the DC, if it may now."""
    if unit.side != side or not unit.good_order or unit.pinned:
        raise Illegal("A23.7", f"{unit.id} cannot fire a DC")
    if bar := able(view, unit):
        raise Illegal("A7.1", bar)
    check_guard(view, unit, order.target, weapon=True)
    when = standing(view, unit)
    if when.sustained:
        raise Illegal("A23.7", f"{unit.id} has fired")
    if unit.location == order.target or not sees(view, unit.location, order.target):
        raise Illegal("A23.7", f"{unit.id} does not see {order.target} from outside")
    return Participant(unit.id, when.mark)


def _friends(view: GameView, side: Side, order: Fire) -> tuple[str, ...]:
    """Everybody in the Location by name if friends are among them; nobody if not."""
    there = view.state.units_at(order.target)
    own = any(unit.side == side for unit in there)
    return tuple(unit.id for unit in there) if own else ()


def firings(view: GameView, side: Side) -> Iterator[Offer]:
    """Each set DC, by each unit that could fire it, where an enemy may be."""
    dcs = [m for m in view.state.markers.values() if m.kind == "DC" and m.fp == FP]
    for marker in dcs:
        for unit in view.state.units.values() if marker.side == side else ():
            if unit.side != side:
                continue
            order = Fire((unit.id, marker.id), marker.location)
            try:
                plan_set(view, side, order)
            except Illegal:
                continue
            label = f"{unit.id} fires {marker.id} in {marker.location} ({FP} FP)"
            yield Offer(order, label, (marker.location, unit.location))


def spent(play: Play, made: Attack, _rolled: Rolled | None) -> None:
    """The DC is gone."""
    play.emit(MarkerRemoved(made.shares[0].weapon, fact("goes_off")))
