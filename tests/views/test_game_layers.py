"""Counters, threads and marks on the board."""

import re

import pytest
from defusedxml import ElementTree
from hypothesis import given, settings
from hypothesis import strategies as st

from opfor.geo.hex_facts import HexFacts
from opfor.geo.los.los import Hindrance, Sight
from opfor.views.board import (
    Counter,
    DrawnThread,
    DrawnVpo,
    HexNote,
    Highlight,
    Marks,
    Ring,
    board_svg,
    game_layers,
    thread_of,
)
from opfor.views.board.counters import SIZE, stack_place
from opfor.views.board.threads import AROUND
from tests.views.hand import board, sheet

MAP = board()
SHEET = sheet(MAP)


class TestCounters:
    """Counters and stacks."""

    @given(hex_=st.integers(0, len(MAP) - 1), height=st.integers(1, 9))
    @settings(max_examples=60)
    def test_every_stack_lies_inside_the_picture(self, hex_: int, height: int) -> None:
        """Half hexes at the edges too show whole counters, whatever the stack."""
        svg = game_layers(
            SHEET, counters=[Counter(hex=hex_, kind="squad") for _ in range(height)]
        )
        width, depth = SHEET.size
        places = re.findall(r'transform="translate\(([-.\d]+) ([-.\d]+)\) scale', svg)
        spots = [(float(x), float(y)) for x, y in places if abs(float(y)) > 14]
        assert len(spots) >= height
        for x, y in spots[:height]:
            assert SIZE / 2 <= x <= width - SIZE / 2
            assert SIZE / 2 <= y <= depth - SIZE / 2

    def test_a_whole_hex_keeps_its_single_counter_on_the_dot(self) -> None:
        """Only what would be cut off is moved."""
        middle = MAP.grid.index(2, 1)
        assert stack_place(SHEET, middle, 1) == MAP.grid.centre(2, 1)

    def test_a_suspect_tells_nothing_but_that_it_is_one(self) -> None:
        """An S? bears its sign and no nation, so that it gives nothing away."""
        one = game_layers(SHEET, counters=[Counter(hex=5, kind="suspect")])
        other = game_layers(
            SHEET, counters=[Counter(hex=5, kind="suspect", nation="russian")]
        )
        assert "ob-sign" in one
        assert "ob-nation" not in one
        assert "russian" not in other

    def test_text_is_escaped(self) -> None:
        """Names hold any characters and cannot break out of the markup."""
        nasty = "A<b>&\"\x07'</title><script>"
        counter = Counter(hex=5, kind="squad", name=nasty, text=nasty, key=nasty)
        svg = board_svg(
            MAP,
            HexFacts(MAP),
            counters=[counter],
            marks=Marks(notes=(HexNote(6, nasty),), vpo=(DrawnVpo(7, "enemy", nasty),)),
            thread=DrawnThread(
                points=((0, 0), (9, 9)), sights=("clear",), notes=(nasty,)
            ),
        )
        root = ElementTree.fromstring(svg)
        assert "<script" not in svg
        titles = [e.text or "" for e in root.iter("{http://www.w3.org/2000/svg}title")]
        assert any("A<b>&\"'</title><script>" in title for title in titles)

    def test_states_are_words_and_not_only_colours(self) -> None:
        """Two counters that differ in state differ in their drawing and their title."""
        fine = game_layers(SHEET, counters=[Counter(hex=5, kind="squad")])
        broken = Counter(hex=5, kind="squad", states=("broken", "dm"))
        svg = game_layers(SHEET, counters=[broken])
        assert "ob-turned-face" in svg  # broken: the counter is turned over
        assert svg.count("ob-badge-bad") == 1  # DM
        assert "broken, dm" in svg
        assert "ob-turned-face" not in fine
        assert "ob-badge" not in fine

    def test_a_facing_vehicle_points_along_its_hexspine(self) -> None:
        """Hexspine 2 is the vertex at the right: 90 degrees."""
        svg = game_layers(SHEET, counters=[Counter(hex=5, kind="tank", facing=2)])
        assert 'transform="rotate(90)"' in svg

    def test_no_counters_leave_no_layer(self) -> None:
        """An empty game adds nothing to the picture."""
        assert game_layers(SHEET) == ""


