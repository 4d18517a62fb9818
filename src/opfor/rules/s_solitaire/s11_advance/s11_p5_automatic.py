"""Automatic Actions that are carried out, or go on, in the APh (S6.3)."""

from collections.abc import Sequence
from functools import partial

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, most, random_dr, where
from opfor.core.rule import rule
from opfor.rules.choices.give_order import order
from opfor.rules.choices.orders import Advance
from opfor.rules.s_solitaire.s01_terms.s01_terms import IP
from opfor.rules.s_solitaire.s01_terms.targets_from import targets_from
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import (
    guards,
    in_sight,
    leaver,
    surplus,
    unarmed,
)
from opfor.rules.s_solitaire.s06_actions.s06_310_crews import crew, manned_next
from opfor.rules.s_solitaire.s06_actions.s06_317_leaders import advance_to, calls, cares
from opfor.rules.s_solitaire.s06_actions.s06_3171_a_leaders_way import goal_of
from opfor.rules.s_solitaire.s06_actions.s06_3174_fire_direction import (
    has_arrived,
    led_from,
)
from opfor.rules.s_solitaire.s09_movement.s09_2_route import to_go
from opfor.rules.s_solitaire.s11_advance.locations import (
    can_enter,
    closer,
    distance,
    legal,
    tem,
)
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, Fortification, LocationName, Unit


@rule(
    "S11.p5",
    "Automatic Actions in the APh",
    cites=("S6.302", "S6.303", "S6.307", "S6.310", "S6.3121", "S6.3173", "S6.3174"),
)
def automatic_advance(play: Play, unit: Unit) -> bool:
    """Whether a unit advances by an Automatic Action, the lowest number first."""
    return any(
        decides(play, unit)
        for decides in (
            off_the_map,
            make_room,
            to_the_gun,
            get_inside,
            to_the_broken,
            to_direct,
        )
    )


def off_the_map(play: Play, unit: Unit) -> bool:
    """Unarmed MMC and Guards advance toward the EBE, the safest way (S6.302, S6.303).

    Who has reached it leaves the map, with his prisoners (D-236).
    """
    if not (unarmed(play, unit) or guards(play, unit)):
        return False
    # S6.302: off the map, with his prisoners
    if legal(play, (unit.id,), OFFBOARD):
        order(play, "ENEMY", Advance((unit.id,), OFFBOARD))
        return True
    # S6.302, S6.303: else toward the EBE
    world = play.world
    edge = [LocationName(world.map.name(hex_)) for hex_ in world.compass.along("EBE")]
    goal = min(edge, key=lambda at: distance(play, unit.location, at))
    return _go(play, unit, closer(play, unit.location, [goal], _open(play, unit)))


def make_room(play: Play, unit: Unit) -> bool:
    """He on whom the Random dr falls leaves an Overstacked Location (S6.307).

    Among those who can: who has advanced stays, and a Human Wave goes as a whole. On
    whom it fell before the MPh, and who did not leave in it, goes first (D-881).
    """
    found = surplus(play, unit.location)
    if unit not in found:
        return False
    bound = [one for one in found if one.automatic == "S6.307" and not one.moved]
    chosen = next((one for one in bound if _can_leave(play, one)), None)
    if chosen is None:
        chosen = leaver(play, unit.location, lambda one: _can_leave(play, one))
    return chosen is not None and _go(play, chosen, _open(play, chosen))


def _can_leave(view: GameView, unit: Unit) -> bool:
    return not unit.wave and bool(_open(view, unit))


def to_the_gun(play: Play, unit: Unit) -> bool:
    """A crew advances toward the Gun or HW that it is to man (S6.310)."""
    if not crew(play, unit):
        return False
    goal = manned_next(play, unit)
    return _go(play, unit, closer(play, unit.location, [goal], _open(play, unit)))


def get_inside(play: Play, unit: Unit) -> bool:
    """A unit beside an IP with room gets in, if it has a Target there (S6.3121)."""
    fort = shelter(play, unit)
    if fort is None:
        return False
    order(play, "ENEMY", Advance((unit.id,), unit.location, fort.id))
    return True


def shelter(view: GameView, unit: Unit) -> Fortification | None:
    """The IP of its Location that a unit would enter, whoever's (D-843), or None."""
    if unit.vehicle or unit.inside or not unit.good_order:
        return None
    if not targets_from(view, unit, unit.location):
        return None
    for fort in view.state.fortifications_at(unit.location):
        usable = fort.kind in IP and not fort.hidden
        if usable and legal(view, (unit.id,), unit.location, fort.id):
            return fort
    return None


def to_the_broken(play: Play, unit: Unit) -> bool:
    """A leader advances to broken units that need him, or closer to them.

    S6.3173: where more of them are than in his own Location; S6.317: else toward those
    within five hexes.
    """
    if unit.did("advanced"):
        return False
    to = advance_to(play, unit, partial(can_enter, play, unit))
    if to:
        order(play, "ENEMY", Advance((unit.id,), to))
        return True
    if not calls(play, unit):
        return False
    # D-591: nearer in MF, as in the MPh: by the stairs, too
    left = to_go(play, [goal_of(play, unit)])
    own = left[play.world.number(unit.location)]
    ends = [at for at in _open(play, unit) if left[play.world.number(at)] < own]
    return _go(play, unit, ends)


def to_direct(play: Play, unit: Unit) -> bool:
    """A leader on his way enters the ADJACENT Location where he can direct fire.

    S6.3174 by S6.3171; also one who has moved to be ADJACENT to it (D-031). Not away
    from where he can direct some, nor from broken units (D-395).
    """
    goes = unit.automatic == "S6.3174" and not unit.fired
    if not goes or unit.did("advanced") or cares(play, unit):
        return False
    if unit.moved and has_arrived(play, unit):
        return False
    near = set(_open(play, unit))
    return _go(play, unit, [at for at in led_from(play, unit) if at in near])


def _open(view: GameView, unit: Unit) -> list[LocationName]:
    near = [at for at, _ in view.world.ways(unit.location)]
    return [at for at in near if can_enter(view, unit, at)]


def _go(play: Play, unit: Unit, ends: Sequence[LocationName]) -> bool:
    """Advance into the safest of some Locations, if there is any."""
    if not ends:
        return False
    safest: PriorityList[LocationName] = PriorityList(
        (
            where("out of FRIENDLY fire", lambda at: not in_sight(play, at)),
            most("highest inherent TEM", lambda at: tem(play, at)),
        ),
        tie=random_dr(play, fact("where_advances_to", who=unit.id)),
    )
    to = decide(play, safest, ends, purpose=fact("who_advances", who=unit.id))
    order(play, "ENEMY", Advance((unit.id,), to))
    return True
