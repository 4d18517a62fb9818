"""What the cases of every section share."""

import pytest

from opfor.ports.examples import Runner
from tests.worked import new_runner


@pytest.fixture(scope="session")
def runner() -> Runner:
    """One runner for all, so that a map is built once."""
    return new_runner()
