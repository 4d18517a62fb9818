"""What all tests share: settings of their own, not those of whoever runs them."""

import os
import signal
import tempfile


def pytest_configure() -> None:
    """Empty folders and Ctrl-C, for this process and those that it starts."""
    os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp(prefix="opfor-tests-")
    os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="opfor-tests-")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # run in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)
