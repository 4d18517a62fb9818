"""S6.3143 in play: the ENEMY follows one of several Targets that it has acquired."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.rules.a_infantry.a01_personnel.a01_24_units import us_number
from opfor.rules.c_ordnance.c06_target_drm.c06_5_acquisition import (
    follow,
    known_at,
    those_gone,
)
from opfor.rules.s_solitaire.s06_actions.s06_314_acquired_targets import tracked
from opfor.state.events import WeaponChanged
from opfor.state.play import Play
from opfor.state.units import LocationName


def track(
    play: Play, start: LocationName, to: LocationName, ids: Sequence[str] = ()
) -> None:
    """What has acquired movers follows them: all of them (C6.51), or the larger part.

    Who stays behind is kept as the Acquired Target if he is the larger (S6.3143). It
    is the same for who moves, routs and advances.

    Args:
        play: the game.
        start: where they come from.
        to: where they are now.
        ids: who they are, else those whose move is in hand.
    """
    movers = those_gone(play, ids)
    # C6.51: what has acquired them goes along with them all.
    follow(play, start, to, ids)
    if not movers or movers[0].side != "FRIENDLY":
        return
    behind = known_at(play, start, "FRIENDLY")
    if not behind:
        return
    # S6.3143: some stay behind, so the larger part is tracked.
    lead = max(movers, key=lambda unit: us_number(play, [unit]))
    for weapon in list(play.state.weapons.values()):
        held, owner = weapon.acquired, play.state.units.get(weapon.owner)
        if held is None or held.area or held.at != start:
            continue
        if owner is None or owner.side != "ENEMY":
            continue
        if tracked(play, weapon, [lead, *behind], lead):
            ahead = replace(weapon, acquired=replace(held, at=to))
            play.emit(WeaponChanged(ahead, fact("tracks", unit=lead.id)))
