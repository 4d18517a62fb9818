"""C10 in play: Guns are hooked up, limbered and pushed."""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    end_all,
    end_move_if_done,
)
from opfor.rules.a_infantry.a04_movement.a04_11_allotment import stack_mf
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.c_ordnance.c06_target_drm.c06_5_acquisition import follow
from opfor.rules.c_ordnance.c10_moving_guns.c10_2_by_hand import (
    limbering,
    manhandle,
    pushing,
)
from opfor.rules.c_ordnance.c10_moving_guns.c10_11_towing import (
    Hitch,
    gun_of,
    hooking,
    uprooted,
)
from opfor.rules.c_ordnance.c10_moving_guns.c10_12_unhooking import unhooking
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.vehicle_orders import HookUp, Limber, Push
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import changed, state_of
from opfor.rules.d_vehicles.d06_passengers.d06_4_passengers import load_of, room
from opfor.rules.orders.infantry.a03_3_move import seen_moving
from opfor.rules.orders.infantry.s08_p14_activated_fire import fired_at
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.vehicles.d02_spend_mp import drivers, sets_out, spend_mp
from opfor.rules.orders.verbs import CARRIER, GUN, TO, UNITS, Verb
from opfor.state.events import MoveChanged, Moved, UnitChanged, WeaponChanged
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, Side, Unit, Weapon

# -- hooking up --------------------------------------------------------------------


def offer_hook(view: GameView, side: Side) -> Iterator[Offer]:
    """Each vehicle with each Gun in its hex, or the one that it tows."""
    guns = [weapon for weapon in view.state.weapons.values() if weapon.gun is not None]
    for carrier in drivers(view, side) if guns else ():
        for weapon in guns:
            order = HookUp(carrier.id, weapon.id)
            if allows(view, side, order, check_hook):
                tows = state_of(carrier).towing == weapon.id
                label = f"{carrier.id} {'unhooks' if tows else 'hooks up'} {weapon.id}"
                yield Offer(order, label, (carrier.location,))


def check_hook(view: GameView, side: Side, order: HookUp) -> Hitch:
    """What is done; Illegal if a rule forbids it."""
    carrier = view.state.units.get(order.vehicle)
    tows = carrier is not None and state_of(carrier).towing == order.weapon
    return (unhooking if tows else hooking)(view, side, order)


def do_hook(play: Play, side: Side, order: HookUp) -> None:
    """Hook the Gun up, or unhook it; all who do so are TI (C10.11)."""
    found = check_hook(play, side, order)
    carrier = play.state.units[order.vehicle]
    # D14.23: without a radio it takes a NTC
    if not sets_out(play, carrier):
        return
    if state_of(carrier).towing:
        _unhook(play, carrier, found)
    else:
        _hook_up(play, carrier, found)
    carrier = play.state.units[carrier.id]
    # C10.11: all who do so are TI
    spend_mp(play, replace(carrier, ti=True), found.move, fact("is_ti"))


def _hook_up(play: Play, carrier: Unit, found: Hitch) -> None:
    """The Gun is the vehicle's for now; its crew gets aboard where there is room."""
    towed = replace(uprooted(found.weapon, limbered=True), owner=carrier.id)
    play.emit(WeaponChanged(towed, fact("in_tow_of", carrier=carrier.id)))
    changed(play, carrier, fact("tows", gun=towed.id), towing=towed.id)
    crew = found.crew
    if crew is None:
        return
    fits = load_of(play, crew) <= room(play, carrier, rides=False)
    busy = replace(crew, ti=True, moved=True, aboard=carrier.id if fits else "")
    play.emit(
        UnitChanged(
            busy, fact("gets_aboard_ti", carrier=carrier.id) if fits else fact("ti")
        )
    )


def _unhook(play: Play, carrier: Unit, found: Hitch) -> None:
    """The Gun stands in the hex, with its crew; what has QSU is ready."""
    piece, crew = gun_of(play, found.weapon), found.crew
    ready = piece is not None and piece.qsu
    loose = uprooted(found.weapon, limbered=not ready)
    owner, at = (crew.id, OFFBOARD) if crew else ("", carrier.location)
    gun = loose.gun and replace(loose.gun, ca=state_of(carrier).vca)
    stands = replace(loose, owner=owner, location=at, gun=gun)
    play.emit(WeaponChanged(stands, fact("unhooked_from", carrier=carrier.id)))
    changed(play, carrier, fact("unhooks", gun=loose.id), towing="")
    if crew is not None:
        busy = replace(crew, ti=True, moved=True, aboard="", rides=False)
        play.emit(UnitChanged(busy, fact("mans_ti", gun=loose.id)))


# -- limbering ---------------------------------------------------------------------


