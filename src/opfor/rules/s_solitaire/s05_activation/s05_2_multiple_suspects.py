"""S5.2: which of several S? is checked next."""

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, least, most, random_dr
from opfor.core.rule import rule
from opfor.rules.s_solitaire.s05_activation.s05_1_activation_check import (
    ActivationThreat,
)
from opfor.state.play import Play
from opfor.state.units import LocationName


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
    # for each Location the one of it that is checked first
    by_chance = sorted(eligible, key=lambda threat: -threat.chance)
    likeliest: dict[LocationName, ActivationThreat] = {}
    for threat in by_chance:
        likeliest.setdefault(threat.suspect.location, threat)
    first = decide(
        play,
        order,
        [threat for threat in eligible if threat in likeliest.values()],
        purpose=fact("the_suspect_checked_next"),
        name=lambda threat: threat.suspect.id,
    )
    # S5.2 EXC: all of its Location, before any of them fires
    return [t for t in by_chance if t.suspect.location == first.suspect.location]
