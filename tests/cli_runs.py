"""How the tests of the commands run them, and what an error must look like."""

import subprocess
import sys

import pytest

Capture = pytest.CaptureFixture[str]


def shell(*args: str) -> subprocess.CompletedProcess[str]:
    """Run `opfor` as its own process."""
    command = [sys.executable, "-m", "opfor", *args]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=60
    )


def told(capsys: Capture) -> str:
    """The one line on stderr; nothing else may be there."""
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("opfor: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err
