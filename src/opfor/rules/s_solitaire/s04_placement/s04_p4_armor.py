"""S4: ENEMY armor of the Mission."""

from opfor.core.rule import rule
from opfor.rules.s_solitaire.s05_activation.s05_71_vehicles import (
    armor_crews,
    vehicle_type,
)
from opfor.rules.s_solitaire.s09_vehicles.s09_331_entry_and_release import (
    PLATOON,
    await_entry,
)
from opfor.rules.s_solitaire.s12_random_events.s12_p11_vehicles import put_offboard
from opfor.state.play import Play


@rule("S4.p4", "ENEMY armor of the Mission", cites=("S4.p1", "S9.32", "S5.711"))
def armor_due(play: Play) -> None:
    """In the ENEMY RPh, bring to the EBE the vehicles that the Mission has come now.

    Those of a kind are of one type by {x6}, {x6a} or {x6c}, and so a platoon as they
    enter, if there are two or more (S9.33).
    Reading: D-379 two or more are of a type that is usual this month.
    """
    state = play.state
    for due in state.mission.entering if state.side == "ENEMY" else ():
        if due.turn != state.turn:
            continue
        for kind, number in due.armor.items():
            # S5.71: one type for those of a kind
            found = vehicle_type(play, kind, platoon=number >= PLATOON)
            ids = [put_offboard(play, found) for _ in range(number)] if found else []
            # S9.321: in Advance Attitude
            await_entry(play, ids)
            # S5.711: armor leaders and Inexperienced Crews
            armor_crews(play, ids)
