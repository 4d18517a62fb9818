"""The `opfor` command: help, exit codes, and one line for everything that is wrong."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from opfor import __version__
from opfor.cli import main
from opfor.core.errors import OpforError
from tests.cli_runs import Capture, shell, told

COMMANDS = (
    "los",
    "rule",
    "coverage",
    "tables list",
    "tables show",
    "tables check",
    "board list",
    "board show",
    "board check",
    "board new",
    "replay",
    "export",
    "example",
    "bench",
)
GROUPS = ("tables", "board")


class TestHelp:
    """What is printed without doing anything."""

    def test_alone(self, capsys: Capture) -> None:
        """`opfor` alone prints its help and succeeds."""
        assert main([]) == 0
        shown = capsys.readouterr().out
        assert all(command.split()[0] in shown for command in COMMANDS)

    @pytest.mark.parametrize("group", GROUPS)
    def test_group_alone(self, group: str, capsys: Capture) -> None:
        """A group of commands alone prints its help and succeeds."""
        assert main([group]) == 0
        assert "Commands" in capsys.readouterr().out

    @pytest.mark.parametrize("command", COMMANDS)
    def test_every_command(self, command: str, capsys: Capture) -> None:
        """Every command explains itself with an example."""
        assert main([*command.split(), "--help"]) == 0
        shown = capsys.readouterr().out
        assert f"opfor {command}" in shown
        assert "Example" in shown

    def test_version(self, capsys: Capture) -> None:
        """`--version` prints the version and nothing else."""
        assert main(["--version"]) == 0
        assert capsys.readouterr().out == f"opfor {__version__}\n"


class TestBadInput:
    """Each mistake is one sentence on stderr and exit code 2."""

    @pytest.mark.parametrize(
        ("args", "said"),
        [
            (["rul"], "rule"),
            (["no-such-command"], "no-such-command"),
            (["--no-such-option"], "--no-such-option"),
            (["rule"], "ID"),
            (["rule", "S6.311", "S6.312"], "S6.312"),
            (["rule", "S6.318"], "did you mean S6.31"),
            (["rule", ""], "not a rule number"),
            (["rule", "six"], "not a rule number"),
            (["rule", "S" * 100_000], "not a rule number"),
            (["rule", "S6.311\n[red]x"], "not a rule number"),
            (["rule", "\udcff"], "not a rule number"),
            (["rule", "--json", "S6.311"], "--json"),
            (["coverage", "S99"], "S99"),
            (["coverage", "--jsn"], "--json"),
            (["sim", "tutorial", "--sede", "3"], "--sede (did you mean --seed?)"),
            (["sim", "tutorial", "--xyz"], "no such option: --xyz; `opfor sim"),
            (["coverage", "--markdown"], "--markdown"),
            (["coverage", "--markdown", "/no/such/folder/page.md"], "/no/such/folder"),
            (["coverage", "--markdown", "/"], "/"),
            (["bench"], "NAME"),
            (["bench", "croe"], "did you mean core?"),
            (["bench", "nothing"], "core"),
            (["bench", "__init__"], "no such benchmark"),
            (["bench", "../tests/shared"], "no such benchmark"),
        ],
    )
    def test_told(self, args: list[str], said: str, capsys: Capture) -> None:
        """The line names what is wrong."""
        assert main(args) == 2
        assert said in told(capsys)


class TestRule:
    """`opfor rule`."""

    def test_coded_or_not(self, capsys: Capture) -> None:
        """It prints number, title, status, parts and tables."""
        assert main(["rule", "5.32"]) == 0
        shown = capsys.readouterr().out
        for part in ("S5.32 ", "Long Range Activation", "status", "S5.32/exc1", "{x1}"):
            assert part in shown


class TestCoverage:
    """`opfor coverage`."""

    def test_counts(self, capsys: Capture) -> None:
        """Without options it prints the counts of every section."""
        assert main(["coverage"]) == 0
        shown = capsys.readouterr().out
        assert "Automatic" not in shown
        assert all(section in shown for section in ("S4", "S16", "A7", "Coded"))

    def test_section(self, capsys: Capture) -> None:
        """With a section it prints each of its rules."""
        assert main(["coverage", "s6"]) == 0
        assert "S6.3175" in capsys.readouterr().out

    def test_json(self, capsys: Capture) -> None:
        """As JSON it is a list of rules with five keys each."""
        assert main(["coverage", "--json"]) == 0
        rules = json.loads(capsys.readouterr().out)
        assert len(rules) > 300
        assert {frozenset(rule) for rule in rules} == {
            frozenset(("id", "title", "status", "code", "tests"))
        }

    def test_check(self, capsys: Capture) -> None:
        """The check of this checkout passes."""
        assert main(["coverage", "--check"]) == 0
        assert "agree" in capsys.readouterr().out

    def test_failed_check(
        self, capsys: Capture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A failed check lists each fault on stderr and exits 1."""
        monkeypatch.setattr("opfor.views.coverage.faults", lambda _: ["a", "b"])
        assert main(["coverage", "--check"]) == 1
        assert capsys.readouterr() == ("", "a\nb\n")

    def test_markdown(self, tmp_path: Path) -> None:
        """The page is written where it was asked for."""
        page = tmp_path / "page.md"
        assert main(["coverage", "--markdown", str(page)]) == 0
        assert page.read_text().startswith("# ")


