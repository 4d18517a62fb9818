"""S6.23: who can fire."""

from collections.abc import Sequence

import pytest

from opfor.state.units import Action, Fortification, LocationName
from tests.rules.given.enemies import Thing, enemy, friend, played

HS = "partisan/1-2-7-hs"


class TestS6_23Fire:
    """S6.23: a Fire Action in the PFPh."""

    def test_at_once(self) -> None:
        """Who has a Fire Action fires before the next Action DR."""
        things = [enemy("e1", "J4"), enemy("e2", "J8"), friend("V", "K6")]
        state = played(
            "S6.11 DR 2,5", "A7.3 DR 6,5", "S6.11 DR 2,4", "A7.3 DR 6,4", things=things
        ).state
        assert [state.units[id_].fired for id_ in ("e1", "e2")] == ["prep", "prep"]

    @pytest.mark.parametrize("inside", ["", "f"])
    def test_a_hero_with_others(self, inside: str) -> None:
        """D-592: a hero at long range fires with his Location; also in an IP."""
        hole = Fortification(
            id="f", kind="foxhole", location=LocationName("tJ5"), capacity=1
        )
        things: list[Thing] = [
            enemy("e1", "J5", inside=inside),
            enemy("h", "J5", "hero", inside=inside),
            friend("V", "O5"),
        ]
        things += [hole] if inside else []
        (shot,) = played("S6.11 DR 2,5", "A7.3 DR 6,5", things=things).state.shots
        assert set(shot.firers) == {"e1", "h"}

    def test_two_with_half_a_fp(self) -> None:
        """D-592: two HS, neither of which has a Target by itself, fire together."""
        things = [*(enemy(id_, "J5", HS) for id_ in ("e1", "e2")), friend("V", "M5")]
        (shot,) = played("S6.11 DR 2,5", "A7.3 DR 6,5", things=things).state.shots
        assert set(shot.firers) == {"e1", "e2"}

    @pytest.mark.parametrize("others", [(), ("Move",)])
    def test_with_nobody(self, others: Sequence[Action]) -> None:
        """Where nobody of his Location fires, a hero has the alternate."""
        mates = [enemy(f"e{n}", "J5", action=act) for n, act in enumerate(others)]
        things = [enemy("h", "J5", "hero"), *mates, friend("V", "O5")]
        unit = played("S6.11 DR 2,5", things=things).state.units["h"]
        assert (unit.action, unit.fired) == ("nothing", "")

    def test_exc1_no_target(self) -> None:
        """EXC: without a Target nobody fires."""
        unit = played("S6.11 DR 4,3", things=[enemy("e1", "O6")]).state.units["e1"]
        assert (unit.action, unit.fired) == ("nothing", "")
