"""Replays: the story of a save, its board at any moment, branches."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from starlette.testclient import TestClient

from opfor.core.errors import OpforError
from opfor.core.save import Save, read_save
from opfor.ports.session import branch, resume
from tests.web.games import played
from tests.web.pages import begun, page, served

API = "/api/replays/played"


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The save of a game that is over."""
    return played(tmp_path_factory.mktemp("games"))


def told(client: TestClient, path: str = "") -> Any:
    """What the server says of the replay."""
    reply = client.get(f"{API}{path}")
    assert reply.status_code == 200, reply.text
    return reply.json()


class TestStory:
    """What the time line shows."""

    def test_lines(self, save: Path) -> None:
        """Lines, phases and decisions are in order, and end with the game."""
        with served(save.parent) as client:
            story = told(client)
        numbers = [line["number"] for line in story["lines"]]
        assert numbers == sorted(numbers)
        assert numbers[-1] <= story["moments"]
        assert story["over"]
        assert story["parts"][0]["turn"] == 1
        assert story["branches"] == sorted(story["branches"])

    def test_frames(self, save: Path) -> None:
        """The board at a moment has the counters of that moment, and their faces."""
        with served(save.parent) as client:
            story = told(client)
            first = told(client, "/frame?moment=0")
            assert first["pieces"] == []
            last = told(client, f"/frame?moment={story['moments']}")
            looks = {piece["look"] for piece in last["pieces"]}
            faces = told(client, f"/faces?names={','.join(looks)}")
            assert faces.keys() == looks
            reply = client.get(f"{API}/frame?moment={story['moments'] + 1}")
            assert reply.status_code == 400

    def test_last_is_the_game(self, save: Path) -> None:
        """The last frame has the counters that the game itself shows."""
        with served(save.parent) as client, page(client, "played") as one:
            moments = told(client)["moments"]
            frame = told(client, f"/frame?moment={moments}")
            assert frame["pieces"] == one.news["view"]["pieces"]

    def test_why_and_look(self, save: Path) -> None:
        """A line has its reasons, a hex its words, as they were at the moment."""
        with served(save.parent) as client:
            line = next(x for x in told(client)["lines"] if x.get("dice"))
            found = told(client, f"/why?event={line['number']}")
            assert found["lines"]
            assert told(client, f"/look?moment={line['number']}&hex=5")
            assert client.get(f"{API}/look?moment=0&hex=99999").status_code == 400
            assert client.get(f"{API}/why?event=0").status_code == 400

    def test_save_is_not_written(self, save: Path) -> None:
        """Looking on changes nothing in the file."""
        before = save.read_bytes()
        with served(save.parent) as client:
            told(client, f"/frame?moment={told(client)['moments']}")
        assert save.read_bytes() == before


class TestSetUp:
    """A game that has not begun."""

    def test_no_phase(self, tmp_path: Path) -> None:
        """It can be looked at and reported, though nothing has happened."""
        with served(tmp_path) as client:
            game = begun(client, dice="mine")
            story = client.get(f"/api/replays/{game}").json()
            assert story["parts"] == []
            assert client.get(f"/report/{game}").status_code == 200


class TestBranch:
    """A game of its own that goes on from a moment."""

    def test_same_dice(self, save: Path) -> None:
        """It waits at the decision that came next; the old save stays as it is."""
        before = save.read_bytes()
        with served(save.parent) as client:
            story = told(client)
            moment = story["branches"][20]
            wish = {"moment": moment}
            reply = client.post(f"{API}/branch", json=wish)
            assert reply.status_code == 200, reply.text
            answers, game = reply.json()["answers"], reply.json()["id"]
            with page(client, game) as one:
                assert one.news["asked"]["number"] == answers + 1
                frame = told(client, f"/frame?moment={moment}")
                assert one.news["view"]["pieces"] == frame["pieces"]
        assert save.read_bytes() == before

    @pytest.mark.parametrize("dice", ["same", "new"])
    def test_played_on(self, save: Path, tmp_path: Path, dice: str) -> None:
        """With the same answers the same dice come, or new ones, as one likes."""
        entries = read_save(save).entries
        length = [at for at, entry in enumerate(entries) if entry.decision][30]
        path = tmp_path / "branch.opfor"
        branch(save, length, path, seed=99 if dice == "new" else None)
        session = resume(path)
        session.game.run()
        for entry in entries[length:]:
            asked = session.game.pending
            if not entry.human or asked is None or asked != entry.asked:
                continue
            session.game.answer(asked.number, entry.answer)
        rolled = [entry.luck for entry in session.game.journal]
        was = [entry.luck for entry in entries]
        assert rolled[:length] == was[:length]
        assert (rolled == was) is (dice == "same")
        session.close()

    def test_other_rules(self, save: Path, tmp_path: Path) -> None:
        """What this opfor cannot play on is refused at once, and makes no file."""
        saved = read_save(save)
        *entries, last = saved.entries[:30]
        asked = structs.replace(last.asked, causes=("A0",))
        strange = structs.replace(last, asked=asked)
        changed = dataclasses.replace(saved, entries=(*entries, strange), snapshots=())
        Save.create(tmp_path / "played.opfor", saved.options, changed).close()
        with served(tmp_path) as client:
            story = told(client)
            assert story["lines"]
            reply = client.post(f"{API}/branch", json={"moment": story["moments"]})
            assert reply.status_code == 400
            assert "the rules have changed" in reply.json()["error"]
        assert [file.name for file in tmp_path.glob("*.opfor")] == ["played.opfor"]

    def test_too_early(self, save: Path, tmp_path: Path) -> None:
        """No game begins where there was none."""
        with pytest.raises(OpforError, match="at the earliest"):
            branch(save, 10**6, tmp_path / "x.opfor")

    @pytest.mark.parametrize("wish", [{}, {"moment": -1}, {"moment": 1, "dice": "x"}])
    def test_refused(self, save: Path, wish: dict[str, Any]) -> None:
        """A wish that makes no sense is refused, and makes no file."""
        with served(save.parent) as client:
            count = len(list(save.parent.iterdir()))
            assert client.post(f"{API}/branch", json=wish).status_code == 400
            assert len(list(save.parent.iterdir())) == count
