"""Vehicles on the page: orders in words, no Infantry routes."""

from pathlib import Path

import pytest

from tests.web.pages import Page, begun, page, served

MISSION = """
id = "tanks"
title = "Tanks"
map = "o1"
date = "1942-08"
friendly = "german"
enemy = "russian"
fbe = "bottom"
turns = 6
first = "FRIENDLY"
attitude = "Hold"
placement = ["a"]
vpo_draw = [1]
held_by = "ENEMY"
ac = "AC-start"
heavy_cap = 2
re = 7
source = "project"
note = "For a test."

[[victory]]
side = "FRIENDLY"
vpo = 1

[[unit]]
counter = "PzKpfw IVF2"
at = "o1Q10"
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A folder with a pack of one Mission."""
    folder = tmp_path / "packs" / "mine" / "missions"
    folder.mkdir(parents=True)
    (folder / "tanks.toml").write_text(MISSION)
    return tmp_path


def labels(one: Page, kind: str) -> list[str]:
    """What the orders of a kind say."""
    unit = next(p["key"] for p in one.news["view"]["pieces"] if p.get("kind") == "unit")
    offers = one.ask("legal", units=[unit])["ok"]
    return [offer["label"] for offer in offers if offer["kind"] == kind]


class TestOrders:
    """A tank starts, drives and turns by orders that say what they cost."""

    def test_words(self, pack: Path) -> None:
        """Its hexes are orders of their own; turns go left and right, not by number."""
        with served(pack) as client:
            game = begun(client, mission="tanks", packs=["mine"], map=None)
            with page(client, game) as one:
                while one.news["view"]["phase"] != "MPh":
                    one.answer({"type": "end"})
                unit = next(
                    p["key"]
                    for p in one.news["view"]["pieces"]
                    if p.get("kind") == "unit"
                )
                assert one.ask("reach", units=[unit])["ok"]["reach"] == {}
                one.answer({"type": "start", "unit": unit})
                barred = one.ask("reach", units=[unit])["ok"]["barred"]
                drives = [
                    offer
                    for offer in one.ask("legal", units=[unit])["ok"]
                    if offer["kind"] == "drive"
                ]
                open_ = {hex_ for offer in drives for hex_ in offer["hexes"]}
                assert {int(hex_) for hex_ in barred} - open_
                assert all(text[0] == "D" for text in barred.values())
                turns = labels(one, "turn")
                assert any("left" in label for label in turns)
                assert any("right" in label for label in turns)
                assert all(" MP" in label for label in labels(one, "drive"))
                assert labels(one, "drive")

    def test_turret(self, pack: Path) -> None:
        """Its turret turns to any hexspine for nothing, and only when it is chosen."""
        with served(pack) as client:
            game = begun(client, mission="tanks", packs=["mine"], map=None)
            with page(client, game) as one:
                while one.news["view"]["phase"] != "MPh":
                    one.answer({"type": "end"})
                turns = [label for label in labels(one, "turn") if "turret" in label]
                assert len(turns) == 5
                assert not any("MP" in label for label in turns)
                offers = one.ask("legal", units=[])["ok"]
                assert not any(offer["kind"] == "turn" for offer in offers)

    def test_armament(self, pack: Path) -> None:
        """What a vehicle is armed with can be set as it is on the table."""
        with served(pack) as client:
            game = begun(client, mission="tanks", packs=["mine"], map=None)
            with page(client, game) as one:
                pieces = one.news["view"]["pieces"]
                unit = next(p["key"] for p in pieces if p.get("kind") == "unit")
                arms = one.ask("thing", key=unit)["ok"]["arms"]
                assert one.ask("thing", key=arms[0])["ok"]["what"] == "weapon"
                order = {"type": "adjust", "what": "weapon", "id": arms[0]}
                reply = one.answer(order | {"set": {"malfunctioned": True}})
                assert reply["is"] == "done", reply
                again = one.ask("thing", key=arms[0])["ok"]
                assert again["fields"]["malfunctioned"]

    def test_states(self, pack: Path) -> None:
        """Its own states are told, and can be set as they are on the table."""
        with served(pack) as client:
            game = begun(client, mission="tanks", packs=["mine"], map=None)
            with page(client, game) as one:
                while one.news["view"]["phase"] != "MPh":
                    one.answer({"type": "end"})
                pieces = one.news["view"]["pieces"]
                unit = next(p["key"] for p in pieces if p.get("kind") == "unit")
                vehicle = one.ask("thing", key=unit)["ok"]["parts"]["vehicle"]
                assert vehicle["ce"] is one.piece(unit)["name"].endswith("CE")
                now = vehicle | {"ce": False, "abandoned": True, "immobile": True}
                order = {"type": "adjust", "what": "unit", "id": unit}
                reply = one.answer(order | {"set": {"vehicle": now}})
                assert reply["is"] == "done", reply
                told = one.piece(unit)["name"]
                assert told.endswith(", immobilized, abandoned")
                why = one.ask("reach", units=[unit])["ok"]["why"]
                assert why.startswith("D5.4")


GUN = """
[[unit]]
counter = "2-2-8"
weapons = ["50L AT PaK 38"]
at = "o1U9"
"""


class TestWeapons:
    """Orders that name a Gun or a SW alone."""

    def test_whose(self, pack: Path) -> None:
        """Whoever possesses it is offered them."""
        own = pack / "packs" / "mine" / "missions" / "tanks.toml"
        own.write_text(MISSION + GUN)
        with served(pack) as client:
            game = begun(client, mission="tanks", packs=["mine"], map=None)
            with page(client, game) as one:
                pieces = one.news["view"]["pieces"]
                gun = next(p for p in pieces if p.get("kind") == "weapon")
                while one.news["view"]["phase"] != "PFPh":
                    one.answer({"type": "end"})
                offers = one.ask("legal", units=[gun["owner"]])["ok"]
                assert any(gun["key"] in offer["units"] for offer in offers)
                assert all(gun["key"] not in o["units"] for o in one.ask("legal")["ok"])
