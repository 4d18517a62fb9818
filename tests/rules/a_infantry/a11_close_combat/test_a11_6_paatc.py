"""A11.6: who dares to close with an AFV."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.rules.choices.orders import Advance
from opfor.state.state import State
from opfor.state.units import LocationName, Unit, VehicleState
from tests.rules.given.phases import phase, unit

T34 = "russian/t-34-m41"


def tank(**more: Any) -> Unit:
    """An ENEMY vehicle in G4."""
    fields = {k: more.pop(k) for k in ("abandoned", "stunned") if k in more}
    return unit("e1", "tG4", T34, vehicle=VehicleState(vca=0, **fields), **more)


def aph(
    *ours: Unit, foe: Unit | None = None, dice: tuple[str, ...] = (), **more: Any
) -> Game[State]:
    """All of ours advance from G5 to where an ENEMY vehicle is."""
    order = Advance(tuple(one.id for one in ours), LocationName("tG4"))
    units = [*ours, foe or tank()]
    return phase("APh", ("FRIENDLY", order), units=units, dice=dice, **more)


def at(game: Game[State], id_: str) -> str:
    """Where a unit is."""
    return game.state.units[id_].location


class TestA11_6_tcPaatc:
    """A11.6/tc."""

    @pytest.mark.parametrize(("dice", "to"), [("3,4", "tG4"), ("4,4", "tG5")])
    def test_check(self, dice: str, to: str) -> None:
        """A NTC: at most the Morale Level goes on, more is pinned where it is."""
        game = aph(unit("a", "tG5"), dice=(f"A10.1 DR {dice}",))
        assert at(game, "a") == to
        assert game.state.units["a"].pinned == (to == "tG5")

    def test_leader(self) -> None:
        """A leader in the Location helps."""
        units = unit("a", "tG5"), unit("b", "tG5", "german/9-1")
        game = aph(*units, dice=("A10.1 DR 4,4",))
        assert at(game, "a") == at(game, "b") == "tG4"

    def test_concealment(self) -> None:
        """Failing it costs a "?"."""
        game = aph(unit("a", "tG5", concealed=True), dice=("A10.1 DR 6,6",))
        assert not game.state.units["a"].concealed

    def test_stack(self) -> None:
        """Who passes goes on; if no MMC does, a leader stays too."""
        units = unit("a", "tG5"), unit("b", "tG5"), unit("c", "tG5", "german/8-0")
        game = aph(*units, dice=("A10.1 DR 1,2", "A10.1 DR 5,5"))
        assert [at(game, id_) for id_ in "abc"] == ["tG4", "tG5", "tG4"]
        game = aph(*units, dice=("A10.1 DR 5,6", "A10.1 DR 5,5"))
        assert [at(game, id_) for id_ in "abc"] == ["tG5"] * 3

    @pytest.mark.parametrize(
        "states",
        [{"abandoned": True}, {"concealed": True}],
    )
    def test_harmless(self, states: dict[str, Any]) -> None:
        """An Abandoned AFV, or one that is not Known."""
        assert at(aph(unit("a", "tG5"), foe=tank(**states)), "a") == "tG4"

    def test_inexperienced(self) -> None:
        """+1 for Inexperienced units."""
        game = aph(unit("a", "tG5", "german/4-3-6"), dice=("A10.1 DR 3,3",))
        assert at(game, "a") == "tG5"


class TestA11_6WhoNeedsIt:
    """A11.6."""

    def test_exc1_smc(self) -> None:
        """A SMC needs none."""
        assert at(aph(unit("a", "tG5", "german/8-0")), "a") == "tG4"

    @pytest.mark.parametrize("state", [{"fanatic": True}, {"berserk": True}])
    def test_exc2_fearless(self, state: dict[str, Any]) -> None:
        """Nor a Fanatic or berserk unit."""
        assert at(aph(unit("a", "tG5", **state)), "a") == "tG4"

    def test_exc3_nation(self) -> None:
        """Japanese need none; Italians of the first line have +1."""
        japanese = unit("a", "tG5", "japanese/4-4-7")
        assert at(aph(japanese, friendly="japanese"), "a") == "tG4"
        italian = unit("a", "tG5", "italian/3-4-6")
        game = aph(italian, friendly="italian", dice=("A10.1 DR 3,3",))
        assert at(game, "a") == "tG5"
