"""Measure what a player waits for from nothing to his first click on a hex.

    python tools/first_start.py dist/opfor-*.whl [PYTHON]

Each step with its seconds, and bytes where something is fetched: the packages from the
index, an environment made of them, the server's first start with an empty home, the
start page, the game that is begun there, the hex. It needs playwright and a Chromium.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE = 1_800_000
"""Milliseconds that one step may take in the browser."""

FROM_ELSEWHERE = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "PYTHONPATH")
"""Variables that would lead to what is there already."""


class Steps:
    """What was measured: each step's seconds, those of the processor, megabytes.

    Those of the processor are of opfor and pip, not of the browser: on a machine that
    has other work they say more than the clock.
    """

    server = 0
    """The process of opfor."""

    def __init__(self) -> None:
        self._seconds = self._processor = 0.0

    @contextmanager
    def step(self, name: str, fetched: Path | None = None) -> Iterator[None]:
        """Measure a step, and print it.

        Args:
            name: what is done.
            fetched: the folder in which lies what came over the network.
        """
        begun, used = monotonic(), self._used()
        yield
        took, worked = monotonic() - begun, self._used() - used
        self._seconds += took
        self._processor += worked
        files = fetched.iterdir() if fetched else ()
        size = sum(path.stat().st_size for path in files) / 1e6
        line = f"{name:<44} {took:6.1f} s  {worked:6.1f} s of the processor"
        print(f"{line}  {f'{size:6.1f} MB' if fetched else ''}", flush=True)

    def _used(self) -> float:
        """Seconds of the processor, of what has ended and of the server."""
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = ended.ru_utime + ended.ru_stime
        stat = Path(f"/proc/{self.server}/stat")
        if self.server and stat.exists():
            fields = stat.read_text().rpartition(")")[2].split()
            used += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return used

    def told(self) -> None:
        """Print the sum."""
        line = f"{'from nothing to the first hex':<44} {self._seconds:6.1f} s"
        print(f"{line}  {self._processor:6.1f} s of the processor")


def main(args: list[str]) -> int:
    """Measure a wheel with a Python; the exit code."""
    wheel, python = Path(args[0]).resolve(), [*args, sys.executable][1]
    with tempfile.TemporaryDirectory(prefix="opfor-first-") as name:
        folder, steps = Path(name), Steps()
        fetched, programs = folder / "fetched", folder / "env" / "bin"
        pip = [str(programs / "python"), "-m", "pip", "--quiet"]
        with steps.step("an environment"):
            run([python, "-m", "venv", str(folder / "env")])
        with steps.step("opfor and its packages are fetched", fetched):
            run([*pip, "download", "--no-cache-dir", "-d", str(fetched), str(wheel)])
        local = ["--no-index", "--find-links", str(fetched)]
        with steps.step("they are installed"):
            run([*pip, "install", *local, str(wheel)])
        kept = {k: v for k, v in os.environ.items() if k not in FROM_ELSEWHERE}
        home = {"HOME": str(folder / "home"), "PYTHONUNBUFFERED": "1"}
        played(steps, str(programs / "opfor"), kept | home)
        steps.told()
    return 0


def played(steps: Steps, opfor: str, environment: dict[str, str]) -> None:
    """Start opfor, begin its first Mission in a browser, click a hex."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with sync_playwright() as driver:
        chromium = shutil.which("chromium")
        browser = driver.chromium.launch(
            executable_path=chromium, args=["--no-sandbox"]
        )
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        server = None
        try:
            with steps.step("opfor play --web listens"):
                command = [opfor, "play", "--web", "--no-browser", "--port", "0"]
                server = subprocess.Popen(
                    command, env=environment, stdout=subprocess.PIPE, text=True
                )
                said = server.stdout.readline() if server.stdout else ""
                steps.server = server.pid
            clicked(steps, page, said.split()[-1])
        finally:
            if server:
                server.terminate()
                server.wait(30)
            browser.close()


def clicked(steps: Steps, page: "Page", url: str) -> None:
    """From the address to the hex."""
    with steps.step("the start page is there"):
        page.goto(url)
        page.locator("#begin:enabled").wait_for()
    waited: set[str] = set()

    def hear(text: str) -> None:  # the driver cannot call a method of a set
        waited.add(text)

    page.expose_function("waited", hear)
    page.evaluate(
        """() => new MutationObserver(() => {
          const text = document.querySelector(".begun").textContent;
          window.waited(text.replace(/[0-9]+/, "…"));
        }).observe(document.querySelector(".begun"), { childList: true })"""
    )
    with steps.step("a game is begun, LOS compiled and worked out"):
        page.locator("#begin").click()
        page.wait_for_url("**/game/**")
        page.locator("body[data-ready]").wait_for()
    with steps.step("the Mission's card is put away"):
        page.keyboard.press("Escape")
        page.locator("#mission").wait_for(state="hidden")
    with steps.step("a hex is clicked"):
        page.locator("#board").click(button="right")
        page.locator("#hex-card").wait_for()
    print("said while waiting:", "; ".join(sorted(waited - {""})))


def run(command: list[str]) -> None:
    """Run a program; what it says of a failure is seen."""
    if subprocess.run(command, check=False).returncode:
        sys.exit(f"{' '.join(command)}: failed")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
