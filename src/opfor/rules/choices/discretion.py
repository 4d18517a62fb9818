"""Choices that the rules leave to a side's discretion, asked of its policies."""

from collections.abc import Sequence

from opfor.core.ask import Choose, Option
from opfor.state.play import Play
from opfor.state.units import LocationName, Side


def ask_policy(
    play: Play,
    *,
    policy: str,
    purpose: str,
    options: Sequence[Option],
    side: Side = "ENEMY",
) -> str:
    """The key of the option that a policy decides on; of one alone nobody is asked.

    Args:
        play: the game.
        policy: the policy's name, one of `rules/choices/policies.py`.
        purpose: what is decided.
        options: what there is to choose, the best for the side first.
        side: whose discretion it is.
    """
    if len(options) == 1:
        return options[0].key
    choose = Choose(
        purpose=purpose,
        side=side,
        why="discretion",
        policy=policy,
        options=tuple(options),
    )
    said: str = play.ask(choose)
    return said


def places(best: LocationName, others: Sequence[LocationName]) -> list[Option]:
    """Locations as options, the best one first, each once."""
    return [Option(at, at, (at,)) for at in dict.fromkeys((best, *others))]
