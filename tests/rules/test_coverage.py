"""What counts as coded and tested, and which disagreements are told."""

from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.core.rule import Registry, RuleId
from opfor.views.coverage import (
    HEADINGS,
    Coverage,
    Tests,
    as_json,
    counts,
    cover,
    faults,
    place,
)
from opfor.views.rule_index import read_index
from opfor.views.rule_tests import checkout_tests, find_tests, rule_of_class

INDEX = read_index("""
[S6]
title = "Actions"
status = "later"
reason = "soon"
[S6.rules]
"S6.311" = "Self Preservation"
"S6.311/exc1" = "Target in Melee"
"S6.311/exc2" = "another"
"S6.311/b1" = "first bullet"
"S6.311/b2" = { title = "second bullet", status = "not needed", reason = "why" }
"S6.4" = { title = "Four", status = "data", reason = "a table" }
[tables]
A3 = ["S6.311"]
""")


def rule(*args: str, exc: tuple[str, ...] = ()) -> Registry:
    """A registry of one rule."""
    registry = Registry()

    @registry.rule(args[0], args[1], exc=exc)
    def coded() -> None:
        """A rule."""

    return registry


def covered(registry: Registry, **tests: str) -> Coverage:
    """The coverage of INDEX by a registry and named tests."""
    found: Tests = {}
    if tests:
        found = {RuleId.parse(n.replace("_", ".")): (t,) for n, t in tests.items()}
    return cover(INDEX, registry, found)


def with_tests(registry: Registry) -> Coverage:
    """The coverage of INDEX by a registry, with a test of everything."""
    return cover(INDEX, registry, dict.fromkeys(INDEX.rules, ("a test",)))


def status(found: Coverage) -> dict[str, str]:
    """The status of each rule by its number."""
    return {str(rule.id): rule.status for rule in found.rules.values()}


class TestStatus:
    """What counts as coded."""

    def test_nothing_coded(self) -> None:
        """Without registered rules every rule has the status of the index."""
        found = status(covered(Registry()))
        assert set(found.values()) == {"later", "not needed", "data"}

    def test_coded(self) -> None:
        """A registered rule is coded, with the EXC it lists and its plain bullets."""
        registry = rule("S6.311", "Self Preservation", exc=("Target in Melee",))
        assert status(covered(registry)) == {
            "S6.311": "coded",
            "S6.311/exc1": "coded",
            "S6.311/exc2": "later",
            "S6.311/b1": "coded",
            "S6.311/b2": "not needed",
            "S6.4": "data",
        }

    def test_skipped_exc(self) -> None:
        """An empty EXC text keeps the numbers and is not coded."""
        registry = rule("S6.311", "Self Preservation", exc=("", "another"))
        found = status(covered(registry, S6_311="test"))
        assert found["S6.311/exc1"] == "later"
        assert found["S6.311/exc2"] == "coded"
        assert faults(with_tests(registry)) == []


class TestFaults:
    """What `opfor coverage --check` tells."""

    def test_none(self) -> None:
        """A rule with its title, its EXC and a test is in order."""
        registry = rule("S6.311", "Self Preservation", exc=("Target in Melee",))
        assert faults(with_tests(registry)) == []

    @pytest.mark.parametrize(
        ("number", "title", "exc", "told"),
        [
            ("S6.5", "Five", (), "is not in rules/index.toml"),
            ("S6.311", "Other", (), "'Other', rules/index.toml 'Self Preservation'"),
            ("S6.311", "Self Preservation", ("Melee",), "S6.311/exc1: "),
            ("S6.311", "Self Preservation", ("Target in Melee", "b"), "S6.311/exc2: "),
            ("S6.4", "Four", (), "take its status out"),
        ],
    )
    def test_disagreements(
        self, number: str, title: str, exc: tuple[str, ...], told: str
    ) -> None:
        """A rule that the index has otherwise, or not at all, is told."""
        found = faults(with_tests(rule(number, title, exc=exc)))
        assert len(found) == 1
        assert told in found[0]
        assert number in found[0]

    def test_untested(self) -> None:
        """A coded rule without a test is told, with what to write; so is each part."""
        registry = rule("S6.311", "Self Preservation", exc=("Target in Melee",))
        told = faults(cover(INDEX, registry, {}))
        assert [text.partition("write ")[2] for text in told] == [
            "class TestS6_311…",
            "test_exc1_… in class TestS6_311…",
            "test_b1_… in class TestS6_311…",
        ]

    def test_installed(self) -> None:
        """Where there are no tests to look at, none are missed."""
        registry = rule("S6.311", "Self Preservation")
        assert faults(cover(INDEX, registry, None)) == []

    def test_unknown_table_rule(self) -> None:
        """A table that is said to be read by an unknown rule is told."""
        index = read_index('[tables]\nA1 = ["S9.9"]')
        (told,) = faults(cover(index, Registry(), {}))
        assert "S9.9" in told
        assert "A1" in told


