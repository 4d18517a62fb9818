"""D6 in play: Infantry gets on vehicles and off them."""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.vehicle_orders import Dismount, Embark
from opfor.rules.d_vehicles.d06_passengers.d06_4_passengers import (
    aboard,
    loading,
    unloading,
)
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.vehicles.d02_spend_mp import drivers, spend_mp
from opfor.rules.orders.verbs import CARRIER, UNITS, Verb
from opfor.state.events import UnitChanged
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import Side


def offer_embark(view: GameView, side: Side) -> Iterator[Offer]:
    """Each unit of Infantry onto each Stopped vehicle in its Location."""
    for carrier in drivers(view, side):
        for unit in view.state.units_at(carrier.location, side):
            for rides in (False, True):
                order = Embark((unit.id,), carrier.id, rides)
                if allows(view, side, order, check_embark):
                    how = "on" if rides else "in"
                    label = f"{unit.id} gets {how} {carrier.id}"
                    yield Offer(order, label, (carrier.location,))


def check_embark(view: GameView, side: Side, order: Embark) -> Move:
    """The vehicle's move after it; Illegal if a rule forbids it."""
    return loading(view, side, order)


def do_embark(play: Play, side: Side, order: Embark) -> None:
    """They are aboard, which is their MPh; the vehicle has spent the MP."""
    move = check_embark(play, side, order)
    for id_ in order.units:
        unit = play.state.units[id_]
        up = replace(
            unit,
            aboard=order.vehicle,
            rides=order.rides,
            moved=True,
            inside="",
            wall=False,
            crest=(),
            labor=0,
        )
        play.emit(UnitChanged(up, fact("gets_aboard", vehicle=order.vehicle)))
    spend_mp(play, play.state.units[order.vehicle], move, fact("loads"))


def offer_dismount(view: GameView, side: Side) -> Iterator[Offer]:
    """All that a vehicle carries, and each of them alone."""
    for carrier in drivers(view, side):
        ids = tuple(unit.id for unit in aboard(view, carrier))
        groups = [ids, *((id_,) for id_ in ids)] if len(ids) > 1 else [ids]
        for group in groups if ids else ():
            order = Dismount(group)
            if allows(view, side, order, check_dismount):
                label = f"{' + '.join(group)} gets off {carrier.id}"
                yield Offer(order, label, (carrier.location,))


def check_dismount(view: GameView, side: Side, order: Dismount) -> Move:
    """The vehicle's move after it; Illegal if a rule forbids it."""
    return unloading(view, side, order)


def do_dismount(play: Play, side: Side, order: Dismount) -> None:
    """They are on foot, and have had their MPh; the vehicle has spent the MP."""
    move = check_dismount(play, side, order)
    carrier = play.state.units[order.units[0]].aboard
    for id_ in order.units:
        down = replace(play.state.units[id_], aboard="", rides=False, moved=True)
        play.emit(UnitChanged(down, fact("gets_off", carrier=carrier)))
    spend_mp(play, play.state.units[carrier], move, fact("unloads"))


EMBARK = OrderKind(
    order=Embark,
    rule="D6.4",
    when=(When("MPh", ATTACKER, 150),),
    offer=offer_embark,
    check=check_embark,
    do=do_embark,
    label="Get in",
    verbs={
        "embark": Verb(
            (UNITS, CARRIER),
            "load Infantry onto a vehicle",
            flags={"riders": ("rides", True)},
        )
    },
    listed=390,
)

DISMOUNT = OrderKind(
    order=Dismount,
    rule="D6.5",
    when=(When("MPh", ATTACKER, 160),),
    offer=offer_dismount,
    check=check_dismount,
    do=do_dismount,
    label="Get out",
    verbs={"dismount": Verb((UNITS,), "unload Passengers or Riders")},
    listed=400,
)
