"""The whole picture: sound SVG, all terrain in its layer, nothing left to chance."""

import re
from collections import Counter as Count
from pathlib import Path

import pytest
from defusedxml import ElementTree

from opfor.core.errors import OpforError
from opfor.geo.boards.vasl import read_board
from opfor.geo.hex_facts import HexFacts
from opfor.geo.map import Map, Placed, parse_map
from opfor.geo.terrain import terrain_types
from opfor.views.board import Counter, EdgeLabel, Marks, board_svg
from opfor.views.board.buildings import INNER_WALLS, ROOFS, ROWHOUSE_WALLS
from opfor.views.board.ground import CUTS
from opfor.views.board.hexsides import LINES
from opfor.views.board.patches import PATCHES
from opfor.views.board.roads import BRIDGES, PATHS, RAILS, RAISED, ROADS, SUNKEN
from opfor.views.board.vegetation import FIELDS, GROVES, WOODS
from opfor.views.board.water import WATERS
from opfor.views.png import to_png
from tests.shared import SHARED, needs_shared
from tests.views.hand import block, board

NAMESPACE = "{http://www.w3.org/2000/svg}"


def drawn(board_map: Map, **choices: object) -> str:
    """The picture of a map."""
    return board_svg(board_map, HexFacts(board_map), **choices)  # type: ignore[arg-type] # any choice may be tried


def vasl(text: str) -> Map:
    """A map of VASL boards."""
    return parse_map(text, lambda name: read_board(SHARED / "boards", name))


def used_classes(svg: str) -> set[str]:
    """Every class that an element of the picture has."""
    return {
        name for names in re.findall(r'class="([^"]*)"', svg) for name in names.split()
    }


def assert_sound(svg: str) -> None:
    """Well-formed, ids unique, links inside the picture, nothing that runs or loads."""
    root = ElementTree.fromstring(svg)
    ids = Count(e.get("id") for e in root.iter() if e.get("id"))
    assert all(count == 1 for count in ids.values())
    links = {e.get("href") for e in root.iter() if e.get("href")}
    fills = set(re.findall(r"url\(#([^)]+)\)", svg))
    assert {link[1:] for link in links if link} | fills <= set(ids)
    tags = {e.tag.removeprefix(NAMESPACE) for e in root.iter()}
    assert not tags & {"script", "image", "text", "foreignObject", "a", "filter"}
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


GRAIN = (slice(20, 60), slice(20, 60))
DRAWN = [
    *(
        (group.name, code)
        for group in (*WOODS, *GROVES, *PATCHES)
        for code in group.codes
    ),
    *((name, code) for name, codes in (*FIELDS, *WATERS, *CUTS) for code in codes),
    *((roof.name, code) for roof in ROOFS for code in roof.codes),
    *(("rowhouse", code) for code in ROWHOUSE_WALLS),
    *(("innerwall", code) for code in INNER_WALLS),
    *((f"{name}-road", code) for name, codes in ROADS for code in codes),
    *((name, code) for name, codes in BRIDGES for code in codes),
    *(("sunken-bank", code) for code in SUNKEN),
    *(("raised-road", code) for code in RAISED),
    *(("track", code) for code in PATHS),
    *(("rail-bed", code) for code in RAILS),
    *((line.name, code) for line in LINES for code in line.codes),
]


class TestBoardLayers:
    """What is printed on the board."""

    def test_every_terrain_type_is_drawn_by_some_layer(self) -> None:
        """No code of the terrain list is left out but Open Ground."""
        assert set(terrain_types()) - {code for _, code in DRAWN} == {0}

    @pytest.mark.parametrize(("name", "code"), DRAWN)
    def test_each_terrain_appears_in_its_own_class(self, name: str, code: int) -> None:
        """A block of the terrain puts its class into the picture."""
        classes = used_classes(drawn(block(code)))
        plain = used_classes(drawn(board()))
        mine = {c for c in classes - plain if c.startswith(f"ob-{name}")}
        assert mine

    def test_each_level_has_its_tone_above_a_shadow(self) -> None:
        """A hill of two levels shows both tones, a valley the lower one."""
        hill = board(
            levels=[
                ((slice(40, 180), slice(40, 200)), 1),
                ((slice(80, 140), slice(80, 160)), 2),
            ]
        )
        classes = used_classes(drawn(hill))
        assert {"ob-level1", "ob-level2", "ob-shadow"} <= classes
        valley = board(levels=[((slice(40, 180), slice(40, 200)), -1)])
        assert "ob-level-m1" in used_classes(drawn(valley))

    def test_a_gully_is_a_cut_and_not_a_level(self) -> None:
        """A depression, whose pixels lie one lower, does not draw a hill around it."""
        place = (slice(100, 120), slice(0, 258))
        svg = drawn(board([(place, 30)], [(place, -1)]))
        assert "ob-gully-bank" in used_classes(svg)
        assert "ob-level-m1" not in used_classes(svg)

    def test_storeys_and_stairwells_are_marked(self) -> None:
        """A two-level building with a stairwell bears a number and steps."""
        two = board(
            [((slice(80, 150), slice(70, 160)), 42)], stairs=frozenset({(2, 1)})
        )
        classes = used_classes(drawn(two))
        assert {"ob-storey-number", "ob-stairwell", "ob-steps"} <= classes
        low = board([((slice(80, 150), slice(70, 160)), 40)])
        assert "ob-storey-number" not in used_classes(drawn(low))

    def test_boards_of_a_larger_map_bear_their_names(self) -> None:
        """Coordinates repeat on each board, so a map of two says which is which."""
        one = board().boards[0].board
        two = Map([Placed(one), Placed(one, 0, 1, turned=True)])
        assert "ob-boardname" in used_classes(drawn(two))
        assert "ob-boardname" not in used_classes(drawn(board()))

    def test_layers_follow_each_other_upwards(self) -> None:
        """Ground, terrain, grid, walls, labels, counters, in that order."""
        walled = board([((slice(60, 180), slice(126, 132)), 72), (GRAIN, 24)])
        svg = drawn(walled, counters=[Counter(hex=3, kind="squad")])
        order = ["ground", "terrain", "grid", "hexsides", "labels", "counters"]
        places = [svg.index(f'<g class="ob-{name}"') for name in order]
        assert places == sorted(places)


