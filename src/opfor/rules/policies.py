"""The policies of the game: each discretion that the rules leave, and its default.

A rule asks `Choose(why="discretion", policy=NAME)`. The settings of a game say who
decides: "default" plays for the side that is asked, "random", or "ask" the player.
"""

from opfor.core.ask import Choose
from opfor.core.policy import Policy
from opfor.state.state import State


def first(choose: Choose, _state: State) -> str:
    """The first option: rules put the one that is best for the side first."""
    return choose.options[0].key


POLICIES: tuple[Policy, ...] = (
    Policy("A11.22 infiltration", "Where units go that may infiltrate", first),
    Policy("A12.152 search", "Which hexes a Search looks into first", first),
    Policy(
        "A20.3 prisoners", "Whether who surrenders is taken or given No Quarter", first
    ),
)
"""Every policy, by the rule that asks."""
