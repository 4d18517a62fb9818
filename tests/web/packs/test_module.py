"""The server's side of the page of modules."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from opfor.state.pack_file import MOST_ARCHIVE
from tests.web.pages import begun, served


def sheet(client: TestClient, table: str) -> dict[str, Any]:
    """A sheet as the page gets it."""
    reply = client.get("/api/module/sheet", params={"pack": "mine", "id": table})
    assert reply.status_code == 200, reply.text
    found: dict[str, Any] = reply.json()
    return found


def keep(client: TestClient, table: str, typed: object, pack: str = "mine") -> Any:
    """Keep a sheet."""
    body = {"pack": pack, "table": table, "typed": typed}
    return client.post("/api/module/sheet", json=body)


@pytest.fixture
def client(tmp_path: Path) -> Any:
    """A server with an empty module."""
    with served(tmp_path) as found:
        found.post("/api/packs", json={"pack": "mine"})
        yield found


class TestSheet:
    """A sheet comes, is typed in and kept."""

    def test_kept(self, client: TestClient, tmp_path: Path) -> None:
        """It is on the disk before the answer; a fault is told in its cell."""
        typed = sheet(client, "A1")["typed"]
        typed["cells"][5] = ["S S"]
        typed["cells"][6] = ["S?"]
        state = keep(client, "A1", typed).json()
        assert (tmp_path / "packs" / "mine" / "A1.toml").is_file()
        assert state["progress"]["done"] == 1
        assert [(m["line"], m["kind"]) for m in state["marks"]] == [(6, "fault")]
        assert sheet(client, "A1")["typed"] == typed

    def test_words(self, client: TestClient) -> None:
        """What may be typed: the counters of the nation, of the table's kind."""
        words = sheet(client, "german/x4")["words"][""]
        assert {"LMG", "PSK"} <= set(words)
        assert "4-6-7" not in words
        assert sheet(client, "A3a")["between"] == "|"
        assert sheet(client, "german/pack")["words"]["human wave"] == ["yes", "no"]

    @pytest.mark.parametrize(
        ("table", "pack", "said"),
        [
            ("A99", "mine", "there is no sheet of a table 'A99'"),
            ("IFT", "mine", "there is no sheet of a table 'IFT'"),
            ("nowhere/x2", "mine", "there is no nation 'nowhere'"),
            ("A1", "../mine", "there is no pack '../mine'"),
            ("A1", "none", "there is no pack 'none'"),
        ],
    )
    def test_unknown(
        self, client: TestClient, table: str, pack: str, said: str
    ) -> None:
        """What there is not is told in a sentence."""
        typed = {"periods": [""], "lines": [], "cells": []}
        reply = keep(client, table, typed, pack)
        assert reply.status_code == 400
        assert said in reply.json()["error"]

    def test_no_sheet(self, client: TestClient) -> None:
        """What is no sheet is told."""
        for typed in ({}, [], {"periods": [1], "lines": [], "cells": []}):
            assert keep(client, "A1", typed).status_code == 400


class TestFiles:
    """A module as one file."""

    def test_there_and_back(self, client: TestClient, tmp_path: Path) -> None:
        """Exported, taken in under another name, merged, checked, compared."""
        typed = sheet(client, "A6b")["typed"]
        typed["cells"] = [["1"], ["2"], ["3"]]
        keep(client, "A6b", typed)
        reply = client.get("/api/module/file", params={"pack": "mine"})
        assert "mine-1.opfor-pack" in reply.headers["content-disposition"]
        data = reply.content

        def post(**query: str) -> Any:
            return client.post("/api/module/file", params=query, content=data)

        assert "there is a pack 'mine' already" in post(how="new").json()["error"]
        assert post(name="copy", how="new").json()["name"] == "copy"
        assert post(name="mine", how="mine").json()["conflicts"] == []
        found = client.get("/api/module/check", params={"pack": "copy"}).json()
        assert found == {
            "ok": True,
            "said": "all right: 1 tables, 0 counters, 0 Missions",
        }
        found = client.get("/api/module/difference", params={"pack": "copy"}).json()
        assert found[0]["lines"][0] == "dr 1-2: ours 0, yours 1"
        assert (tmp_path / "packs" / "copy" / "A6b.toml").is_file()

    @pytest.mark.parametrize("length", [0, 10, 400_000])
    def test_hostile(self, client: TestClient, tmp_path: Path, length: int) -> None:
        """Noise is refused in a sentence; nothing is left of it."""
        data = bytes(range(256))[:length] * max(1, length // 256)
        reply = client.post("/api/module/file", params={"how": "new"}, content=data)
        assert reply.status_code == 400
        assert "no whole .opfor-pack" in reply.json()["error"]
        assert [p.name for p in (tmp_path / "packs").iterdir()] == ["mine"]

    def test_too_long(self, client: TestClient) -> None:
        """A file longer than any module, and a sheet longer than any sheet."""
        data = b"x" * (MOST_ARCHIVE + 1)
        assert client.post("/api/module/file", content=data).status_code == 413
        assert (
            client.post("/api/module/sheet", content=b"x" * 70_000).status_code == 413
        )

    def test_wrong(self, client: TestClient, tmp_path: Path) -> None:
        """A module with a fault is told with file and line."""
        path = tmp_path / "packs" / "mine" / "A1.toml"
        path.write_text(
            'extends = "A1"\nsource = "player"\nrows = [\n  { on = 6 },\n]\n'
        )
        found = client.get("/api/module/check", params={"pack": "mine"}).json()
        assert not found["ok"]
        assert found["said"].startswith("A1.toml:4: result: this is missing")


def test_game(client: TestClient, tmp_path: Path) -> None:
    """A game with it says in its report how much of it decided; typing on is safe."""
    typed = sheet(client, "A6d")["typed"]
    typed["cells"] = [["1"]] * len(typed["lines"])
    keep(client, "A6d", typed)
    game = begun(client, packs=["mine"])
    typed["cells"] = [["3"]] * len(typed["lines"])
    keep(client, "A6d", typed)
    text = client.get(f"/report/{game}").text
    assert "Played with mine (no version yet, " in text
    assert "times a module&#39;s" in text
    kept = tmp_path.glob("modules/*/mine/A6d.toml")
    assert "result = 1" in next(kept).read_text("utf-8")
