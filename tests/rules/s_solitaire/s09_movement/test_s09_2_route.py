"""The ENEMY's routes: the safest before all (S9.2), round what is barred."""

from msgspec.structs import replace

from opfor.geo.terrain_chart import MF
from opfor.rules.s_solitaire.s09_movement.s09_2_route import (
    nearer,
    route,
    within_reach,
)
from tests.rules.given.moves import at, enemy, friend, mover, scene


class TestS9_2_routeRoute:
    """S9.2/route."""

    def test_no_way(self) -> None:
        """Where there is none, none is found; nobody goes to where he is."""
        view = scene(enemy("tC3"))
        assert route(view, mover("tC3"), [at("tC3")]) == ()
        assert route(view, mover("tC3"), []) == ()

    def test_out_of_los(self) -> None:
        """A route out of FRIENDLY LOS enters nothing that is seen."""
        view = scene(enemy("tC2"), friend("tC7"))
        assert route(view, mover("tC2"), [at("tC5")], "out of FRIENDLY LOS") == ()

    def test_nearer_by_what_it_still_costs(self) -> None:
        """What it costs to enter a Location does not count once a mover is there."""
        view = scene(enemy("tI5"))
        woods, goal = [at("tJ5")], [at("tK7")]
        assert nearer(view, mover("tI5"), woods, goal) == woods

    def test_within_reach(self) -> None:
        """A S? may enter what its MF reach, and not where it is already."""
        start = replace(mover("tC3", id_="S1"), suspect=True)
        found = within_reach(scene(), start)
        assert found[at("tC4")] == MF
        assert at("tC3") not in found
