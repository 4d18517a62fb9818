"""The page of figures: each Mission has its line, and it can be written anew."""

from opfor.sim.summary import summary
from tests.balance import MISSIONS, PAGE, line, written


def test_written() -> None:
    """One line is replaced, all others stay."""
    text = PAGE.read_text("utf-8")
    for name in MISSIONS:
        new = line(name, summary([]))
        after = written(text, name, new)
        assert new in after
        pairs = zip(text.splitlines(), after.splitlines(), strict=True)
        assert sum(before != now for before, now in pairs) == 1
