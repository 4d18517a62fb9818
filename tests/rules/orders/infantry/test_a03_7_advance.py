"""A4.7 in play: the orders of the APh, and what follows from an advance."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import Advance
from opfor.state.units import Acquired, LocationName, Weapon
from tests.rules.given.advances import advance, aph
from tests.rules.given.phases import offered, unit


class TestA3_7AdvancePhase:
    """A3.7."""

    def test_stack(self) -> None:
        """Units advance together, each once."""
        units = [unit("a", "tG5"), unit("b", "tG5", "german/8-1")]
        game = aph(advance("a", "b", to="tF5"), units=units)
        assert {u.location for u in game.state.units.values()} == {"tF5"}
        with pytest.raises(Illegal, match=r"A4\.7"):
            aph(advance("a", to="tF5"), advance("a", to="tG5"), units=units)

    def test_suspects(self) -> None:
        """S? that become eligible are checked: first that of the Location entered."""
        game = aph(
            advance("a", to="tF5"),
            units=[unit("a", "tG5")],
            suspects={"S1": "tF5"},
            dice=["S5.1 dr 6"],
        )
        assert game.state.suspects == {}

    def test_concealment(self) -> None:
        """A "?" is lost in the open before an enemy's eyes, not in woods."""
        a, e = unit("a", "tF5", concealed=True), unit("e1", "tJ5")
        lost = aph(advance("a", to="tG5"), units=[a, e])
        assert not lost.state.units["a"].concealed
        kept = aph(advance("a", to="tE5"), units=[a, e])
        assert kept.state.units["a"].concealed

    def test_what_has_acquired_them_follows(self) -> None:
        """C6.51, S6.3143: the larger of two is tracked; an unseen "?" is no Target."""
        gun = Weapon(
            id="m",
            counter="russian/50-mtr",
            owner="e1",
            acquired=Acquired(at=LocationName("tF5"), drm=-2),
        )
        half, foe = unit("b", "tF5", "german/2-4-7"), unit("e1", "tJ5")
        for a, others, at in [
            (unit("a", "tF5"), [], "tG5"),
            (unit("a", "tF5"), [half], "tG5"),
            (unit("a", "tF5", "german/2-4-7"), [unit("b", "tF5")], "tF5"),
            (unit("a", "tF5", concealed=True), [], "tF5"),
        ]:
            units = [a, foe, *others]
            game = aph(advance("a", to="tG5"), units=units, weapons=[gun])
            held = game.state.weapons["m"].acquired
            assert held == Acquired(at=LocationName(at), drm=-2)

    def test_prisoners_follow(self) -> None:
        """Prisoners go with their Guard."""
        held = unit("e1", "tG5", guard="a", unarmed=True)
        game = aph(advance("a", to="tF5"), units=[unit("a", "tG5"), held])
        assert game.state.units["e1"].location == "tF5"

    def test_offers(self) -> None:
        """A stack and each unit of it are offered each Location around."""
        units = [unit("a", "tG5"), unit("b", "tG5")]
        found: list[Any] = []
        aph(lambda p: found.extend(offered("FRIENDLY", Advance)(p)), units=units)
        assert len(found) == 18
        assert {order.units for order in found} == {("a", "b"), ("a",), ("b",)}
