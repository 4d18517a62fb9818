"""S14: what the ENEMY does with the OBA and the aircraft that a Mission gives it.

The project's own (docs/rules-of-ours.md): it gives the orders that any Observer may.
"""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    known_to_other_side,
    onboard,
    us_number,
)
from opfor.rules.c_ordnance.c01_artillery.c01_3_spotting import around, enemy_hexes
from opfor.rules.c_ordnance.c01_artillery.c01_6_observers import spotted
from opfor.rules.c_ordnance.c01_artillery.c01_51_area import mark_of
from opfor.rules.c_ordnance.c01_artillery.this_phase import acts
from opfor.rules.choices.discretion import ask_policy, places
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import Radio, Sortie
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s12_random_events.s12_p12_artillery import UNKNOWN, ground
from opfor.state.artillery import Battery
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Marker

OWN = 2
"""What US# of its own under a FFE count for."""

BETTER = 2
"""Times the worth of where it lies that makes it correct a SR or FFE:1."""


@rule("S14.p1", "What the ENEMY does with its OBA", cites=("C1.1", "S14.p2", "S14.p3"))
def directs(play: Play) -> bool:
    """One order to one of its batteries; False if none has anything to do.

    Contact in each of its fire phases, then a SR, corrections and FFE by S14.p3.
    """
    for battery in list(play.state.batteries.values()):
        if battery.side != "ENEMY" or battery.device == "event":
            continue
        command = next_order(play, battery)
        if command is not None and allowed(play, "ENEMY", command):
            order(play, "ENEMY", command)
            return True
    return False


@rule("S14.p3", "When the ENEMY places, corrects, converts or cancels")
def next_order(play: Play, battery: Battery) -> Radio | None:
    """The next order to a battery in this phase; None if it has none.

    A SR on the best spot; it fires for effect where it lies if it may and it is worth
    it, else corrects to a spot that is worth twice as much, or cancels what would only
    hit its own.
    """
    acted, mark = acts(play, battery), mark_of(play, battery)
    # C1.2: Radio Contact
    if "contact" not in acted:
        return Radio(battery.id, "contact")
    # S14.p3: a SR on the best spot
    if mark is None:
        spot = best_spot(play, battery)
        return Radio(battery.id, "place", spot) if spot and battery.access else None
    return _with_mark(play, battery, mark)


def _with_mark(play: Play, battery: Battery, mark: Marker) -> Radio | None:
    worth = value(play, mark.location)
    spot = best_spot(play, battery)
    least = worth + 1 if way(play, "S14.p3 correct") == "any better" else BETTER * worth
    better = spot and value(play, spot) >= max(1, least)
    # S14.p3: corrected to what is worth twice as much
    if better and spot != mark.location:
        move = Radio(battery.id, "correct", spot)
        if allowed(play, "ENEMY", move):
            return move
    # S14.p3: FFE where it is worth it
    if worth > 0:
        fire = Radio(battery.id, "convert")
        return fire if allowed(play, "ENEMY", fire) else None
    # S14.p3: cancelled where it would only hit its own
    alone = worth < 0 and not spot
    return Radio(battery.id, "cancel") if alone and mark.kind != "FFE:C" else None


@rule("S14.p2", "Where the ENEMY's OBA is to come down", cites=("C1.61",))
def best_spot(play: Play, battery: Battery) -> LocationName:
    """A hex in the Observer's LOS with the most worth, by a policy; empty if none.

    Of the hexes with FRIENDLY units and those around them, the former first.
    """
    targets = enemy_hexes(play, "ENEMY")
    # S14.p2: hexes with FRIENDLY units, and those around
    near = (at for hex_ in targets for at in around(play, hex_))
    worth = {at: value(play, at) for at in near}
    able = [
        at
        for at, number in worth.items()
        if number > 0 and spotted(play, battery, at) >= 0
    ]
    if not able:
        return LocationName("")
    able.sort(key=lambda at: (-worth[at], at not in targets, at))
    best = [at for at in able if worth[at] == worth[able[0]]]
    return LocationName(
        ask_policy(
            play,
            policy="S14.p2 OBA",
            purpose=f"where {battery.id} is to come down",
            options=places(best[0], best[1:]),
        )
    )


def value(view: GameView, centre: LocationName) -> int:
    """What a FFE there is worth: FRIENDLY US# in its area, less twice its own."""
    area = set(around(view, centre))

    def within(at: LocationName) -> bool:
        return LocationName(view.world.map.name(view.world.locate(at).hex)) in area

    friends = [u for u in onboard(view, "FRIENDLY") if not u.hidden]
    theirs = us_number(view, [u for u in friends if within(u.location)])
    own = us_number(view, [u for u in onboard(view, "ENEMY") if within(u.location)])
    waiting = [s for s in view.state.suspects_onboard() if within(s.location)]
    ours = own + UNKNOWN * len(waiting)
    if ours and way(view, "S14.p3 own") == "never":
        return -ours
    return theirs - OWN * ours


# -- aircraft ----------------------------------------------------------------------


@rule("S14.p4", "What the ENEMY does with its aircraft", cites=("E7.4",))
def flies_at(play: Play) -> bool:
    """One sortie of one of its airplanes; False if none has a target.

    At the FRIENDLY hex with most US# of Known units, by a policy, where it has no unit
    of its own; with bombs while it has any.
    """
    for plane in list(play.state.planes.values()):
        targets = hexes_in_sight(play) if plane.side == "ENEMY" else []
        if not targets:
            continue
        command = Sortie(plane.id, targets[0], bombs=plane.bombs)
        if not allowed(play, "ENEMY", command):
            continue
        where = ask_policy(
            play,
            policy="S14.p4 air",
            purpose=f"what {plane.id} attacks",
            options=places(targets[0], targets[1:]),
        )
        order(play, "ENEMY", Sortie(plane.id, LocationName(where), bombs=plane.bombs))
        return True
    return False


def hexes_in_sight(view: GameView) -> list[LocationName]:
    """The hexes with Known FRIENDLY units and none of the ENEMY's, most US# first."""
    own = {ground(view, unit.location) for unit in onboard(view, "ENEMY")}
    own |= {ground(view, s.location) for s in view.state.suspects_onboard()}
    worth: dict[LocationName, int] = {}
    for unit in onboard(view, "FRIENDLY"):
        at = ground(view, unit.location)
        if known_to_other_side(unit) and not unit.guard and at not in own:
            worth[at] = worth.get(at, 0) + us_number(view, [unit])
    return sorted(worth, key=lambda at: (-worth[at], at))
