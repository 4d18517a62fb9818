"""Tests of the board generator: the same board every time, and a good one."""

from functools import cache
from itertools import pairwise

import pytest

from opfor.core.errors import OpforError
from opfor.geo.boards.geomorphic import edge_problems
from opfor.geo.boards.plan import BoardPlan, Hex
from opfor.geo.boards.text import parse_plan
from opfor.geo.boards.text_write import board_text
from opfor.geo.generate.draft import SeededChance, boundary
from opfor.geo.generate.generate import STYLES, generate, generate_plan
from opfor.geo.generate.noise import seed_of
from opfor.geo.hexes import distance
from tests.geo.plan_facts import differences, joint_differences

SEEDS = range(1, 31)
FEW = range(1, 4)


@cache
def made(style: str, seed: int) -> BoardPlan:
    """A generated board, made once for all tests."""
    return generate_plan(style, seed)


def built(plan: BoardPlan) -> set[Hex]:
    """The building hexes of a board."""
    return {hex_ for building in plan.buildings for hex_ in building.hexes}


def count(plan: BoardPlan, *words: str) -> int:
    """The hexes with one of the terrains."""
    return sum(word in words for word in plan.areas.values())


def road_network(plan: BoardPlan) -> tuple[set[Hex], set[Hex]]:
    """All road hexes, and those that the first road reaches."""
    roads = [
        set(line.hexes) for line in plan.lines if line.kind in ("road", "paved road")
    ]
    reached = set(roads[0])
    for _ in roads:
        for road in roads:
            if road & reached:
                reached |= road
    return set().union(*roads), reached


@pytest.mark.parametrize("seed", SEEDS)
class TestEveryStyle:
    """What every generated board has."""

    def test_it_joins_any_other_and_has_its_character(self, seed: int) -> None:
        """Edges keep the convention; the counts are those of the style."""
        style = STYLES[seed % len(STYLES)]
        plan = made(style, seed)
        assert edge_problems(plan) == []
        houses, hexes, hills = len(plan.buildings), len(built(plan)), len(plan.levels)
        crops = count(plan, "grain", "orchard")
        character = {
            "village": houses >= 19 and hexes < 70,
            "town": hexes >= 70,
            "farmland": crops >= 45 and houses < 19 and hills < 50,
            "wooded_hills": hills >= 50 and count(plan, "woods") >= 60 and houses < 19,
            "rural": houses < 19 and hills < 50 and crops < 45,
        }
        assert character[style]
        assert 30 <= count(plan, "woods") < 120

    def test_roads_hang_together_and_lead_somewhere(self, seed: int) -> None:
        """One network joins all exits; no road ends in mid-board."""
        plan = made(STYLES[seed % len(STYLES)], seed)
        every, reached = road_network(plan)
        assert every == reached
        lines = [ln for ln in plan.lines if ln.kind in ("road", "paved road")]
        for line in lines:
            others = {h for other in lines if other is not line for h in other.hexes}
            assert line.start is not None or line.hexes[0] in others
            assert line.end is not None or line.hexes[-1] in others

    def test_its_text_can_be_read_again(self, seed: int) -> None:
        """The text is an ordinary text board of the same plan."""
        plan = made(STYLES[seed % len(STYLES)], seed)
        again = parse_plan(board_text(plan))
        for part in ("name", "title", "levels", "areas", "bridges", "sides"):
            assert getattr(again, part) == getattr(plan, part)
        assert set(again.lines) == set(plan.lines)
        assert set(again.buildings) == set(plan.buildings)


@pytest.mark.parametrize("style", STYLES)
class TestStyles:
    """What holds for each style."""

    def test_planes_say_what_the_text_says(self, style: str) -> None:
        """Every hex and hexside, as on the shipped boards."""
        for seed in FEW:
            plan = parse_plan(generate(style, seed))
            assert differences(plan) == []
            assert joint_differences(plan) == []

    def test_a_seed_gives_one_board(self, style: str) -> None:
        """The same text twice, another with another seed."""
        first, again, other = (generate(style, seed) for seed in (7, 7, 8))
        assert first == again != other


class TestParts:
    """The parts of the generator."""

    def test_an_unknown_style_is_refused(self) -> None:
        """With the list of styles."""
        with pytest.raises(OpforError, match="village, farmland"):
            generate("desert", 1)

    def test_a_style_may_be_written_with_a_hyphen(self) -> None:
        """As on the command line."""
        assert generate("wooded-hills", 1) == generate("wooded_hills", 1)

    def test_any_whole_number_is_a_seed(self) -> None:
        """Negative and huge ones too."""
        for seed in (-5, 0, 10**30):
            assert "board: " in generate("rural", seed)

    def test_streams_of_chances_do_not_disturb_each_other(self) -> None:
        """Each purpose has its own; all numbers come up."""
        first, second = SeededChance(1, "a"), SeededChance(1, "a")
        other = SeededChance(1, "b")
        drawn = [first.below(6) for _ in range(60)]
        assert [second.below(6) for _ in range(60)] == drawn
        assert [other.below(6) for _ in range(60)] != drawn
        assert set(drawn) == set(range(6))
        assert sorted(first.shuffled(range(9))) == list(range(9))

    def test_the_boundary_of_a_patch_is_walked_once_around(self) -> None:
        """Each outer hexside once, each touching the next."""
        patch = [(4, 4), (5, 4), (5, 5)]
        sides = list(boundary(patch, (4, 4), 5))
        assert len(sides) == len(set(sides)) == 12
        assert all(distance(a[:2], b[:2]) <= 1 for a, b in pairwise(sides))

    def test_known_seeds_never_change_their_boards(self) -> None:
        """The same on every machine and Python; change it only on purpose."""
        texts = "".join(generate(style, 1) for style in STYLES)
        assert f"{seed_of(texts):016x}" == "343e05cbe48ec986"
