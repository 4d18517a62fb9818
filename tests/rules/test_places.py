"""A rule's number is its path: A7.23 stands in a07_fire/a07_2_firepower.py.

The numbers in the names of files are like the headings of a book: those of a section
lead each number to one file (`heading_of`).

Its tests mirror it: those of a07_2_firepower.py stand in test_a07_2_firepower.py of the
same folder, or beside it in a file for one topic, test_a07_2_firepower_….py.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

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

    A chapter's introduction (A.8, D.8) has no section: its files begin with "a00".
    """
    return f"{rule.chapter.lower()}{rule.section:02}"


def number_of(rule: RuleId) -> str:
    """A rule's number within its section: "32" of S9.32, "1e", "p14"; "" of S10."""
    return rule.digits + rule.letter or f"p{rule.paragraph}" * bool(rule.paragraph)


def in_its_place(rule: Registered) -> bool:
    """Whether a part of a rule's path bears its section."""
    module, _, _ = rule.function.partition(":")
    return any(part.startswith(section(rule.id)) for part in module.split("."))


def rule_files() -> dict[str, dict[Path, set[str]]]:
    """By section the files below its chapter that hold its rules, with their numbers.

    A number is as `number_of` has it.
    """
    import_all(opfor.rules)
    found = defaultdict[str, dict[Path, set[str]]](dict)
    for rule in REGISTRY:
        parts = rule.function.partition(":")[0].split(".")[2:]
        if parts and parts[0] in CHAPTERS and in_its_place(rule):
            path = Path(*parts).with_suffix(".py")
            numbers = found[section(rule.id)].setdefault(path, set())
            numbers.add(number_of(rule.id))
    return found


def says_number(stem: str, of: str, numbers: set[str]) -> bool:
    """Whether a file's name begins with its section and one of its numbers."""
    said = re.match(rf"{of}_(?:(p?\d+[a-z]?)_)?", stem)
    if said is None or said[1] is None:
        return said is not None and "" in numbers
    return any(
        number == said[1] or (number.startswith(said[1]) and said[1].isdecimal())
        for number in numbers
    )


class Heading(NamedTuple):
    """A file as a heading of its section: where it is, and what its name says."""

    path: Path
    section: str
    number: str
    word: str
    """The first word behind the number."""


def heading(path: Path) -> Heading | None:
    """What the name of a file says; None if it says no section."""
    said = re.match(r"([a-z]\d\d)_(?:(p\d+|\d+[a-z]?)_)?([a-z0-9]+)", path.stem)
    return said and Heading(path, said[1], said[2] or "", said[3])


def headings() -> dict[str, list[Heading]]:
    """By section the files of the chapters and of the orders that bear its number."""
    found = defaultdict[str, list[Heading]](list)
    for folder in (*CHAPTERS, "orders"):
        for path in sorted((RULES / folder).rglob("*.py")):
            if said := heading(path.relative_to(RULES)):
                found[said.section].append(said)
    return found


def in_book_order(number: str) -> tuple[int, int, str]:
    """Paragraphs come first, then the numbers, digit by digit."""
    if number.startswith("p"):
        return (0, int(number[1:]), "")
    return (1 if number else -1, 0, number)


def heading_of(number: str, among: Collection[str]) -> str:
    """Under which of the numbers in the names of files a rule's number stands.

    Under the longest that it begins with; else under the last before it, as on a page.
    A paragraph stands under the last one before it. What is before all stands first.
    """
    paragraph = number.startswith("p") or not number
    alike = [one for one in among if not one or one.startswith("p") == paragraph]
    alike = sorted(alike or among, key=in_book_order)
    begun = [one for one in alike if one and number.startswith(one) and not paragraph]
    if begun:
        return max(begun, key=len)
    place = in_book_order(number)
    return [one for one in alike if in_book_order(one) <= place or one == alike[0]][-1]


@cache
def rules_by_file() -> dict[Path, list[RuleId]]:
    """The rules of each file below the rules' folder."""
    import_all(opfor.rules)
    found = defaultdict[Path, list[RuleId]](list)
    for rule in REGISTRY:
        parts = rule.function.partition(":")[0].split(".")[2:]
        if parts:
            found[Path(*parts).with_suffix(".py")].append(rule.id)
    return found


