"""What a page may ask before units move: where to, by which way, and at what risk."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from opfor.core.errors import Illegal, OpforError
from opfor.geo.hexes import SIDES
from opfor.geo.terrain_chart import mf
from opfor.ports.session import Session
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    begin_or_continue as infantry_move,
)
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import plan
from opfor.rules.a_infantry.a04_movement.reach import reach
from opfor.rules.a_infantry.a05_stacking import excess
from opfor.rules.a_infantry.a08_first_fire.a08_2_residual_fp import (
    residual_at,
    residual_drm,
)
from opfor.rules.choices.orders import MoveTo
from opfor.rules.choices.vehicle_orders import DriveOrder
from opfor.rules.d_vehicles.d02_movement.spending import begin_or_continue, unit_of
from opfor.rules.s_solitaire.s01_terms.targets_from import watchers
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import threats
from opfor.rules.s_solitaire.s05_activation.s05_2_aph_or_rtph import threats_of_advance
from opfor.rules.sequence import legal_orders
from opfor.state.in_progress import Move
from opfor.state.units import OFFBOARD, LocationName, Unit
from opfor.views.friendly_view import seen
from opfor.views.text.look import residual_line, threat_lines, watcher_lines
from opfor.web.game import messages as m
from opfor.web.game.named import FRIENDLY, hex_of, own_units, place_of, told
from opfor.web.game.rout_ways import whole_routs
from opfor.web.game.ways import Way, beyond, dangers, ways_to


def reach_of(session: Session, request: m.ReachOf) -> dict[str, Any]:
    """Where units could go: the next Locations, and those further on with a route.

    Of one that they would Overstack, by how many squads (`over`, A5.1). If there are
    none, why not; of a vehicle, why not into each hex that bars it.
    """
    units = own_units(session.game.state, request.units)
    if any(unit.vehicle for unit in units):
        # It moves MP by MP, by orders.
        return {"reach": {}, "barred": _walls(session, units)} | _barred(session, units)
    refused: list[Illegal] = []
    found: dict[str, dict[str, Any]] = {
        to: {"hex": hex_of(session.world, to), "mf": mf(cost), "route": [to]}
        for to, cost in _next(session, request, refused)
    }
    if found and not request.how.get("assault"):
        with contextlib.suppress(Illegal):
            double = request.how.get("double_time", False)
            for to, way in _further(session, units, double=double).items():
                if units[0].location != OFFBOARD and way.route[0] not in found:
                    continue  # as from the corner that Bypass has come to (A4.3)
                where = {"hex": hex_of(session.world, to), "mf": mf(way.spent)}
                found.setdefault(to, where | {"route": list(way.route)})
    for place, entry in found.items():
        there = _there(session, LocationName(place), units)
        if over := excess(session.play, [*there, *units]):
            entry["over"] = over
    why_not = ""
    if refused and not found:
        why_not = _by_themselves(session, units) or str(refused[0])
    return {"reach": found, "why": told(session, why_not)}


def _there(session: Session, to: LocationName, but: Sequence[Unit]) -> Iterator[Unit]:
    """Who of the player's is in a Location beside those that would come."""
    coming = {unit.id for unit in but}
    for unit in session.game.state.units_at(to, FRIENDLY):
        if unit.id not in coming:
            yield unit


def _by_themselves(session: Session, units: Sequence[Unit]) -> str:
    """That part of a stack has spent the MF that it has by itself (A4.12)."""
    whole = session.game.state.move
    if whole is None:
        return ""
    order = MoveTo(tuple(unit.id for unit in units), units[0].location)
    with contextlib.suppress(Illegal):
        part = infantry_move(session.play, units, order).move
        if part.spent >= part.allotment and part.allotment < whole.allotment:
            have, spent = mf(part.allotment), mf(part.spent)
            return f"without the others they have {have} MF, and {spent} are spent"
    return ""


def _further(
    session: Session, units: Sequence[Unit], *, double: bool
) -> dict[LocationName, Way]:
    """The ways to all Locations in reach, with the MF that each takes from now on."""
    if units[0].location == OFFBOARD:
        return beyond(session, units, double_time=double)
    move = session.game.state.move
    moving = move and {unit.id for unit in units} <= set(move.units)
    spent = move.spent if move and moving else 0
    found = reach(session.play, units, double_time=double)
    return {to: Way(w.spent - spent, 0.0, w.route[1:]) for to, w in found.items()}


def _barred(session: Session, units: Sequence[Unit]) -> dict[str, str]:
    """Why a vehicle cannot move, if it cannot."""
    try:
        for unit in units:
            begin_or_continue(session.play, unit_of(session.play, FRIENDLY, unit.id))
    except Illegal as error:
        return {"why": told(session, str(error))}
    return {}


