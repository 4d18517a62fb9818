"""C1 in play: what Observers order of their OBA, and what OBA does by itself.

Contact first; then a SR is placed, corrected or converted into a FFE, or the mission is
cancelled. A FFE that nobody sees to goes on as its owner's fire phase ends.
"""

from collections.abc import Iterator, Sequence
from typing import get_args

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.c_ordnance.c01_artillery.area import mark_of, needed_mark
from opfor.rules.c_ordnance.c01_artillery.battery import (
    access_odds,
    acts,
    battery_access,
    contact_odds,
    extra_draw,
    lose_contact,
    note_step,
    radio_contact,
)
from opfor.rules.c_ordnance.c01_artillery.ffe import (
    NEXT,
    entering,
    fire_for_effect,
    firing_side,
    goes_on,
)
from opfor.rules.c_ordnance.c01_artillery.spotting import (
    accuracy_odds,
    enemy_hexes,
    fall_of_shot,
    known_there,
    most_error,
    observer,
    spotted,
    unseen_there,
)
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.orders import Radio
from opfor.rules.orders.order_kind import ATTACKER, DEFENDER, OrderKind, When
from opfor.rules.orders.verbs import TO, Slot, Verb
from opfor.rules.s_solitaire.s03_activation.hold import unveil_attacked
from opfor.state.artillery import Battery, Shells
from opfor.state.events import BatteryChanged, MarkerRemoved
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Marker, Side

FAR_SR, FAR_FFE = 18, 3
"""Hexes that a SR, and a FFE:1, can be corrected by (C1.4)."""


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


@rule("C1.3/order", "Where a SR may be placed", cites=("C1.3", "C1.61", "C1.73"))
def check_place(view: GameView, battery: Battery, order: Radio) -> None:
    """A hex in the Observer's LOS; with Battery Access, and nothing on the map yet."""
    if not battery.access:
        raise Illegal("C1.21", f"{battery.id} has no Battery Access")
    if mark_of(view, battery) is not None or "place" in acts(view, battery):
        raise Illegal("C1.3", f"{battery.id} has a SR or FFE, or placed one just now")
    _in_sight(view, battery, order.to)
    _has(battery, order.kind)


@rule("C1.4/order", "What may be corrected", cites=("C1.4", "C1.61"))
def check_correct(view: GameView, battery: Battery, order: Radio) -> None:
    """A SR by 18 hexes, a FFE:1 by 3, into the Observer's LOS; once a phase."""
    mark = needed_mark(view, battery)
    if mark.kind not in ("SR", "FFE:1"):
        raise Illegal("C1.4", f"a {mark.kind} is not corrected")
    if set(acts(view, battery)) & {"place", "correct", "convert"}:
        raise Illegal("C1.4", "it has been placed or moved in this phase")
    _in_sight(view, battery, order.to)
    most = FAR_SR if mark.kind == "SR" else FAR_FFE
    hexes = view.world.range(mark.location, order.to)
    if not 0 < hexes <= most:
        raise Illegal("C1.4", f"a {mark.kind} is corrected by 1 to {most} hexes")


@rule("C1.33/order", "What may be converted", cites=("C1.33", "C1.4"))
def check_convert(view: GameView, battery: Battery, order: Radio) -> None:
    """A SR in LOS, not in the phase that it was placed in; or a FFE that goes on.

    A SR just corrected only if that was Accurate, or a Known enemy is near it.
    """
    mark, acted = needed_mark(view, battery), acts(view, battery)
    if "convert" in acted:
        raise Illegal("C1.33", "it has come down in this phase")
    if mark.kind == "FFE:C":
        raise Illegal("C1.58", "FFE:C does not come down again")
    if mark.kind != "SR":
        return
    if "place" in acted:
        raise Illegal("C1.33", "a SR is converted in a later phase")
    if spotted(view, battery, mark.location) < 0:
        raise Illegal("C1.61", f"the Observer does not see {mark.location}")
    sure = battery.accurate or known_there(view, battery, mark.location)
    if "correct" in acted and not sure:
        raise Illegal("C1.33", "the correction was not Accurate, and no enemy is Known")
    _has(battery, order.kind)


def check_cancel(view: GameView, battery: Battery, _order: Radio) -> None:
    """Raise Illegal if there is no mission to cancel."""
    if mark_of(view, battery) is None and not battery.access:
        raise Illegal("C1.34", f"{battery.id} has no mission")


CHECKS = {
    "place": check_place,
    "correct": check_correct,
    "convert": check_convert,
    "cancel": check_cancel,
}


def _in_sight(view: GameView, battery: Battery, to: LocationName) -> None:
    if spotted(view, battery, to) < 0:
        raise Illegal("C1.61", f"the Observer does not see {to or 'offboard'}")


