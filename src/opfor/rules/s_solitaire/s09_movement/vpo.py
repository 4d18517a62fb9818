"""S9.25, S9.251: which VPO Location the ENEMY makes for, and what if there is none."""

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import Line, PriorityList, least, most, random_dr, where
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_units import us_number
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a26_victory.control import vpo_locations
from opfor.rules.s_solitaire.s01_terms import friends
from opfor.rules.s_solitaire.s03_prohibited import friendly_vpo
from opfor.rules.s_solitaire.s09_movement.danger import own_tem
from opfor.rules.s_solitaire.s09_movement.movers import Mover, at
from opfor.rules.s_solitaire.s09_movement.routes import distance, nearest
from opfor.state.play import Play
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
    return nearest(play, mover, held if controlled else every)


def closest_friend(play: Play, mover: Mover) -> LocationName:
    """The FRIENDLY unit to go for: in LOS; alone; in Good Order; closest (D-018)."""
    here = at(mover)

    def alone(unit: Unit) -> bool:
        return len(play.state.units_at(unit.location, "FRIENDLY")) == 1

    order = PriorityList[Unit](
        (
            where("in LOS", lambda u: sees(play, here, u.location)),
            where("not stacked with another FRIENDLY unit", alone),
            where("in Good Order", lambda u: u.good_order),
            least("closest in MF", lambda u: distance(play, mover, u.location)),
        ),
        random_dr(play, fact("which_friendly_unit")),
    )
    found = decide(
        play,
        order,
        friends(play),
        purpose=fact("makes_for_a_friendly_unit", units=mover.ids),
        name=lambda unit: unit.id,
    )
    return found.location


@rule("S9.251", "From one VPO to another", cites=("S9.25",))
def from_vpo(play: Play, mover: Mover) -> LocationName:
    """The VPO Location that a mover in one of them goes for, not its own.

    By the list of the rule; the closest of those that it leaves (D-018).
    """
    here = at(mover)
    held = friendly_vpo(play)

    def us(vpo: LocationName) -> int:
        return us_number(play, play.state.units_at(vpo, "FRIENDLY"))

    lines: tuple[Line[LocationName], ...] = (
        where("FRIENDLY Controlled", lambda vpo: vpo in held),
        least("fewest FRIENDLY units", us),
        where("in LOS", lambda vpo: sees(play, here, vpo)),
        most("highest inherent TEM", lambda vpo: own_tem(play, vpo)),
        least("closest in MF", lambda vpo: distance(play, mover, vpo)),
    )
    others = [vpo for vpo in vpo_locations(play) if vpo != here]
    order = PriorityList(lines, random_dr(play, fact("which_vpo_location")))
    purpose = fact("makes_for_a_vpo_location", units=mover.ids)
    return decide(play, order, others, purpose=purpose)
