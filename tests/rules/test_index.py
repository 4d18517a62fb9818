"""The index of the rules: complete, in order, in our words, and true to the code."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.core.rule import RuleId
from opfor.state.nations import load
from opfor.views.coverage import coverage, faults, markdown
from opfor.views.rule_index import load_index, read_index
from tests.shared import SHARED, needs_shared

CHECKOUT = Path(__file__).parents[2]
INDEX = load_index()
NUMBERS = {str(rule_id) for rule_id in INDEX.rules}


def paragraphs() -> Iterator[tuple[str, str]]:
    """The numbered paragraphs and lettered cases of S4, S5, S6 and S9."""
    for path in sorted((SHARED / "rules").glob("S*.txt")):
        number, text = "", ""
        for line in path.read_text().splitlines():
            head = re.match(r"\s*(\d\.\d+)\s+(?!EX:)|\(([a-e])\)", line)
            if head and not line.startswith("4.1 EX"):
                if number:
                    yield number, text
                whole = re.match(r"S\d\.\d+", number)
                case = f"{whole[0] if whole else ''}{head[2]}"
                number, text = (f"S{head[1]}" if head[1] else case), ""
            text += line
        yield number, text


class TestCompleteness:
    """Nothing known is missing, nothing is invented."""

    def test_true_to_the_code(self) -> None:
        """The index, the registered rules and their tests agree in everything."""
        assert faults(coverage()) == []

    @needs_shared
    def test_every_paragraph(self) -> None:
        """Every numbered paragraph and lettered case of the known text is indexed."""
        wanted = {number for number, _ in paragraphs()}
        assert len(wanted) > 120
        assert wanted - NUMBERS == set()

    @needs_shared
    def test_every_exc(self) -> None:
        """Every EXC of the known text has its id; some that are implied have too."""
        for number, text in paragraphs():
            printed = len(re.findall(r"\[EXC", text.split("EX:")[0]))
            indexed = [n for n in NUMBERS if n.startswith(f"{number}/exc")]
            assert len(indexed) >= printed, number

    def test_every_number_named_in_the_code(self) -> None:
        """Whatever rule number the code names is indexed."""
        form = re.compile(r"\b([ABCDEGHJS]\d{1,2}\.\d{1,4})\b")
        for path in (CHECKOUT / "src").rglob("*.py"):
            named = set(form.findall(path.read_text("utf-8")))
            assert named <= NUMBERS, path.name

    def test_parts_have_their_rule(self) -> None:
        """Every EXC, bullet, NOTE and paragraph hangs below an indexed rule."""
        parts = [rule_id for rule_id in INDEX.rules if rule_id.suffix]
        assert parts
        assert all(part.parent in INDEX.rules for part in parts)

    def test_parts_are_counted_from_one(self) -> None:
        """The EXC of a rule are exc1, exc2 and so on without a gap."""
        for rule_id in INDEX.rules:
            if rule_id.suffix and rule_id.nth > 1:
                before = f"{rule_id.parent}/{rule_id.suffix}{rule_id.nth - 1}"
                assert before in NUMBERS


class TestForm:
    """Order, titles and the generated page."""

    def test_order(self) -> None:
        """The rules stand in the order of the book, Chapter S first."""
        ids = list(INDEX.rules)
        assert ids == sorted(ids, key=lambda i: (i.chapter != "S", i))

    def test_titles_are_short(self) -> None:
        """A title is a label of one line, not a sentence of rules."""
        for entry in INDEX.rules.values():
            assert 2 < len(entry.title) <= 70, entry.id
            assert not entry.title.endswith("."), entry.id

    @needs_shared
    def test_titles_are_ours(self) -> None:
        """No title repeats six words in a row of the known text."""
        texts = [p.read_text() for p in (SHARED / "rules").iterdir()]
        book = " ".join(re.findall(r"[\w?]+", " ".join(texts).lower()))
        for entry in INDEX.rules.values():
            words = re.findall(r"[\w?]+", entry.title.lower())
            for start in range(len(words) - 5):
                assert " ".join(words[start : start + 6]) not in book, entry.id

    def test_the_page_is_in_step(self) -> None:
        """docs/rules-coverage.md is what the program would write now."""
        page = (CHECKOUT / "docs" / "rules-coverage.md").read_text()
        do = "run: opfor coverage --markdown docs/rules-coverage.md"
        assert page == markdown(coverage()), do


class TestFind:
    """Looking a rule up."""

    @pytest.mark.parametrize("number", ["S6.311", "s6.311", "6.311", " S6.311 "])
    def test_spellings(self, number: str) -> None:
        """A rule is found with or without its S, in either case."""
        assert INDEX.find(number).title == "Self Preservation"

    @pytest.mark.parametrize("number", ["", "S", "6,311", "S6.311/", "ß.1", "9" * 999])
    def test_no_number(self, number: str) -> None:
        """What is no rule number is said to be none."""
        with pytest.raises(OpforError, match="rule"):
            INDEX.find(number)

    def test_unknown(self) -> None:
        """An unknown number is answered with the numbers near to it."""
        with pytest.raises(OpforError, match=r"S6\.318: .*did you mean S6\.31"):
            INDEX.find("S6.318")

    def test_a_section(self) -> None:
        """For a section the list of its rules is named."""
        with pytest.raises(OpforError, match="opfor coverage S5"):
            INDEX.find("S5")

    def test_below(self) -> None:
        """Below a rule are its cases, its EXC and its sub-rules, but not its like."""
        below = {str(entry.id) for entry in INDEX.below(RuleId.parse("S4.1"))}
        assert {"S4.1/exc1", "S4.1a", "S4.1a/exc1", "S4.11"} <= below
        assert not {"S4.1", "S4.2"} & below
        only = [str(e.id) for e in INDEX.below(RuleId.parse("S4.1a"))]
        assert only == ["S4.1a/exc1"]

    def test_tables(self) -> None:
        """The tables a rule reads are told."""
        found = INDEX.tables_of(RuleId.parse("S5.32"))
        assert found == ["A5", "LR", "x1", "x2", "x3", "x3-cumulative"]

    def test_every_table_has_a_reader(self) -> None:
        """Every shipped table is read by a rule of the index."""
        names = {name.rpartition("/")[2] for name in load()}
        assert names - set(INDEX.tables) == set()


SECTION = '[S1]\ntitle = "t"\nstatus = "later"\nreason = "r"\n[S1.rules]\n'


class TestReading:
    """The form of the file."""

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("[", "not TOML"),
            ("[S1]", "title"),
            (SECTION.replace("later", "soon"), "soon"),
            (SECTION + '"S2.1" = "in the wrong section"', "S2.1 is in section S1"),
            (SECTION + '"x" = "no number"', "not a rule number"),
            (SECTION + '"S1.1" = ""', "S1.1 needs a title"),
            (SECTION + '"S1.1" = {title="t", status="coded", reason="r"}', "coded"),
            (SECTION + '"S1.1" = 7', "rules"),
            (SECTION + '[tables]\nA1 = "S1.1"', "array"),
        ],
    )
    def test_bad_index(self, text: str, told: str) -> None:
        """A mistake in the index is told in one line that names it."""
        with pytest.raises(OpforError, match=re.escape(told)):
            read_index(text)

    def test_own_status(self) -> None:
        """A rule takes its section's status unless it has its own."""
        text = SECTION + (
            '"S1.1" = "plain"\n'
            '"S1.2" = {title="other", status="data", reason="a table"}\n'
        )
        plain, other = read_index(text).rules.values()
        assert (plain.status, plain.reason, plain.own) == ("later", "r", False)
        assert (other.status, other.reason, other.own) == ("data", "a table", True)
