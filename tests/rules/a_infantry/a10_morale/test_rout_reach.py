"""What a rout can reach when the enemies that come into its LOS on the way count."""

from itertools import pairwise

import pytest

from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a10_morale.a10_5_rout import foes
from opfor.rules.a_infantry.a10_morale.a10_51_rout_paths import price, reached
from opfor.state.play import Play
from tests.rules.given.phases import unit
from tests.rules.given.routs import asked

BOARD = "board: t\nsize: 17x10\nwoods: F4 D5 I6 F3 I3 J6"


class TestReached:
    """A10.51: no step closer to an enemy that was seen before it."""

    @pytest.mark.parametrize("foe", ["tG8", "tC6", "tL4"])
    def test_no_closer_to_whom_it_has_seen(self, foe: str) -> None:
        """Each way keeps to that, and knows whom it has seen."""

        def ask(play: Play) -> None:
            a, (enemy,) = play.state.units["a"], foes(play, "FRIENDLY")
            costs = price(play, a, (enemy,), ())
            trail = reached(play, a, a.location, 6 * MF, costs)
            names, ranges = play.world.names, play.world.ranges(enemy.location)
            assert len(trail.places()) > 1
            for end in trail.places():
                route = trail.route(end)
                seen = [sees(play, enemy.location, names[place]) for place in route]
                hexes = [play.world.ground.locations[place].hex for place in route]
                for n, (old, new) in enumerate(pairwise(hexes)):
                    assert not any(seen[: n + 1]) or ranges[new] >= ranges[old]
                assert (route[0], route[-1]) == (play.world.number(a.location), end)
                assert trail.seen(end) == ("e1",) * any(seen)

        asked(ask, unit("a", "tI2", broken=True, dm=True), unit("e1", foe), board=BOARD)

    def test_seen_before(self) -> None:
        """Who has seen an enemy before reaches less."""

        def ask(play: Play) -> None:
            a, among = play.state.units["a"], foes(play, "FRIENDLY")
            costs = price(play, a, among, ())
            free = reached(play, a, a.location, 6 * MF, costs)
            seen = reached(play, a, a.location, 6 * MF, costs, seen=("e1",))
            assert set(seen.places()) < set(free.places())

        asked(
            ask, unit("a", "tI2", broken=True, dm=True), unit("e1", "tG8"), board=BOARD
        )
