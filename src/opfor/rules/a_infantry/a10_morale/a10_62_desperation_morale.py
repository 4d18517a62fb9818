"""A10.62: when broken units come under DM."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a07_fire.targets import attacked_units, could_check
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import make_dm
from opfor.rules.a_infantry.a10_morale.a10_5_rout import beside_enemy, must_rout
from opfor.state.play import GameView, Play


@rule("A10.62/fire", "Fire puts broken units under DM", cites=("A7.9",))
def press(play: Play, made: Attack) -> None:
    """Broken units come under DM if the attack could have made them check morale.

    Not by fire too weak for a NMC even with its best Original DR, cowering counted.
    """
    for unit in attacked_units(play, made):
        if unit.broken and not unit.dm and could_check(play, made, unit):
            make_dm(play, unit.id)


def beset(view: GameView) -> frozenset[str]:
    """The broken units not under DM that are ADJACENT to a Known armed enemy."""
    return view.world.once(view.state, "beset", lambda: _beset(view))


def _beset(view: GameView) -> frozenset[str]:
    units = [unit for unit in view.state.units.values() if unit.broken and not unit.dm]
    return frozenset(
        [
            unit.id
            for unit in units
            if unit.location
            and not unit.guard
            and beside_enemy(view, unit.location, unit.side)
        ]
    )


@rule("A10.62/near", "An enemy who comes ADJACENT", cites=("A10.5/must",))
def alarm(play: Play, before: frozenset[str]) -> None:
    """Broken units come under DM as a Known armed enemy comes ADJACENT to them.

    Reading: D-494.

    Args:
        play: the game.
        before: those to whom one was ADJACENT already.
    """
    for id_ in sorted(beset(play) - before):
        make_dm(play, id_)


@rule(
    "A10.62",
    "Desperation Morale",
    exc=("a unit out of reach of the enemy",),
    cites=("A10.5/must", "A10.6"),
)
def desperation(play: Play) -> None:
    """Broken units in danger come under DM as a RPh or RtPh begins.

    Those ADJACENT to a Known armed unbroken enemy; as the RtPh begins also those in
    the open in its LOS and normal range, and those in a Blaze.
    EXC: a unit out of reach of the enemy.
    """
    for unit in list(play.state.units.values()):
        if not unit.broken or unit.dm or not unit.location or unit.guard:
            continue
        cause = must_rout(play, unit)
        if cause == "ADJACENT" or (cause and play.state.phase == "RtPh"):
            make_dm(play, unit.id)
