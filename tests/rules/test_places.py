"""A rule's number is its path: A7.23 stands in a07_fire/a07_2_firepower.py.

Its tests mirror it: those of a07_2_firepower.py stand in test_a07_2_firepower.py of the
same folder, or beside it in a file for one topic, test_a07_2_firepower_….py.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

import pytest

import opfor.rules
from opfor.core.rule import REGISTRY, Registered, RuleId
from opfor.views.coverage import import_all
from opfor.views.rule_tests import rule_of_class

MOST = 5
"""How many rules may stand elsewhere."""

ORDER = "order module"

ELSEWHERE = {
    "A3": ORDER,
    "A7.302": "a lost leader's LLMC reduces again: one circle with A10.2 and A10.3",
}
"""Rules in a file or folder of another section, each with its reason."""

TESTED_ELSEWHERE: dict[str, str] = {}
"""Classes of tests in another file than their rule's, each with its reason."""

MOST_TESTED = 10
"""How many of them there may be."""

CHAPTERS = (
    "a_infantry",
    "b_terrain",
    "c_ordnance",
    "d_vehicles",
    "e_miscellaneous",
    "s_solitaire",
)
"""The folders that go by the book; orders/ and sequence/ go by what is done."""

TESTS = Path(__file__).parent
RULES = Path(opfor.rules.__file__).parent


def section(rule: RuleId) -> str:
    """How names of files begin for a rule's section: "a07", "s09".

    A chapter's introduction (A.8, D.8) has no section and counts with its first.
    """
    return f"{rule.chapter.lower()}{rule.section or 1:02}"


def in_its_place(rule: Registered) -> bool:
    """Whether a part of a rule's path bears its section."""
    module, _, _ = rule.function.partition(":")
    return any(part.startswith(section(rule.id)) for part in module.split("."))


def rule_files() -> dict[str, dict[Path, set[str]]]:
    """By section the files below its chapter that hold its rules, with their numbers.

    The number of S9.32 is "32", that of the paragraph S8.p14 is "p14".
    """
    import_all(opfor.rules)
    found = defaultdict[str, dict[Path, set[str]]](dict)
    for rule in REGISTRY:
        parts = rule.function.partition(":")[0].split(".")[2:]
        if parts and parts[0] in CHAPTERS and in_its_place(rule):
            path = Path(*parts).with_suffix(".py")
            number = rule.id.digits or f"p{rule.id.paragraph}" * bool(rule.id.paragraph)
            found[section(rule.id)].setdefault(path, set()).add(number)
    return found


def says_number(stem: str, of: str, numbers: set[str]) -> bool:
    """Whether a file's name begins with its section and one of its numbers."""
    said = re.match(rf"{of}_(p?\d+)_", stem)
    return said is not None and any(
        number == said[1] or (number.startswith(said[1]) and said[1].isdecimal())
        for number in numbers
    )


def source_of(test: Path) -> Path | None:
    """The file that a file of tests mirrors: of the longest name that its own starts.

    So test_a24_smoke_grenades.py mirrors a24_smoke_grenades.py, not a24_smoke.py.
    """
    folder = RULES / test.parent.relative_to(TESTS)
    words = test.stem.removeprefix("test_").split("_")
    names = accumulate(words, "{}_{}".format)
    found = [path for name in names if (path := folder / f"{name}.py").exists()]
    return found[-1] if found else None


def classes_of_rules() -> Iterator[tuple[str, Path, Path]]:
    """Each class that is named by a rule: its name, its file, and the rule's file."""
    import_all(opfor.rules)
    homes = {rule.id: rule.function.partition(":")[0] for rule in REGISTRY}
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.parse(path.read_bytes()).body:
            if not isinstance(node, ast.ClassDef):
                continue
            rule = rule_of_class(node.name)
            home = rule and (homes.get(rule) or homes.get(rule.parent))
            if home and home.startswith("opfor.rules."):
                parts = home.removeprefix("opfor.rules.").split(".")
                yield node.name, path, RULES.joinpath(*parts).with_suffix(".py")


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


class TestNumbers:
    """Of the files of a section each name says which of its numbers are there."""

    def test_beginnings(self) -> None:
        """A07_5_drm.py holds a rule that begins with 7.5; one file alone needs none."""
        unsaid = [
            f"{path}: begin its name with {of}_ and a number of {numbers}"
            for of, files in rule_files().items()
            for path, numbers in files.items()
            if len(files) > 1 and not says_number(path.stem, of, numbers)
        ]
        assert unsaid == []

    @pytest.mark.parametrize(
        ("stem", "says"),
        [
            ("a07_5_drm", True),
            ("a07_52_drm", True),
            ("a07_6_drm", False),
            ("a07_drm", False),
            ("drm", False),
            ("a07_p5_drm", False),
        ],
    )
    def test_says(self, stem: str, says: bool) -> None:
        """A number counts if one of the rules begins with it."""
        assert says_number(stem, "a07", {"52", "53"}) is says

    def test_unnumbered(self) -> None:
        """A paragraph without a number counts as a whole: p1 is not p14."""
        assert says_number("s08_p14_first_fire", "s08", {"p14", "p15"})
        assert not says_number("s08_p1_first_fire", "s08", {"p14", "p15"})


class TestTests:
    """Every test of a rule stands in the mirror of the rule's file."""

    def test_longest_name(self) -> None:
        """A topic may follow; of several files the one with the longest name counts."""
        folder = Path("d_vehicles/d02_movement")
        names = ("d02_3_bypass", "d02_3_los_in_bypass", "d02_3_bypass_wire", "no")
        found = [source_of(TESTS / folder / f"test_{name}.py") for name in names]
        bypass, los, topic, none = found
        assert bypass == topic == RULES / folder / "d02_3_bypass.py"
        assert los == RULES / folder / "d02_3_los_in_bypass.py"
        assert none is None

    def test_all(self) -> None:
        """Each is in test_<name of the file>.py or test_<name>_<topic>.py."""
        astray = [
            f"{name} in {path.relative_to(TESTS)}: its rule is in "
            f"{home.relative_to(RULES)}; move it to the mirror of that, or name it here"
            for name, path, home in classes_of_rules()
            if source_of(path) != home and name not in TESTED_ELSEWHERE
        ]
        assert astray == []

    def test_exceptions(self) -> None:
        """Those that are named do stand elsewhere, and they are few."""
        astray = {
            name for name, path, home in classes_of_rules() if source_of(path) != home
        }
        assert set(TESTED_ELSEWHERE) - astray == set(), "these are in their place now"
        assert len(TESTED_ELSEWHERE) <= MOST_TESTED
