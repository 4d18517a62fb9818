"""A rule's number is its path: A7.23 stands below a07_fire, S9.32 below s09_…."""

import opfor.rules
from opfor.core.rule import REGISTRY, Registered, RuleId
from opfor.views.coverage import import_all

MOST = 25
"""How many rules may stand elsewhere."""

ORDER = "order module"

ELSEWHERE = {
    "A2.9": "asks for the set-up area of S2, beside the rest of the set-up",
    "A2.9/facing": "is the second half of A2.9, and asked just after it",
    "A3": ORDER,
    "A3.3": ORDER,
    "A3.6": ORDER,
    "A3.7": ORDER,
    "A3.8": ORDER,
    "A7.302": "a lost leader's LLMC reduces again: one circle with A10.2 and A10.3",
    "A20.21/rtph": ORDER,
    "A22.6/dr": ORDER,
    "A23.3": ORDER,
    "B25.11/order": ORDER,
    "B26.4/dr": ORDER,
    "B26.4/rtph": ORDER,
    "B27.1/setup": "asks for the set-up area of S2, beside the rest of the set-up",
    "B27.4/mph": ORDER,
    "D3.12": ORDER,
    "G1.12": "what breaking is to the Japanese; nothing else of chapter G is here",
    "S2.p3": ORDER,
    "S5.11": ORDER,
    "S6.212": "core ASL asks it who may fire: below Chapter S",
    "S6.213": "core ASL asks it who fights in CC: below Chapter S",
    "S6.3/move": "one of the movers of S9, in their sequence",
    "S6.305/move": "one of the movers of S9, in their sequence",
    "S8.p14/order": ORDER,
}
"""Rules in a file or folder of another section, each with its reason."""


def section(rule: RuleId) -> str:
    """How names of files begin for a rule's section: "a07", "s09".

    A chapter's introduction (A.8, D.8) has no section and counts with its first.
    """
    return f"{rule.chapter.lower()}{rule.section or 1:02}"


def in_its_place(rule: Registered) -> bool:
    """Whether a part of a rule's path bears its section."""
    module, _, _ = rule.function.partition(":")
    return any(part.startswith(section(rule.id)) for part in module.split("."))


class TestSection:
    """What a path has to begin with."""

    def test_sections(self) -> None:
        """Two digits; a part counts with its rule, an introduction with section 1."""
        numbers = ("A7.23", "S12.p3", "A22.6/dr", "A3", "A.8", "D.8/exc1")
        found = [section(RuleId.parse(number)) for number in numbers]
        assert found == ["a07", "s12", "a22", "a03", "a01", "d01"]


class TestPlaces:
    """Every coded rule stands under its number."""

    def test_all(self) -> None:
        """Each is in a folder or file of its section, or is named above."""
        import_all(opfor.rules)
        astray = [
            f"{rule.id} in {rule.function}: move it to a file of "
            f"{section(rule.id)}, or name it here with a reason"
            for rule in REGISTRY
            if rule.function.startswith("opfor.rules.")
            and not in_its_place(rule)
            and str(rule.id) not in ELSEWHERE
        ]
        assert astray == []

    def test_exceptions(self) -> None:
        """Those that are named do stand elsewhere, and they are few."""
        import_all(opfor.rules)
        astray = {str(rule.id) for rule in REGISTRY if not in_its_place(rule)}
        assert set(ELSEWHERE) - astray == set(), "these are in their place now"
        assert len(ELSEWHERE) <= MOST
