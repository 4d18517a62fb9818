"""The boards' own pictures, in place: every hex shows the terrain that is under it."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from opfor.geo.boards.board import Board
from opfor.geo.boards.library import Library
from opfor.geo.map import parse_map
from opfor.ports.session import Setup, amended, begin
from opfor.state.mission import load_mission
from opfor.web.thumbnails import _png
from tests.geo.vaslfile import write_folder
from tests.web.browser import needs_chromium, server
from tests.web.pages import served
from tests.web.test_pages import visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

MAP = "o1@0,0 ro2@0,1"
HALVES = "o2+NoGrain~900,0,900,645@0,0 ro2+NoGrain~900,0,900,645@1,0"

GRAIN = 24
SHARED = f"""<sharedBoardMetadata>
<LOSSSRules>
<LOSSSRule name="NoGrain" type="terrainMap" fromValue="Grain" toValue="Open Ground"/>
</LOSSSRules>
<color name="GrainL0" red="{GRAIN}" green="0" blue="0"/>
<color name="Level0" red="0" green="0" blue="0"/>
<colorSSR name="NoGrain"><colorMap fromColor="GrainL0" toColor="Level0"/></colorSSR>
</sharedBoardMetadata>"""


def painted(folder: Path, name: str) -> Board:
    """A board of ours as a VASL board, whose picture has its terrain as its red."""
    board = Library().load(name)
    path = write_folder(folder, board)
    codes = board.terrain.T
    pixels = np.zeros((*codes.shape, 3), np.uint8)
    pixels[..., 0] = codes
    (path / f"bd{name}.gif").write_bytes(_png(np.ascontiguousarray(pixels)))
    return board


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two such boards, and a game on them."""
    folder = tmp_path_factory.mktemp("data")
    boards = folder / "boards"
    for name in ("o1", "o2"):
        painted(boards, name)
    (boards / "SharedBoardMetadata.xml").write_text(SHARED, "utf-8")
    for game, text in (("art", MAP), ("halves", HALVES)):
        mission = amended(load_mission("first-contact"), map=text)
        setup = Setup(mission=mission, seed=7, boards=(str(boards),))
        session = begin(setup, folder / "opfor" / "games" / f"{game}.opfor")
        session.game.run()
        session.close()
    return folder


class TestArt:
    """Which boards have one, and where it lies."""

    def test_places(self, data: Path) -> None:
        """Each lies where its planes do; the file's own bytes are served."""
        with served(data / "opfor" / "games") as client:
            found = client.get("/api/replays/art/art").json()
            assert client.get("/api/games/art/art").json() == found
            assert [each["turned"] for each in found] == [False, True]
            assert found[1]["top"] > found[0]["top"]
            picture = client.get("/api/replays/art/art/1")
            assert picture.headers["content-type"] == "image/png"
            assert picture.headers["cache-control"] == "no-store"
            file = data / "boards" / "bdo2" / "bdo2.gif"
            assert picture.content == file.read_bytes()
            assert client.get("/api/replays/art/art/2").status_code == 400

    def test_stranger(self, data: Path) -> None:
        """Without the token there is nothing to see."""
        with served(data / "opfor" / "games") as client:
            client.cookies.clear()
            assert client.get("/api/replays/art/art/1").status_code == 403


@needs_chromium
class TestAlignment:
    """On the page, pixel by pixel."""

    @pytest.mark.parametrize(("game", "text"), [("art", MAP), ("halves", HALVES)])
    def test_hexes(self, page: "Page", data: Path, game: str, text: str) -> None:
        """At the centre of every hex the picture shows the terrain of our planes.

        Of half boards too, and where a SSR has changed the terrain.
        """
        library = Library([data / "boards"])
        assert GRAIN in library.load("o2").terrain
        game_map = parse_map(text, library.load)
        page.add_init_script("localStorage.setItem('opfor-art', 'vasl')")
        with server(data) as one:
            visit(page, one.url, f"/replay/{game}")
            page.wait_for_selector("#art[aria-pressed=true]")
            page.wait_for_selector("#board:not([data-busy])")
            page.wait_for_timeout(500)
            reds = page.evaluate(REDS, game)
        grid = game_map.grid
        for hex_, (x, y) in enumerate(grid.centre(*c) for c in grid):
            if game_map.half_hex(hex_):
                continue
            near = game_map.terrain[int(x) - 1 : int(x) + 2, int(y) - 1 : int(y) + 2]
            assert any(abs(int(code) - reds[hex_]) <= 3 for code in near.flat), hex_


REDS = """async (game) => {
  const map = await (await fetch(`/api/replays/${game}/board`)).json();
  const twice = (side) => 2 * (side + 2 * map.frame);
  const [wide, high] = [twice(map.width), twice(map.height)];
  const pen = new OffscreenCanvas(wide, high).getContext('2d');
  pen.drawImage(document.querySelector('canvas.map'), 0, 0, wide, high);
  return map.centres.map(([x, y]) =>
    pen.getImageData(2 * (x + map.frame), 2 * (y + map.frame), 1, 1).data[0]);
}"""
