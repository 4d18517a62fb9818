"""Prove that a wheel works where opfor is not at home.

    python tools/prove_dist.py dist/opfor-*.whl [PYTHON ...]

For each Python that is named, or else for each of 3.11 to 3.14 that is found: a fresh
environment outside of the checkout, the wheel and what it needs from the index, then a
player's first commands with an empty home, no other program on the path (no compiler,
no git) and no network but loopback. Exit 1 if anything fails or no Python is there.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from http.cookiejar import CookieJar
from pathlib import Path
from time import monotonic
from urllib.parse import urljoin
from urllib.request import (
    HTTPCookieProcessor,
    OpenerDirector,
    Request,
    build_opener,
)

ROOT = Path(__file__).resolve().parents[1]

KNOWN = ("3.11", "3.12", "3.13", "3.14")

LONGEST = 600
"""Seconds that one command may take: the first compiles LOS."""

FETCHING = 3600
"""Seconds that packages may take to come and to be unpacked."""

ALONE = """import sys

def _alone(event, args):
    if event == "socket.connect" and args[1][0] not in ("127.0.0.1", "::1"):
        raise OSError(f"no network here: {args[1]}")

sys.addaudithook(_alone)
"""
"""What Python runs before everything in those environments: no network."""

GAME = "/api/games"


def main(args: list[str]) -> int:
    """Prove the wheel with each Python; the exit code."""
    wheel = Path(args[0]).resolve()
    pythons = {version_of(path): path for path in args[1:]} if args[1:] else found()
    for version in KNOWN:
        if not args[1:] and version not in pythons:
            print(f"Python {version}: not on this machine, not tried")
    for name, python in pythons.items():
        begun = monotonic()
        with tempfile.TemporaryDirectory(prefix="opfor-dist-") as folder:
            Proof(Path(folder), python).run(wheel)
        print(f"{name}: proven in {monotonic() - begun:.0f} s")
    return 0 if pythons else 1


def found() -> dict[str, str]:
    """The Pythons of this machine, by version: on the path, of pyenv, known to uv."""
    here = {}
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for version in KNOWN:
        ways = [f"python{version}", *map(str, pyenv.glob(f"{version}.*/bin/python"))]
        ways.append(said_of(["uv", "python", "find", version]))
        paths = [way for way in ways if version_of(way) == version]
        if paths:
            here[version] = paths[0]
    return here


def version_of(python: str) -> str:
    """Of which version an interpreter is; nothing if it does not run."""
    ask = "import sys; print('%d.%d' % sys.version_info[:2])"
    return said_of([python, "-c", ask])


def said_of(command: list[str]) -> str:
    """What a program prints; nothing if it is not there or fails."""
    if not command[0] or not shutil.which(command[0]):
        return ""
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    return told.stdout.strip() if told.returncode == 0 else ""


class Proof:
    """One environment.

    Args:
        folder: an empty one, in which everything lies.
        python: the interpreter.
    """

    def __init__(self, folder: Path, python: str) -> None:
        self.folder = folder
        self.python = python
        self.bin = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
        self.home = folder / "home"
        self.work = folder / "work"

    def run(self, wheel: Path) -> None:
        """All of it; what fails ends the program with its output."""
        self._install(wheel)
        self._commands(wheel)
        self._old_game()
        self._page()

    def _install(self, wheel: Path) -> None:
        self.home.mkdir()
        self.work.mkdir()
        checked([self.python, "-m", "venv", str(self.folder / "env")])
        pip = [str(self.bin / "python"), "-m", "pip", "install", "--quiet"]
        checked([*pip, str(wheel)], FETCHING, cwd=self.work)
        (self.home / "sitecustomize.py").write_text(ALONE)

    def _environment(self) -> dict[str, str]:
        """An empty home, and only this environment's programs."""
        mine = {
            "HOME": str(self.home),
            "USERPROFILE": str(self.home),
            "PATH": str(self.bin),
            "PYTHONPATH": str(self.home),
            "PYTHONUTF8": "1",
        }
        needed = "SYSTEMROOT"  # without it nothing runs on Windows
        return mine | {k: v for k, v in os.environ.items() if k == needed}

    def opfor(self, *args: str) -> str:
        """What a command prints; it must succeed."""
        begun = monotonic()
        command = [str(self.bin / "opfor"), *args]
        out = checked(command, cwd=self.work, env=self._environment())
        print(f"  opfor {' '.join(args)}: {monotonic() - begun:.1f} s")
        return out

    def _commands(self, wheel: Path) -> None:
        version = wheel.name.split("-")[1]
        expect(self.opfor("--version"), f"opfor {version}")
        expect(self.opfor("doctor"), "Python")
        expect(self.opfor("los", "o1", "J4", "M2"), "blocked")
        self.opfor("board", "show", "o1", "-o", "o1.png")
        expect((self.work / "o1.png").read_bytes()[:8].hex(), "89504e470d0a1a0a")
        expect(self.opfor("rule", "S5.32"), "S5.32")
        expect(self.opfor("coverage"), "S6")
        expect(self.opfor("tables", "show", "x4", "--nation", "german"), "x4")
        expect(self.opfor("sim", "first-contact", "--games", "1"), "game")

    def _old_game(self) -> None:
        """A game of each earlier release is told, and goes on."""
        old = sorted((ROOT / "tests" / "saves").glob("*/infantry.opfor"))
        expect(str(old), "0.1.0")
        (self.work / "lines").write_text("units\nquit\n")
        for save in old:
            name = f"{save.parent.name}.opfor"
            shutil.copy(save, self.work / name)
            expect(self.opfor("replay", name), "S5")
            resumed = ("play", "--resume", name, "--commands", "lines")
            expect(self.opfor(*resumed), "The game is saved")

    def _page(self) -> None:
        """The server starts, shows its pages, begins a game."""
        with self._served() as (browser, url):
            home = text(browser, url)
            expect(home, "<title>")
            for path in ("/settings", "/coverage", "/design", "/tables", "/packs"):
                expect(text(browser, urljoin(url, path)), "opfor")
            parts = re.findall(r'(?:src|href)="(/static/[^"]+)"', home)
            expect(str(parts), ".js")
            for path in parts:
                expect(text(browser, urljoin(url, path)), "\n")
            rules = json.loads(text(browser, urljoin(url, "/api/rules")))
            first = next(iter(rules["decisions"]), "no decision")
            page = json.loads(text(browser, urljoin(url, f"/api/decision?id={first}")))
            expect(page["text"], first)
            start = json.loads(text(browser, urljoin(url, "/api/start")))
            expect(str(start["missions"]), "first-contact")
            body = json.dumps({"mission": "first-contact", "seed": 1}).encode()
            head = {"content-type": "application/json", "origin": origin(url)}
            new = Request(urljoin(url, GAME), body, head)  # noqa: S310 - our own
            expect(text(browser, new), '"id"')

    @contextmanager
    def _served(self) -> Iterator[tuple[OpenerDirector, str]]:
        begun = monotonic()
        command = [str(self.bin / "opfor"), "play", "--web", "--no-browser"]
        server = subprocess.Popen(
            command,
            cwd=self.work,
            env=self._environment() | {"PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            said = server.stdout.readline() if server.stdout else ""
            expect(said, "Play at ")
            url = said.split()[-1]
            browser = build_opener(HTTPCookieProcessor(CookieJar()))
            yield browser, url
            print(f"  opfor play --web: {monotonic() - begun:.1f} s")
        finally:
            server.terminate()
            server.wait(30)


def checked(command: list[str], longest: float = LONGEST, **how: object) -> str:
    """What a program prints; it must succeed in time."""
    line = " ".join(command)
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            timeout=longest,
            **how,  # type: ignore[call-overload]
        )
    except subprocess.TimeoutExpired:
        sys.exit(f"{line}: not done after {longest:.0f} s")
    if done.returncode:
        sys.exit(f"{line}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return str(done.stdout)


def origin(url: str) -> str:
    """The site of an address."""
    return urljoin(url, "/")[:-1]


def text(browser: OpenerDirector, url: str | Request) -> str:
    """A page as it is answered."""
    answer: HTTPResponse
    with browser.open(url, timeout=LONGEST) as answer:
        return answer.read().decode()


def expect(said: str, word: str) -> None:
    """What was said has a word in it."""
    if word not in said:
        sys.exit(f"{word!r} was expected in:\n{said[:2000]}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
