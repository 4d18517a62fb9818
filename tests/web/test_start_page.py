"""The start page: what it offers, what a new game takes of it, games to go on with."""

from pathlib import Path

from starlette.testclient import TestClient

from opfor.state.mission import load_mission
from opfor.web.game.rooms import Places
from opfor.web.rest import make_app
from opfor.web.security import Door
from tests.web.pages import HOST, ORIGIN, TOKEN, begun, page, served


class TestOffers:
    """What a new game can be made of."""

    def test_offers(self, tmp_path: Path) -> None:
        """Missions, nations with their months, boards, policies and resolutions."""
        with served(tmp_path) as client:
            found = client.get("/api/start").json()
        assert "first-contact" in [each["id"] for each in found["missions"]]
        german = next(each for each in found["nations"] if each["id"] == "german")
        assert german["name"] == "German"
        assert german["first"] <= "1941-08" <= german["last"]
        assert set(found["ours"]) <= set(found["boards"])
        assert "A20.3 prisoners" in [name for name, *_ in found["policies"]]
        assert "close combat" in found["resolutions"]
        assert found["games"] == []

    def test_order(self, tmp_path: Path) -> None:
        """Missions to begin with are first, then the easy ones; no alphabet."""
        with served(tmp_path) as client:
            found = client.get("/api/start").json()["missions"]
        assert [each["id"] for each in found[:2]] == ["tutorial", "first-contact"]
        hard = [each["odds"]["level"] for each in found[2:] if each["odds"]]
        assert hard == sorted(hard)
        assert len(set(hard)) > 1

    def test_shelf(self, tmp_path: Path) -> None:
        """A pack of the player's shelf is offered, chosen by its name, no other."""
        pack = tmp_path / "shelf" / "mine" / "missions"
        pack.mkdir(parents=True)
        shipped = Path("src/opfor/data/missions/first-contact.toml").read_text("utf-8")
        own = shipped.replace('id = "first-contact"', 'id = "own"')
        (pack / "own.toml").write_text(own, "utf-8")
        door = Door(TOKEN, frozenset({HOST}))
        places = Places(tmp_path / "games", shelf=tmp_path / "shelf")
        with TestClient(make_app(places, door), base_url=ORIGIN) as client:
            client.get(f"/?token={TOKEN}", follow_redirects=False)
            client.headers["origin"] = ORIGIN
            found = client.get("/api/start").json()
            assert found["packs"] == [["mine", False]]
            assert {each["id"]: each["pack"] for each in found["missions"]}["own"]
            begun(client, mission="own", packs=["mine"])
            other = {"mission": "own", "packs": ["../mine"]}
            assert client.post("/api/games", json=other).status_code == 400
            assert client.post("/api/games", json={"mission": "own"}).status_code == 400


class TestFiles:
    """The files of the pages."""

    def test_asked_again(self, tmp_path: Path) -> None:
        """The browser keeps them, but asks each time whether they have changed."""
        with served(tmp_path) as client:
            first = client.get("/static/game/game.js")
            assert first.headers["cache-control"] == "no-cache"
            same = {"if-none-match": first.headers["etag"]}
            assert client.get("/static/game/game.js", headers=same).status_code == 304


class TestMap:
    """What a new game's boards look like."""

    def test_picture(self, tmp_path: Path) -> None:
        """A map has a small picture, which is another where a board is turned."""
        with served(tmp_path) as client:
            maps = ("o1", "o1@0,0 o3@0,1", "ro1@0,0 o3@0,1")
            found = [client.get("/api/map.png", params={"map": m}) for m in maps]
        assert all(reply.content.startswith(b"\x89PNG") for reply in found)
        assert len({reply.content for reply in found}) == len(maps)

    def test_none(self, tmp_path: Path) -> None:
        """What is no map, or names a file, is refused."""
        with served(tmp_path) as client:
            for text in ("", "nix", "../o1", "/etc/passwd", "o1 " * 100):
                reply = client.get("/api/map.png", params={"map": text})
                assert reply.status_code == 400, text
                assert reply.json()["error"]


class TestNew:
    """How a game is begun."""

    def test_on_table(self, tmp_path: Path) -> None:
        """What is resolved on the player's table is so from the beginning."""
        with served(tmp_path) as client:
            game = begun(client, on_table=["fire", "rally"])
            with page(client, game) as one:
                assert one.news["view"]["on_table"] == ["fire", "rally"]

    def test_policies(self, tmp_path: Path) -> None:
        """Policies are checked as the game begins."""
        with served(tmp_path) as client:
            begun(client, policies={"A20.3 prisoners": "ask"})
            for wrong in ({"A20.3 prisoners": "never"}, {"nothing": "ask"}):
                new = {"mission": "first-contact", "policies": wrong}
                assert client.post("/api/games", json=new).status_code == 400


class TestSaves:
    """Games to go on with."""

    def test_undone(self, tmp_path: Path) -> None:
        """A game that was played and taken back to a decision is not about to begin."""
        with served(tmp_path) as client:
            with page(client, begun(client)) as one:
                before = client.get("/api/start").json()["games"]
                one.move(["467A"], "o1EE10", "o1EE9")
                one.ask("undo", token=one.news["token"])
            (line,) = client.get("/api/start").json()["games"]
        assert before[0]["where"] != "begun"
        assert line["where"] != "about to begin"

    def test_line(self, tmp_path: Path) -> None:
        """A save tells its Mission, turn and phase."""
        with served(tmp_path) as client:
            game = begun(client)
            with page(client, game) as one:
                one.move(["467A"], "o1A10")
            (line,) = client.get("/api/start").json()["games"]
        assert line["id"] == game
        turns = load_mission("first-contact").turns
        assert line["where"] == f"turn 1 of {turns}, FRIENDLY MPh"
        assert not line["over"]

    def test_against(self, tmp_path: Path) -> None:
        """A save says who fights whom, as one writes it."""
        with served(tmp_path) as client:
            begun(client, friendly="german-paras", enemy="anzac", date="1941-05")
            (line,) = client.get("/api/start").json()["games"]
        assert line["against"] == "German paras against ANZAC, 1941-05"

    def test_picture(self, tmp_path: Path) -> None:
        """A save has a small picture, which changes as its counters do."""
        with served(tmp_path) as client:
            game = begun(client)
            first = client.get(f"/api/games/{game}/small.png")
            assert first.content.startswith(b"\x89PNG")
            with page(client, game) as one:
                one.move(["467A"], "o1P10", "o1P9")
                one.move(["467B"], "o1A10")
            assert client.get(f"/api/games/{game}/small.png").content != first.content
            assert client.get("/api/games/no-game/small.png").status_code == 400
