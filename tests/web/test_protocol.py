"""A game over the websocket: orders, refusals, undo, two pages, resumption."""

import json
import re
import socket
import time
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from opfor.core.errors import OpforError
from opfor.core.event import Emitted
from opfor.ports.session import Session, Setup, begin, build_world
from opfor.state.los_ahead import work_out_los
from opfor.state.mission import load_mission
from opfor.state.world import World
from opfor.web import serve as serving_module
from opfor.web.app import FAILED
from opfor.web.folders import Places
from opfor.web.game import los_warmup
from opfor.web.game.los_warmup import Beginning
from opfor.web.game.messages import DrawnCounter, News
from opfor.web.game.room import OpenGame
from opfor.web.game.view import news_of
from opfor.web.security import Door
from opfor.web.serve import PLAIN, USUAL, Serving, _listen, serve
from tests.web.pages import HOST, begun, page, served


class TestPlaying:
    """What a page sends goes into the game, and what follows comes back."""

    def test_begins(self, tmp_path: Path) -> None:
        """A new game waits for an order, with all counters and their faces."""
        with served(tmp_path) as client, page(client, begun(client)) as one:
            assert one.news["asked"]["request"]["type"] == "Order"
            shown = one.news["view"]["pieces"]
            assert {piece["look"] for piece in shown} == one.news["looks"].keys()
            assert sum(piece.get("kind") == "suspect" for piece in shown) > 10

    def test_march(self, tmp_path: Path) -> None:
        """A route is entered hex by hex, each a decision; one line tells of it."""
        with served(tmp_path) as client, page(client, begun(client)) as one:
            reply = one.move(["467A"], "o1EE10", "o1EE9")
            assert reply["ok"] == {"entered": 2}, one.news["beats"]
            assert one.piece("467A")["at"] == "o1EE9"
            step, told = one.news["beats"][-2:]
            assert "text" not in step
            assert len(step["hexes"]) == 1
            assert {piece["at"] for piece in step["pieces"]} == {"o1EE10"}
            assert told["text"].startswith("4-6-7 A to EE10, EE9 (")
            assert {piece["at"] for piece in told["pieces"]} == {"o1EE9"}
            one.ask("undo", token=one.news["token"])
            assert one.news["anew"]
            assert one.piece("467A")["at"] == "o1EE10"

    def test_illegal(self, tmp_path: Path) -> None:
        """A refused order says by which rule, and changes nothing."""
        with served(tmp_path) as client, page(client, begun(client)) as one:
            token = one.news["token"]
            order = {"type": "move", "units": ["467A"], "to": "o1Q1"}
            reply = one.answer(order)
            assert reply["is"] == "refused"
            assert reply["error"].startswith("A")
            assert one.answer(order, token=token)["is"] == "refused"

    def test_late(self, tmp_path: Path) -> None:
        """An answer to a moment that is past is refused, and so is an undo."""
        with served(tmp_path) as client, page(client, begun(client)) as one:
            late = one.news["token"]
            one.move(["467A"], "o1A10")
            assert one.answer({"type": "end"}, token=late)["is"] == "refused"
            assert one.ask("undo", token=late)["is"] == "refused"
            assert one.answer({"type": "end"}, token="")["is"] == "refused"

    def test_two_pages(self, tmp_path: Path) -> None:
        """What one page does, the other hears."""
        with served(tmp_path) as client:
            game = begun(client)
            with page(client, game) as one, page(client, game) as two:
                one.move(["467A"], "o1A10")
                two.hear_news()
                assert two.piece("467A") == one.piece("467A")
                assert two.news["token"] == one.news["token"]
                assert two.move(["467A"], "o1A9")["is"] == "done"

    def test_resumes(self, tmp_path: Path) -> None:
        """A server that starts again has the game as it was."""
        with served(tmp_path) as client:
            game = begun(client)
            with page(client, game) as one:
                one.move(["467A", "467B"], "o1A10")
                before = one.news
        with served(tmp_path) as client, page(client, game) as two:
            assert two.news["view"] == before["view"]
            assert two.news["token"] == before["token"]
            assert [g["id"] for g in client.get("/api/start").json()["games"]] == [game]

    def test_own_dice(self, tmp_path: Path) -> None:
        """The player's dice are asked for, and taken as he rolled them."""
        with (
            served(tmp_path) as client,
            page(client, begun(client, dice="mine")) as one,
        ):
            request = one.news["asked"]["request"]
            assert request["type"] in ("Roll", "Draw")
            assert one.answer([7])["is"] == "refused"
            one.ask("dice", mine=False)
            assert one.news["view"]["mine"] is False
            assert one.news["asked"]["request"]["type"] == "Order"


