"""A small example file to change in one place."""

from opfor.core.errors import OpforError
from opfor.ports.examples import CaseResult, Runner, read_example

GIVENS = '''\
date = "1941-08"
friendly = "German"
enemy = "Russian"
ac = 3
fbe = "left"
map = """
board: t
size: 20x10
wooden building 1: O6
brush: K6
"""
on_table = ["fire"]
[units]
V = "4-6-7 with LMG in J6"
L = "8-0 in J6"

[suspects]
S1 = "in O6"

[tables]
A1 = [{ on = "6", result = ["S"] }]
x2 = [{ on = "any", result = "4-4-7" }]

'''

MOVE = """\
[[case]]
what = "A squad meets a S?."
do = "V assault K6"
dice = ["S5.1 dr 2", "S5.6 DR 3,3", "S5.72 DR 3,4"]
answers = "S5.3 pinned"
"""

RUNNER = Runner()


def results(text: str) -> list[CaseResult]:
    """What comes of each case of a file.

    Errors:
        OpforError: one cannot be read; this is why.
    """
    found = RUNNER.run(read_example(text.encode(), "small.toml"))
    for result in found:
        if result.status == "unreadable":
            raise OpforError(result.why)
    return found


def played(case: str, givens: str = GIVENS) -> CaseResult:
    """What comes of one case."""
    (result,) = results(givens + case)
    return result