def _walls(session: Session, units: Sequence[Unit]) -> dict[int, str]:
    """Why a vehicle does not drive into each of the next hexes that it cannot enter."""
    found: dict[int, str] = {}
    [unit, *others] = units
    if others or not unit.location:
        return found
    for side in range(SIDES):
        to = session.world.across(unit.location, side)
        try:
            if to:
                legal_orders.check(session.play, FRIENDLY, DriveOrder(unit.id, to))
        except Illegal as error:
            found[hex_of(session.world, to)] = told(session, str(error))
    return found


def _next(
    session: Session, request: m.ReachOf, refused: list[Illegal]
) -> Iterator[tuple[LocationName, int]]:
    """What can be entered now, with the quarters of MF it takes; what is `refused`."""
    units = own_units(session.game.state, request.units)
    assault, double = read_how(request.how)
    for to in session.world.exits(units[0].location):
        try:
            order = MoveTo(request.units, to, assault=assault, double_time=double)
            legal_orders.check(session.play, FRIENDLY, order)
            yield to, plan(session.play, order).here
        except Illegal as error:
            refused.append(error)


def read_how(how: Mapping[str, bool]) -> tuple[bool, bool]:
    """Whether by Assault Movement, and whether by Double Time."""
    if strange := how.keys() - {"assault", "double_time"}:
        raise OpforError(f"nobody moves by {min(strange)[:20]!r}")
    return how.get("assault", False), how.get("double_time", False)


def threats_to(session: Session, request: m.Threats) -> dict[str, Any]:
    """The S? that entering a Location may Activate, and at what odds; whom it meets.

    In the APh those that an advance makes eligible (S5.2), and who is met in CC.
    """
    to = place_of(session.world, request.to)
    own_units(session.game.state, request.units)
    move = _in_hand(session, request, to)
    advance = session.game.state.phase == "APh"
    if advance:
        found = threats_of_advance(session.play, request.units, at=to)
    else:
        found = threats(session.play, to, move)
    lines = threat_lines(session.world, found, session.game.state.ac_number, to)
    lines += watcher_lines(session.world, watchers(session.play, to), to)
    lines += _met(session, to) if advance else _lying(session, to, move)
    likely = [t for t in found if t.case != "L"]
    return {
        "lines": [told(session, line) for line in "\n".join(lines).split("\n")],
        "hexes": [hex_of(session.world, t.suspect.location) for t in likely],
        "chances": {t.suspect.id: t.chance for t in likely},
    }


def _in_hand(session: Session, request: m.Threats, to: LocationName) -> Move:
    """The move that would take units into a Location; as if, where none can."""
    assault, double = read_how(request.how)
    order = MoveTo(request.units, to, assault=assault, double_time=double)
    try:
        return plan(session.play, order)
    except Illegal:
        return Move(units=request.units, assault=assault)


def _lying(session: Session, to: LocationName, move: Move) -> Iterator[str]:
    """Residual FP in a Location, which attacks who enters (A8.2)."""
    if marker := residual_at(session.play, to, "ENEMY"):
        yield residual_line(marker.fp, residual_drm(session.play, to, move))


def _met(session: Session, to: LocationName) -> Iterator[str]:
    """The ENEMY units in a Location, with whom there will be CC (A11.1)."""
    there = session.game.state.units_at(to, "ENEMY")
    names = [unit.id for unit in there if seen(unit)]
    if names:
        yield f"Close Combat with {', '.join(names)}"


def ways_of(session: Session, request: m.Ways) -> dict[str, Any]:
    """The shortest and the safest way to a Location."""
    to = place_of(session.world, request.to)
    units = own_units(session.game.state, request.units)
    if any(unit.vehicle for unit in units):
        raise OpforError("a vehicle moves MP by MP")
    _, double = read_how(request.how)
    return ways_to(session, units, to, double_time=double)


def danger_of(session: Session, request: m.Danger) -> dict[str, Any]:
    """What entering each Location in reach may bring on the way to it."""
    units = own_units(session.game.state, request.units)
    if any(unit.vehicle for unit in units):
        raise OpforError("a vehicle moves MP by MP")
    _, double = read_how(request.how)
    found = dangers(session, units, double_time=double)
    for ways in (found["shortest"], found["safest"]):
        for to, way in ways.items():
            way["hex"] = hex_of(session.world, to)
    return found


def routs_of(session: Session, request: m.Routs) -> dict[str, Any]:
    """The routs of a unit as a whole."""
    [unit] = own_units(session.game.state, (request.unit,))
    return {"routs": whole_routs(session, FRIENDLY, unit)}
