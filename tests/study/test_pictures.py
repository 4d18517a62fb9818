"""The pictures of docs/studies are those of the figures beside them."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "study_pictures.py"))
DRAWN = sorted((ROOT / "docs" / "studies").glob("*.svg"))


def test_there_are_some() -> None:
    """So that the test of each has something to do."""
    assert len(DRAWN) >= 3


@pytest.mark.parametrize("path", DRAWN, ids=lambda path: path.stem)
def test_of_the_figures(path: Path) -> None:
    """Else `python tools/study_pictures.py` draws them anew."""
    figures = path.with_suffix(".json").read_bytes()
    assert path.read_text("utf-8") == TOOL["picture"](figures)
    pages = [page.read_text("utf-8") for page in path.parent.glob("*.md")]
    assert any(f"({path.name})" in page for page in pages)


def test_no_cells() -> None:
    """Of other figures nothing is drawn."""
    assert TOOL["picture"](b'{"seconds": 3}') == ""
