"""S5.31: the S? are checked for Activation, one Location after the other.

The text for one moving stack in one Location, in the order of the book: eligible S?
(S3.31, table x1) are checked one after the other (S5.1, S5.2); what a Location
brings attacks at once (S5.3); the next are checked while the movers keep Good Order
(S5.31); then Long Range (S5.32).
"""

from opfor.core.rule import rule
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import (
    check_and_generate,
    threats_now,
)
from opfor.rules.s_solitaire.s05_activation.s05_1_activation_check import (
    ActivationThreat,
)
from opfor.rules.s_solitaire.s05_activation.s05_2_multiple_suspects import next_group
from opfor.rules.s_solitaire.s05_activation.s05_3_mandatory_attack import (
    mandatory_attack,
)
from opfor.rules.s_solitaire.s05_activation.s05_32_long_range_activation import (
    long_range_activation,
)
from opfor.state.play import Play


@rule("S5.31", "Continuing Attacks", cites=("S5.2", "S5.3"))
def check_activations(play: Play) -> None:
    """Check all S? that the stack in hand makes eligible where it is now.

    Ends as soon as no unit of the stack is in Good Order any more; a berserk one when
    it is eliminated. Reading: D-450.
    """
    while eligible := _ordinary(play):
        activated = []
        # S5.1, S5.6: each is checked, and generated at once
        for threat in next_group(play, eligible):
            activated += check_and_generate(play, threat)
        # S5.3: what the Location brought attacks before the next is checked
        if activated:
            mandatory_attack(play, activated)
    # S5.32: Long Range only once nothing nearer is eligible
    long_range_activation(play)


def _ordinary(play: Play) -> list[ActivationThreat]:
    return [threat for threat in threats_now(play) if threat.case != "L"]
