"""The check of layers and of what rules may use."""

from pathlib import Path

import pytest
from tools.check_layers import check, main

RULE = "rules/a_infantry/r.py"
SOURCE = Path(__file__).resolve().parents[2] / "src" / "opfor"


def faults(tmp_path: Path, files: dict[str, str]) -> list[str]:
    """The faults of a small package, as "file:line: what" below the package."""
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [str(fault).removeprefix(f"{tmp_path}/") for fault in check(tmp_path)]


def rule_faults(tmp_path: Path, code: str) -> list[str]:
    """The faults of a module of rules with this code."""
    state = "class Hex:\n    sides: frozenset[int]\n    name: str\n"
    state += "def marked() -> set[str]: ...\n"
    return faults(tmp_path, {"state/hex.py": state, RULE: code})


class TestLayers:
    """Imports go one way."""

    def test_this_project(self, capsys: pytest.CaptureFixture[str]) -> None:
        """The project itself is in order."""
        assert main([str(SOURCE)]) == 0, capsys.readouterr().out

    @pytest.mark.parametrize(
        ("module", "line"),
        [
            ("core/a.py", "from opfor.geo.hexes import Hex"),
            ("core/a.py", "import opfor.geo.hexes"),
            ("geo/a.py", "from opfor.rules import s06_actions"),
            ("geo/a.py", "from opfor import state"),
            ("geo/a.py", "from ..state import units"),
            ("rules/a_infantry/a.py", "from ...ports import typed"),
            ("rules/orders/a.py", "from opfor.views.text import line"),
            ("views/a.py", "import opfor.web.app"),
            ("core/a.py", "import importlib\nimportlib.import_module('opfor.geo')"),
            ("core/a.py", "def f():\n    import opfor.cli"),
        ],
    )  # fmt: skip
    def test_imports_to_the_right(self, tmp_path: Path, module: str, line: str) -> None:
        """An import to the right is a fault with file, line and the layers."""
        found = faults(tmp_path, {module: line})
        assert len(found) == 1
        last = line.count("\n") + 1
        assert found[0].startswith(
            f"{module}:{last}: {module.split('/', maxsplit=1)[0]} may not"
        )
        assert "core <- geo" in found[0]

    @pytest.mark.parametrize(
        ("module", "line"),
        [
            ("web/a.py", "from opfor.core.game import Game"),
            ("rules/a_infantry/a.py", "from ..b_terrain import x"),
            ("rules/orders/a.py", "from opfor.state.units import Unit"),
            ("ports/a.py", "from opfor.views.text import line"),
            ("cli.py", "import opfor.web.app"),
            ("core/a.py", "from opfor import __version__"),
            ("core/a.py", "import numpy, opforx.geo"),
            ("__init__.py", "from opfor.cli import main"),
        ],
    )
    def test_imports_to_the_left(self, tmp_path: Path, module: str, line: str) -> None:
        """Imports to the left and within a rank are in order."""
        assert faults(tmp_path, {module: line}) == []

    def test_unknown_folder(self, tmp_path: Path) -> None:
        """A folder without a place in the layers is a fault."""
        found = faults(tmp_path, {"misc/a.py": ""})
        assert found[0].startswith("misc/a.py:1: misc has no place")


class TestFloors:
    """Inside rules/ imports run down by the book's chapters; inside vasl/ to files."""

    @pytest.mark.parametrize(
        ("module", "line"),
        [
            ("choices/a.py", "from opfor.rules.a_infantry.a03_9_phases import Role"),
            (
                "a_infantry/a07_fire/a.py",
                "import opfor.rules.s_solitaire.s01_terms.s01_terms",
            ),
            ("e_miscellaneous/a.py", "from opfor.rules import s_solitaire"),
            ("s_solitaire/a.py", "from ..orders.fire import a07_fire"),
            ("orders/fire/a.py", "from opfor.rules.sequence import s02_turn"),
            ("d_vehicles/a.py", "def f():\n    from opfor.rules.orders import adjust"),
            ("choices/a.py", "if TYPE_CHECKING:\n    import opfor.rules.sequence"),
        ],
    )
    def test_imports_that_run_up(self, tmp_path: Path, module: str, line: str) -> None:
        """An import from a floor above is a fault, at the top or in a function."""
        found = faults(tmp_path, {f"rules/{module}": line})
        assert len(found) == 1
        last = line.count("\n") + 1
        folder = module.split("/", maxsplit=1)[0]
        assert found[0].startswith(
            f"rules/{module}:{last}: rules/{folder} may not import opfor.rules."
        )
        assert "which is above it; the floors are choices <- a_infantry" in found[0]

    @pytest.mark.parametrize(
        ("module", "line"),
        [
            ("sequence/a.py", "from opfor.rules.orders.fire import a07_fire"),
            (
                "orders/a.py",
                "from opfor.rules.s_solitaire.s01_terms.s01_terms import friends",
            ),
            ("s_solitaire/a.py", "from opfor.rules.choices.orders import Fire"),
            ("a_infantry/a.py", "from opfor.rules.e_miscellaneous import e03_weather"),
            ("e_miscellaneous/a.py", "from opfor.rules.a_infantry import a06_los"),
            ("s_solitaire/s05/a.py", "from ..s06.b import x"),
            ("choices/a.py", "import opfor.rules"),
        ],
    )
    def test_imports_that_run_down(
        self, tmp_path: Path, module: str, line: str
    ) -> None:
        """Imports from below and from the same floor, A to E being one, are free."""
        assert faults(tmp_path, {f"rules/{module}": line}) == []

    def test_vasl(self, tmp_path: Path) -> None:
        """Inside vasl/ they run down from what is live to the files."""
        live = {"vasl/live/a.py": "from opfor.vasl.saves.table import Table"}
        assert faults(tmp_path, live) == []
        up = {"vasl/things/a.py": "from opfor.vasl.games.write import Writer"}
        found = faults(tmp_path, live | up)
        assert len(found) == 1
        assert "vasl/things may not import opfor.vasl.games" in found[0]
        assert "the floors are saves <- boards" in found[0]

    @pytest.mark.parametrize("module", ["vpo.py", "asl/a01_units.py"])
    def test_without_a_floor(self, tmp_path: Path, module: str) -> None:
        """A file or folder directly below rules/ without a floor is a fault."""
        found = faults(tmp_path, {f"rules/{module}": "", "rules/__init__.py": ""})
        assert len(found) == 1
        name = module.split("/", maxsplit=1)[0].removesuffix(".py")
        assert found[0].startswith(f"rules/{module}:1: rules/{name} has no floor")


