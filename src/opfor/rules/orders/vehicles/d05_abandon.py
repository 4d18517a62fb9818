"""D5.4 in play: crews leave vehicles, and man them."""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.rules.a_infantry.a01_personnel.a01_24_units import onboard
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    end_all,
    end_move_if_done,
)
from opfor.rules.a_infantry.a21_captured_equipment.a21_22_captured_vehicles import (
    check_seize,
    man,
    seize,
)
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.vehicle_orders import Abandon, Man, Seize
from opfor.rules.d_vehicles.d05_crews.d05_4_crew_leaves import abandon
from opfor.rules.d_vehicles.d05_crews.d05_41_abandoning import (
    check_abandon,
    hulks,
    on_foot,
)
from opfor.rules.d_vehicles.d05_crews.d05_42_re_entering import check_man
from opfor.rules.orders.infantry.s08_p14_activated_fire import fired_at
from opfor.rules.orders.order_kind import ATTACKER, BOTH, OrderKind, When
from opfor.rules.orders.verbs import HULK, UNIT, VEHICLE, Verb
from opfor.state.events import MoveChanged, UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Side


def offer_abandon(view: GameView, side: Side) -> Iterator[Offer]:
    """Each vehicle that its crew may leave."""
    for unit in onboard(view, side):
        order = Abandon(unit.id)
        if unit.vehicle is not None and allows(view, side, order, check_abandon):
            yield Offer(order, f"the crew leaves {unit.id}", (unit.location,))


def do_abandon(play: Play, side: Side, order: Abandon) -> None:
    """The crew is beneath its vehicle, as if it had moved there with all its MF."""
    unit = check_abandon(play, side, order)
    end_all(play)
    # D5.4: the crew is beneath its vehicle
    out = abandon(play, unit)
    crew = play.state.units.get(out)
    if crew is None:
        return
    play.emit(UnitChanged(replace(crew, hazardous=False), fact("is_beneath_it")))
    play.emit(MoveChanged(on_foot(crew.id)))
    # A8.1: the DEFENDER may fire
    fired_at(play, side)
    end_move_if_done(play)


def offer_man(view: GameView, side: Side) -> Iterator[Offer]:
    """Each unit that could man an Abandoned vehicle in its Location."""
    for unit in onboard(view, side):
        for hulk in () if unit.vehicle else hulks(view, unit):
            order = Man(unit.id, hulk.id)
            if allows(view, side, order, check_man):
                yield Offer(order, f"{unit.id} mans {hulk.id}", (unit.location,))


def do_man(play: Play, side: Side, order: Man) -> None:
    """It spends all its MF to get in; it is fired at before it is within (D5.43)."""
    unit, hulk = check_man(play, side, order)
    end_all(play)
    play.emit(
        UnitChanged(replace(unit, inside="", wall=False, crest=()), fact("gets_in"))
    )
    # D5.43: it spends all its MF, and is fired at before it is within
    play.emit(MoveChanged(on_foot(unit.id, mans=hulk.id)))
    fired_at(play, side)
    take_over(play)


def take_over(play: Play) -> None:
    """Once nobody fires any more it is the vehicle's crew, if it is fit for it."""
    move, window = play.state.move, play.state.window
    if move is None or not move.mans or (window and window.asked):
        return
    play.emit(MoveChanged(replace(move, mans="")))
    unit = play.state.units.get(move.units[0])
    hulk = play.state.units.get(move.mans)
    end_move_if_done(play)
    # D5.42: only who is unbroken and unpinned mans it
    if unit is None or hulk is None or unit.pinned or not unit.good_order:
        return
    man(play, play.state.units[unit.id], hulk)


# -- in the CCPh -------------------------------------------------------------------


def offer_seize(view: GameView, side: Side) -> Iterator[Offer]:
    """Each unit that could take an Abandoned vehicle of the other side."""
    for unit in onboard(view, side):
        for hulk in () if unit.vehicle else hulks(view, unit):
            order = Seize(unit.id, hulk.id)
            if allows(view, side, order, check_seize):
                yield Offer(order, f"{unit.id} captures {hulk.id}", (unit.location,))


def do_seize(play: Play, side: Side, order: Seize) -> None:
    """Take it, in place of a CC attack."""
    seize(play, *check_seize(play, side, order))


# -- the orders --------------------------------------------------------------------

ABANDON = OrderKind(
    order=Abandon,
    rule="D5.41",
    when=(When("MPh", ATTACKER, 180, minor=True),),
    offer=offer_abandon,
    check=check_abandon,
    do=do_abandon,
    label="Abandon",
    verbs={"abandon": Verb((VEHICLE,), "have a crew leave its vehicle")},
    listed=450,
)

MAN = OrderKind(
    order=Man,
    rule="D5.42",
    when=(When("MPh", ATTACKER, 190),),
    offer=offer_man,
    check=check_man,
    do=do_man,
    label="Man",
    verbs={
        "man": Verb(
            (UNIT, HULK),
            "have a crew or HS man an Abandoned vehicle",
            examples=("man 127A pz4hA",),
        )
    },
    listed=460,
)

SEIZE = OrderKind(
    order=Seize,
    rule="A21.22",
    when=(When("CCPh", BOTH, 30),),
    offer=offer_seize,
    check=check_seize,
    do=do_seize,
    label="Capture",
    verbs={
        "seize": Verb(
            (UNIT, HULK),
            "capture an Abandoned vehicle of the enemy in the CCPh",
            examples=("seize 127A pz4hA",),
        )
    },
    listed=470,
)
