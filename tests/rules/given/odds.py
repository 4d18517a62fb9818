"""What the odds of an attack are checked against: seeded dice, and what comes."""

from typing import Any

from opfor.core.dice import Seeded
from opfor.core.game import Game
from opfor.rules.a_infantry.a07_fire.a07_3_odds import Outcome
from opfor.state.events import UnitReplaced
from opfor.state.state import State
from opfor.state.units import (
    Unit,
)
from opfor.views.text.words import say

SURE = 4.5
"""Standard deviations that a share may be off."""
BY_HEAT = 0.01
"""What Heat of Battle may change, which odds count as the MC that was passed."""


def outcome(before: Unit, game: Game[State]) -> Outcome:
    """What has become of a unit and of those that took its place."""
    ids, reduced = {before.id}, False
    for told in game.events:
        if isinstance(told.event, UnitReplaced) and told.event.id in ids:
            ids |= {new.id for new in told.event.units}
            reduced |= say(told.event.what) in ("Casualty Reduced", "Step Reduced")
    now = [game.state.units[id_] for id_ in ids if id_ in game.state.units]
    if not now:
        return "eliminated"
    if reduced or any(unit.wounded and not before.wounded for unit in now):
        return "reduced"
    if any(unit.broken for unit in now) and not before.broken:
        return "broken"
    pinned = any(unit.pinned for unit in now) and not before.pinned
    return "pinned" if pinned else "unhurt"


class Table:
    """Seeded dice; of choices the first."""

    human = False

    def __init__(self, seed: int) -> None:
        self.dice = Seeded(seed)

    def pick(self, asked: Any) -> Any:
        """Dice for rolls, itself for choices."""
        return self.dice if asked.stream else self

    def answer(self, asked: Any, _context: Any) -> object:
        """The first option."""
        return asked.request.options[0].key