class TestOutside:
    """Rules use nothing but the game."""

    @pytest.mark.parametrize(
        ("code", "what"),
        [
            ("import random", "random"),
            ("from time import time", "time.time"),
            ("import os.path", "os.path"),
            ("from pathlib import Path", "pathlib.Path"),
            ("from secrets import choice", "secrets.choice"),
            ("import io", "io"),
            ("from datetime import datetime", "datetime.datetime"),
            ("x = open('f')", "open()"),
            ("print(1)", "print()"),
            ("x = hash('a')", "hash()"),
            ("def f(day):\n    return day.today()", ".today()"),
            ("import numpy as np\nx = np.random", "numpy.random"),
        ],
    )
    def test_banned(self, tmp_path: Path, code: str, what: str) -> None:
        """Chance, clocks, files and screens are faults in rules."""
        found = rule_faults(tmp_path, code)
        assert len(found) == 1
        line = code.count("\n") + 1
        assert found[0].startswith(f"{RULE}:{line}: a rule may not use {what}")

    def test_elsewhere_it_is_free(self, tmp_path: Path) -> None:
        """Other layers may use files and clocks."""
        code = "import random, time\nprint(open)\nfor x in {1, 2}: pass"
        assert faults(tmp_path, {"ports/a.py": code, "core/b.py": code}) == []

    def test_dates_are_values(self, tmp_path: Path) -> None:
        """A date is a value of the game."""
        assert rule_faults(tmp_path, "from datetime import date") == []


class TestSets:
    """Rules do not depend on the order of a set."""

    @pytest.mark.parametrize(
        "code",
        [
            "for x in {1, 2}: pass",
            "for x in set(y): pass",
            "for x in {a for a in y}: pass",
            "x = [a for a in frozenset(y)]",
            "x = {a: 1 for a in set(y)}",
            "x = list({1, 2})",
            "x = tuple(set(y) | z)",
            "x = next(iter(set(y)))",
            "x = ', '.join(set(y))",
            "x = [*set(y)]",
            "x = set(y)\nz = x\nfor a in z: pass",
            "def f(x: set[int]):\n    for a in x: pass",
            "def f(x: 'frozenset[int] | None' = None):\n    return [a for a in x]",
            "def f(*, x: frozenset[int] | None = None):\n    return [a for a in x]",
            "x: set[int] = y\nfor a in x: pass",
            "for side in hex.sides: pass",
            "for name in marked(): pass",
            "x = a.keys() & b.keys()\nfor y in x: pass",
            "for x in set(y).union(z): pass",
            "x = min(set(y), key=len)",
            "x = sorted(hex.sides, key=len)",
            "x = set(y).pop()",
            "a, b = set(y)",
            "x = enumerate(y if z else set(y))",
            "x = max([a for a in set(y)], key=len)",
        ],
    )
    def test_order_comes_out(self, tmp_path: Path, code: str) -> None:
        """Each way to bring out the order of a set is a fault."""
        found = rule_faults(tmp_path, code)
        assert len(found) == 1
        assert "which has no order; use sorted()" in found[0]

    @pytest.mark.parametrize(
        "code",
        [
            "for x in sorted({1, 2}): pass",
            "for x in sorted(a for a in set(y)): pass",
            "x = 1 in {1, 2}",
            "x = len(set(y)), min(set(y)), any(a for a in set(y))",
            "x = {a + 1 for a in set(y)}",
            "x = {*set(y), 1}",
            "x = frozenset(a for a in hex.sides)",
            "x = set(y)\nx = sorted(x)\nfor a in x: pass",
            "for letter in hex.name: pass",
            "def f(x: list[int]):\n    for a in x: pass",
            "x = set(y)\ndef f(x: list[int]):\n    for a in x: pass",
            "for x in y - z: pass",
            "x = y.pop()",
        ],
    )
    def test_order_stays_in(self, tmp_path: Path, code: str) -> None:
        """Uses that do not depend on the order are free."""
        assert rule_faults(tmp_path, code) == []

    def test_names_of_higher_layers(self, tmp_path: Path) -> None:
        """A function above the rules that gives a set says nothing of theirs."""
        above = "def places() -> set[int]: ..."
        code = "def places() -> list[int]: ...\nx = list(places())"
        assert faults(tmp_path, {"web/a.py": above, RULE: code}) == []


class TestMain:
    """The command."""

    def test_prints_faults(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Faults are printed with file and line, and the status is 1."""
        faults(tmp_path, {"core/a.py": "\nimport opfor.geo"})
        assert main([str(tmp_path)]) == 1
        assert "core/a.py:2: core may not import opfor.geo" in capsys.readouterr().out
