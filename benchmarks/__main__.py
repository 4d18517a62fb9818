"""Run all benchmarks, or those named, and print one JSON object.

`python -m benchmarks [NAME ...]` gives {name: {figure: value}}; `python -m benchmarks
calls --check` compares counted calls with those that are kept, and `calls --keep` keeps
them (`calls.py`).

`yardstick_ms` is what a fixed loop of plain Python takes on the processor before and
after, at its best of five: machines lend their cores to others without a word, so only
figures of one yardstick can be compared.
"""

import json
import platform
import sys
from importlib import import_module
from pkgutil import iter_modules
from time import process_time

import benchmarks
from benchmarks import calls
from opfor import __version__


def main(names: list[str]) -> None:
    """Run the modules of that name, or every one that has `run`."""
    found: dict[str, object] = {
        "opfor": __version__,
        "python": platform.python_version(),
    }
    before = yardstick()
    for module in iter_modules(benchmarks.__path__):
        if module.name.startswith("_") or (names and module.name not in names):
            continue
        run = getattr(import_module(f"benchmarks.{module.name}"), "run", None)
        if run is not None:
            found[module.name] = run()
    found["yardstick_ms"] = [round(ms) for ms in (before, yardstick())]
    print(json.dumps(found, indent=2))


def yardstick() -> float:
    """Milliseconds of the processor for a million additions in Python."""
    return min(map(_loop, range(5)))


def _loop(total: int) -> float:
    began = process_time()
    for number in range(1_000_000):
        total += number
    return 1000 * (process_time() - began)


if __name__ == "__main__":
    if sys.argv[1:2] == ["calls"] and len(sys.argv) > 2:
        sys.exit(calls.main(sys.argv[2:]))
    main(sys.argv[1:])
