"""Run all benchmarks, or those named, and print one JSON object.

`python -m benchmarks [NAME ...]` gives {name: {figure: value}}; `python -m benchmarks
calls --check` compares counted calls with those that are kept, and `calls --keep` keeps
them (`calls.py`).

`yardstick_ms` is what two fixed loops of plain Python take on the processor before and
after: a million additions, and a walk over a million objects in no order, which waits
for memory as games do. Machines lend cores and memory to others without a word, so only
figures of one yardstick can be compared.
"""

import json
import platform
import sys
from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules
from random import Random
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
    found["yardstick_ms"] = [before, yardstick()]
    print(json.dumps(found, indent=2))


def yardstick() -> list[int]:
    """Milliseconds of the processor for additions and for memory, the best of five."""
    objects = [float(number) for number in range(1_000_000)]
    Random(1).shuffle(objects)  # noqa: S311 - no secret
    loops = (range(1_000_000), objects)
    return [round(min(_added(loop) for _ in range(5))) for loop in loops]


def _added(loop: Iterable[float]) -> float:
    began, total = process_time(), 0.0
    for number in loop:
        total += number
    return 1000 * (process_time() - began)


if __name__ == "__main__":
    if sys.argv[1:2] == ["calls"] and len(sys.argv) > 2:
        sys.exit(calls.main(sys.argv[2:]))
    main(sys.argv[1:])
