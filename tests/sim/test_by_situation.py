"""The same situation has the same dice, whatever was rolled before."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from opfor.core.ask import Asked, Choose, Context, Draw, Option, Roll
from opfor.core.dice import Seeded
from opfor.core.fact import fact
from opfor.core.policy import Policies, Policy
from opfor.ports.session import Setup
from opfor.sim.by_situation import BySituation
from opfor.sim.run import ProgramRouter
from opfor.sim.series import BatchOrder, GameOutcome, play_one
from opfor.state.mission import load_mission
from opfor.state.state import State
from opfor.state.units import Unit

STATE = State(mission=load_mission("tutorial"), turn=1, phase="MPh")


class Rolls:
    """Rolls in a game, each as its situation has it."""

    def __init__(self, seed: str = "1") -> None:
        self._router = BySituation(ProgramRouter(seed, {}))
        self._asked = 0

    def __call__(
        self, kind: str, *causes: str, state: State = STATE, **about: object
    ) -> object:
        """A DR for something."""
        self._asked += 1
        request = Roll(purpose=fact(kind, **about), kind="DR")
        asked = Asked(self._asked, causes, 0, request)
        return self._router.answer(asked, Context(state, self._asked))


def streams(make: Callable[[Rolls], object]) -> set[object]:
    """What falls under twenty seeds: equal sets mean equal dice."""
    return {(seed, make(Rolls(str(seed)))) for seed in range(20)}


class TestRolls:
    """Dice."""

    def test_more_rolls_before(self) -> None:
        """A roll for another unit, or in another phase, shifts nothing."""

        def more(roll: Rolls) -> object:
            roll("check_of", "A10.1", unit="467B")
            roll("rally_of", "A10.6", unit="467A")
            later = replace(STATE, phase="AFPh")
            roll("check_of", "A10.1", unit="467A", state=later)
            return roll("check_of", "A10.1", unit="467A")

        alone = streams(lambda roll: roll("check_of", "A10.1", unit="467A"))
        assert streams(more) == alone

    def test_again(self) -> None:
        """The second roll of a kind is another one."""

        def second(roll: Rolls) -> object:
            roll("check_of", "A10.1", unit="467A")
            return roll("check_of", "A10.1", unit="467A")

        assert streams(second) != streams(lambda r: r("check_of", "A10.1", unit="467A"))

    @pytest.mark.parametrize("change", [{"turn": 2}, {"side": "ENEMY"}])
    def test_another_moment(self, change: dict[str, object]) -> None:
        """Another turn or Player Turn has other dice."""
        other = replace(STATE, **change)
        assert streams(lambda r: r("check_of", "A10.1", unit="A")) != streams(
            lambda r: r("check_of", "A10.1", unit="A", state=other)
        )

    def test_numbers_differ(self) -> None:
        """Numbers are no part of the situation: they are what a change alters."""
        assert streams(lambda r: r("rally", "A10.6", unit="A", level=7)) == streams(
            lambda r: r("rally", "A10.6", unit="A", level=8)
        )

    def test_suspects(self) -> None:
        """What a S? is follows from the S? whenever it is looked at, its SW too."""

        def found(roll: Rolls) -> object:
            return roll("what_it_is", "S5.6", suspect="S7"), roll("sw", "S5.6", "S5.75")

        def late(roll: Rolls) -> object:
            roll("what_it_is", "S5.6", suspect="S3")
            roll("sw", "S5.6", "S5.75")
            state = replace(STATE, turn=4)
            return (
                roll("what_it_is", "S5.6", suspect="S7", state=state),
                roll("sw", "S5.6", "S5.75", state=state),
            )

        assert streams(found) == streams(late)

    def test_does_not_follow(self) -> None:
        """What names nobody goes with a roll only if it follows from it."""

        def alone(roll: Rolls) -> object:
            return roll("wind_change", "A3", "B25.65")

        def behind(roll: Rolls) -> object:
            roll("check_of", "A10.1", unit="467A")
            return roll("wind_change", "A3", "B25.65")

        assert streams(alone) == streams(behind)

    def test_enemy_ids(self) -> None:
        """ENEMY units are known by type and Location, whatever their ids are."""

        def of(id_: str) -> Callable[[Rolls], object]:
            unit = Unit(
                id=id_,
                side="ENEMY",
                counter="russian/4-4-7",
                location="o1K5",  # type: ignore[arg-type]
            )
            state = replace(STATE, units={id_: unit})
            return lambda roll: roll("action_of", "S6.11", unit=id_, state=state)

        assert streams(of("e447A")) == streams(of("e447C"))

    def test_chits(self) -> None:
        """Chits are drawn in the same way."""
        router = BySituation(ProgramRouter("1", {}))
        draw = Draw(purpose=fact("hexrow", board="o1"), chits=tuple("ABCDEFGH"))
        drawn = {
            router.answer(Asked(n, ("S4.1",), 0, draw), Context(STATE))
            for n in range(30)
        }
        assert len(drawn) > 4


def test_choices() -> None:
    """A choice by chance does not follow from how much was asked before."""
    options = tuple(Option(key) for key in "abcdefgh")
    policy = Policy("S9.2 route", "", lambda *_: "a")
    choose = Choose(
        purpose="which way", options=options, why="discretion", policy=policy.name
    )

    class Router:
        def pick(self, asked: Asked) -> Policies:
            return Policies([policy], {policy.name: "random"}, seed=3)

    chosen = {
        number: BySituation(Router()).answer(
            Asked(number, ("S9.2",), 0, choose), Context(STATE)
        )
        for number in (1, 5, 90)
    }
    assert len(set(chosen.values())) == 1


class TestGames:
    """Whole games."""

    ORDER = BatchOrder(
        setup=Setup(mission=load_mission("tutorial"), seed=7), seed=7, keyed=True
    )

    def ends(self, order: BatchOrder) -> list[GameOutcome]:
        """How some games end."""
        games = [play_one(order, index) for index in range(3)]
        return [
            replace(game, seconds=0.0, first=False, enemy_turns_s=[]) for game in games
        ]

    def test_same_again(self) -> None:
        """A game is the same again; its dice are none of the usual game."""
        assert self.ends(self.ORDER) == self.ends(self.ORDER)
        assert self.ends(self.ORDER) != self.ends(replace(self.ORDER, keyed=False))

    def test_usual_dice(self) -> None:
        """The dice of ordinary games are as they always were."""
        request = Roll(purpose=fact("check_of", unit="A"), kind="DR")
        asked = Asked(9, ("A10.1",), 0, request)
        context = Context(STATE, 4)
        router = ProgramRouter("1", {})
        assert router.pick(asked).answer(asked, context) == Seeded("1").answer(
            asked, context
        )

    def test_no_difference(self) -> None:
        """A row that says what is there already changes no game."""
        rows = {"A1": [{"on": "6", "result": ["S"]}]}
        same = self.ends(replace(self.ORDER, rows=rows))
        for one, two in zip(self.ends(self.ORDER), same, strict=True):
            assert replace(one, rows={}) == replace(two, rows={})
