"""Who answers: the seeded dice, the person who plays, or who stands in for a side."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from opfor.core.ask import Asked, Choose, Context, Order, Port, Waiting
from opfor.core.dice import Seeded
from opfor.core.policy import Policies
from opfor.ports.program_players import Random
from opfor.rules.choices.policies import EVERY
from opfor.state.world import World

STEPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "activation": ("S3", "S4", "S5"),
        "actions": ("S6", "S7", "S8", "S9", "S10", "S11", "S12", "S16"),
        "fire": ("A7", "A8", "A9", "A22", "A23"),
        "to hit": ("C2", "C3", "C5", "C6", "C7", "C8", "C13"),
        "morale": ("A10", "A15", "A17", "A19"),
        "rally": ("A10.6",),
        "close combat": ("A11",),
    }
)
"""Steps of play by the sections whose dice belong to them; all others are the rest."""

REST = "rest"

_SECTION = re.compile(r"[A-Z]+\d+")


def step_of(rule: str) -> str:
    """The step of play whose dice a rule rolls."""
    if rule.startswith("A10.6"):
        return "rally"
    found = _SECTION.match(rule)
    section = found[0] if found else ""
    return next((name for name, all_ in STEPS.items() if section in all_), REST)


class Desk:
    """The router of a game that one person plays.

    Args:
        seed: what the seeded dice follow from.
        world: what the game is played on.
        mine: the player rolls the dice himself; may change in play.
        policies: who decides the ENEMY's discretion, where the default does not.
    """

    def __init__(
        self,
        seed: int | str,
        world: World,
        *,
        mine: bool = False,
        policies: Mapping[str, str] | None = None,
    ) -> None:
        self.mine = mine
        self.auto: frozenset[str] = frozenset()
        """Steps whose dice are the seed's, though the others are the player's."""
        self.suggest: frozenset[str] = frozenset()
        """Steps whose dice the seed only suggests: the player takes them, or others."""
        self._seeded = Seeded(seed)
        self._person = Waiting()
        self._policies = Policies(EVERY, policies, seed=seed)
        self._enemy = Random(world, seed, thorough=True)

    def pick(self, asked: Asked) -> Port:
        """The seeded dice for rolls and chits, unless they are the player's."""
        if asked.stream:
            return self._person if self.rolls(asked) else self._seeded
        request = asked.request
        if request.side != "ENEMY":
            return self._person
        if isinstance(request, Choose) and request.why == "discretion":
            return self._person if self._policies.asks(request) else self._policies
        return self._enemy if isinstance(request, Order) else self._person

    def rolls(self, asked: Asked) -> bool:
        """Whether the player rolls these dice himself."""
        return self.mine and step_of(asked.rule) not in self.auto

    def suggestion(self, asked: Asked, context: Context) -> Any:
        """What opfor would answer in the player's place, None if that is his alone.

        The seed's dice where they are suggested (reading: D-376), and for the ENEMY's
        discretion the usual policy.
        """
        if asked.stream:
            wanted = step_of(asked.rule) in self.suggest
            return self._seeded.answer(asked, context) if wanted else None
        request = asked.request
        if isinstance(request, Choose) and request.why == "discretion":
            return self._policies.usual(request, context.state)
        return None