def offer_limber(view: GameView, side: Side) -> Iterator[Offer]:
    """Each manned Gun without QSU, limbered or not."""
    for weapon in view.state.weapons.values():
        if weapon.gun is None:
            continue
        order = Limber(weapon.id, not weapon.gun.limbered)
        if allows(view, side, order, check_limber):
            what = "limbers" if order.limber else "unlimbers"
            at = view.state.units[weapon.owner].location
            yield Offer(order, f"{weapon.owner} {what} {weapon.id}, TI", (at,))


def check_limber(view: GameView, side: Side, order: Limber) -> Weapon:
    """The Gun; Illegal if a rule forbids it."""
    return limbering(view, side, order)


def do_limber(play: Play, side: Side, order: Limber) -> None:
    """Limber or unlimber it; its crew is TI."""
    weapon = check_limber(play, side, order)
    done = uprooted(weapon, limbered=order.limber)
    play.emit(
        WeaponChanged(done, fact("limbered") if order.limber else fact("unlimbered"))
    )
    crew = play.state.units[weapon.owner]
    play.emit(UnitChanged(replace(crew, ti=True), fact("ti")))
    lose_by(play, crew.id, "other action")


# -- by hand -----------------------------------------------------------------------


def offer_push(view: GameView, side: Side) -> Iterator[Offer]:
    """Each manned Gun into each adjacent hex, by its crew alone."""
    for weapon in view.state.weapons.values():
        crew = view.state.units.get(weapon.owner)
        if weapon.gun is None or crew is None or not crew.location or crew.vehicle:
            continue
        for to, _ in view.world.ways(crew.location):
            order = Push((crew.id,), weapon.id, to)
            if allows(view, side, order, check_push):
                yield Offer(order, f"{crew.id} pushes {weapon.id} into {to}", (to,))


def check_push(view: GameView, side: Side, order: Push) -> Unit:
    """The crew; Illegal if a rule forbids it."""
    return pushing(view, side, order)


def do_push(play: Play, side: Side, order: Push) -> None:
    """Push it, and be fired at in Hazardous Movement wherever it then is."""
    crew = check_push(play, side, order)
    end_all(play)
    weapon = play.state.weapons[order.weapon]
    limbered = weapon.gun is not None and weapon.gun.limbered
    play.emit(WeaponChanged(uprooted(weapon, limbered=limbered), fact("is_pushed")))
    # C10.3: who pushes is TI, in Hazardous Movement (A4.62)
    for id_ in order.units:
        busy = replace(play.state.units[id_], ti=True, hazardous=True)
        play.emit(UnitChanged(busy, fact("pushes_a_gun_ti")))
    move = _move(play, order)
    # C10.3: the Manhandling DR
    if manhandle(play, crew, weapon):
        side_ = play.world.side_between(order.to, crew.location)
        play.emit(Moved(order.to, replace(move, steps=1, entry_side=side_)))
        # C6.51: who had acquired the Gun keeps it
        follow(play, crew.location, order.to)
    else:
        play.emit(MoveChanged(move))
    # A12.14, A8.1: it is seen, and the DEFENDER may fire
    seen_moving(play)
    fired_at(play, side)
    end_move_if_done(play)


def _move(view: GameView, order: Push) -> Move:
    """All MF of those who push, spent at once."""
    units = [view.state.units[id_] for id_ in order.units]
    whole = max(stack_mf(view, units), MF)
    return Move(
        units=tuple(order.units),
        allotment=whole,
        spent=whole,
        here=whole,
        hazardous=True,
        stopped=True,
    )


# -- the orders --------------------------------------------------------------------

HOOK = OrderKind(
    order=HookUp,
    rule="C10.1",
    when=(When("MPh", ATTACKER, 250),),
    offer=offer_hook,
    check=check_hook,
    do=do_hook,
    label="Hook",
    verbs={"hook": Verb((CARRIER, GUN), "hook a Gun up, or unhook the one in tow")},
    listed=330,
)

LIMBER = OrderKind(
    order=Limber,
    rule="C10.2",
    when=(When("PFPh", ATTACKER, 100, minor=True),),
    offer=offer_limber,
    check=check_limber,
    do=do_limber,
    label="Limber",
    verbs={
        "limber": Verb((GUN,), "limber a Gun"),
        "unlimber": Verb((GUN,), "unlimber a Gun", fixed={"limber": False}),
    },
    listed=340,
)

PUSH = OrderKind(
    order=Push,
    rule="C10.3",
    when=(When("MPh", ATTACKER, 260, minor=True),),
    offer=offer_push,
    check=check_push,
    do=do_push,
    label="Push",
    verbs={"push": Verb((UNITS, GUN, TO), "push a Gun into the next hex")},
    listed=350,
)
