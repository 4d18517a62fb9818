"""S8: when a Target is kept, and when changed."""

from collections.abc import Sequence

from opfor.core.rule import rule
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s06_actions.s06_314_acquired_targets import shocked
from opfor.rules.s_solitaire.s08_fire import s08_p2_targets as it
from opfor.rules.s_solitaire.s08_fire.planned_attack import FAIR
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import Aiming, Target


@rule("S8.p6", "Keeping and changing Targets", cites=("S6.314", "S8.2"))
def retained(
    aiming: Aiming, things: Sequence[str], targets: Sequence[Target]
) -> Target | None:
    """The Target of the last attack of some things in this phase, if it is still one.

    Until it is eliminated, Shocked (S6.314), or broken with an unbroken one left
    elsewhere, or out of LOS; who is there and cannot be hurt does not count (D-434).
    Then the next best of the row that the unit has (D-873), or a DR if it has none.
    """
    own = set(things)
    shots = [s for s in aiming.view.state.shots if own & set(s.firers)]
    last = shots[-1].target if shots else ""
    kept = next((target for target in targets if target.where == last), None)
    if kept is None:
        return None
    units = it.open_to(aiming, kept)
    return kept if any(not (unit.broken or shocked(unit)) for unit in units) else None


@rule("S8.p6/overkill", "Targets that have had enough", cites=("S8.p6",))
def unspent(aiming: Aiming, targets: Sequence[Target]) -> list[Target]:
    """The Targets without those attacked in this phase and all broken or pinned.

    As long as another one has a p(NMC+) of 1/4.
    """
    if way(aiming.view, "S8.p6 spent") == "never":
        return list(targets)
    spent = [
        target
        for target in targets
        if it.attacked(aiming, target) and not it.standing(aiming, target)
    ]
    others = [target for target in targets if target not in spent]
    return others if any(t.chance >= FAIR for t in others) else list(targets)
