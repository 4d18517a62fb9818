"""S7.p8: Weapons handed on to who can use them."""

from tests.rules.given.enemy_part import why
from tests.rules.given.enemy_rph import rph, sw
from tests.rules.given.phases import unit

LMG, MMG, HMG, ATR = "russian/lmg", "russian/mmg", "russian/hmg", "russian/atr"
CONSCRIPT, ELITE, LEADER = "russian/4-2-6", "russian/4-5-8", "russian/8-1"
HS, CREW = "russian/2-3-7", "russian/2-2-8"

WOODS, OPEN = "tE5", "tC3"


class TestS7_p8Transfer:
    """S7.p8."""

    def test_from_a_leader(self) -> None:
        """A leader's LMG goes to the best class of the Location."""
        game = rph(
            unit("eL", WOODS, LEADER),
            unit("e1", WOODS, CONSCRIPT),
            unit("e2", WOODS),
            lying=[sw("l", LMG, "eL")],
        )
        assert game.state.weapons["l"].owner == "e2"

    def test_too_many(self) -> None:
        """A HS with two keeps the better one."""
        game = rph(
            unit("e1", WOODS, HS),
            unit("e2", WOODS),
            lying=[sw("r", ATR, "e1"), sw("l", LMG, "e1")],
        )
        assert game.state.weapons["r"].owner == "e2"
        assert game.state.weapons["l"].owner == "e1"

    def test_squad_before_hs(self) -> None:
        """Of one class the squad gets it."""
        game = rph(
            unit("eL", WOODS, LEADER),
            unit("e1", WOODS, HS),
            unit("e2", WOODS),
            lying=[sw("l", LMG, "eL")],
        )
        assert game.state.weapons["l"].owner == "e2"
        assert why(game) == ["squad before HS"]

    def test_exc1_hero(self) -> None:
        """A hero keeps his."""
        game = rph(
            unit("eH", WOODS, "russian/hero"),
            unit("e1", WOODS),
            lying=[sw("l", LMG, "eH")],
        )
        assert game.state.weapons["l"].owner == "eH"
