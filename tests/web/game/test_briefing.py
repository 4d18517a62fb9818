"""The Mission's card."""

from pathlib import Path

from opfor.geo.hex_facts import HexFacts
from opfor.state.mission import VictoryCondition
from opfor.web.game.briefing import briefing
from opfor.web.game.view import Looks
from tests.ports.playing import session


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