class TestShown:
    """Tables, JSON and places."""

    def test_counts(self) -> None:
        """The counts of the sections add up to the last line."""
        registry = rule("S6.311", "Self Preservation", exc=("Target in Melee",))
        row, total = counts(covered(registry, S6_311="test"))
        expected = ("S6", "Actions", "6", "3", "1", "1", "1", "", "1")
        assert row == expected
        assert total[2:] == expected[2:]
        assert len(HEADINGS) == len(expected)

    def test_json(self) -> None:
        """JSON holds id, title, status, code and tests of every rule."""
        found = as_json(covered(rule("S6.311", "Self Preservation"), S6_311="a::b"))
        assert found[0] | {"code": ""} == {
            "id": "S6.311",
            "title": "Self Preservation",
            "status": "coded",
            "code": "",
            "tests": ["a::b"],
        }
        assert str(found[0]["code"]).startswith("tests.rules.test_coverage:")
        assert found[-1]["code"] == ""

    def test_section(self) -> None:
        """A section is found in either case; an unknown one is an error."""
        found = covered(Registry())
        assert len(found.in_section("s6")) == 6
        with pytest.raises(OpforError, match="S61"):
            found.in_section("S61")

    def test_place(self) -> None:
        """The place of a rule is its file and line, below the wrapper."""
        shown = place("opfor.core.rule:part_of_rule")
        assert shown.startswith("opfor/core/rule.py:")
        assert int(shown.rpartition(":")[2]) > 100


class TestNames:
    """How tests name their rule."""

    @pytest.mark.parametrize(
        ("name", "number"),
        [
            ("TestS6_311SelfPreservation", "S6.311"),
            ("TestS6_311", "S6.311"),
            ("TestS6_311_exc1", "S6.311/exc1"),
            ("TestS6_311_exc1TargetInMelee", "S6.311/exc1"),
            ("TestS5_32_b2DRM", "S5.32/b2"),
            ("TestS4_1aBuildings", "S4.1a"),
            ("TestS8_p14HoldingFire", "S8.p14"),
            ("TestS16CommandControl", "S16"),
            ("TestA4_8TI", "A4.8"),
        ],
    )
    def test_classes(self, name: str, number: str) -> None:
        """The number of the rule is read from the name of the class."""
        assert str(rule_of_class(name)) == number

    @pytest.mark.parametrize("name", ["TestStatus", "Test", "TestS", "Tests6_3", "X"])
    def test_others(self, name: str) -> None:
        """A class without a number tests no rule."""
        assert rule_of_class(name) is None

    def test_found(self, tmp_path: Path) -> None:
        """Classes and the methods of their EXC are found in every test file."""
        (tmp_path / "rules").mkdir()
        (tmp_path / "rules" / "test_s06.py").write_text(
            "class TestS6_311Self:\n"
            "    def test_plain(self): ...\n"
            "    def test_exc1_melee(self): ...\n"
            "    def test_exc10(self): ...\n"
            "def test_exc2(): ...\n"
            "class Other: ...\n"
        )
        file = "rules/test_s06.py::TestS6_311Self"
        assert {str(k): v for k, v in find_tests(tmp_path).items()} == {
            "S6.311": (file,),
            "S6.311/exc1": (f"{file}::test_exc1_melee",),
            "S6.311/exc10": (f"{file}::test_exc10",),
        }

    def test_folder(self, tmp_path: Path) -> None:
        """Only a checkout has tests; an installed package has none."""
        package = tmp_path / "src" / "opfor"
        package.mkdir(parents=True)
        assert checkout_tests(package) is None
        (tmp_path / "tests").mkdir()
        assert checkout_tests(package) is None
        (tmp_path / "pyproject.toml").touch()
        assert checkout_tests(package) == tmp_path / "tests"
        assert find_tests(None) == {}