def _has(battery: Battery, kind: Shells) -> None:
    if kind in ("smoke", "WP") and kind not in battery.shells:
        raise Illegal("C1.71", f"{battery.id} has no {kind}")


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


@rule("C1.3/place", "Placing OBA", cites=("C1.212", "C1.3", "C1.73"))
def place_sr(play: Play, battery: Battery, order: Radio) -> None:
    """A SR; in a Pre-Registered hex an FFE:1 at once, if it is Accurate."""
    note_step(play, battery, "place", fact("aims_at", to=order.to))
    battery = play.state.batteries[battery.id]
    # C1.212: an extra draw where the Observer knows of no enemy
    if unseen_there(play, battery, order.to) and not extra_draw(play, battery):
        return
    # C1.3: the SR, with its error
    fall_of_shot(play, battery, order.to)
    now = play.state.batteries[battery.id]
    # C1.73: a Pre-Registered hex needs no SR
    if order.to in battery.registered and now.accurate:
        fire_for_effect(play, now, order.kind, unveil_attacked)


@rule("C1.4/do", "Correcting OBA", cites=("C1.4",))
def correct(play: Play, battery: Battery, to: LocationName) -> None:
    """Move a SR or FFE:1, with an error of a third of the way at the most."""
    mark = needed_mark(play, battery)
    note_step(play, battery, "correct", fact("corrects_to", to=to))
    hexes = play.world.range(mark.location, to)
    battery = play.state.batteries[battery.id]
    fall_of_shot(play, battery, to, most_error(hexes))


@rule("C1.33", "Conversion into a FFE", cites=("C1.212", "C1.55", "C1.58"))
def convert(play: Play, battery: Battery, kind: Shells) -> None:
    """A SR becomes FFE:1 and comes down; a FFE goes on.

    With enemies near that the Observer does not Know, after an extra draw.
    """
    mark = needed_mark(play, battery)
    note_step(play, battery, "convert", fact("fires_for_effect"))
    battery = play.state.batteries[battery.id]
    # C1.58: a FFE goes on
    if mark.kind != "SR":
        goes_on(play, battery, mark, unveil_attacked)
    elif not unseen_there(play, battery, mark.location) or extra_draw(play, battery):
        # C1.33: a SR is converted; C1.212: maybe after an extra draw
        fire_for_effect(play, battery, kind, unveil_attacked)


@rule("C1.34", "Cancel", cites=("C1.21",))
def cancel(play: Play, battery: Battery) -> None:
    """The mission is over: SR or FFE and Battery Access are gone."""
    mark = mark_of(play, battery)
    if mark is not None:
        play.emit(MarkerRemoved(mark.id, fact("cancelled")))
    note_step(play, battery, "cancel", fact("cancels"), access=False)
    _spent(play, play.state.batteries[battery.id])


def _spent(play: Play, battery: Battery) -> None:
    """Without a black chit left there is no further mission."""
    if not battery.black and not battery.access:
        play.emit(
            BatteryChanged(replace(battery, over=True), fact("has_no_more_missions"))
        )


# -- by itself ---------------------------------------------------------------------


def _own(view: GameView) -> Sequence[tuple[Battery, Marker]]:
    """The batteries with a SR or FFE whose side's fire phase it is."""
    side = firing_side(view)
    found = ((b, mark_of(view, b)) for b in view.state.batteries.values())
    return [(b, mark) for b, mark in found if mark is not None and b.side == side]


@rule("C1.58/end", "FFE:C ends", cites=("C1.58",))
def begins(play: Play) -> None:
    """As its owner's fire phase begins FFE:C is gone, and the mission with it."""
    for battery, mark in _own(play):
        if mark.kind == "FFE:C":
            play.emit(MarkerRemoved(mark.id, fact("the_mission_is_over")))
            done = replace(battery, access=False)
            play.emit(BatteryChanged(done, fact("its_mission_is_over")))
            _spent(play, done)


@rule("C1.22/end", "What nobody directed", cites=("C1.22", "C1.58"))
def ends(play: Play) -> None:
    """As its owner's fire phase ends: a SR without contact is gone, a FFE goes on."""
    side = firing_side(play)
    for id_, battery in list(play.state.batteries.items()):
        if battery.side != side or battery.device == "event":
            continue
        mark, acted = mark_of(play, battery), acts(play, battery)
        if mark is not None and mark.kind in NEXT and not set(acted) & FELL:
            goes_on(play, battery, mark, unveil_attacked)
        elif "contact" not in acted and (battery.contact or mark is not None):
            lose_contact(play, play.state.batteries[id_], "contact")


FELL = {"convert", "place"}
"""What a FFE that came down in this phase was ordered by."""


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
