"""The Mission's card."""

from dataclasses import replace
from pathlib import Path

from msgspec import structs

from opfor.geo.hex_facts import HexFacts
from opfor.state.mission import VictoryCondition
from opfor.state.pack_stamp import Stamp
from opfor.web.game.briefing import briefing
from opfor.web.game.view import Looks
from tests.ports.playing import session


def test_whose_odds(tmp_path: Path) -> None:
    """How often the reference player wins is said to be by our values, not a pack's."""
    game = session(tmp_path / "b.opfor", id="first-contact")
    game.game.run()
    looks = Looks(game.world.map, HexFacts(game.world.map))
    assert briefing(game, looks)["odds"]["by"] == "with our values"
    stamp = Stamp(name="mine", version=3, digest="0" * 64)
    mine = replace(game, setup=structs.replace(game.setup, modules=(stamp,)))
    assert briefing(mine, looks)["odds"]["by"].startswith("with our values; you play")


def test_story(tmp_path: Path) -> None:
    """It tells the situation, what is special, other maps, and how victory stands."""
    hold = VictoryCondition(side="FRIENDLY", vpo=1, until=4)
    told = {"situation": ("Rain fell.",), "special": ("No help comes.",)}
    game = session(tmp_path / "a.opfor", victory=(hold,), alternatives=("33",), **told)
    game.game.run()
    facts = HexFacts(game.world.map)
    card = briefing(game, Looks(game.world.map, facts))
    assert card["situation"] == ["Rain fell."]
    assert card["special"] == ["No help comes."]
    assert card["alternatives"] == ["33"]
    (aim,) = card["victory"]
    assert aim["text"].endswith("at the end of turn 4, which ends the game")
    assert aim["now"] == "VPO Locations 0 of 1"
    hows = {each["how"] for each in card["sides"][0]["counters"]} - {""}
    assert hows == {"enters along the FBE"}
