"""C1.1: the order of an Observer to his OBA, and what his side may order.

Contact first; then a SR is placed, corrected or converted into a FFE, or the mission is
cancelled. A FFE that nobody sees to goes on as its owner's fire phase ends.
"""

from collections.abc import Iterator, Sequence
from typing import get_args

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.c_ordnance.c01_artillery.c01_2_battery import (
    access_odds,
    battery_access,
    contact_odds,
    radio_contact,
)
from opfor.rules.c_ordnance.c01_artillery.c01_3_spotting import (
    accuracy_odds,
    enemy_hexes,
)
from opfor.rules.c_ordnance.c01_artillery.c01_5_ffe import entering
from opfor.rules.c_ordnance.c01_artillery.c01_6_observers import observer
from opfor.rules.c_ordnance.c01_artillery.c01_51_area import mark_of
from opfor.rules.c_ordnance.c01_artillery.this_phase import acts
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.orders import Radio
from opfor.rules.orders.fire.c01_3_place_sr import check_place, place_sr
from opfor.rules.orders.fire.c01_4_correct import check_correct, correct
from opfor.rules.orders.fire.c01_33_convert import check_convert, convert
from opfor.rules.orders.fire.c01_34_cancel import cancel, check_cancel
from opfor.rules.orders.order_kind import ATTACKER, DEFENDER, OrderKind, When
from opfor.rules.orders.verbs import TO, Slot, Verb
from opfor.state.artillery import Battery, Shells
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Side

# -- what may be ordered -----------------------------------------------------------


@rule("C1.1", "When OBA is directed", cites=("C1.2", "C1.6"))
def check_radio(view: GameView, side: Side, order: Radio) -> Battery:
    """The battery of an order that its Observer may give now.

    Before the other fire of the phase. Contact comes first, and once a phase.

    Errors:
        Illegal: naming the rule.
    """
    battery = view.state.batteries.get(order.battery)
    if battery is None or battery.side != side or battery.device == "event":
        raise Illegal("C1.1", f"you direct no OBA {order.battery}")
    if battery.over:
        raise Illegal("C1.21", f"{battery.id} fires no more")
    if battery.device != "offboard" and observer(view, battery) is None:
        raise Illegal("C1.6", f"{battery.id} has no Observer who can act")
    if any(s.side == side and (s.firers or s.froms) for s in view.state.shots):
        raise Illegal("C1.1", "OBA comes before the other fire of the phase")
    if order.step == "contact":
        if "contact" in acts(view, battery):
            raise Illegal("C1.2", "contact is tried once a phase")
        return battery
    if "contact" not in acts(view, battery) or not battery.contact:
        raise Illegal("C1.2", "there is no Radio Contact in this phase")
    CHECKS[order.step](view, battery, order)
    return battery


CHECKS = {
    "place": check_place,
    "correct": check_correct,
    "convert": check_convert,
    "cancel": check_cancel,
}


# -- what is offered ---------------------------------------------------------------


def offer_radio(view: GameView, side: Side) -> Iterator[Offer]:
    """What each Observer of a side can do now, at places that make sense."""
    for battery in view.state.batteries.values():
        if battery.side != side or battery.over:
            continue
        for order in _ideas(view, battery):
            if allows(view, side, order, check_radio):
                where = (order.to,) if order.to else ()
                yield Offer(order, label(view, battery, order), where)


def _ideas(view: GameView, battery: Battery) -> Iterator[Radio]:
    mark = mark_of(view, battery)
    yield Radio(battery.id, "contact")
    if "contact" not in acts(view, battery):
        return
    if mark is not None:
        for kind in kinds(battery) if mark.kind == "SR" else ("HE",):
            yield Radio(battery.id, "convert", kind=kind)
    step = "place" if mark is None else "correct"
    for to in dict.fromkeys((*battery.registered, *enemy_hexes(view, battery.side))):
        yield Radio(battery.id, step, to)  # type: ignore[arg-type] # one of both steps
    yield Radio(battery.id, "cancel")


def kinds(battery: Battery) -> tuple[Shells, ...]:
    """What a battery can fire."""
    return ("HE", *battery.shells, "harassing")


def label(view: GameView, battery: Battery, order: Radio) -> str:
    """What an order does, in a few words, with its exact odds."""
    match order.step:
        case "contact" if battery.device == "offboard":
            told = "offboard Observer"
        case "contact":
            told = f"Radio Contact ({contact_odds(view, battery)})"
        case "place" | "correct":
            mark, odds = mark_of(view, battery), accuracy_odds(view, battery, order.to)
            what = "SR" if mark is None else mark.kind
            return f"{battery.id}: {order.step} {what} at {order.to} (Accurate {odds})"
        case "convert":
            mark = mark_of(view, battery)
            sr = mark is not None and mark.kind == "SR"
            return f"{battery.id}: " + (f"FFE, {order.kind}" if sr else "FFE goes on")
        case "cancel":
            return f"{battery.id}: cancel the mission"
    if not battery.access:
        told += f", then Battery Access ({access_odds(battery)})"
    return f"{battery.id}: {told}"


# -- what is done ------------------------------------------------------------------


def do_radio(play: Play, side: Side, order: Radio) -> None:
    """Do what an Observer orders."""
    battery = check_radio(play, side, order)
    match order.step:
        case "contact":
            call(play, battery)
        case "place":
            place_sr(play, battery, order)
        case "correct":
            correct(play, battery, order.to)
        case "convert":
            convert(play, battery, order.kind)
        case "cancel":
            cancel(play, battery)


def call(play: Play, battery: Battery) -> None:
    """Radio Contact, and Battery Access if there is none yet (C1.2, C1.21)."""
    unit = observer(play, battery)
    if battery.device == "phone" and unit is not None:
        battery = replace(battery, wired=unit.location)
    # C1.2: Radio Contact first
    if not radio_contact(play, battery):
        return
    now = play.state.batteries[battery.id]
    # C1.21: then a chit, if the mission has no Battery Access yet
    if not now.access and mark_of(play, now) is None:
        battery_access(play, now)


# -- by itself ---------------------------------------------------------------------


def shelled(play: Play, ids: Sequence[str], where: LocationName) -> None:
    """FFE attack who enters a Location of their blast area (C1.56)."""
    if play.state.batteries and where != OFFBOARD:
        entering(play, ids, where)


# -- the order ---------------------------------------------------------------------

OBA = Slot("battery", "battery")
SHELLS = {word.casefold(): ("kind", word) for word in get_args(Shells)}

RADIO = OrderKind(
    order=Radio,
    rule="C1.2",
    when=(When("PFPh", ATTACKER, 120), When("DFPh", DEFENDER, 50)),
    offer=offer_radio,
    check=check_radio,
    do=do_radio,
    label="OBA",
    verbs={
        "contact": Verb((OBA,), "try for Radio Contact", fixed={"step": "contact"}),
        "spot": Verb(
            (OBA, TO), "place a SR of OBA", fixed={"step": "place"}, flags=SHELLS
        ),
        "correct": Verb(
            (OBA, TO), "correct a SR or a FFE:1", fixed={"step": "correct"}
        ),
        "ffe": Verb(
            (OBA,),
            "convert a SR into a FFE, or let a FFE go on",
            fixed={"step": "convert"},
            flags=SHELLS,
        ),
        "cancel": Verb((OBA,), "cancel a mission of OBA", fixed={"step": "cancel"}),
    },
    listed=490,
)
