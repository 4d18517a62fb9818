"""Which tests belong to what has changed."""

import subprocess
from pathlib import Path

import pytest
from tools.changed_tests import ALWAYS, ROOT, changed, where_tested

FILES = (
    "tests/rules/test_places.py",
    "tests/rules/a_infantry/test_a14_2_snipers.py",
    "tests/rules/a_infantry/test_a19_1_elr.py",
    "tests/rules/a_infantry/a07_fire/test_a07_52_drm.py",
    "tests/rules/a_infantry/a07_fire/test_a07_ift.py",
    "tests/rules/d_vehicles/test_d03_51_turret.py",
    "tests/rules/d_vehicles/test_d03_51_turret_in_bypass.py",
    "tests/rules/given/world.py",
    "tests/test_docs.py",
    "tests/test_replays.py",
    "tests/tools/test_x.py",
    "tests/web/test_tables.py",
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with some tests."""
    for name in FILES:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (tmp_path / "tests/web/test_page.py").write_text("import playwright\n")
    return tmp_path


FIRE = "tests/rules/a_infantry/a07_fire/"


class TestWhereTested:
    """The tests of a file."""

    @pytest.mark.parametrize(
        ("file", "tests"),
        [
            (
                "src/opfor/rules/a_infantry/a07_fire/a07_52_drm.py",
                [f"{FIRE}test_a07_52_drm.py"],
            ),
            (
                "src/opfor/rules/a_infantry/a07_fire/a07_4_plan.py",
                [f"{FIRE}test_a07_ift.py", f"{FIRE}test_a07_52_drm.py"],
            ),
            (
                "src/opfor/rules/a_infantry/a14_1_sniper_alert.py",
                ["tests/rules/a_infantry/test_a14_2_snipers.py"],
            ),
            (
                "src/opfor/rules/a_infantry/a05_stacking.py",
                [
                    "tests/rules/a_infantry/test_a14_2_snipers.py",
                    "tests/rules/a_infantry/test_a19_1_elr.py",
                ],
            ),
            (
                "src/opfor/rules/a_infantry/a23_demolition/a23_7_set.py",
                [
                    "tests/rules/a_infantry/test_a14_2_snipers.py",
                    "tests/rules/a_infantry/test_a19_1_elr.py",
                ],
            ),
            (
                "src/opfor/rules/d_vehicles/d03_51_turret.py",
                [
                    "tests/rules/d_vehicles/test_d03_51_turret.py",
                    "tests/rules/d_vehicles/test_d03_51_turret_in_bypass.py",
                ],
            ),
            (f"{FIRE}test_a07_ift.py", [f"{FIRE}test_a07_ift.py"]),
            ("tests/rules/a_infantry/a07_fire/test_gone.py", []),
            ("tests/rules/given/world.py", []),
            ("src/opfor/vasl.py", []),
            ("src/opfor/web/game/room.py", ["tests/web/test_tables.py"]),
            ("tests/web/test_page.py", ["tests/web/test_page.py"]),
            ("src/opfor/web/static/page.js", []),
            ("docs/los.md", ["tests/test_docs.py"]),
            ("tools/check_layers.py", []),
            ("tests/tools/test_x.py", []),
        ],
    )
    def test_files(self, project: Path, file: str, tests: list[str]) -> None:
        """Its mirrored test, else its section's, else those of the nearest folder.

        No browser is opened for another file; some tests always run.
        """
        assert where_tested([file], project) == sorted([*ALWAYS, *tests])

    def test_each_once(self, project: Path) -> None:
        """Two files with the same tests name them once."""
        files = [f"src/opfor/rules/a_infantry/a07_fire/{n}.py" for n in ("ift", "drm")]
        found = where_tested([*files, *files], project)
        assert found == sorted(
            [*ALWAYS, f"{FIRE}test_a07_52_drm.py", f"{FIRE}test_a07_ift.py"]
        )

    def test_this_project(self) -> None:
        """What always runs is here."""
        assert where_tested([]) == sorted(ALWAYS)
        assert all((ROOT / name).exists() for name in ALWAYS)


class TestChanged:
    """What has changed."""

    def test_changed_and_new(self, tmp_path: Path) -> None:
        """What differs from the commit, and what is new, but nothing ignored."""

        def git(*arguments: str) -> None:
            name = ("-c", "user.name=a", "-c", "user.email=a@b")
            subprocess.run(("git", *name, *arguments), cwd=tmp_path, check=True)

        (tmp_path / "same.py").touch()
        (tmp_path / "other.py").touch()
        (tmp_path / ".gitignore").write_text("*.log\n")
        git("init", "-q")
        git("add", ".")
        git("commit", "-q", "-m", "first")
        (tmp_path / "other.py").write_text("x = 1\n")
        (tmp_path / "new.py").touch()
        (tmp_path / "new.log").touch()
        assert changed("HEAD", tmp_path) == ["new.py", "other.py"]
