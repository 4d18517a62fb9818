"""Worked examples as tests: one a case, named by its sentence."""

from pathlib import Path

import pytest

from opfor.geo.boards.library import Library
from opfor.ports.examples import Runner, read_example, report
from opfor.ports.examples.read import Scenario
from tests.shared import SHARED

BOARDS = SHARED / "boards"


def cases(folder: Path, above: str = "") -> list[object]:
    """Each case of each file of a folder, by what is above it, file and sentence."""
    return [
        pytest.param(file.name, case, id=f"{above}{file.stem}: {case.what}")
        for file in sorted(folder.glob("*.toml"))
        for case in read_example(file.read_bytes(), file.name).cases
    ]


def new_runner() -> Runner:
    """A runner that knows VASL's boards, where they are."""
    return Runner(Library([BOARDS] if BOARDS.is_dir() else []))


def check(runner: Runner, case: Scenario, file: str) -> None:
    """Fail if what the case's sentence says is not true; skip it without its board."""
    result = runner.run_case(case, file)
    if result.status == "skipped":
        pytest.skip(result.why)
    assert result.status == "passed", "\n".join(report(result))
