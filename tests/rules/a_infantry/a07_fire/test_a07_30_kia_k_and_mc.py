"""A7.301 to A7.305: KIA, K, MC and PTC by fire."""

from opfor.core.game import Game
from opfor.rules.a_infantry.a07_fire.a07_3_effect_of_the_ift import apply_result
from opfor.rules.a_infantry.a07_fire.a07_ift import IftResult
from opfor.state.state import State
from tests.rules.given.stack import Stack, left, stack, unit


def hit(result: IftResult, units: Stack, *dice: str) -> Game[State]:
    """A result on all of a stack."""
    return stack(
        lambda play: apply_result(play, result, list(units)),
        units,
        *dice,
        elr={"FRIENDLY": 5},
    )


THREE: Stack = {"V": "german/4-6-7", "W": "german/4-6-7", "L": "german/9-1"}


class TestA7_301Kia:
    """A7.301."""

    def test_one(self) -> None:
        """The one with the highest dr dies, others break; the leader rolls first."""
        played = hit(IftResult("KIA", 1), THREE, "A7.301 random 2 5 3")
        assert left(played) == {"W": "4-6-7", "L": "9-1"}
        assert unit(played, "W").broken

    def test_a_tie(self) -> None:
        """Ties for the last place die together; the leader rolls first."""
        played = hit(IftResult("KIA", 1), THREE, "A7.301 random 2 5 5")
        assert left(played) == {"L": "9-1"}
        assert unit(played, "L").broken

    def test_all(self) -> None:
        """As many as there are: no Random Selection."""
        assert left(hit(IftResult("KIA", 3), THREE)) == {}

    def test_broken_ones(self) -> None:
        """A broken unit that is not selected suffers Casualty Reduction."""
        units: Stack = {"V": "german/4-6-7", "W": ("german/4-6-7", {"broken": True})}
        played = hit(IftResult("KIA", 1), units, "A7.301 random 6 1")
        assert left(played) == {"247A": "2-4-7"}


class TestA7_303K:
    """A7.303."""

    def test_reduction_then_mc(self) -> None:
        """One is reduced; then all, the new HS too, make the MC, leaders first."""
        played = hit(
            IftResult("K", 2),
            THREE,
            "A7.303 random 1 6 2",
            "A10.1 DR 2,2",  # L: Final 6
            "A10.1 DR 4,4",  # W
            "A10.1 DR 2,3",  # the HS
        )
        assert left(played) == {"W": "4-6-7", "247A": "2-4-7", "L": "9-1"}


class TestA7_304Mc:
    """A7.304."""

    def test_leaders_first(self) -> None:
        """The leader checks first; once broken he does not help, and LLTC follow."""
        units: Stack = {"V": "german/4-6-7", "L": "german/9-1"}
        played = hit(
            IftResult("MC", 1),
            units,
            "A10.1 DR 5,4",  # L: 10 against 9
            "A10.1 DR 2,3",  # V: 6 against 7, without leadership
            "A10.1 DR 3,4",  # V's LLTC: 8 against 7
        )
        assert unit(played, "L").broken
        assert unit(played, "V").pinned
        assert not unit(played, "V").broken

    def test_no_lltc_for_the_broken(self) -> None:
        """D-090: who breaks by the same attack makes no LLTC."""
        units: Stack = {"V": "german/4-6-7", "L": "german/9-1"}
        played = hit(IftResult("MC", 1), units, "A10.1 DR 5,4", "A10.1 DR 5,4")
        assert unit(played, "V").broken


class TestA7_305Ptc:
    """A7.305."""

    def test_pin(self) -> None:
        """Who fails is pinned; his leader's DRM helps."""
        units: Stack = {"V": "german/4-6-7", "L": "german/9-1"}
        played = hit(IftResult("PTC"), units, "A10.1 DR 4,4", "A10.1 DR 4,4")
        assert not unit(played, "V").pinned
        played = hit(IftResult("PTC"), units, "A10.1 DR 5,5", "A10.1 DR 4,4")
        assert unit(played, "L").pinned
        assert unit(played, "V").pinned

    def test_exc1_broken(self) -> None:
        """Broken and pinned units and heroes are not asked."""
        units: Stack = {
            "V": ("german/4-6-7", {"broken": True}),
            "W": ("german/4-6-7", {"pinned": True}),
            "H": "german/hero",
        }
        assert len(left(hit(IftResult("PTC"), units))) == 3

    def test_none(self) -> None:
        """No result does nothing."""
        assert len(left(hit(IftResult("none"), THREE))) == 3
