"""Shared by the tests of ift columns."""

from fractions import Fraction

from msgspec.structs import replace

from opfor.state.play import FrozenView
from opfor.state.state import State
from tests.rules.given.world import MISSION, world

IFT = """
FP      1    2    4    6    8   12   16   20   24   30   36
*Veh    3    4    5    6    7    8    9   10   11   12   13
<=0  1KIA 2KIA 2KIA 3KIA 3KIA 3KIA 4KIA 4KIA 5KIA 6KIA 7KIA
1     K/1 1KIA 1KIA 2KIA 2KIA 2KIA 3KIA 3KIA 4KIA 5KIA 6KIA
2     1MC  K/1  K/2 1KIA 1KIA 1KIA 2KIA 2KIA 3KIA 4KIA 5KIA
3     1MC  1MC  2MC  K/2  K/2  K/3 1KIA 1KIA 2KIA 3KIA 4KIA
4     NMC  1MC  1MC  2MC  2MC  3MC  K/3  K/4 1KIA 2KIA 3KIA
5     PTC  NMC  1MC  1MC  2MC  2MC  3MC  4MC  K/4 1KIA 2KIA
6       -  PTC  NMC  1MC  1MC  2MC  2MC  3MC  4MC  K/4 1KIA
7       -    -  PTC  NMC  1MC  1MC  2MC  2MC  3MC  4MC  K/4
8       -    -    -  PTC  NMC  1MC  1MC  2MC  2MC  3MC  4MC
9       -    -    -    -  PTC  NMC  1MC  1MC  2MC  2MC  3MC
10      -    -    -    -    -  PTC  NMC  1MC  1MC  2MC  2MC
11      -    -    -    -    -    -  PTC  NMC  1MC  1MC  2MC
12      -    -    -    -    -    -    -  PTC  NMC  1MC  1MC
13      -    -    -    -    -    -    -    -  PTC  NMC  1MC
14      -    -    -    -    -    -    -    -    -  PTC  NMC
>=15    -    -    -    -    -    -    -    -    -    -  PTC
"""


