"""`opfor example --explain RULE`: a file to be filled in, for every rule."""

import pytest

import opfor.rules
from opfor.core.errors import OpforError
from opfor.core.rule import REGISTRY
from opfor.ports.examples import Runner, read_example
from opfor.ports.examples.explain import explain
from opfor.ports.examples.terms import WHY_NOT
from opfor.views.coverage import import_all

RUNNER = Runner()
import_all(opfor.rules)
CHAPTERS = sorted({rule.id.chapter for rule in REGISTRY})


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_readable(chapter: str) -> None:
    """What is printed for a rule can be read as it stands, and the rule be asked."""
    for rule in REGISTRY:
        if rule.id.chapter != chapter or str(rule.id) in WHY_NOT:
            continue
        example = read_example(explain(str(rule.id)).encode(), str(rule.id))
        (result,) = RUNNER.run(example)
        assert result.status != "unreadable", result.why


def test_what_it_says() -> None:
    """Title, terms with their kinds, what the rule gives, and cases there are."""
    case = '[[case]]\nwhat = "It is so."\ndice = "S5.1 dr 3"\n'
    text = explain("S5.1", [("mine.toml", "ac = 3\n" + case)])
    assert text.startswith("# S5.1 ")
    assert "suspect" in text
    assert "S? on the map" in text
    assert "# It gives true or false" in text
    assert "# mine.toml:2 has a case of it:" in text
    assert '# dice = "S5.1 dr 3"' in text


def test_unknown() -> None:
    """A number that no rule has is told."""
    with pytest.raises(OpforError, match="no rule of this number"):
        explain("S5.111")
