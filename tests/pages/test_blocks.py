"""What the pages show in blocks: Python runs, the rest is read, or says why not."""

import doctest
import tomllib
from pathlib import Path

import pytest

from tests.cli_runs import Capture
from tests.pages import not_run
from tests.pages.shown import BLOCK, ROOT, blocks, other_lines, pages

PAGES = pages()


def runs(text: str) -> list[str]:
    """The blocks of Python that are run."""
    found = blocks(text, "python")
    return [code for code in found if not any(part in code for part in not_run.PYTHON)]


@pytest.mark.parametrize("name", [name for name in PAGES if runs(PAGES[name])])
def test_python(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """All code of a page runs from top to bottom."""
    monkeypatch.chdir(tmp_path)
    code = "\n".join(runs(PAGES[name]))
    exec(compile(code, name, "exec"), {})  # noqa: S102 - our own pages
    assert ("print(" in code) == bool(capsys.readouterr().out)


@pytest.mark.parametrize("name", [n for n in PAGES if blocks(PAGES[n], "pycon")])
def test_pycon(name: str) -> None:
    """Every line that is typed gives what is shown below it."""
    failed, tried = doctest.testfile(str(ROOT / name), module_relative=False)
    assert tried
    assert failed == 0


@pytest.mark.parametrize("name", PAGES)
def test_blocks(name: str) -> None:
    """Each block is run, read, or of a kind that is named with why not."""
    for kind, _, text in BLOCK.findall(PAGES[name]):
        if kind == "toml":
            tomllib.loads(text)
        elif kind == "python":
            compile(text.replace("…", "..."), name, "exec")
        else:
            assert kind == "pycon" or kind in not_run.BLOCKS, f"{kind}: say why not"


@pytest.mark.parametrize("name", PAGES)
def test_no_code_in_lines(name: str) -> None:
    """No Python hides in lines that are set apart without a kind, so that it runs."""
    for line in other_lines(PAGES[name]):
        assert not line.lstrip().startswith(("from ", "import ", ">>>")), line
        assert " = load_" not in line


@pytest.mark.parametrize("name", PAGES)
def test_pictures(name: str) -> None:
    """Each picture has words for those who do not see it."""
    assert "![](" not in PAGES[name]
