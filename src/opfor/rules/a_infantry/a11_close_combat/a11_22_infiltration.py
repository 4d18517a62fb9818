"""A11.22: Infiltration."""

from collections.abc import Sequence

from opfor.core.ask import Choose, Option
from opfor.core.rule import rule
from opfor.rules.a_infantry.a11_close_combat.a11_2_withdrawal import leave, ways_out
from opfor.rules.a_infantry.a11_close_combat.fought import TWELVE, TWO, Fought
from opfor.rules.a_infantry.a18_leader_creation.a18_12_field_promotion import promotion
from opfor.state.play import Play
from opfor.state.units import LocationName, Unit


@rule("A11.22", "Infiltration", cites=("A11.2", "A18.12"))
def infiltration(play: Play, fought: Fought) -> None:
    """After an Original 2 attackers may leave at once, after a 12 the attacked units.

    An Original 2 of a MMC may make a leader, too.
    """
    clash, original = fought.combat.clash, fought.rolled.original
    if original == TWO:
        # A18.12: a leader may come forth
        promotion(play, fought.combat)
        _infiltrate(play, clash.attackers)
    elif original == TWELVE:
        _infiltrate(play, clash.defenders)


def _infiltrate(play: Play, ids: Sequence[str]) -> None:
    """Ask whether units leave the CC, and where to."""
    found = [play.state.units[id_] for id_ in ids if id_ in play.state.units]
    units = [unit for unit in found if _unhampered(unit)]
    ways = ways_out(play, units) if units else []
    if not ways:
        return
    stay = Option("stay", "stay in the CC", (units[0].location,))
    chosen = play.ask(
        Choose(
            purpose=f"{' + '.join(unit.id for unit in units)} may infiltrate",
            side=units[0].side,
            why="discretion",
            policy="A11.22 infiltration",
            options=(stay, *(Option(to, f"go to {to}", (to,)) for to in ways)),
        )
    )
    if chosen != "stay":
        leave(play, tuple(unit.id for unit in units), LocationName(chosen))


def _unhampered(unit: Unit) -> bool:
    held = unit.pinned or unit.ti or unit.panic or unit.berserk
    return not (held or unit.guard or unit.vehicle)