class TestBoardSvg:
    """The picture as a whole."""

    def test_the_same_map_gives_the_same_bytes(self) -> None:
        """Trees and paper come from places, not from chance."""
        assert drawn(block(60)) == drawn(block(60))

    def test_a_picture_is_sound_in_both_themes(self) -> None:
        """Both themes give well-formed SVG and differ in colours only."""
        light, dark = drawn(block(60)), drawn(block(60), theme="dark")
        assert_sound(light)
        assert_sound(dark)
        assert used_classes(light) ^ used_classes(dark) == {
            "ob-light",
            "ob-dark",
        }
        assert light != dark

    def test_a_prefix_keeps_two_pictures_apart(self) -> None:
        """With another prefix no id and no class is shared."""
        one, two = drawn(block(60)), drawn(block(60), prefix="second")
        names = r'(?:id|class)="([^"]*)"'
        first = {n for found in re.findall(names, one) for n in found.split()}
        second = {n for found in re.findall(names, two) for n in found.split()}
        assert first
        assert not first & second

    def test_scale_and_crop_set_the_size(self) -> None:
        """Width and height are the crop's, times the scale."""
        root = ElementTree.fromstring(drawn(board(), scale=2, crop=(10, 20, 60, 40)))
        assert (root.get("width"), root.get("height")) == ("120", "80")
        assert root.get("viewBox") == "10 20 60 40"

    def test_edges_add_a_frame_with_their_words(self) -> None:
        """FBE and EBE stand in a frame outside the board."""
        labels = (
            EdgeLabel("west", "FBE", "friendly"),
            EdgeLabel("east", "EBE", "enemy"),
        )
        root = ElementTree.fromstring(
            drawn(board(), marks=Marks(edges=labels, north=30))
        )
        left, top, width, height = map(float, (root.get("viewBox") or "").split())
        assert (left, top) == (-30, -30)
        assert (width, height) == (225 + 60, 258 + 60)
        classes = used_classes(drawn(board(), marks=Marks(edges=labels, north=30)))
        assert {"ob-edge-friendly", "ob-edge-enemy", "ob-compass"} <= classes

    @pytest.mark.parametrize(
        "wrong",
        [
            {"scale": 0},
            {"crop": (0, 0, 0, 9)},
            {"counters": [Counter(hex=999, kind="squad")]},
        ],
    )
    def test_what_makes_no_picture_is_told(self, wrong: dict[str, object]) -> None:
        """A zero scale, an empty crop and a hex off the map are errors."""
        with pytest.raises(OpforError):
            drawn(board(), **wrong)

    @needs_shared
    @pytest.mark.parametrize("text", ["03", "08", "24", "51", "a", "16@0,0 r18@0,1"])
    def test_vasl_boards_are_sound(self, text: str) -> None:
        """Hills, coast, valley, city, deluxe and joined boards give sound SVG."""
        svg = drawn(vasl(text))
        assert_sound(svg)
        assert len(svg) < 600_000


class TestToPng:
    """Rendering."""

    def test_a_png_has_the_width_asked_for(self) -> None:
        """The header holds the width, the height in proportion."""
        svg = drawn(board())
        data = to_png(svg, width=450)
        assert data.startswith(b"\x89PNG")
        assert int.from_bytes(data[16:20], "big") == 450
        assert int.from_bytes(data[20:24], "big") == 516

    def test_what_is_no_svg_is_told(self) -> None:
        """A broken picture or an impossible width is an error in one sentence."""
        with pytest.raises(OpforError, match="rendered"):
            to_png("<svg")
        with pytest.raises(OpforError, match="wide"):
            to_png(drawn(board()), width=0)

    def test_no_font_is_needed(self, tmp_path: Path) -> None:
        """The labels are strokes, so they show where there is no font at all."""
        svg = drawn(board())
        bare = re.sub(r'<g class="ob-labels">.*?</g>', "", svg)
        assert to_png(svg) != to_png(bare)
