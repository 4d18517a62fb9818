"""Run all benchmarks, or those named, and print one JSON object.

`python -m benchmarks [NAME ...]` gives {name: {figure: value}}; `python -m benchmarks
calls --check` compares counted calls with those that are kept, and `calls --keep` keeps
them (`calls.py`).
"""

import json
import platform
import sys
from importlib import import_module
from pkgutil import iter_modules

import benchmarks
from benchmarks import calls
from opfor import __version__


def main(names: list[str]) -> None:
    """Run the modules of that name, or every one that has `run`."""
    found: dict[str, object] = {
        "opfor": __version__,
        "python": platform.python_version(),
    }
    for module in iter_modules(benchmarks.__path__):
        if module.name.startswith("_") or (names and module.name not in names):
            continue
        run = getattr(import_module(f"benchmarks.{module.name}"), "run", None)
        if run is not None:
            found[module.name] = run()
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    if sys.argv[1:2] == ["calls"] and len(sys.argv) > 2:
        sys.exit(calls.main(sys.argv[2:]))
    main(sys.argv[1:])
