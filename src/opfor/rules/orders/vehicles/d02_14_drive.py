"""D2 in play: a vehicle drives into the next hex, and what follows from it.

What Infantry does in `a03_3_move.py` vehicles do here: every MP spent is told, may be
fired at, and may Activate S?.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.terrain_chart import mf
from opfor.rules.a_infantry.a02_5_entry_and_exit import OWN_EDGE, leave_map, may_exit
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import end_move_if_done
from opfor.rules.a_infantry.a07_fire.a07_307_vulnerable import with_those_aboard
from opfor.rules.a_infantry.a11_close_combat.a11_7_vehicles_in_melee import set_free
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import exit_points
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import inward
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.vehicle_orders import DriveOrder
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import changed, mobile, state_of
from opfor.rules.d_vehicles.d02_movement.d02_3_bypass import bypasses, drawn_along
from opfor.rules.d_vehicles.d02_movement.d02_11_vca import ahead, turned_tca
from opfor.rules.d_vehicles.d02_movement.d02_14_entering_a_hex import (
    DriveStep,
    Wish,
    step,
)
from opfor.rules.d_vehicles.d02_movement.spending import begin_or_continue, unit_of
from opfor.rules.d_vehicles.d05_crews.d05_341_way_home import at_home_edge
from opfor.rules.d_vehicles.d06_passengers.d06_2_riders import thrown_off
from opfor.rules.d_vehicles.d08_bog.d08_2_bog import bog_dr, bog_drm, bog_ways
from opfor.rules.d_vehicles.d09_cover.d09_31_armored_assault import (
    escorts,
    turned_back,
    with_infantry,
)
from opfor.rules.orders.fire.c01_1_radio import shelled
from opfor.rules.orders.infantry.a03_3_move import seen_moving
from opfor.rules.orders.infantry.b28_5_mines_and_vehicles import survives_mines
from opfor.rules.orders.infantry.b28_41_mines import mines
from opfor.rules.orders.infantry.s08_p14_activated_fire import fired_at
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.vehicles.d02_spend_mp import drivers, sets_out
from opfor.rules.orders.verbs import ASSAULT, SIDES, TO, VEHICLE, Slot, Verb
from opfor.rules.s_solitaire.s06_actions.tracking import track
from opfor.state.events import MoveChanged, Moved, UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Side, Unit


def offer_drive(view: GameView, side: Side) -> Iterator[Offer]:
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
def do_drive(play: Play, side: Side, order: DriveOrder) -> None:
    """Enter the hex: Bog DR, Activation of S?, and the other side's fire."""
    unit = unit_of(play, side, order.unit)
    after, way = check_drive(play, side, order)
    back = unit.location
    # D14.23: without a radio it takes a NTC
    if not sets_out(play, unit):
        return
    unit = play.state.units[unit.id]
    # D8.21: the Bog DRM are those of the way in
    bog = bog_drm(play, unit, way) if way.bog else []
    # B28.5: mines attack who leaves
    leaves = back not in (OFFBOARD, order.to)
    if leaves and not survives_mines(play, unit.id, back):
        end_move_if_done(play)
        return
    unit = play.state.units[unit.id]
    # D6.21: Riders may be thrown off
    thrown_off(play, unit, order.to, by_road=way.road)
    # D9.31: Infantry beside it may meet the enemy and stay
    after = turned_back(play, side, after, order.to)
    play.emit(Moved(order.to, after))
    # A2.6: off the map
    if order.to == OFFBOARD:
        _leave(play, side, unit, back)
        return
    # D6.1: who is aboard goes along
    _take_along(play, unit, order.to)
    _drawn_up(play, unit, order, after.here)
    # A11.7: who is left alone is out of Melee
    set_free(play)
    track(play, back, order.to)
    # B28.5, C1.56: mines and FFE attack before the DEFENDER does
    if back != order.to and not _arrives(play, unit.id, order.to):
        _stuck(play)
        if unit.id not in play.state.units:
            end_move_if_done(play)
            return
        way = replace(way, bog=())
    # D8.2: the Bog DR
    if way.bog and bog_dr(play, play.state.units[unit.id], bog):
        _stuck(play)
    # A12.14, A8.1: it is seen, and the DEFENDER may fire
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
    return {
        "corner": corner,
        "corners": (*state_of(unit).corners, (order.to, corner)),
        "vca": spine,
        "tca": turned_tca(unit, spine),
    }


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
            play.emit(
                UnitChanged(replace(one, location=to), fact("aboard", unit=unit.id))
            )


# -- the order ---------------------------------------------------------------------

HOW = {
    "reverse": ("reverse", True),
    "least": ("minimum", True),
    "slow": ("slow", True),
    "overrun": ("overrun", True),
    "offroad": ("road", False),
}
"""How a vehicle is driven, by the word for it."""

DRIVE = OrderKind(
    order=DriveOrder,
    rule="D2.1",
    when=(When("MPh", ATTACKER, 110),),
    offer=offer_drive,
    check=check_drive,
    do=do_drive,
    label="Drive",
    verbs={
        "drive": Verb(
            (VEHICLE, TO),
            "drive a vehicle into the next hex, or past it by VBM",
            after={"past": SIDES, "beside": Slot("escort", many=True)},
            flags={**HOW, **ASSAULT},
            examples=(
                "drive pz4hA Q5",
                "drive pz4hA Q5 past 3 reverse",
                "drive pz4hA Q5 beside 467A",
            ),
        ),
        "driveoff": Verb(
            (VEHICLE,),
            "drive off the map",
            after={"past": SIDES},
            flags=HOW,
            fixed={"to": OFFBOARD},
        ),
    },
    listed=310,
)
