"""Whatever a text says, the planes say: properties of the rasteriser."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.geo.boards.plan import AREAS, HEXSIDES, BoardPlan, label
from opfor.geo.boards.text import parse_plan
from opfor.geo.boards.text_write import board_text
from tests.geo.plan_facts import differences, joint_differences

HEXES = [f"{column}{row}" for column in "ABCDEFG" for row in range(1, 6)]
hexes = st.sampled_from(HEXES)
places = st.lists(hexes, min_size=1, max_size=7, unique=True).map(" ".join)
ways = st.tuples(hexes, hexes).map(" > ".join)
sides = st.tuples(hexes, st.sampled_from("012345")).map("/".join)
WAYS = ("road", "paved road", "path", "gully", "stream", "elevated road")
BUILT = ("stone building", "wooden building 1", "stone building 2", "stone rowhouse 1")

entry = st.one_of(
    st.tuples(st.sampled_from(sorted(AREAS)), places),
    st.tuples(st.sampled_from(["level 1", "level 2", "level 3", "level -1"]), places),
    st.tuples(st.sampled_from(WAYS), ways),
    st.tuples(st.sampled_from(BUILT), places.map(lambda text: text.replace(" ", "+"))),
    st.tuples(st.sampled_from(BUILT[:3]), hexes),
    st.tuples(st.sampled_from(sorted(HEXSIDES)), sides),
)


def plan_of(entries: list[tuple[str, str]]) -> BoardPlan:
    """The plan of the entries that do not contradict those before."""
    text = "board: any\nsize: 7x5\n"
    plan = parse_plan(text)
    for key, value in entries:
        try:
            plan = parse_plan(f"{text}{key}: {value}\n")
        except OpforError:
            continue
        text += f"{key}: {value}\n"
    return plan


@settings(max_examples=120, deadline=None)
@given(st.lists(entry, min_size=1, max_size=12))
def test_planes_say_what_any_text_says(entries: list[tuple[str, str]]) -> None:
    """Every hex and hexside of any board that is not refused."""
    plan = plan_of(entries)
    assume(plan.areas or plan.levels or plan.lines or plan.buildings or plan.sides)
    assert differences(plan) == []
    assert joint_differences(plan) == []


@settings(max_examples=120, deadline=None)
@given(st.lists(entry, max_size=12))
def test_any_plan_can_be_written_and_read(entries: list[tuple[str, str]]) -> None:
    """The writer and the reader are each other's inverse."""
    plan = plan_of(entries)
    again = parse_plan(board_text(plan))
    for part in ("name", "levels", "areas", "bridges", "stairwells", "sides", "grid"):
        assert getattr(again, part) == getattr(plan, part)
    assert sorted(map(repr, again.lines)) == sorted(map(repr, plan.lines))
    assert sorted(map(repr, again.buildings)) == sorted(map(repr, plan.buildings))


def test_labels_are_those_of_the_board() -> None:
    """Even columns start at 1, odd ones at 0."""
    assert [label((0, 0)), label((1, 0)), label((26, 3))] == ["A1", "B0", "AA4"]
