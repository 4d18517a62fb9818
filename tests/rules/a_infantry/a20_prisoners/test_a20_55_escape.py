"""A20.55: Escape."""

import pytest

from opfor.rules.a_infantry.a20_prisoners.a20_55_escape import may_escape, rearm
from opfor.state.events import CloseCombatDeclared
from opfor.views.text.log import log_lines
from tests.rules.given.close_combat import asked, cc, ccph, gone
from tests.rules.given.phases import FIELD, phase, unit
from tests.rules.given.world import MISSION, events, world

TAKEN = {"guard": "e1", "unarmed": True}


OPEN, WOODS = "tG5", "tE5"


class TestA20_55Escape:
    """A20.55."""

    @staticmethod
    def may(**guard: bool) -> bool:
        """Whether a prisoner may attack its Guard."""
        units = unit("e1", "tG5", **guard), unit("a", "tG5", **TAKEN)
        return bool(asked(lambda p: may_escape(p, p.state.units["a"]), *units))

    def test_broken_guard(self) -> None:
        """If the Guard is broken, or there is a Melee."""
        assert self.may(broken=True)
        assert self.may(melee=True)

    def test_exc1_good_order(self) -> None:
        """Not from a Good Order Guard outside Melee."""
        assert not self.may()
        loose = unit("a", "tG5", unarmed=True)
        assert not asked(lambda p: may_escape(p, p.state.units["a"]), loose)


class TestA20_551Rearm:
    """A20.551."""

    def test_conscripts(self) -> None:
        """A squad that wins arms comes back as Conscripts."""
        a = unit("a", "tG5", unarmed=True)
        game = phase("CCPh", lambda play: rearm(play, "a"), units=[a])
        (now,) = game.state.units.values()
        assert (now.counter, now.unarmed) == ("german/4-3-6", False)

    def test_exc1_leader(self) -> None:
        """A leader comes back as he was."""
        a = unit("a", "tG5", "german/8-1", unarmed=True)
        game = phase("CCPh", lambda play: rearm(play, "a"), units=[a])
        assert game.state.units["a"].counter == "german/8-1"
        assert not game.state.units["a"].unarmed


class TestA20_552Escape:
    """A20.552."""

    @pytest.mark.parametrize(("dr", "free"), [("1,3", True), ("6,6", False)])
    def test_ntc(self, dr: str, free: bool) -> None:
        """A prisoner must pass a NTC; then he may overcome his Guard, and arms."""
        units = [unit("a", OPEN, guard="e1", unarmed=True)]
        units.append(unit("e1", OPEN, "russian/8-0", broken=True))
        dice = [f"A10.1 DR {dr}"]
        dice += ["A11.31 DR 2,1"] if free else []
        game = ccph(cc("a", "e1"), "ends", units=units, dice=dice)
        assert (gone(game) == ["e1"]) == free
        left = next(u for u in game.state.units.values() if u.side == "FRIENDLY")
        assert left.unarmed != free

    def test_told(self) -> None:
        """It is told as an escape, no attack; and that nothing comes of it."""
        units = [unit("a", OPEN, guard="e1", unarmed=True)]
        units.append(unit("e1", OPEN, "russian/8-0", broken=True))
        game = ccph(cc("a", "e1"), "ends", units=units, dice=["A10.1 DR 6,6"])
        (declared,) = events(game, CloseCombatDeclared)
        assert declared.clash.escape
        texts = [line.text for line in log_lines(world(FIELD, MISSION), game.events)]
        assert "a tries to escape from e1" in texts
        assert "a: no escape" in texts
        assert not any("attacks" in text for text in texts)
