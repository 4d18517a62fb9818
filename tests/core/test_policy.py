"""Policies and the usual router."""

import pytest

from opfor.core.ask import Asked, Choose, Context, Option, Order, Request, Roll, Waiting
from opfor.core.dice import Scripted, Seeded
from opfor.core.errors import OpforError
from opfor.core.policy import Policies, Ports
from tests.core.toy import PACE

OPTIONS = tuple(Option(key) for key in ("walk", "run", "rest"))


def asked(request: Request[object], number: int = 1) -> Asked:
    """A request as a game puts it."""
    return Asked(number, ("S1.1",), 0, request)  # type: ignore[arg-type]  # any of them


def choose(policy: str = "pace") -> Choose:
    """A point of discretion."""
    return Choose(purpose="x", options=OPTIONS, why="discretion", policy=policy)


class TestPorts:
    """Who answers what."""

    def test_routes(self) -> None:
        """Dice go to the dice, discretion to the policies, the rest to the player."""
        dice, typed, player = Seeded(1), Scripted(), Waiting()
        policies = Policies([PACE])
        ports = Ports(dice, player, policies, dice_of={"player": typed})
        assert ports.pick(asked(Roll(purpose="x", kind="dr"))) is dice
        mine = Roll(purpose="x", kind="dr", side="player")
        assert ports.pick(asked(mine)) is typed
        assert ports.pick(asked(choose())) is policies
        own = Choose(purpose="x", options=OPTIONS)
        assert ports.pick(asked(own)) is player
        assert ports.pick(asked(Order(purpose="x", phase="y"))) is player
        asking = Ports(dice, player, Policies([PACE], {"pace": "ask"}))
        assert asking.pick(asked(choose())) is player

    def test_random_depends_on_the_seed_alone(self) -> None:
        """A random policy decides the same for the same seed and request."""
        runs = [
            [
                Policies([PACE], {"pace": "random"}, seed=seed).answer(
                    asked(choose(), n), Context(None)
                )
                for n in range(30)
            ]
            for seed in (1, 1, 2)
        ]
        assert runs[0] == runs[1] != runs[2]
        assert set(runs[0]) == {"walk", "run", "rest"}

    def test_mistakes(self) -> None:
        """A point without a policy, and a request that is none, are errors."""
        with pytest.raises(OpforError, match="no policy 'hat'; the policies: pace"):
            Policies([PACE]).answer(asked(choose("hat")), Context(None))
        with pytest.raises(OpforError, match="a policy cannot answer"):
            Policies([PACE]).answer(asked(Order(purpose="x", phase="")), Context(None))
