"""A whole game of one turn, with orders given from outside."""

from typing import Any

from msgspec.structs import replace

from opfor.core.ask import Adjudicate, Order
from opfor.core.dice import Seeded
from opfor.core.game import Game
from opfor.rules.sequence.s02_turn import program
from opfor.state.mission import OB
from opfor.state.state import State
from tests.rules.given.world import MISSION, VILLAGE, world


class Player:
    """Seeded dice, and orders given from outside the game."""

    def __init__(self, orders: list[dict[str, Any]]) -> None:
        self.orders, self.dice, self.human = orders, Seeded(1), True

    def pick(self, asked: Any) -> Any:
        """Dice from the seed; everything else from the list of orders."""
        return self.dice if asked.stream else self

    def answer(self, asked: Any, _context: Any) -> object:
        """The next order of the MPh; he does nothing else, attacks have no effect."""
        if isinstance(asked.request, Adjudicate):
            return {"result": "none"}
        assert isinstance(asked.request, Order)
        return self.orders.pop(0) if asked.request.phase == "MPh" else {"type": "end"}


def played(*orders: dict[str, Any]) -> Game[State]:
    """A whole game of one turn on the village board."""
    units = (OB("4-6-7", 2, ("MMG",)), OB("8-1"))
    mission = replace(MISSION, turns=1, placement=("a",), unit=units)
    player = Player([*orders, {"type": "end"}])
    made = Game(State(mission=mission), program(world(VILLAGE, mission)), player)
    made.run()
    return made