class TestThread:
    """The LOS thread."""

    @pytest.mark.parametrize("sight", ["clear", "hindered", "blocked"])
    def test_each_stretch_is_drawn_by_its_sight(self, sight: str) -> None:
        """A stretch has its own class, and a block its cross."""
        shown = DrawnThread(points=((10, 10), (90, 40)), sights=(sight,))  # type: ignore[arg-type] # one of the three
        svg = game_layers(SHEET, thread=shown)
        assert re.findall(r"ob-sight-(\w+)", svg) == [sight]
        assert ("ob-block-cross" in svg) == (sight == "blocked")
        assert svg.count("<circle") == 4

    def test_the_line_stops_at_the_ring_around_counters(self) -> None:
        """Counters at the ends stay readable: the thread touches only their rings."""
        a, b = MAP.grid.index(0, 1), MAP.grid.index(4, 2)
        ends = tuple(MAP.grid.centre(*MAP.grid.coordinates(h)) for h in (a, b))
        shown = DrawnThread(points=ends, sights=("clear",))
        bare = game_layers(SHEET, thread=shown)
        full = game_layers(SHEET, thread=shown, counters=[Counter(hex=a, kind="squad")])
        pattern = r'class="ob-thread ob-sight-clear" d="M([\d.]+) ?([\d.]+)'
        start = [re.search(pattern, svg) for svg in (bare, full)]
        assert start[0] is not None
        assert start[1] is not None
        x, y = stack_place(SHEET, a, 1)
        gap = [
            ((float(at[1]) - x) ** 2 + (float(at[2]) - y) ** 2) ** 0.5
            for at in start
            if at
        ]
        assert gap[1] == pytest.approx(AROUND, abs=0.2)
        assert gap[0] < AROUND

    def test_a_thread_runs_through_its_points_in_order(self) -> None:
        """Clear, then hindered, then blocked, from viewer to target."""
        shown = DrawnThread(
            points=((5, 32), (80, 120), (150, 140), (220, 96)),
            sights=("clear", "hindered", "blocked"),
        )
        svg = game_layers(SHEET, thread=shown)
        assert re.findall(r"ob-sight-(\w+)", svg) == list(shown.sights)


class TestThreadOf:
    """The thread as LOS explains it."""

    def test_a_hindered_and_blocked_sight_shows_both_places(self) -> None:
        """The thread changes where it enters the hexes that hinder and block."""
        a, b = MAP.grid.index(0, 1), MAP.grid.index(4, 1)
        brush, woods = MAP.grid.index(1, 1), MAP.grid.index(2, 1)
        sight = Sight(
            clear=False,
            range=4,
            hindrances=(Hindrance(brush, "brush", 1),),
            blocked_at=woods,
            blocked_by="woods",
        )
        shown = thread_of(MAP, a, b, sight)
        assert shown.sights == ("clear", "hindered", "blocked")
        assert shown.notes == ("", "+1 brush", "woods", "")
        assert MAP.grid.at(*shown.points[2]) == (2, 1)
        assert shown.points[1][0] < shown.points[2][0] < shown.points[3][0]

    def test_a_clear_sight_is_one_plain_line(self) -> None:
        """Nothing hinders, nothing blocks: two points."""
        shown = thread_of(MAP, 0, 9, Sight(clear=True, range=2))
        assert shown.sights == ("clear",)
        assert len(shown.points) == 2


class TestMarks:
    """Objectives, highlights, ranges."""

    def test_marks_know_their_hexes(self) -> None:
        """A page can find a highlight and an objective by the hex's name."""
        marks = Marks(highlights=(Highlight(6),), vpo=(DrawnVpo(8, "friendly"),))
        svg = game_layers(SHEET, marks=marks)
        assert f'data-hex="{MAP.name(6)}"' in svg
        assert f'data-hex="{MAP.name(8)}"' in svg

    def test_the_sides_of_objectives_differ_in_shape(self) -> None:
        """Colour is not the only sign of who Controls a VPO."""
        shapes = {
            side: re.findall(
                r'd="([^"]*)"',
                game_layers(SHEET, marks=Marks(vpo=(DrawnVpo(8, side),))),
            )[0]
            for side in ("friendly", "enemy", "none")
        }
        assert len(set(shapes.values())) == 3

    def test_a_range_is_one_closed_line(self) -> None:
        """Six hexes around one: eighteen hexsides, drawn without a break."""
        svg = game_layers(SHEET, marks=Marks(rings=(Ring(MAP.grid.index(2, 1), 1),)))
        data = re.search(r'<path id="ob-range0" d="([^"]*)"', svg)
        assert data is not None
        assert data[1].count("M") == 1
        assert data[1].count("l") == 18
