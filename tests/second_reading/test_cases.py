"""Every case of the second reading, section by section."""

from pathlib import Path

import pytest

from opfor.ports.examples import Runner
from opfor.ports.examples.read import Scenario
from tests.worked import cases, check

SECTIONS = sorted(
    folder
    for folder in Path(__file__).parent.iterdir()
    if folder.is_dir() and any(folder.glob("*.toml"))
)


@pytest.mark.parametrize(
    ("file", "case"),
    [case for section in SECTIONS for case in cases(section, f"{section.name}/")],
)
def test_case(file: str, case: Scenario, runner: Runner) -> None:
    """What the sentence says is true."""
    check(runner, case, file)
