"""What the pages show and no test of theirs runs, each with the reason.

Commands are still read by the program's own command line: each is one, with options
and arguments that it takes.
"""

import re

SERVER = "a server; tests/web and tests/vasl/live start it"
NETWORK = "it asks the package index, or another machine"
LONG = "it takes minutes"
A_PART = "a name of a command, not one that is typed like this"
OF_THE_CHECKOUT = "it measures or writes what belongs to the checkout"

COMMANDS = {
    "play --web": SERVER,
    "play --vasl": SERVER,
    "play first-contact --vasl": SERVER,
    "campaign play --web": SERVER,
    "--cluster": "tests/study/test_cluster.py plays on one",
    "bench": OF_THE_CHECKOUT,
    "los 16 K5 O5": "test_los_page, on VASL's own boards",
    "los 01 F3/1 K8": "test_los_page, on VASL's own boards",
    "coverage --markdown": OF_THE_CHECKOUT,
    "coverage --check": OF_THE_CHECKOUT + "; `make test` runs it",
    "player=planner": LONG + "; tests/sim/test_planner.py plays one",
    "--player planner": LONG + "; tests/sim/test_planner.py plays one",
    "learn_tutorial:Learned": "it wants what was learned; tests/env has a player of it",
    "mission roll --boards": LONG + "; the page's other one is run",
}
"""Commands that are not run, by what stands in them."""

REFUSED = {"campaign buy tank": "4 points are wanted for a tank, and you have 0"}
"""What is refused in the state in which a page's commands are run, and how."""

NAMES_ONLY = frozenset(
    {
        "board new",
        "example --explain",
        "los",
        "play --map",
        "replay",
        "report",
        "rule",
        "sim",
        "study",
        "study game",
        "vasl start",
        "vasl write",
    }
)
"""Commands that a text names without what they are typed with."""

SCHEMES = re.compile(r" \[[-A-Z]|(?<!FILE)…|COMMAND")
"""What shows that a line tells the form of a command."""

PROGRAMS = {
    "uv tool install": NETWORK,
    "pip install": NETWORK,
    "opfor-env/bin/pip install": NETWORK,
    "python3 -m venv": NETWORK,
    "dask": NETWORK,
    "make": OF_THE_CHECKOUT,
    "python -m": OF_THE_CHECKOUT,
    "python examples/": LONG + "; tests/env/test_learning_page.py lets it learn",
    "pandas.": "pandas is none of opfor's packages",
    "polars.": "polars is none of opfor's packages",
}
"""Lines for other programs, by how they begin."""

BLOCKS = {
    "": "what is seen, or a scheme",
    "text": "what is printed",
    "board": "tests/geo/boards/test_board_page.py draws it",
    "toml": "it is read here; tests of its page use it",
}
"""Blocks of a kind that is not run."""

PYTHON = {"pandas.": "pandas is none of opfor's packages"}
"""Blocks of Python that are compiled only, by what stands in them."""


def why_not(line: str) -> str:
    """Why a command is not run; nothing if it is."""
    if line in NAMES_ONLY or SCHEMES.search(line):
        return A_PART
    return next((why for part, why in COMMANDS.items() if part in line), "")
