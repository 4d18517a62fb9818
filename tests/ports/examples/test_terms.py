"""Every coded rule can be asked, and what it gives be compared."""

import pytest

import opfor.rules
from opfor.core.errors import OpforError
from opfor.core.rule import REGISTRY
from opfor.ports.examples.made import MADE, PLAIN
from opfor.ports.examples.terms import WHY_NOT, _reader_of, function_of, terms_of
from opfor.views.coverage import import_all
from tests.ports.examples.small import GIVENS, played

MORE = (
    GIVENS
    + """
[enemies]
E = "4-4-7 with LMG in O6"
F = "4-4-7 in O6"
T = { is = "T-34 M43 in N5", vehicle = { vca = 1, tca = 1 } }
"""
)


class TestRegister:
    """The register of rules, one by one."""

    def test_every_rule(self) -> None:
        """Each rule can be asked, but for those that a list names with its reason."""
        import_all(opfor.rules)
        deaf = {str(rule.id) for rule in REGISTRY if not all(self.read(rule))}
        assert deaf == set(WHY_NOT)
        assert all(WHY_NOT.values())

    @staticmethod
    def read(rule: object) -> list[bool]:
        """Whether each term of a rule can be read."""
        found = []
        for term in terms_of(function_of(rule)):  # type: ignore[arg-type] # from the register
            try:
                known = term.kind in MADE or term.kind in PLAIN
                found.append(known or bool(_reader_of(term.kind)))
            except OpforError:
                found.append(False)
        return found

    def test_one_name_one_kind(self) -> None:
        """No rule has two terms of one name, and each term has a word for it."""
        import_all(opfor.rules)
        for rule in REGISTRY:
            terms = terms_of(function_of(rule))
            names = [name for term in terms for name in term.names]
            assert len(names) == len(set(names)), str(rule.id)
            assert all(term.word for term in terms), str(rule.id)


ASKED = [
    # the call, and its result
    ('rule = "S4.11", hex = "B5"', "true"),
    ('rule = "A1.24", stack = ["V", "L"]', "4"),
    ('rule = "S9.26", units = ["E"], to = "N6"', '"none"'),
    ('rule = "A7.21", firer = "J6", target = "t:J6"', '[3, "TPBF"]'),
    ('rule = "S6.304", unit = "E"', '"none"'),
    ('rule = "A7.3/odds", attack = { side = "ENEMY", target = "K6", fp = 4 }', "{}"),
]


class TestAsked:
    """What is asked with readers' names, and its results."""

    @pytest.mark.parametrize(("call", "result"), ASKED)
    def test_result(self, call: str, result: str) -> None:
        """The rule is asked, and gives what it should."""
        case = f'[[case]]\nwhat = "Asked."\ncall = {{ {call} }}\n'
        assert played(f"{case}expect.result = {result}\n", MORE).misses == ()
