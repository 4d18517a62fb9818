"""Errors: one line that says what is wrong, where, and what to do."""

from opfor.core.errors import Divergence, Illegal, NotCoded, OpforError


class TestErrors:
    """How they read."""

    def test_parts(self) -> None:
        """Where comes first, what to do last; parts that are missing leave no trace."""
        assert str(OpforError("no such hex", "K99", "use A1 to GG10")) == (
            "K99: no such hex; use A1 to GG10"
        )
        assert str(OpforError("no such hex")) == "no such hex"
        assert str(OpforError("a\nb   c", do="d\n")) == "a b c; d"

    def test_printed(self) -> None:
        """What came from a file cannot steer the terminal that shows it."""
        assert str(OpforError("no \x1b[2Jé\0")) == r"no \x1b[2Jé\x00"
        assert str(OpforError("no", "f\udce9")) == r"f\udce9: no"

    def test_kinds(self) -> None:
        """Each kind is an OpforError and names its rule or number."""
        assert str(NotCoded("S7.4")).startswith("S7.4: this rule is not coded yet")
        assert str(Illegal("A4.2", "no MF left")) == "A4.2: no MF left"
        error = Divergence(7, "S5.1 asking dr", "S5.2 asking dr")
        assert str(error).startswith("answer 7: the journal has S5.1 asking dr")
        assert all(
            isinstance(one, OpforError)
            for one in (NotCoded("S1"), Illegal("S1", ""), error)
        )
