"""Every worked example in tests/examples."""

from pathlib import Path

import pytest

from opfor.ports.examples import Runner
from opfor.ports.examples.read import Scenario
from tests.worked import cases, check, new_runner

FOLDER = Path(__file__).parent / "examples"


@pytest.fixture(scope="module")
def runner() -> Runner:
    """One runner for all, so that a map is built once."""
    return new_runner()


@pytest.mark.parametrize(("file", "case"), cases(FOLDER))
def test_example(file: str, case: Scenario, runner: Runner) -> None:
    """What the sentence says is true."""
    check(runner, case, file)
