"""The index of the decisions follows from their pages."""

import re
from pathlib import Path

import pytest
from tools.decisions_index import FOLDER, index, read_decision

ROOT = FOLDER.parents[1]


def page(folder: Path, id_: str, rules: str, title: str = "A title") -> Path:
    """A page of decisions."""
    path = folder / f"{id_}.md"
    path.write_text(f"# {id_} {title}\n\n**Rules.** {rules}\n", encoding="utf-8")
    return path


class TestIndex:
    """The index as a whole."""

    def test_in_step(self) -> None:
        """The index is what its pages make of it."""
        written = (FOLDER / "README.md").read_text("utf-8")
        assert written == index(FOLDER), "run: python tools/decisions_index.py"

    def test_order(self, tmp_path: Path) -> None:
        """Chapter S first, then A to E, each by section; last what has no rule."""
        page(tmp_path, "D-001", "none: it is about the program")
        page(tmp_path, "D-002", "A10.2")
        page(tmp_path, "D-003", "A7.3")
        page(tmp_path, "D-004", "S6.3, A7.3")
        lines = index(tmp_path).splitlines()
        found = [line[3:8] for line in lines if line.startswith("| [")]
        assert found == ["D-004", "D-003", "D-002", "D-001"]
        heads = [line for line in lines if line.startswith("## ")]
        assert heads == ["## S Solitaire", "## A Infantry", "## The program"]
        assert "| **A7 Fire attacks** | | |" in lines


class TestPages:
    """What the pages say."""

    @pytest.mark.parametrize(
        "path", sorted(FOLDER.glob("D-*.md")), ids=lambda p: p.stem
    )
    def test_code(self, path: Path) -> None:
        """The files that a page names are there, below src/opfor or in the project."""
        code = re.search(r"^\*\*In the code\.\*\* (.+)$", path.read_text("utf-8"), re.M)
        named = re.findall(r"`([\w/]+\.py)", code[1]) if code else []
        roots = (ROOT / "src" / "opfor", ROOT)
        missing = [n for n in named if not any((root / n).is_file() for root in roots)]
        assert missing == []


class TestReadDecision:
    """What a page says of itself."""

    def test_fields(self, tmp_path: Path) -> None:
        """Its title, and the rules without what the number itself says."""
        found = read_decision(page(tmp_path, "D-009", "S8.p14 (project), A.8.", "Who"))
        assert (found.title, found.rules, found.section) == ("Who", "S8.p14, A.8", "S8")

    def test_no_rules(self, tmp_path: Path) -> None:
        """A page about the program stands apart."""
        found = read_decision(page(tmp_path, "D-009", "None: a name"))
        assert (found.rules, found.section) == ("–", "")

    def test_faulty(self, tmp_path: Path) -> None:
        """A page without its rules is refused, with what to write."""
        path = tmp_path / "D-009.md"
        path.write_text("# D-009 A title\n", encoding="utf-8")
        with pytest.raises(ValueError, match="begin with '# D-009 TITLE'"):
            read_decision(path)