class TestAsking:
    """Questions are answered, and change nothing."""

    def test_legal_and_reach(self, tmp_path: Path) -> None:
        """Legal orders name the units, and the hexes in reach have their MF."""
        with served(tmp_path) as client, page(client, begun(client)) as one:
            offers = one.ask("legal", units=["467A"])["ok"]
            assert {"type": "end"} in [offer["order"] for offer in offers]
            reach = one.ask("reach", units=["467A"])["ok"]["reach"]
            assert reach["o1A10"]["mf"] == "1"
            one.move(["467A"], "o1A10")
            reach = one.ask("reach", units=["467A"])["ok"]["reach"]
            assert any(len(way["route"]) > 1 for way in reach.values())

    def test_why(self, tmp_path: Path) -> None:
        """Behind a line of the log lie its dice and tables."""
        with served(tmp_path) as client, page(client, begun(client)) as one:
            lines = one.ask("log", most=2000)["ok"]["lines"]
            placed = next(line for line in lines if line["rule"].startswith("S4"))
            found = one.ask("why", event=placed["number"])["ok"]
            assert found["lines"]
            assert any(row[3] for table in found["tables"] for row in table["rows"])

    def test_los(self, tmp_path: Path) -> None:
        """LOS has a thread with a kind for each stretch, and a field for a hex."""
        with served(tmp_path) as client, page(client, begun(client)) as one:
            found = one.ask("los", a="o1J4", b="o1M2")["ok"]
            assert len(found["thread"]["points"]) == len(found["thread"]["sights"]) + 1
            field = one.ask("field", at="o1J4")["ok"]["field"]
            board = client.get(f"/api/games/{_id(client)}/board").json()
            assert len(field) == len(board["names"])
            assert -1 in field

    def test_threats_and_look(self, tmp_path: Path) -> None:
        """What a hex holds, and what entering it may Activate."""
        with served(tmp_path) as client, page(client, begun(client)) as one:
            assert one.ask("look", at="o1Q6")["ok"]["lines"][0].startswith("Q6")
            found = one.ask("threats", units=["467A"], to="o1A10")["ok"]
            assert found["lines"]

    def test_log_again(self, tmp_path: Path) -> None:
        """The log as it is read again has the dice of each roll."""
        with served(tmp_path) as client, page(client, begun(client)) as one:
            lines = one.ask("log")["ok"]["lines"]
            wind = next(line for line in lines if line["text"].startswith("Wind"))
            assert [int(word) for word in re.findall(r"\d", wind["text"])][:2] == [
                *wind["dice"]
            ]

    def test_why_not(self, tmp_path: Path) -> None:
        """Of who cannot move it is said why; who is done is marked."""
        with served(tmp_path) as client, page(client, begun(client)) as one:
            one.move(["467A"], "o1A10")
            assert not one.piece("467A").get("done")
            one.move(["467B"], "o1EE10")
            assert one.piece("467A")["done"]
            found = one.ask("reach", units=["467A"])["ok"]
            assert found["reach"] == {}
            assert re.search(r"A\d", found["why"])

    def test_nothing_moves(self, tmp_path: Path) -> None:
        """After any question the game is at the same moment."""
        with served(tmp_path) as client, page(client, begun(client)) as one:
            token = one.news["token"]
            one.ask("legal")
            one.ask("fire", order={"type": "end"})
            one.ask("look", at="o1A1")
            assert one.answer({"type": "nonsense"}, token=token)["is"] == "refused"
            assert one.ask("undo", token=token)["is"] == "refused"


