"""S5.2 to S5.4: which S? are checked for Activation, and in which order.

The text for one moving stack in one Location, in the order of the book: eligible S?
(S3.31, table x1) are checked one after the other (S5.1, S5.2); what a Location
brings attacks at once (S5.3); the next are checked while the movers keep Good Order
(S5.31); then Long Range (S5.32).
"""

from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, least, most, random_dr
from opfor.core.rule import rule
from opfor.rules.s_solitaire.s03_activation.hold import check_and_generate, threats_now
from opfor.rules.s_solitaire.s05_activation.activation_check import ActivationThreat
from opfor.rules.s_solitaire.s05_activation.generation import activate_long_range
from opfor.rules.s_solitaire.s05_activation.mandatory_attack import mandatory_attack
from opfor.state.events import MoveChanged, SuspectRemoved
from opfor.state.play import Play


@rule(
    "S5.2",
    "Multiple S? Eligible for Activation",
    exc=("S? of one Location are all checked before any fires",),
    cites=("S5.1",),
)
def next_group(play: Play, eligible: list[ActivationThreat]) -> list[ActivationThreat]:
    """The S? checked next: the likeliest, then the closest, else by a Random dr.

    EXC: all eligible S? of one Location are checked before any of them fires.
    Reading: D-007 likeliest is the greatest chance after Original 1 and 6 and the
    AC#; D-008 a Location is finished before the next.
    """
    # S5.2: the likeliest, then the closest, else by a Random dr
    order = PriorityList(
        (
            most("likeliest to be Activated", lambda threat: threat.chance),
            least("closest to the moving unit", lambda threat: threat.range),
        ),
        tie=random_dr(play, fact("which_suspect_is_checked_first")),
    )
    by_chance = sorted(eligible, key=lambda threat: threat.chance)
    likeliest = {threat.suspect.location: threat for threat in by_chance}
    first = decide(
        play,
        order,
        [threat for threat in eligible if threat in likeliest.values()],
        purpose=fact("the_suspect_checked_next"),
        name=lambda threat: threat.suspect.id,
    )
    # S5.2 EXC: all of its Location, before any of them fires
    here = [t for t in eligible if t.suspect.location == first.suspect.location]
    return sorted(here, key=lambda threat: -threat.chance)


@rule("S5.31", "Continuing Attacks", cites=("S5.2", "S5.3"))
def check_activations(play: Play) -> None:
    """Check all S? that the stack in hand makes eligible where it is now.

    Ends as soon as no unit of the stack is in Good Order any more.
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


@rule(
    "S5.32",
    "Long Range Activation",
    exc=("a .50 cal HMG on a dr of 1, where the nation has one",),
    cites=("S5.3", "S3.31"),
)
def long_range_activation(play: Play) -> None:
    """One DR a moving stack, in the first Location where a distant S? qualifies.

    An Original 2 Activates the closest; otherwise nothing happens and no S? goes.
    Reading: D-009 after the ordinary checks, while the stack is in Good Order; D-010
    the DRM printed as below -2 is -2 or less.
    """
    move = play.state.move
    eligible = [threat for threat in threats_now(play) if threat.case == "L"]
    if move is None or move.long_range or not eligible:
        return
    # S5.32: one DR a moving stack, on an Original 2
    play.emit(MoveChanged(replace(move, long_range=True)))
    names = [threat.suspect.id for threat in eligible]
    purpose = fact("long_range_activation_of", suspects=names)
    if dice_roll(play, purpose).original != 2:
        return
    # S5.32: the closest Activates
    closest = PriorityList(
        (least("closest to the moving unit", lambda threat: threat.range),),
        tie=random_dr(play, fact("which_suspect_activates")),
    )
    suspect = decide(
        play,
        closest,
        eligible,
        purpose=fact("the_suspect_that_activates"),
        name=lambda threat: threat.suspect.id,
    ).suspect
    play.emit(SuspectRemoved(suspect.id, fact("activated", how=fact("long_range"))))
    # S5.3: it attacks at once
    mandatory_attack(play, activate_long_range(play, suspect))
