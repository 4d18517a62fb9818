"""S5.2: the S? that FRIENDLY units make eligible where they advanced or routed."""

from collections.abc import Sequence

from opfor.core.rule import rule
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import (
    check_and_generate,
    threats,
)
from opfor.rules.s_solitaire.s05_activation.s05_1_activation_check import (
    ActivationThreat,
)
from opfor.rules.s_solitaire.s05_activation.s05_2_multiple_suspects import next_group
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import OFFBOARD, LocationName


@rule("S5.2/aph", "What advancing or routing units make eligible", cites=("S3.31b",))
def check_advance(play: Play, units: Sequence[str]) -> list[str]:
    """Check each S? that FRIENDLY units make eligible where they advanced or routed.

    They are checked in the order of S5.2 and do not fire now. Neither FFMO nor FFNAM
    counts, and there is no Long Range Activation, which belongs to the MPh.
    """
    activated: list[str] = []
    while eligible := threats_of_advance(play, units):
        # S5.2: in its order; nothing fires now
        for threat in next_group(play, eligible):
            activated += check_and_generate(play, threat)
    return activated


def threats_of_advance(
    play: Play, units: Sequence[str], *, at: LocationName = OFFBOARD
) -> list[ActivationThreat]:
    """Each eligible S? once, by the closest of the units, were they in a Location.

    Without one, where they are.
    """
    closest: dict[str, ActivationThreat] = {}
    for id_ in units:
        unit = play.state.units.get(id_)
        if unit is None:
            continue
        move = Move(units=(id_,), assault=True)
        for threat in threats(play, at or unit.location, move, moving=False):
            known = closest.get(threat.suspect.id)
            if threat.case != "L" and (known is None or threat.range < known.range):
                closest[threat.suspect.id] = threat
    return list(closest.values())