class TestUnderFire:
    """A move that was fired at goes on."""

    def test_reach(self, tmp_path: Path) -> None:
        """The ENEMY's moment to fire is none of the player's: he still has reach."""
        with served(tmp_path) as client:
            game = begun(client, mission="tutorial", seed=46, map=None, ac=None)
            with page(client, game) as one:
                one.answer({"type": "end"})
                one.answer({"type": "end"})
                units = ["81A", "467A", "467B"]
                one.move(units, "o1U9")
                told = [beat["text"] for beat in one.news["beats"]]
                assert any("First Fire from U7" in text for text in told)
                assert one.news["view"]["move"] == units
                assert not one.news["view"]["window"]
                far = one.ask("reach", units=units)["ok"]["reach"]
                assert far["o1U8"]["mf"] == "1"
                assert far["o1T7"]["mf"] == "2"  # from here on, as next to them

    def test_broken(self, tmp_path: Path) -> None:
        """Who broke as he moved goes nowhere, and no hex is offered to him."""
        with served(tmp_path) as client, page(client, begun(client)) as one:
            one.move(["467A"], "o1A10")
            adjusted = {"type": "adjust", "what": "unit", "id": "467A"}
            one.answer(adjusted | {"set": {"broken": True}})
            found = one.ask("reach", units=["467A"])["ok"]
            assert found == {"reach": {}, "why": "A4.1: 4-6-7 A is broken"}


