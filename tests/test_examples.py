"""Every worked example in tests/examples, one test a case, named by its sentence."""

from pathlib import Path

import pytest

from opfor.geo.boards.library import Library
from opfor.ports.examples import Runner, read_example, report
from opfor.ports.examples.read import Scenario
from tests.shared import SHARED

FOLDER = Path(__file__).parent / "examples"
BOARDS = SHARED / "boards"


def cases() -> list[object]:
    """Each case of each file, by file and sentence."""
    return [
        pytest.param(file.name, case, id=f"{file.stem}: {case.what}")
        for file in sorted(FOLDER.glob("*.toml"))
        for case in read_example(file.read_bytes(), file.name).cases
    ]


@pytest.fixture(scope="module")
def runner() -> Runner:
    """One runner for all, so that a map is built once."""
    return Runner(Library([BOARDS] if BOARDS.is_dir() else []))


@pytest.mark.parametrize(("file", "case"), cases())
def test_example(file: str, case: Scenario, runner: Runner) -> None:
    """What the sentence says is true."""
    result = runner.run_case(case, file)
    if result.status == "skipped":
        pytest.skip(result.why)
    assert result.status == "passed", "\n".join(report(result))
