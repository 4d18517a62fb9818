"""Games in the background end with the server, however it ends."""

import subprocess
import sys

GONE = """
import os, time
from opfor.web.background import OwnProcesses

if __name__ == "__main__":
    workers = OwnProcesses(1)
    played = workers.each(time.sleep, [0, 1])
    next(played)  # it works, and is at the second thing
    os._exit(0)
"""


def test_no_traceback() -> None:
    """What is done for a server that is gone is told to nobody."""
    done = subprocess.run(  # it waits for whoever can still write as well
        [sys.executable, "-c", GONE], capture_output=True, text=True, check=True
    )
    assert "Traceback" not in done.stderr
