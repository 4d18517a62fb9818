"""S8: a Known Target before a concealed one."""

from collections.abc import Iterable, Sequence

from opfor.core.explain import decide
from opfor.core.fact import Fact, fact
from opfor.core.priority import PriorityList, random_dr
from opfor.core.rule import rule
from opfor.rules.s_solitaire.s06_actions.action_group import ActionGroup
from opfor.rules.s_solitaire.s08_fire.attack_choice import AttackChoice
from opfor.rules.s_solitaire.s08_fire.command_clauses import (
    Command,
    Manner,
    lines_of,
    tie_lines,
)
from opfor.rules.s_solitaire.s08_fire.planned_attack import still_there, things_of
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import Aiming, Target
from opfor.rules.s_solitaire.s08_fire.s08_p10_smoke import smoke_shot
from opfor.state.play import Play


def _decide(
    play: Play, lines: Iterable[object], targets: Sequence[Target], purpose: Fact
) -> Target:
    tie = random_dr(play, purpose)
    order_: PriorityList[Target] = PriorityList(tuple(lines), tie=tie)  # type: ignore[arg-type]
    return decide(
        play, order_, targets, purpose=purpose, name=lambda target: target.where
    )


@rule("S8.p7", "Known before concealed Targets", cites=("S8.p3",))
def commanded(
    play: Play, group: ActionGroup, targets: Sequence[Target], command: Command
) -> AttackChoice | None:
    """The Target that the clauses leave; all else equal a Known one, the closest."""
    manners: tuple[Manner, ...] = command.manners
    # S6.23: a row that holds fire.
    if "hold" in manners and not command.branches[0]:
        return None
    things = things_of(play, still_there(play, group.units))
    # S8.p10: SMOKE, if a shot of it is any use.
    if "smoke" in manners and (smoke := smoke_shot(play, things)):
        return AttackChoice(targets[0], smoke=smoke)
    aiming = Aiming(play, group.location, things)
    # S8.p3: the clauses of the row, then S8.p7: Known, and the closest.
    lines = lines_of(command, aiming, targets)
    ties = [] if "random" in manners else tie_lines(aiming)
    purpose = fact("the_target_of_the_fire_command")
    chosen = _decide(play, [*lines, *ties], targets, purpose)
    return AttackChoice(chosen, group=command.group, spray="spray" in manners)
