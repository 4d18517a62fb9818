"""S12: S? that a Random Event brings, and when and where they come."""

from typing import Any

from opfor.rules.s_solitaire.s12_random_events import (
    s12_p1_random_reinforcements as entry,
)
from opfor.state.in_progress import Effect
from tests.rules.given.random_events import happens, rph

CALM = "B25.65 DR 3,4"


def coming(turn: int = 1, **fields: Any) -> Effect:
    """Reinforcements on their way."""
    given: dict[str, Any] = {"number": 2, "edge": "EBE", "spread": "each"}
    return Effect(kind="reinforcement", turn=turn, **(given | fields))


class TestS12Reinforcements:
    """S12."""

    def test_announced(self) -> None:
        """How many, when, by which edge, and how spread."""
        dice = ["S12 dr 6", "S12 dr 3", "S12 dr 5", "S12 dr 4"]
        played = happens("S2.2 DR 2,3", *dice)
        (effect,) = played.state.effects
        assert (effect.number, effect.turn) == (6, 2)
        assert (effect.edge, effect.spread) == ("north", "pairs")

    def test_more(self) -> None:
        """In Advance Attitude one more on the dr."""
        dice = ["S12 dr 1", "S12 dr 1", "S12 dr 1", "S12 dr 1"]
        played = happens("S2.2 DR 2,3", *dice, attitude="Advance")
        assert played.state.effects[0].number == 3


class TestS12_p1When:
    """S12.p1."""

    DRAWS = ("S4.22 dr 1", "S4.22 dr 3")

    def test_due(self) -> None:
        """They are set up offboard in the ENEMY RPh of their turn, white."""
        played = happens(CALM, *self.DRAWS, run=rph(1, "ENEMY", coming()))
        found = list(played.state.suspects.values())
        assert [s.colour for s in found] == ["white", "white"]
        assert all(s.attitude == "Advance" and s.enters for s in found)
        assert not played.state.effects

    def test_not_yet(self) -> None:
        """Neither before their turn nor in the other side's."""
        played = happens(CALM, run=rph(1, "ENEMY", coming(2)))
        assert not played.state.suspects
        played = happens(CALM, run=rph(1, "FRIENDLY", coming()))
        assert len(played.state.effects) == 1

    def test_put_off(self) -> None:
        """A turn without entry puts them off."""
        shut = Effect(kind="no entry", turn=1)
        played = happens(CALM, run=rph(1, "ENEMY", coming(), shut))
        assert not played.state.suspects
        assert coming(2) in played.state.effects

    def test_over(self) -> None:
        """What has passed is dropped."""
        old = Effect(kind="fresh troops", turn=1)
        assert not happens(CALM, run=rph(2, "ENEMY", old)).state.effects


class TestS12_p2Spread:
    """S12.p2."""

    def entered(self, *dice: str, **fields: Any) -> list[str]:
        """Where they are to enter."""
        effect = coming(**fields)
        played = happens(*dice, run=lambda play: entry.enter(play, effect))
        return [s.enters for s in played.state.suspects.values()]

    def test_pairs(self) -> None:
        """Two at a hex, and what is left alone."""
        found = self.entered("S4.22 dr 1", "S4.22 dr 4", number=3, spread="pairs")
        assert found[0] == found[1] != found[2]

    def test_together(self) -> None:
        """Side by side from one draw."""
        found = self.entered("S4.22 dr 2", number=3, spread="together")
        assert len(set(found)) == 3

    def test_half_near_the_ebe(self) -> None:
        """By the north edge only on the half nearer the EBE."""
        far, near = "S4.21 chit B", "S4.21 chit N"
        found = self.entered(far, near, number=1, edge="north")
        assert found[0].startswith("tN")
