"""The desk: looking, keeping, opening; and the map of a draft."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from opfor.core.errors import OpforError
from opfor.state.mission import load_mission
from opfor.web.designer.desk import FRESH, DesignDesk
from opfor.web.designer.ground import BoardSlot, map_of, slots_of, text_of
from opfor.web.designer.messages import Keep, Look
from opfor.web.folders import Places
from tests.web.designer.drafts import draft
from tests.web.pages import served


@pytest.fixture
def desk(tmp_path: Path) -> DesignDesk:
    """A desk with an empty shelf."""
    return DesignDesk(Places(tmp_path / "games", shelf=tmp_path / "packs"))


class TestLook:
    """A draft looked at."""

    def test_fresh(self, desk: DesignDesk) -> None:
        """A new design lacks its units and nothing else."""
        found = desk.look(Look(draft=FRESH)).complaints
        assert [each.key for each in found] == ["unit"]

    def test_seen(self, desk: DesignDesk) -> None:
        """Points, places, edges and words of what stands in it."""
        area = {"hexes": ["o2K5", "o2L5"]}
        found = desk.look(Look(draft=draft(area=area, entry=["o2K10"])))
        assert found.points["FRIENDLY"] > 20
        assert len(found.places["vpo"]) == 2
        assert len(found.places["area"]) == 2
        assert len(found.places["entry"]) == 1
        assert found.sides["bottom"] == "FBE"
        assert "Control 2 VPO" in found.aims[0]
        assert 'source = "player"' in found.text

    def test_counters(self, desk: DesignDesk) -> None:
        """Those of the nation in that month, with points; no later ones."""
        found = {
            group.title: dict(group.pieces) for group in _counters(desk, "1942-01")
        }
        assert found["Squads"]["4-4-7"] > 0
        assert "T-34/85" not in found["Vehicles"]
        later = {
            group.title: dict(group.pieces) for group in _counters(desk, "1944-06")
        }
        assert "T-34/85" in later["Vehicles"]


def _counters(desk: DesignDesk, month: str) -> Any:
    return desk.counters("russian", month)


class TestKeep:
    """A draft in a pack, and out of it again."""

    def test_again(self, desk: DesignDesk, tmp_path: Path) -> None:
        """What was kept is opened as it was, and is a Mission of the pack."""
        done = desk.keep(Keep(draft=draft(), pack="mine"))
        assert (done.id, done.faults) == ("the-mill", 0)
        opened = desk.open("mine", "the-mill")
        assert opened.complaints == ()
        assert desk.look(Look(draft=opened.draft)).complaints == ()
        mission = load_mission("the-mill", tmp_path / "packs" / "mine")
        assert mission.source == "player"
        assert desk.offers().missions[0].id == "the-mill"

    def test_no_other_is_lost(self, desk: DesignDesk) -> None:
        """Another Mission of that name stays; the one that was opened is replaced."""
        desk.keep(Keep(draft=draft(), pack="mine"))
        with pytest.raises(OpforError, match="already"):
            desk.keep(Keep(draft=draft(turns=7), pack="mine"))
        desk.keep(Keep(draft=draft(turns=7), pack="mine", over="the-mill"))
        assert desk.open("mine", "the-mill").draft["turns"] == 7

    def test_half_done(self, desk: DesignDesk) -> None:
        """A draft with faults can be kept, and cannot be played."""
        done = desk.keep(Keep(draft=draft(unit=[]), pack="mine"))
        assert done.faults == 1
        with pytest.raises(OpforError, match="unit: your side has no units"):
            desk.setup(Look(draft=draft(unit=[])))

    @pytest.mark.parametrize("id_", ["../../up", "a/b", "", ".hidden"])
    def test_names(self, desk: DesignDesk, id_: str, tmp_path: Path) -> None:
        """A name is no path, neither a Mission's nor a pack's."""
        with pytest.raises(OpforError):
            desk.file("mine", id_)
        if id_:
            with pytest.raises(OpforError):
                desk.keep(Keep(draft=draft(id=id_), pack="mine"))
        with pytest.raises(OpforError):
            desk.keep(Keep(draft=draft(), pack=id_))
        assert not list(tmp_path.rglob("*.toml"))

    def test_shipped(self, desk: DesignDesk) -> None:
        """One that ships is opened to be copied; what there is not is refused."""
        assert desk.open("", "first-contact").draft["title"] == "First Contact"
        with pytest.raises(OpforError, match="no Mission"):
            desk.open("", "last-contact")


class TestMap:
    """Boards in their places as text, and back."""

    SLOTS = (
        BoardSlot(board="o1", part="left", turned=True),
        BoardSlot(board="o2", part="right", row=1),
    )

    def test_halves(self) -> None:
        """Half boards join; the text says the same slots again."""
        text = text_of(self.SLOTS, ())
        assert text == "ro1~0,0,900,645@0,0 o2~900,0,900,645@0,1"
        assert slots_of(map_of(text, ())) == self.SLOTS

    def test_alone(self) -> None:
        """One board lies alone; turned it needs its place."""
        assert text_of((BoardSlot(board="o1"),), ()) == "o1"
        assert text_of((BoardSlot(board="o1", turned=True),), ()) == "ro1@0,0"

    def test_halves_do_not_fit(self) -> None:
        """A half beside a whole in one column is told as a fault of the map."""
        slots = (BoardSlot(board="o1"), BoardSlot(board="o2", part="left", row=1))
        with pytest.raises(OpforError, match="does not fit"):
            map_of(text_of(slots, ()), ())


class TestRoutes:
    """The same through the server."""

    def test_file(self, tmp_path: Path) -> None:
        """A Mission goes out as a file, and comes in with what is wrong in it."""
        with served(tmp_path) as client:
            body = {"draft": draft(), "pack": "mine"}
            assert client.post("/api/designer/mission", json=body).status_code == 200
            out = client.get("/api/designer/file?pack=mine&id=the-mill")
            assert "''the-mill.toml" in out.headers["content-disposition"]
            taken = _taken(client, out.content)
            assert (taken["draft"]["title"], taken["complaints"]) == ("The Mill", [])
            wrong = _taken(client, out.content.replace(b"turns = 5", b"turns = -5"))
            assert wrong["complaints"][0]["line"] > 0
            assert "turns" not in wrong["draft"]
            refused = _taken(client, b"[[unit")
            assert refused["error"].startswith("mill.toml:1: this is not TOML")

    def test_begun(self, tmp_path: Path) -> None:
        """What was kept is on the start page, and a game of it begins."""
        with served(tmp_path) as client:
            client.post(
                "/api/designer/mission", json={"draft": draft(), "pack": "mine"}
            )
            shown = client.get("/api/start").json()["missions"]
            assert ("the-mill", "mine") in [(m["id"], m["pack"]) for m in shown]
            new = {"mission": "the-mill", "packs": ["mine"], "seed": 1}
            assert client.post("/api/games", json=new).status_code == 200


def _taken(client: TestClient, data: bytes) -> dict[str, Any]:
    reply = client.post("/api/designer/file?name=mill.toml", content=data)
    found: dict[str, Any] = reply.json()
    return found