IIFT = """
FP      1  1.5    2  2.5    3  3.5    4  4.5    5    6    7    8    9   10
*Veh    3    3    4    4    4    4    5    5    5    6    6    7    7    7
<=0  1KIA 1KIA 2KIA 2KIA 2KIA 2KIA 2KIA 2KIA 2KIA 3KIA 3KIA 3KIA 3KIA 3KIA
1     K/1  K/1 1KIA 1KIA 1KIA 1KIA 1KIA 1KIA 1KIA 2KIA 2KIA 2KIA 2KIA 2KIA
2     1MC  K/1  K/1  K/2  K/2  K/2  K/2  K/2  K/2 1KIA 1KIA 1KIA 1KIA 1KIA
3     1MC  1MC  1MC  2MC  2MC  2MC  2MC  2MC  2MC  K/2  K/2  K/2  K/3  K/3
4     NMC  NMC  1MC  1MC  1MC  1MC  1MC  2MC  2MC  2MC  2MC  2MC  3MC  3MC
5     PTC  PTC  NMC  NMC  NMC  NMC  1MC  1MC  1MC  1MC  2MC  2MC  2MC  2MC
6       -    -  PTC  PTC  PTC  NMC  NMC  NMC  NMC  1MC  1MC  1MC  1MC  1MC
7       -    -    -    -  PTC  PTC  PTC  PTC  PTC  NMC  NMC  1MC  1MC  1MC
8       -    -    -    -    -    -    -    -  PTC  PTC  PTC  NMC  NMC  NMC
9       -    -    -    -    -    -    -    -    -    -  PTC  PTC  PTC  PTC
10      -    -    -    -    -    -    -    -    -    -    -    -    -  PTC
11      -    -    -    -    -    -    -    -    -    -    -    -    -    -
12      -    -    -    -    -    -    -    -    -    -    -    -    -    -
13      -    -    -    -    -    -    -    -    -    -    -    -    -    -
14      -    -    -    -    -    -    -    -    -    -    -    -    -    -
>=15    -    -    -    -    -    -    -    -    -    -    -    -    -    -

FP     11   12   13   14   15   16   17   18   19   20   21   22   23   24
*Veh    7    8    8    8    8    9    9    9    9   10   10   10   10   11
<=0  3KIA 3KIA 3KIA 3KIA 4KIA 4KIA 4KIA 4KIA 4KIA 4KIA 4KIA 4KIA 5KIA 5KIA
1    2KIA 2KIA 2KIA 2KIA 3KIA 3KIA 3KIA 3KIA 3KIA 3KIA 3KIA 3KIA 4KIA 4KIA
2    1KIA 1KIA 1KIA 1KIA 2KIA 2KIA 2KIA 2KIA 2KIA 2KIA 2KIA 2KIA 3KIA 3KIA
3     K/3  K/3  K/3  K/3 1KIA 1KIA 1KIA 1KIA 1KIA 1KIA 1KIA 1KIA 2KIA 2KIA
4     3MC  3MC  3MC  3MC  K/3  K/3  K/3  K/4  K/4  K/4  K/4 1KIA 1KIA 1KIA
5     2MC  2MC  3MC  3MC  3MC  3MC  3MC  4MC  4MC  4MC  4MC  K/4  K/4  K/4
6     1MC  2MC  2MC  2MC  2MC  2MC  2MC  3MC  3MC  3MC  3MC  4MC  4MC  4MC
7     1MC  1MC  1MC  2MC  2MC  2MC  2MC  2MC  2MC  2MC  3MC  3MC  3MC  3MC
8     1MC  1MC  1MC  1MC  1MC  1MC  2MC  2MC  2MC  2MC  2MC  2MC  2MC  2MC
9     NMC  NMC  NMC  NMC  NMC  1MC  1MC  1MC  1MC  1MC  2MC  2MC  2MC  2MC
10    PTC  PTC  PTC  PTC  PTC  NMC  NMC  NMC  NMC  1MC  1MC  1MC  1MC  1MC
11      -    -    -    -  PTC  PTC  PTC  PTC  NMC  NMC  NMC  NMC  NMC  1MC
12      -    -    -    -    -    -    -    -  PTC  PTC  PTC  PTC  PTC  NMC
13      -    -    -    -    -    -    -    -    -    -    -    -    -  PTC
14      -    -    -    -    -    -    -    -    -    -    -    -    -    -
>=15    -    -    -    -    -    -    -    -    -    -    -    -    -    -

FP     25   26   27   28   29   30   31   32   33   34   35   36
*Veh   11   11   11   11   11   12   12   12   12   12   13   13
<=0  5KIA 5KIA 5KIA 5KIA 5KIA 6KIA 6KIA 6KIA 6KIA 6KIA 6KIA 7KIA
1    4KIA 4KIA 4KIA 4KIA 4KIA 5KIA 5KIA 5KIA 5KIA 5KIA 5KIA 6KIA
2    3KIA 3KIA 3KIA 3KIA 4KIA 4KIA 4KIA 4KIA 4KIA 4KIA 4KIA 5KIA
3    2KIA 2KIA 2KIA 2KIA 3KIA 3KIA 3KIA 3KIA 3KIA 3KIA 3KIA 4KIA
4    1KIA 1KIA 1KIA 1KIA 2KIA 2KIA 2KIA 2KIA 2KIA 2KIA 3KIA 3KIA
5     K/4  K/4  K/4  K/4 1KIA 1KIA 1KIA 1KIA 1KIA 1KIA 2KIA 2KIA
6     4MC  4MC  4MC  K/4  K/4  K/4  K/4  K/4  K/4  K/4 1KIA 1KIA
7     3MC  3MC  4MC  4MC  4MC  4MC  4MC  4MC  4MC  K/4  K/4  K/4
8     2MC  3MC  3MC  3MC  3MC  3MC  3MC  3MC  4MC  4MC  4MC  4MC
9     2MC  2MC  2MC  2MC  2MC  2MC  2MC  3MC  3MC  3MC  3MC  3MC
10    2MC  2MC  2MC  2MC  2MC  2MC  2MC  2MC  2MC  2MC  2MC  2MC
11    1MC  1MC  1MC  1MC  1MC  1MC  1MC  2MC  2MC  2MC  2MC  2MC
12    NMC  NMC  NMC  NMC  NMC  1MC  1MC  1MC  1MC  1MC  1MC  1MC
13    PTC  PTC  PTC  NMC  NMC  NMC  NMC  NMC  NMC  1MC  1MC  1MC
14      -    -  PTC  PTC  PTC  PTC  PTC  PTC  NMC  NMC  NMC  NMC
>=15    -    -    -    -    -    -  PTC  PTC  PTC  PTC  PTC  PTC
"""


MISSION_OF = {False: MISSION, True: replace(MISSION, iift=True)}


SCENERY = world("board: t\nsize: 3x3\n", MISSION)


def view(*, iift: bool = False) -> FrozenView:
    """An empty game on one of the tables."""
    mission = MISSION_OF[iift]
    return FrozenView(State(mission=mission), SCENERY)


def columns(text: str) -> dict[Fraction, dict[str, str]]:
    """A printed table by column and line."""
    found: dict[Fraction, dict[str, str]] = {}
    for part in text.strip("\n").split("\n\n"):
        head, *lines = (line.split() for line in part.splitlines())
        for at, fp in enumerate(head[1:], 1):
            found[Fraction(fp)] = {line[0]: line[at] for line in lines}
    return found