def unclear(files: list[Heading]) -> Iterator[str]:
    """What is unclear about the files of a section that bear one number."""
    rules = rules_by_file()
    whole = [one for one in files if not all(r.suffix for r in rules.get(one.path, ()))]
    if len(whole) > 1:
        yield f"{[str(one.path) for one in whole]} hold whole rules of one number"
    for one in files if len(files) > 1 else ():
        parts = {str(rule).partition("/")[2] for rule in rules.get(one.path, ())}
        if one in whole and one.word in parts:
            yield f"{one.path} looks like a part; it holds the whole rule"
        if one not in whole and one.word not in parts and one.path.parts[0] != "orders":
            yield f"{one.path}: behind the number write one of {sorted(parts)}"


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
        """Two digits; a part counts with its rule, an introduction has none."""
        numbers = ("A7.23", "S12.p3", "A22.6/dr", "A3", "A.8", "D.8/exc1")
        found = [section(RuleId.parse(number)) for number in numbers]
        assert found == ["a07", "s12", "a22", "a03", "a00", "d00"]


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

    def test_whole_section(self) -> None:
        """A file without a number holds what bears the section's alone."""
        assert says_number("a07_ift", "a07", {""})
        assert not says_number("a07_ift", "a07", {"37"})

    def test_without_rules(self) -> None:
        """In a chapter a file with a number holds a rule of its section."""
        empty = [
            f"{one.path}: it holds no rule of {of}; give it a name without a number"
            for of, files in headings().items()
            for one in files
            if one.path.parts[0] in CHAPTERS
            and of not in map(section, rules_by_file().get(one.path, ()))
        ]
        assert empty == []


class TestBookOrder:
    """Who knows a number and the names of files finds the file of the rule."""

    def test_each(self) -> None:
        """Each rule's number leads to its file."""
        import_all(opfor.rules)
        found, astray = headings(), []
        for rule in REGISTRY:
            parts = rule.function.partition(":")[0].split(".")[2:]
            if rule.id.suffix or str(rule.id) in ELSEWHERE or parts[:1] == ["sequence"]:
                continue
            files = found[section(rule.id)]
            wanted = heading_of(number_of(rule.id), {one.number for one in files})
            homes = [one.path for one in files if one.number == wanted]
            if Path(*parts).with_suffix(".py") not in homes:
                astray.append(
                    f"{rule.id} in {rule.function}: {wanted!r} leads to {homes}"
                )
        assert astray == []

    def test_one_a_number(self) -> None:
        """Of two files of a number one holds parts only, and its name begins with one.

        So c03_3_odds.py has C3.3/odds, and the other one C3.3. An order says by its
        folder that it is one.
        """
        alike = defaultdict[tuple[str, str], list[Heading]](list)
        for files in headings().values():
            for one in files:
                alike[one.section, one.number].append(one)
        assert [each for files in alike.values() for each in unclear(files)] == []

    @pytest.mark.parametrize(
        ("number", "leads_to"),
        [
            ("6", "6"),
            ("61", "6"),
            ("63", "63"),
            ("634", "63"),
            ("7", "63"),
            ("51", "51"),
            ("512", "51"),
            ("52", "51"),
            ("2", "1e"),
            ("1", "1"),
            ("1e", "1e"),
            ("1d", "1"),
            ("p2", "p1"),
            ("p14", "p9"),
            ("", "p1"),
        ],
    )
    def test_heading(self, number: str, leads_to: str) -> None:
        """The longest beginning, else the last before."""
        names = ("1", "1e", "51", "6", "63", "p1", "p9")
        assert heading_of(number, names) == leads_to

    def test_first(self) -> None:
        """What comes before all stands in the first; S10 alone where no number is."""
        assert heading_of("1", ("2", "3")) == "2"
        assert heading_of("p1", ("2", "3")) == "2"
        assert heading_of("", ("2", "")) == ""
        assert heading_of("3", ("",)) == ""


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
