"""Name the tests of what has changed, for `make check`.

Run as `python tools/changed_tests.py [BASE]`; prints the paths for pytest: of what
differs from the commit BASE (HEAD unless told) and of new files. The tests of
src/opfor/X/y.py are tests/X/test_y.py and test_y_….py; else those of its section
(test_a07_….py for a07_fire.py); else those of the nearest folder that has some. A test
that needs a browser runs only if it has changed itself.
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[1]

ALWAYS = ("tests/rules/test_places.py", "tests/tools")

SECTION = re.compile(r"[a-z]\d\d_")


def changed(base: str, root: Path = ROOT) -> list[str]:
    """What differs from a commit, and what is new, below the project's folder."""
    found = set[str]()
    for command in (
        ("diff", "--name-only", "--no-renames", base),
        ("ls-files", "--others", "--exclude-standard"),
    ):
        said = subprocess.run(
            ("git", *command),  # noqa: S607 - whichever git is on the path
            cwd=root,
            check=True,
            capture_output=True,
            text=True,
        )
        found.update(said.stdout.splitlines())
    return sorted(found)


def where_tested(names: Iterable[str], root: Path = ROOT) -> list[str]:
    """The tests of some files, with those that always run."""
    found = {
        test for name in names for test in _tests_of_one(PurePosixPath(name), root)
    }
    always = [name for name in ALWAYS if (root / name).exists()]
    inside = tuple(f"{name}/" for name in always)
    return sorted(always + [t for t in found - set(always) if not t.startswith(inside)])


def _tests_of_one(path: PurePosixPath, root: Path) -> Iterator[str]:
    parts = path.parts
    if parts[0] == "docs":
        yield from _there(root, "tests/test_readme.py", "tests/test_docs.py")
    elif path.suffix != ".py":
        return
    elif parts[0] == "tests" and path.name.startswith("test_"):
        yield from _there(root, str(path))
    elif parts[0] == "tests":
        yield from _nearest(root, path.parent)
    elif parts[:2] == ("src", "opfor"):
        mirrored = PurePosixPath("tests", *parts[2:])
        own = _there(root, str(mirrored.with_name(f"test_{path.name}")))
        own += _tests_in(root, mirrored.parent, f"test_{path.stem}_*.py")
        folder = _there(root, str(mirrored.with_suffix("") / f"test_{path.name}"))
        yield from (
            own
            or folder
            or _of_section(root, mirrored)
            or _nearest(root, mirrored.parent)
        )


def _of_section(root: Path, path: PurePosixPath) -> list[str]:
    """The tests of a file's section in its folder: test_a07_….py for a07_fire.py."""
    section = SECTION.match(path.name)
    if section is None:
        return []
    return _tests_in(root, path.parent, f"test_{section[0]}*.py")


def _nearest(root: Path, folder: PurePosixPath) -> list[str]:
    """The tests right in a folder, else in the next above; none of tests/ itself.

    Those would play whole games, whatever has changed.
    """
    while len(folder.parts) > 1:
        if found := _tests_in(root, folder, "test_*.py"):
            return found
        folder = folder.parent
    return []


def _tests_in(root: Path, folder: PurePosixPath, pattern: str) -> list[str]:
    files = sorted((root / folder).glob(pattern))
    return [
        file.relative_to(root).as_posix()
        for file in files
        if "playwright" not in file.read_text("utf-8")
        and "tests.web.browser" not in file.read_text("utf-8")
    ]


def _there(root: Path, *names: str) -> list[str]:
    return [name for name in names if (root / name).is_file()]


def main(arguments: list[str]) -> int:
    """Print the tests of what has changed since a commit."""
    base = arguments[0] if arguments else "HEAD"
    print(*where_tested(changed(base)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
