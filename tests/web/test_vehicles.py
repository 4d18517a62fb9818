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
                assert one.ask("reach", units=[unit])["ok"] == {"reach": {}}
                one.answer({"type": "start", "unit": unit})
                turns = labels(one, "turn")
                assert any("left" in label for label in turns)
                assert any("right" in label for label in turns)
                assert all(" MP" in label for label in labels(one, "drive"))
                assert labels(one, "drive")
