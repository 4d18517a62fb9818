"""A20.21: those who cannot get away surrender."""

from tests.rules.given.phases import phase, unit

A = {"broken": True, "dm": True}


class TestA20_21_rtphSurrender:
    """A20.21/rtph."""

    PLAIN = "board: t\nsize: 17x10\n"

    def test_no_way_out(self) -> None:
        """Next to a captor, with nothing but Interdicted ways, it surrenders."""
        a, e = unit("a", "tG5", **A), unit("e1", "tH5", "german/4-6-7")
        game = phase("RtPh", units=[a, e], board=self.PLAIN)
        taken = game.state.units["a"]
        assert (taken.guard, taken.location, taken.broken) == ("e1", "tH5", False)

    def test_a_way_out(self) -> None:
        """With cover in reach that is not Interdicted it does not."""
        game = phase("RtPh", units=[unit("a", "tE5", **A), unit("e1", "tF5")])
        assert game.state.units["a"].broken

    def test_disrupted(self) -> None:
        """A Disrupted or Encircled unit surrenders to an ADJACENT enemy."""
        for state in ("disrupted", "encircled"):
            a = unit("a", "tE5", **A, **{state: True})
            game = phase("RtPh", units=[a, unit("e1", "tF5")])
            assert game.state.units["a"].guard == "e1"

    def test_turned_down(self) -> None:
        """The captor may give No Quarter; then nobody surrenders, and it may rout."""
        a = unit("a", "tE5", **A, disrupted=True)
        game = phase("RtPh", units=[a, unit("e1", "tF5")], choices=("no quarter",))
        assert game.state.toll("FRIENDLY").no_quarter
        assert not game.state.units["a"].guard
