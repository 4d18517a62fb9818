"""Outlines keep to the planes; lettering and numbers are as short as they can be."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opfor.geo.boards.vasl import read_board
from opfor.views.board.glyphs import lettering, text_width
from opfor.views.board.masks import closed, depth, grown, shrunk
from opfor.views.board.noise import inside, scattered
from opfor.views.board.svg import element, number, text_of
from opfor.views.board.trace import area, rounded, shapes, simplified, straight
from tests.shared import SHARED, needs_shared


def disc(radius: float) -> np.ndarray:
    """A disc in the middle of a plane of 100 x 100 pixels."""
    x, y = np.meshgrid(np.arange(100), np.arange(100), indexing="ij")
    return (x - 49.5) ** 2 + (y - 49.5) ** 2 <= radius**2


class TestShapes:
    """Outlines."""

    @given(radius=st.floats(6, 40), soften=st.integers(0, 6))
    @settings(max_examples=30, deadline=None)
    def test_smoothing_stays_within_two_pixels(
        self, radius: float, soften: int
    ) -> None:
        """The outline of a disc keeps its radius, however much it is smoothed."""
        (shape,) = shapes(disc(radius), soften=soften)
        reach = np.hypot(*(shape[0] - 50).T)
        assert np.all(np.abs(reach - radius) < 2)

    def test_a_hole_is_kept_as_a_second_ring(self) -> None:
        """A clearing in the woods stays open."""
        ((outer, hole),) = shapes(disc(40) & ~disc(20))
        assert area(outer) == pytest.approx(np.pi * 1600, rel=0.03)
        assert area(hole) == pytest.approx(np.pi * 400, rel=0.03)

    def test_an_area_runs_on_beyond_the_edge_of_the_map(self) -> None:
        """Where terrain meets the map's edge no outline may show inside it."""
        mask = np.zeros((60, 60), np.bool_)
        mask[:30] = True
        (shape,) = shapes(mask)
        assert shape[0][:, 0].min() < -5
        assert shape[0][:, 1].min() < -5
        assert shape[0][:, 1].max() > 65

    def test_x_comes_first(self) -> None:
        """A wide, low block stays wide and low."""
        mask = np.zeros((80, 60), np.bool_)
        mask[10:70, 20:30] = True
        (shape,) = shapes(mask)
        size = np.ptp(shape[0], axis=0)
        assert size[0] == pytest.approx(60, abs=1)
        assert size[1] == pytest.approx(10, abs=1)

    def test_nothing_gives_no_shape(self) -> None:
        """An empty mask has no outline."""
        assert shapes(np.zeros((9, 9), np.bool_)) == []

    def test_simplifying_keeps_corners(self) -> None:
        """A square with many points on its sides comes back as its four corners."""
        side = np.arange(10.0)
        zero = np.zeros(10)
        ring = np.concatenate(
            [
                np.stack([side, zero], 1),
                np.stack([zero + 10, side], 1),
                np.stack([10 - side, zero + 10], 1),
                np.stack([zero, 10 - side], 1),
            ]
        )
        assert len(simplified(ring, 0.5)) == 4

    def test_paths_are_closed_and_relative(self) -> None:
        """A square as straight and as rounded path data."""
        ring = np.array([[1.0, 2.0], [11.0, 2.0], [11.0, 12.0], [1.0, 12.0]])
        assert straight([[ring]]) == "M1 2l10 0l0 10l-10 0z"
        assert rounded([[ring]], radius=2).count("q") == 4


