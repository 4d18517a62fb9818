"""Work out LOS of the maps of the shipped Missions, for the wheel and the sdist.

    python tools/ship_los.py [FOLDER]

Who installs opfor then begins each Mission without LOS being compiled first (D-795).
`make dist` writes them into `src/opfor/data/los` and takes them away again: in a
checkout, where the code changes, LOS is worked out as it is asked for.
"""

import sys
from pathlib import Path

from opfor.geo.los.spots import SHIPPED, ship_sights
from opfor.ports.session import Setup, build_world
from opfor.state.mission import missions


def main(args: list[str]) -> int:
    """Write a file for each map and season; the exit code."""
    folder = Path(args[0]) if args else SHIPPED
    folder.mkdir(parents=True, exist_ok=True)
    for mission in missions().values():
        world = build_world(Setup(mission=mission, seed=1))
        ship_sights(world.spots, world.conditions, world.los.all_pairs(), folder)
    files = [*folder.iterdir()]
    size = sum(file.stat().st_size for file in files)
    print(f"LOS of {len(files)} maps, {size // 1000} kB, in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
