"""D2 in play: the orders of the MPh for vehicles, and what follows from each.

What Infantry does in `a04_move.py` vehicles do here: every MP spent is told, may be
fired at, and may Activate S?.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.errors import Illegal
from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.geo.terrain_chart import MF, mf
from opfor.rules.a_infantry.a02_entry_and_exit import OWN_EDGE, leave_map, may_exit
from opfor.rules.a_infantry.a04_movement.steps import end_all, end_move_if_done
from opfor.rules.a_infantry.a07_fire.vulnerable import with_those_aboard
from opfor.rules.a_infantry.a11_close_combat.melee import set_free
from opfor.rules.a_infantry.a26_victory.victory_points import exit_points
from opfor.rules.c_ordnance.c03_to_hit.covered_arc import inward, spine_name
from opfor.rules.c_ordnance.c06_acquisition import lose_aim
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.vehicle_orders import (
    Delay,
    DriveOrder,
    StartUp,
    StopOrder,
    TurnTo,
)
from opfor.rules.d_vehicles.d01_vehicles import (
    changed,
    crewed,
    mobile,
    state_of,
    vehicle,
)
from opfor.rules.d_vehicles.d02_movement.allotment import (
    ahead,
    drivable,
    move_of,
    turned_tca,
)
from opfor.rules.d_vehicles.d02_movement.bypass import bypasses, drawn_along
from opfor.rules.d_vehicles.d02_movement.steps import (
    DriveStep,
    Wish,
    begin_or_continue,
    delay,
    start,
    step,
    stop,
    turn,
    unit_of,
)
from opfor.rules.d_vehicles.d05_crew_fates import immobilize
from opfor.rules.d_vehicles.d05_recall import at_home_edge
from opfor.rules.d_vehicles.d06_riders import swept_off, thrown_off
from opfor.rules.d_vehicles.d08_bog import bog_dr, bog_drm, bog_ways
from opfor.rules.d_vehicles.d09_armored_assault import (
    escorts,
    turned_back,
    with_infantry,
)
from opfor.rules.d_vehicles.d14_radioless_platoons import goes_alone
from opfor.rules.orders.fire.c01_artillery import shelled
from opfor.rules.orders.infantry.a04_move import fired_at, seen_moving
from opfor.rules.orders.infantry.b28_mines import mines, survives_mines
from opfor.rules.s_solitaire.s06_actions.tracking import track
from opfor.state.events import MoveChanged, Moved, UnitChanged
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Side, Unit

UNRELIABLE = 12
"""The Original DR of a start with which red MP fail (D2.51)."""


def drivers(view: GameView, side: Side) -> list[Unit]:
    """The vehicles of a side that could do something now, the one in hand first.

    While a move is in hand, only its own vehicle; ordering another one ends it.
    """
    move = view.state.move
    units = [u for u in view.state.units.values() if u.side == side and u.vehicle]
    if move is not None:
        units = [unit for unit in units if unit.id in move.units]
    return [unit for unit in units if drivable(view, unit)]


# -- MP spent where it is ----------------------------------------------------------


def spend_mp(
    play: Play, unit: Unit, move: Move, what: Fact | str, **changes: object
) -> None:
    """Spend MP in place: tell it, change the vehicle, and let it be fired at."""
    if move_of(play, unit) is None:
        end_all(play)
    used = move.spent - begin_or_continue(play, unit).spent
    trail = (*state_of(unit).trail, (unit.location, used))
    changed(play, unit, what, **({"trail": trail} | changes))
    play.emit(MoveChanged(move))
    set_free(play)
    seen_moving(play)
    fired_at(play, unit.side)
    end_move_if_done(play)


def sets_out(play: Play, unit: Unit) -> bool:
    """End the move of anybody else; whether the vehicle begins or goes on with its own.

    The ENEMY's radioless vehicles have had their NTC with their Move Command (S9.332).
    """
    if move_of(play, unit) is not None:
        return True
    end_all(play)
    return unit.side == "ENEMY" or goes_alone(play, play.state.units[unit.id])


def starts(view: GameView, side: Side) -> Iterator[Offer]:
    """Each Stopped vehicle that can start."""
    for unit in drivers(view, side):
        order = StartUp(unit.id)
        if unit.location and allows(view, side, order, check_start):
            yield Offer(order, f"{unit.id} starts (1 MP)", (unit.location,), MF)


def check_start(view: GameView, side: Side, order: StartUp) -> Move:
    """The move after a start; Illegal if it may not."""
    return start(view, unit_of(view, side, order.unit))


@rule("D2.51", "Mechanical Reliability", cites=("D2.12",))
def start_up(play: Play, side: Side, order: StartUp) -> None:
    """Start; with red MP an Original 12 immobilizes."""
    move = check_start(play, side, order)
    unit = play.state.units[order.unit]
    if not sets_out(play, unit):
        return
    unit = play.state.units[unit.id]
    found = vehicle(play, unit)
    if found is not None and found.red_mp:
        rolled = dice_roll(play, f"{unit.id} starts, red MP", side=side)
        if rolled.original == UNRELIABLE:
            immobilize(play, unit, check=False)
            return
    spend_mp(play, unit, move, "starts", motion=True, hull_down=())


def stops(view: GameView, side: Side) -> Iterator[Offer]:
    """Each vehicle in Motion that can stop."""
    for unit in drivers(view, side):
        order = StopOrder(unit.id)
        if allows(view, side, order, check_stop):
            yield Offer(order, f"{unit.id} stops (1 MP)", (unit.location,), MF)


def check_stop(view: GameView, side: Side, order: StopOrder) -> Move:
    """The move after a stop; Illegal if it may not."""
    return stop(view, unit_of(view, side, order.unit))


def stop_here(play: Play, side: Side, order: StopOrder) -> None:
    """Stop; it may fire, Delay and start again."""
    move = check_stop(play, side, order)
    unit = play.state.units[order.unit]
    if sets_out(play, unit):
        spend_mp(play, play.state.units[unit.id], move, "stops", motion=False)


def turns(view: GameView, side: Side) -> Iterator[Offer]:
    """Each vehicle in Motion to either side; `turret_turns` has its turret."""
    for unit in drivers(view, side):
        now = state_of(unit)
        for spine in ((now.vca + 1) % SIDES, (now.vca - 1) % SIDES):
            order = TurnTo(unit.id, spine)
            if allows(view, side, order, check_turn):
                cost = (
                    check_turn(view, side, order).spent
                    - begin_or_continue(view, unit).spent
                )
                toward = spine_name(view.world, unit.location, spine)
                label = f"{unit.id} turns to spine {spine}, {toward} ({mf(cost)} MP)"
                yield Offer(order, label, (unit.location,), cost)


def turret_turns(view: GameView, side: Side, unit: Unit) -> Iterator[Offer]:
    """A turret to any other hexspine, for nothing; offered only to who asks for it."""
    for spine in range(SIDES):
        order = TurnTo(unit.id, spine, turret=True)
        if spine != state_of(unit).tca and allows(view, side, order, check_turn):
            label = f"{unit.id} turns its turret to spine {spine}"
            yield Offer(order, label, (unit.location,))


def check_turn(view: GameView, side: Side, order: TurnTo) -> Move:
    """The move after a turn; Illegal if it may not. A turret turns for nothing."""
    ended = order.turret and _just_moved(view, side, order.unit)
    unit = ended or unit_of(view, side, order.unit)
    if not 0 <= order.spine < SIDES:
        raise Illegal("D2.11", "hexspines are 0 to 5")
    if not order.turret:
        return turn(view, unit, order.spine)
    found = vehicle(view, unit)
    if found is None or found.turret == "NT" or not crewed(unit):
        raise Illegal("D3.12", f"{unit.id} has no turret to turn")
    return (
        Move(units=(unit.id,), driven=True) if ended else begin_or_continue(view, unit)
    )


def _just_moved(view: GameView, side: Side, id_: str) -> Unit | None:
    """A vehicle that has spent all its MP, while nobody else moves (D-402)."""
    unit = view.state.units.get(id_)
    if unit is None or unit.side != side or view.state.move is not None:
        return None
    able = mobile(unit) and unit.good_order and unit.moved and state_of(unit).trail
    return unit if able else None


@rule("D3.12", "Turning the turret as the vehicle moves")
def turn_to(play: Play, side: Side, order: TurnTo) -> None:
    """Turn the VCA, or the turret, which costs nothing.

    Reading: D-402 the turret with the last MP too, until somebody else moves.
    """
    move = check_turn(play, side, order)
    unit = play.state.units[order.unit]
    lose_aim(play, [unit.id])
    if order.turret:
        swept_off(play, unit, order.spine)
        changed(play, unit, fact("turns_its_turret"), tca=order.spine)
        return
    if not sets_out(play, unit):
        return
    unit = play.state.units[unit.id]
    tca = turned_tca(unit, order.spine)
    spend_mp(play, unit, move, fact("turns"), vca=order.spine, tca=tca)


def delays(view: GameView, side: Side) -> Iterator[Offer]:
    """Each Stopped vehicle whose move is in hand."""
    for unit in drivers(view, side):
        order = Delay(unit.id)
        if move_of(view, unit) and allows(view, side, order, check_delay):
            yield Offer(order, f"{unit.id} Delays (1 MP)", (unit.location,), MF)


def check_delay(view: GameView, side: Side, order: Delay) -> Move:
    """The move after a Delay; Illegal if it may not."""
    return delay(view, unit_of(view, side, order.unit), order.mp)


def delay_here(play: Play, side: Side, order: Delay) -> None:
    """Spend MP where it is."""
    move = check_delay(play, side, order)
    spend_mp(play, play.state.units[order.unit], move, fact("delays"))


# -- the next hex ------------------------------------------------------------------


def drives(view: GameView, side: Side) -> Iterator[Offer]:
    """Each hex that a vehicle can enter next, and off the map."""
    for unit in drivers(view, side):
        for order in _ways(view, unit):
            found = _offer(view, side, unit, order)
            if found is not None:
                yield found


def _ways(view: GameView, unit: Unit) -> Iterator[DriveOrder]:
    world, here = view.world, unit.location
    if not here:
        for to in world.exits(OFFBOARD, edge=OWN_EDGE[unit.side]):
            yield DriveOrder(unit.id, to)
        return
    along = tuple(one.id for one in escorts(view, unit))
    for reverse in (False, True):
        for side in ahead(unit, reverse=reverse):
            if to := world.across(here, side):
                yield DriveOrder(unit.id, to, reverse=reverse)
                if not reverse:
                    yield DriveOrder(unit.id, to, minimum=True)
                    yield DriveOrder(unit.id, to, slow=True)
                    yield DriveOrder(unit.id, to, overrun=True)
                if along:
                    yield DriveOrder(unit.id, to, reverse=reverse, escort=along)
                    yield DriveOrder(
                        unit.id, to, reverse=reverse, escort=along, assault=True
                    )
    for to, sides in bypasses(view, unit):
        yield DriveOrder(unit.id, to, bypass=sides)
    home = state_of(unit).recalled and at_home_edge(view, unit)
    if home or may_exit(view, unit.side, here):
        yield DriveOrder(unit.id, OFFBOARD)


def _offer(view: GameView, side: Side, unit: Unit, order: DriveOrder) -> Offer | None:
    try:
        after, way = check_drive(view, side, order)
    except Illegal:
        return None
    if order.slow and not way.all:
        return None
    cost = after.spent - begin_or_continue(view, unit).spent
    how = ", ".join(
        name
        for name, used in (
            ("Reverse", order.reverse),
            ("Minimum Move", order.minimum),
            ("OVR", order.overrun),
            (_past(view, order), order.bypass),
            (f"bogs on {bog_ways(view, unit, way)}/36", bool(way.bog)),
            ("with " + " + ".join(order.escort), order.escort),
            ("Assault Movement", order.assault),
        )
        if used
    )
    label = f"{unit.id} to {order.to or 'off the map'} ({mf(cost)} MP"
    return Offer(order, f"{label}{', ' if how else ''}{how})", (order.to,), cost)


def _past(view: GameView, order: DriveOrder) -> str:
    """The hexsides of a VBM, by the hexes across them."""
    across = (view.world.across(order.to, side) for side in order.bypass)
    return "VBM along " + ", ".join(hex_ or "the edge" for hex_ in across)


def _wish(order: DriveOrder) -> Wish:
    return Wish(
        order.to,
        order.reverse,
        order.minimum,
        order.road,
        order.slow,
        order.overrun,
        order.bypass,
    )


def check_drive(view: GameView, side: Side, order: DriveOrder) -> DriveStep:
    """The move after it, and the way; Illegal if the vehicle cannot go there."""
    unit = unit_of(view, side, order.unit)
    after, way = step(view, unit, _wish(order))
    return DriveStep(with_infantry(view, unit, after, order), way)


@rule("D2.14/enter", "What follows from entering a hex", cites=("D2.14", "D8.2"))
def drive(play: Play, side: Side, order: DriveOrder) -> None:
    """Enter the hex: Bog DR, Activation of S?, and the other side's fire."""
    unit = unit_of(play, side, order.unit)
    after, way = check_drive(play, side, order)
    back = unit.location
    if not sets_out(play, unit):
        return
    unit = play.state.units[unit.id]
    bog = bog_drm(play, unit, way) if way.bog else []
    leaves = back not in (OFFBOARD, order.to)
    if leaves and not survives_mines(play, unit.id, back):
        end_move_if_done(play)
        return
    unit = play.state.units[unit.id]
    thrown_off(play, unit, order.to, by_road=way.road)
    after = turned_back(play, side, after, order.to)
    play.emit(Moved(order.to, after))
    if order.to == OFFBOARD:
        _leave(play, side, unit, back)
        return
    _take_along(play, unit, order.to)
    _drawn_up(play, unit, order, after.here)
    set_free(play)
    track(play, back, order.to)
    if back != order.to and not _arrives(play, unit.id, order.to):
        _stuck(play)
        if unit.id not in play.state.units:
            end_move_if_done(play)
            return
        way = replace(way, bog=())
    if way.bog and bog_dr(play, play.state.units[unit.id], bog):
        _stuck(play)
    seen_moving(play)
    fired_at(play, side)
    end_move_if_done(play)