def along(data: str) -> np.ndarray:
    """Points along path data of relative lines and quadratic curves."""
    points, at = [], np.zeros(2)
    for command, text in re.findall(r"([Mlq])([^Mlqz]*)", data):
        numbers = [float(n) for n in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
        steps = np.array(numbers).reshape(-1, 2)
        if command == "M":
            at = steps[0]
            continue
        bend = steps[0] / 2 if command == "l" else steps[0]
        t = np.linspace(0, 1, 9)[:, None]
        points.append(at + 2 * t * (1 - t) * bend + t * t * steps[-1])
        at = at + steps[-1]
    return np.concatenate(points)


def strays(mask: np.ndarray, data: str, reach: int) -> float:
    """The share of a path that lies further than `reach` from the mask's edge."""
    band = grown(mask, reach) & ~shrunk(mask, reach)
    points = along(data)
    edge = np.array(mask.shape) - 5
    shown = points[((points > 5) & (points < edge)).all(axis=1)]
    return float(1 - inside(band, shown[:, 0], shown[:, 1]).mean())


class TestTruth:
    """What is drawn lies where LOS sees it."""

    @needs_shared
    @pytest.mark.parametrize("code", [24, 60, 65, 40, 50])
    def test_outlines_stay_within_three_pixels_of_the_planes(self, code: int) -> None:
        """Grain, woods, roads and buildings of a printed board, drawn as they are."""
        terrain = read_board(SHARED / "boards", "03").terrain
        mask = terrain == code
        if code == 24:
            mask = closed(mask, 4)
        roof = code in (40, 50)
        parts = shapes(mask, soften=0 if roof else 3, tolerance=1.3 if roof else 0.9)
        data = straight(parts) if roof else rounded(parts, radius=6)
        assert strays(mask, data, 3) == 0
        assert strays(mask, data, 2) < 0.01

    def test_a_path_that_is_off_is_seen_to_stray(self) -> None:
        """The measure itself: a disc drawn six pixels too large strays everywhere."""
        assert strays(disc(20), rounded(shapes(disc(26))), 3) > 0.99


class TestMasks:
    """Growing, shrinking, closing."""

    def test_growing_and_shrinking_undo_each_other(self) -> None:
        """A disc comes back from four steps out and four in."""
        assert (shrunk(grown(disc(20), 4), 4) == disc(20)).mean() > 0.995

    def test_stripes_close_to_a_field(self) -> None:
        """Furrows one pixel wide with gaps of three make one field."""
        stripes = np.zeros((60, 60), np.bool_)
        stripes[10:50:4, 10:50] = True
        field = closed(stripes, 4)
        assert field[12:44, 12:48].all()
        assert not field[:8].any()

    def test_depth_counts_from_the_edge(self) -> None:
        """The rim is one deep, the middle as deep as the limit."""
        deep = depth(disc(20), 8)
        assert deep[50, 50] == 8
        assert deep[0, 0] == 0
        assert deep[30, 50] <= 2


class TestNoise:
    """Scattering."""

    def test_places_lie_inside_and_repeat(self) -> None:
        """Trees stand on the mask, the same ones each time."""
        first, second = (scattered(disc(40), 9, seed=1) for _ in range(2))
        assert inside(disc(40), first.x, first.y).all()
        assert np.array_equal(first.x, second.x)
        assert len(first.x) == pytest.approx(np.pi * 1600 / 81, rel=0.2)

    def test_another_seed_gives_other_places(self) -> None:
        """Two kinds of terrain do not share their pattern."""
        first, second = (scattered(disc(40), 9, seed=seed) for seed in (1, 2))
        assert not np.array_equal(first.x[:20], second.x[:20])


class TestWriting:
    """SVG, numbers, letters."""

    @pytest.mark.parametrize(
        ("value", "text"),
        [(1.0, "1"), (0.25, ".25"), (-0.5, "-.5"), (-0.001, "0"), (10.0, "10")],
    )
    def test_numbers_are_short(self, value: float, text: str) -> None:
        """No idle zeros and no minus zero."""
        assert number(value) == text

    def test_attributes_are_escaped_and_none_is_left_out(self) -> None:
        """Quotes and angle brackets cannot end an attribute."""
        written = element("a", class_="'\"<", x=None)
        assert written == '<a class="\'&quot;&lt;"/>'
        assert text_of("a<b>&\x00") == "a&lt;b&gt;&amp;"

    def test_lettering_is_centred(self) -> None:
        """A word's strokes lie evenly about its place."""
        data = lettering([(100, 50, "H")], size=10)
        assert data.startswith("M97.6 46.4")
        assert text_width("HH", size=10) > 2 * text_width("H", size=10)

    def test_unknown_characters_become_boxes_and_accents_fall(self) -> None:
        """Any text can be drawn."""
        assert lettering([(0, 0, "é")], size=10) == lettering([(0, 0, "e")], size=10)
        assert lettering([(0, 0, "漢")], size=10).count("M") == 1
        assert lettering([(0, 0, "")], size=10) == ""
