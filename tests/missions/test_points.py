"""Points of counters and of whole OB."""

import pytest

from opfor.core.errors import OpforError
from opfor.missions.points import counter_points, ob_points, points
from opfor.state.counter_lists import shipped
from opfor.state.mission import OB
from opfor.state.mission import shipped as missions


class TestPoints:
    """One counter."""

    def test_a_first_line_squad_has_its_bpv(self) -> None:
        """The scale is that of the BPV that are known."""
        assert points("4-6-7", "german") == 10

    def test_a_variant_has_the_counters_of_its_base(self) -> None:
        """A nation without counters of its own takes those of its base."""
        assert points("7-4-7", "american-airborne") == points("7-4-7", "american")

    @pytest.mark.parametrize(
        ("nation", "rising"),
        [
            ("german", ["6+1", "7-0", "8-0", "8-1", "9-1", "9-2", "10-2", "10-3"]),
            ("german", ["LMG", "MMG", "HMG"]),
            ("german", ["4-3-6", "4-4-7", "4-6-7", "4-6-8", "8-3-8"]),
            ("german", ["37L AT PaK 35/36", "75L AT PaK 40", "88LL AT PaK 43"]),
            ("german", ["PzKpfw IB", "PzKpfw IIIJ", "PzKpfw IVH", "PzKpfw VIE"]),
        ],
    )
    def test_better_is_dearer(self, nation: str, rising: list[str]) -> None:
        """Of one kind the better counter has more points."""
        worth = [points(name, nation) for name in rising]
        assert worth == sorted(set(worth))

    def test_every_counter_has_points(self) -> None:
        """None is free, and the dearest tank is worth a company."""
        worth = {id_: counter_points(shipped()[id_]) for id_ in shipped()}
        assert [id_ for id_, each in worth.items() if not 0 < each < 150] == []

    def test_what_is_unknown(self) -> None:
        """Neither a nation nor a counter is guessed."""
        with pytest.raises(OpforError, match="there is no nation 'prussian'"):
            points("4-6-7", "prussian")
        with pytest.raises(OpforError, match="'Spear' is no german counter"):
            points("Spear", "german")


class TestOB:
    """Lines of an OB."""

    def test_a_line(self) -> None:
        """Each counter counts, and each SW that somebody is there to carry."""
        line = OB(counter="4-6-7", number=2, weapons=("MMG",))
        alone = 2 * points("4-6-7", "german") + points("MMG", "german")
        assert ob_points([line], "german") == alone
        many = OB(counter="4-6-7", weapons=("MMG", "HMG"))
        assert ob_points([many], "german") == 10 + points("MMG", "german")

    def test_the_shipped_missions(self) -> None:
        """Each is worth something between a platoon and a company with its tanks."""
        for mission in missions().values():
            own = [line for line in mission.unit if line.side == "FRIENDLY"]
            assert 30 < ob_points(own, mission.friendly) < 400