def _arrives(play: Play, id_: str, to: LocationName) -> bool:
    """Let mines and FFE attack a vehicle in its new hex; whether it can go on.

    What goes along beside it is attacked, too.
    """
    ids = [unit.id for unit in play.state.movers()]
    able = survives_mines(play, id_, to)
    mines(play, [one for one in ids if one != id_], to)
    shelled(play, with_those_aboard(play, ids), to)
    now = play.state.units.get(id_)
    return able and now is not None and mobile(now)


def _drawn_up(play: Play, unit: Unit, order: DriveOrder, used: int) -> None:
    """The vehicle as it stands in the hex that it has entered."""
    to = order.to
    state = state_of(unit)
    trail = state.trail or (((unit.location, 0),) if unit.location else ())
    ahead = inward(play, unit.side)
    came: dict[str, object] = {} if unit.location else {"vca": ahead, "tca": ahead}
    if order.bypass:
        came = _along(play, unit, order)
    changed(
        play,
        play.state.units[unit.id],
        fact("enters_by_vbm" if order.bypass else "enters", to=to),
        motion=True,
        entered=True,
        trail=(*trail, (to, used)),
        hull_down=(),
        bypass=order.bypass,
        **({"corner": -1} | came),
    )


def _along(view: GameView, unit: Unit, order: DriveOrder) -> dict[str, object]:
    """The corner that VBM comes to, and the CA along the hexside (D-353)."""
    corner, spine = drawn_along(view, unit, order.to, order.bypass[0])
    return {"corner": corner, "vca": spine, "tca": turned_tca(unit, spine)}


def _stuck(play: Play) -> None:
    """It bogs, and can do nothing more in this MPh."""
    now = play.state.move
    if now is not None:
        play.emit(MoveChanged(replace(now, stopped=True)))


def _leave(play: Play, side: Side, unit: Unit, back: LocationName) -> None:
    """It leaves the map, with those aboard; for Exit VP unless under Recall."""
    recalled = state_of(unit).recalled
    gone = [u for u in play.state.units.values() if u.aboard == unit.id]
    for one in (*gone, unit):
        now = play.state.units[one.id]
        counts = side == "FRIENDLY" or play.world.at_edge(back, "FBE")
        if counts and not recalled:
            exit_points(play, now)
        leave_map(play, now)
    end_move_if_done(play)


def _take_along(play: Play, unit: Unit, to: LocationName) -> None:
    """Passengers and Riders go where the vehicle goes (D6.1)."""
    for one in list(play.state.units.values()):
        if one.aboard == unit.id:
            play.emit(UnitChanged(replace(one, location=to), f"aboard {unit.id}"))