class TestFaults:
    """A fault of the program ends no game."""

    def test_fault(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is told in one sentence, and the game is as its save has it."""

        def broken(*_: object) -> None:
            raise ZeroDivisionError("planted")

        with served(tmp_path) as client, page(client, begun(client)) as one:
            one.move(["467A"], "o1EE10")
            view, token = one.news["view"], one.news["token"]
            monkeypatch.setattr("opfor.web.game.queries.hex_lines", broken)
            reply = one.ask("look", at="o1Q6")
            assert reply["is"] == "refused"
            assert "planted" in reply["error"]
            assert one.news["view"] == view
            assert one.news["token"] == token
            assert one.move(["467A"], "o1EE9")["is"] == "done"

    @pytest.mark.parametrize("times", [1, 2])
    def test_news(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
    ) -> None:
        """A fault in telling what followed is told as well; no page waits for it."""
        faults = [ZeroDivisionError("planted")] * times

        def broken(*args: Any) -> News:
            if faults:
                raise faults.pop()
            return news_of(*args)

        with served(tmp_path) as client, page(client, begun(client)) as one:
            monkeypatch.setattr("opfor.web.game.room.news_of", broken)
            reply = one.move(["467A"], "o1EE10")
            assert reply["is"] == "refused"
            assert "planted" in reply["error"]
            assert one.news["anew"]
            assert one.move(["467A"], "o1EE9")["is"] == "done"

    def test_joining(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A page that cannot be shown the game is told why."""

        def broken(*_: object) -> None:
            raise ZeroDivisionError("planted")

        with served(tmp_path) as client:
            game = begun(client)
            monkeypatch.setattr("opfor.web.game.room.news_of", broken)
            with client.websocket_connect(f"ws://{HOST}/ws/{game}") as socket:
                reply = socket.receive_json()
            assert reply["is"] == "refused"
            assert reply["id"] == 0
            assert "planted" in reply["error"]

    def test_sending(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A page that cannot be sent its news is cut off, so that it comes again."""

        def broken(*_: object) -> None:
            raise ZeroDivisionError("planted")

        with served(tmp_path) as client:
            game = begun(client)
            with monkeypatch.context() as patch:
                patch.setattr("opfor.web.app._with_looks", broken)
                with client.websocket_connect(f"ws://{HOST}/ws/{game}") as socket:
                    with pytest.raises(WebSocketDisconnect) as cut:
                        socket.receive_text()
                    assert cut.value.code == FAILED
            with page(client, game) as one:
                assert one.news["asked"]


class TestServing:
    """Where the server listens."""

    @pytest.mark.parametrize(
        "host",
        ["0.0.0.0", "0", "0x0", "00.0", "::", "::0", "0:0::", "::ffff:0.0.0.0", ""],  # noqa: S104 - refused
    )
    def test_not_everywhere(self, tmp_path: Path, host: str) -> None:
        """It listens on an address that is named, never on all of them."""
        serving = Serving(places=Places(tmp_path), host=host, browser=False)
        with pytest.raises(OpforError, match="does not listen"):
            serve(serving, print)

    @pytest.mark.parametrize("host", ["no..host", "[::]", "h" * 300])
    def test_no_address(self, tmp_path: Path, host: str) -> None:
        """What is no address is said so."""
        serving = Serving(places=Places(tmp_path), host=host, browser=False)
        with pytest.raises(OpforError, match="there is no address"):
            serve(serving, print)

    @pytest.mark.parametrize(("host", "alone"), [("127.1", True), ("192.0.2.1", False)])
    def test_plain(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, alone: bool
    ) -> None:
        """Where others can call it, it says that all of it can be read along."""
        listener = SimpleNamespace(
            getsockname=lambda: (host.replace("7.1", "7.0.0.1"), 1)
        )
        monkeypatch.setattr(serving_module, "_listen", lambda *_: listener)
        doors: list[Door] = []
        monkeypatch.setattr(
            serving_module, "_run", lambda *given: doors.append(given[1])
        )
        said: list[str] = []
        serve(Serving(places=Places(tmp_path), host=host, browser=False), said.append)
        assert doors[0].alone == alone
        assert (PLAIN in said) != alone

    def test_no_such_game(self, tmp_path: Path) -> None:
        """What is wrong with the game that was named ends the server, and is said."""

        def opened() -> Session:
            raise OpforError("there is no such Mission")

        serving = Serving(places=Places(tmp_path), browser=False, opened=opened)
        with pytest.raises(OpforError, match="no such Mission"):
            serve(serving, print)

    def test_usual(self) -> None:
        """The address is the same each time, unless somebody else has the port."""
        with _listen("127.0.0.1", 0) as one, _listen("127.0.0.1", 0) as two:
            ports = [each.getsockname()[1] for each in (one, two)]
        assert ports[1] not in (USUAL, ports[0])

    def test_taken(self, tmp_path: Path) -> None:
        """A port that is taken is said so."""
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            serving = Serving(places=Places(tmp_path), port=port, browser=False)
            with pytest.raises(OpforError, match="cannot listen"):
                serve(serving, print)


class TestOpened:
    """The game of the command line is opened while the server listens."""

    def test_ready(self, tmp_path: Path) -> None:
        """Its page has its id as soon as it is open."""

        def opened() -> Session:
            setup = Setup(mission=load_mission("first-contact"), seed=7)
            return begin(setup, tmp_path / "mine.opfor")

        with served(tmp_path, opened) as client:
            assert client.get("/api/opened").json() == {"id": "mine"}
            with page(client, "mine") as one:
                assert one.news["view"]["mission"] == "first-contact"

    def test_waits(self, tmp_path: Path) -> None:
        """Its page is there before it; others are served meanwhile."""
        hold = Event()

        def opened() -> Session:
            hold.wait()
            raise OpforError("enough")

        with served(tmp_path, opened) as client:
            client.app.state.end = lambda: None  # type: ignore[attr-defined]
            assert "game.js" in client.get("/opened").text
            assert client.get("/").status_code == 200
            hold.set()
            reply = client.get("/api/opened")
            assert reply.status_code == 400
            assert reply.json() == {"error": "enough"}

    def test_none(self, tmp_path: Path) -> None:
        """Where none was named, it is the start page."""
        with served(tmp_path) as client:
            assert client.get("/opened").url.path == "/"
            assert client.get("/api/opened").status_code == 400


class TestLos:
    """LOS of a whole map is worked out once, while the player reads."""

    @staticmethod
    def _world() -> World:
        return build_world(Setup(mission=load_mission("first-contact"), seed=7))

    def test_kept(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It tells how far it is; the next World of that map has it at once."""
        monkeypatch.setattr(
            "opfor.core.disk_cache.user_cache_path", lambda *a, **k: tmp_path
        )
        monkeypatch.setattr("opfor.state.los_ahead.SOON", 0)
        world, shares = self._world(), list[float]()
        work_out_los(world, lambda share: shares.append(share) or True)
        assert shares == sorted(shares)
        assert shares[-1] == 1
        found = self._world().known_sights
        assert found is not None
        assert (found == world.known_sights).all()

    def test_stopped(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Stopped, it leaves nothing behind."""
        monkeypatch.setattr(
            "opfor.core.disk_cache.user_cache_path", lambda *a, **k: tmp_path
        )
        monkeypatch.setattr("opfor.state.los_ahead.SOON", 0)
        world = self._world()
        work_out_los(world, lambda _share: False)
        assert world.known_sights is None
        assert {each.name for each in tmp_path.iterdir()} <= {"drawn"}


class TestBeginning:
    """A new game on a new map says how far it is, and need not be waited for."""

    def test_percentage(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """While LOS is worked out the start page is told its share; then no more."""
        monkeypatch.setattr(
            "opfor.core.disk_cache.user_cache_path", lambda *a, **k: tmp_path
        )
        monkeypatch.setattr("opfor.state.los_ahead.SOON", 0)
        said = list[str]()
        with served(tmp_path) as client:
            rooms = client.app.state.rooms  # type: ignore[attr-defined]
            text = los_warmup.los_text

            def told(share: float) -> str:
                said.append(rooms.beginning.text)
                return text(share)

            monkeypatch.setattr("opfor.web.game.los_warmup.los_text", told)
            begun(client)
            assert client.get("/api/beginning").json() == {"text": ""}
        assert "Preparing LOS" in said[0]
        assert said[1].startswith("LOS of this map: ")
        assert said[-1].endswith(" %")

    def test_enough(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whoever does not wait has his game, and LOS is left for later."""
        monkeypatch.setattr(
            "opfor.core.disk_cache.user_cache_path", lambda *a, **k: tmp_path
        )
        monkeypatch.setattr("opfor.state.los_ahead.SOON", 0)
        world = build_world(Setup(mission=load_mission("first-contact"), seed=7))
        now = Beginning()
        now.enough = True
        now.get_ready(world)
        assert world.known_sights is None
        with served(tmp_path) as client:
            reply = client.post("/api/beginning", json={"wait": False})
            assert reply.json() == {"text": ""}


class TestView:
    """The page is told what the player may see, and no more."""

    def test_fields(self) -> None:
        """A counter has no field that could tell what a S? is."""
        assert set(DrawnCounter.__struct_fields__) == {
            "key", "look", "hex", "at", "kind", "side", "name", "called", "owner",
            "done", "states",
        }  # fmt: skip
        assert "state" not in News.__struct_fields__


def _id(client: object) -> str:
    found: str = client.get("/api/start").json()["games"][0]["id"]  # type: ignore[attr-defined]
    return found


class TestStop:
    """What takes long says so, and can be stopped."""

    def test_stop(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A stop takes the decision back, and the game goes on as before it."""
        heard = OpenGame._heard

        def slow(room: OpenGame, emitted: Emitted) -> None:
            time.sleep(0.2)
            heard(room, emitted)

        monkeypatch.setattr(OpenGame, "_heard", slow)
        with served(tmp_path) as client, page(client, begun(client)) as one:
            one.move(["467A"], "o1A10")
            before = one.news["view"]
            asked, token = one.news["asked"], one.news["token"]
            one.socket.send_text(
                json.dumps(
                    {
                        "do": "answer", "id": 90, "number": asked["number"],
                        "token": token, "value": {"type": "end"},
                    }
                )
            )  # fmt: skip
            while not json.loads(one.socket.receive_text()).get("stop"):
                pass
            one.socket.send_text('{"do": "stop", "id": 91}')
            replies = {}
            while 90 not in replies:
                reply = one.hear()
                replies[reply.get("id", -1)] = reply
            assert replies[90]["error"].startswith("stopped")
            assert one.news["view"] == before
            assert one.move(["467B"], "o1P10")["is"] == "done"
