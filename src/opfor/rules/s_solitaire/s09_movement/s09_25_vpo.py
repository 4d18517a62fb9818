"""S9.25, S9.251: which VPO Location the ENEMY makes for, and what if there is none."""

from collections.abc import Callable, Sequence

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import (
    Line,
    PriorityList,
    Tie,
    first,
    least,
    most,
    random_dr,
    where,
)
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import us_number
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo_locations
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends
from opfor.rules.s_solitaire.s03_323_prohibited import friendly_vpo
from opfor.rules.s_solitaire.s09_movement.danger import own_tem
from opfor.rules.s_solitaire.s09_movement.movers import Mover, at, units_of
from opfor.rules.s_solitaire.s09_movement.s09_2_route import distance, nearest
from opfor.rules.s_solitaire.s09_vehicles.routes import FAR, mp_away
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit


@rule("S9.25", "Towards a VPO when there is none to take", cites=("S9.251", "S6.1"))
def toward_vpo(
    play: Play, mover: Mover, *, controlled: bool = True
) -> list[LocationName]:
    """The Locations that a mover makes for that is to go toward a VPO Location.

    The closest ones, FRIENDLY Controlled if the Command says so. Where there is none,
    or the ENEMY Controls all, the closest FRIENDLY unit by the list of the rule; who is
    in a VPO Location already goes by S9.251.

    Args:
        play: the game.
        mover: who.
        controlled: the Command speaks of FRIENDLY Controlled ones.
    """
    # S9.25: none to take: the closest FRIENDLY unit.
    held = friendly_vpo(play)
    if not held:
        return [closest_friend(play, mover)] if friends(play) else []
    every = list(vpo_locations(play))
    # S9.251: from one VPO Location to another.
    if at(mover) in every:
        return [from_vpo(play, mover)] if len(every) > 1 else []
    return closest(play, mover, held if controlled else every)


def away(view: GameView, mover: Mover) -> Callable[[LocationName], int]:
    """How far a mover is from a Location: in MF, a vehicle in MP."""
    if mover.vehicle:
        return mp_away(view, units_of(view, mover)[0])
    return lambda to: distance(view, mover, to)


def closest(
    view: GameView, mover: Mover, places: Sequence[LocationName]
) -> list[LocationName]:
    """Those of some Locations that are closest in MF or MP; none without a way."""
    if not mover.vehicle:
        return nearest(view, mover, places)
    far = away(view, mover)
    least_ = min(map(far, places), default=FAR)
    return [place for place in places if far(place) == least_ < FAR]


def friend_list(view: GameView, mover: Mover) -> tuple[Line[Unit], ...]:
    """The list of S9.25: in LOS; alone; in Good Order; closest (D-018)."""
    here, far = at(mover), away(view, mover)

    def alone(unit: Unit) -> bool:
        return len(view.state.units_at(unit.location, "FRIENDLY")) == 1

    return (
        where("in LOS", lambda u: sees(view, here, u.location)),
        where("not stacked with another FRIENDLY unit", alone),
        where("in Good Order", lambda u: u.good_order),
        least("closest in MF or MP", lambda u: far(u.location)),
    )


def closest_friends(view: GameView, mover: Mover) -> list[LocationName]:
    """The Locations of the FRIENDLY units that the list of S9.25 leaves."""
    order = PriorityList(friend_list(view, mover), first)
    left, _ = order.narrow(friends(view))
    return list(dict.fromkeys(unit.location for unit in left))


def closest_friend(play: Play, mover: Mover) -> LocationName:
    """Where the FRIENDLY unit is to go for."""
    order = PriorityList(friend_list(play, mover), _unless_together(play))
    found = decide(
        play,
        order,
        friends(play),
        purpose=fact("makes_for_a_friendly_unit", units=mover.ids),
        name=lambda unit: unit.id,
    )
    return found.location


def _unless_together(play: Play) -> Tie[Unit]:
    """A Random dr, except among units of one Location: the mover makes for that."""
    tie = random_dr(play, fact("which_friendly_unit"))

    def one_of(left: Sequence[Unit]) -> Unit:
        return left[0] if len({unit.location for unit in left}) == 1 else tie(left)

    return one_of


@rule("S9.251", "From one VPO to another", cites=("S9.25",))
def from_vpo(play: Play, mover: Mover) -> LocationName:
    """The VPO Location that a mover in one of them goes for, not its own.

    By the list of the rule; the closest of those that it leaves (D-018).
    """
    here, far = at(mover), away(play, mover)
    held = friendly_vpo(play)

    def us(vpo: LocationName) -> int:
        return us_number(play, play.state.units_at(vpo, "FRIENDLY"))

    lines: tuple[Line[LocationName], ...] = (
        where("FRIENDLY Controlled", lambda vpo: vpo in held),
        least("fewest FRIENDLY units", us),
        where("in LOS", lambda vpo: sees(play, here, vpo)),
        most("highest inherent TEM", lambda vpo: own_tem(play, vpo)),
        least("closest in MF or MP", far),
    )
    others = [vpo for vpo in vpo_locations(play) if vpo != here]
    order = PriorityList(lines, random_dr(play, fact("which_vpo_location")))
    purpose = fact("makes_for_a_vpo_location", units=mover.ids)
    return decide(play, order, others, purpose=purpose)