class TestBench:
    """`opfor bench`."""

    @pytest.fixture(autouse=True)
    def figures(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The benchmark of the engine, without the time that it takes."""
        monkeypatch.setattr(sys, "path", list(sys.path))
        monkeypatch.setattr("benchmarks.core.run", lambda: {"a": 12345.6, "long": 2.0})

    def test_lines(self, capsys: Capture) -> None:
        """The figures of a benchmark stand one a line."""
        assert main(["bench", "core"]) == 0
        assert capsys.readouterr().out == "a     12,346\nlong  2\n"

    def test_json(self, capsys: Capture) -> None:
        """As JSON they are one object."""
        assert main(["bench", "core", "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == {"a": 12345.6, "long": 2.0}

    def test_installed(self, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
        """Outside a checkout there are none, which is told."""
        monkeypatch.setattr("opfor.cli.bench.__file__", "/a/b/c/d/bench.py")
        assert main(["bench", "core"]) == 2
        assert "source checkout" in told(capsys)


class TestMain:
    """What `main` makes of anything that goes wrong inside a command."""

    @pytest.mark.parametrize(
        ("error", "code", "said"),
        [
            (OpforError("broken", "a.toml:3", "mend it"), 2, "a.toml:3: broken; mend"),
            (OpforError("two\nlines"), 2, "two lines"),
            (PermissionError(13, "Permission denied", "x.svg"), 2, "x.svg: Permission"),
            (OSError("odd"), 2, "odd"),
            (ZeroDivisionError("zero"), 3, "ZeroDivisionError (zero) at "),
        ],
    )
    def test_errors(
        self,
        error: Exception,
        code: int,
        said: str,
        capsys: Capture,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """One line and its exit code, whatever was raised."""

        def fail() -> None:
            raise error

        monkeypatch.setattr("opfor.views.coverage.coverage", fail)
        assert main(["coverage"]) == code
        assert said in told(capsys)

    def test_stopped(self, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
        """Ctrl-C ends without a word."""

        def stop() -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("opfor.views.coverage.coverage", stop)
        assert main(["coverage"]) == 130
        assert capsys.readouterr() == ("", "")

    def test_debugging(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """With $OPFOR_DEBUG a fault of the program is raised as it is."""

        def fail() -> None:
            raise ZeroDivisionError

        monkeypatch.setenv("OPFOR_DEBUG", "1")
        monkeypatch.setattr("opfor.views.coverage.coverage", fail)
        with pytest.raises(ZeroDivisionError):
            main(["coverage"])


class TestShell:
    """The command as a process of its own."""

    def test_ok(self) -> None:
        """It succeeds with nothing on stderr."""
        done = shell("rule", "S6.311")
        assert (done.returncode, done.stderr) == (0, "")
        assert "Self Preservation" in done.stdout

    def test_bad_input(self) -> None:
        """It fails with one plain line on stderr: no colour codes in a pipe."""
        done = shell("rule", "S6.999")
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.startswith("opfor: S6.999: ")
        assert "\x1b" not in done.stderr

    def test_start_is_light(self) -> None:
        """`opfor --help` imports nothing heavy: commands import what they need."""
        heavy = {"numpy", "numba", "msgspec", "sqlite3", "opfor.core.rule"}
        code = "from opfor.cli import main; main(['--help']); print(*sys.modules)"
        done = subprocess.run(
            [sys.executable, "-c", f"import sys; {code}"],
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        loaded = set(done.stdout.split())
        assert "opfor.cli.app" in loaded
        assert not heavy & loaded

    @pytest.mark.skipif(os.name == "nt", reason="needs a POSIX pipe")
    @pytest.mark.parametrize("args", [["coverage"], ["coverage", "--json"], ["--help"]])
    def test_broken_pipe(self, args: list[str]) -> None:
        """When nobody reads the output it ends without a word."""
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run(
            [sys.executable, "-m", "opfor", *args],
            stdout=write,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
        os.close(write)
        assert done.stderr == b""
        assert done.returncode == 1
