"""S6.23: who can fire."""

from tests.rules.given.enemies import enemy, friend, played


class TestS6_23Fire:
    """S6.23: a Fire Action in the PFPh."""

    def test_at_once(self) -> None:
        """Who has a Fire Action fires before the next Action DR."""
        things = [enemy("e1", "J4"), enemy("e2", "J8"), friend("V", "K6")]
        state = played(
            "S6.11 DR 2,5", "A7.3 DR 6,5", "S6.11 DR 2,4", "A7.3 DR 6,4", things=things
        ).state
        assert [state.units[id_].fired for id_ in ("e1", "e2")] == ["prep", "prep"]

    def test_exc1_no_target(self) -> None:
        """EXC: without a Target nobody fires."""
        unit = played("S6.11 DR 4,3", things=[enemy("e1", "O6")]).state.units["e1"]
        assert (unit.action, unit.fired) == ("nothing", "")
