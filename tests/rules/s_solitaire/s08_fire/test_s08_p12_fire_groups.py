"""S8: when the ENEMY forms a Fire Group."""

from msgspec.structs import replace

from opfor.rules.s_solitaire.s08_fire.s08_p12_fire_groups import fire_group
from opfor.state.play import Play
from tests.rules.given.firing_range import FOE, LEADER, SQUAD, shoot, shot_of


class TestS8_p12Groups:
    """S8.p12."""

    @staticmethod
    def formed(*, wanted: bool = False, **places: str) -> tuple[str, ...]:
        """Who fires at V in J6, of squads in some places; the first one begins."""
        found: list[tuple[str, ...]] = []

        def run(play: Play) -> None:
            first, *others = [shot_of(play, "J6", id_) for id_ in places]
            shot = fire_group(play, first, others, wanted=wanted)
            found.append(shot.order.firers)

        enemies = {id_: (SQUAD, where) for id_, where in places.items()}
        shoot(run=run, enemies=enemies, units={"V": (FOE, "J6")})
        return found[0]

    def test_better(self) -> None:
        """Two squads at 4 FP have more as one FG of 8 FP: 25 against 22 of 36."""
        assert self.formed(e1="M6", e2="M7") == ("e1", "e2")

    def test_not_better(self) -> None:
        """4 FP and 1 FP attack the same column together as 4 FP do alone."""

        def run(play: Play) -> None:
            first, other = shot_of(play, "J6", "e1"), shot_of(play, "J6", "e2")
            assert fire_group(play, first, [other]) == first

        here = {"e1": (SQUAD, "M6"), "e2": ("russian/2-2-7", "M7")}
        shoot(run=run, enemies=here, units={"V": (FOE, "J6")})

    def test_what_is_thrown_joins_nobody(self) -> None:
        """A DC, or a shot by To Hit, leaves from no Location of a FG."""

        def run(play: Play) -> None:
            first, other = shot_of(play, "J6", "e1"), shot_of(play, "J6", "e2")
            thrown = replace(other, attack=replace(other.attack, froms=()))
            assert fire_group(play, first, [thrown], wanted=True) == first

        here = {"e1": (SQUAD, "M6"), "e2": (SQUAD, "M7")}
        shoot(run=run, enemies=here, units={"V": (FOE, "J6")})

    def test_directed_in_each_or_none(self) -> None:
        """A leader in each Location, or none directs."""

        def run(play: Play) -> None:
            first, other = shot_of(play, "J6", "e1"), shot_of(play, "J6", "e2")
            assert first.order.leaders == ("l",)
            shot = fire_group(play, first, [other], wanted=True)
            assert shot.order.leaders in ((), ("l",))
            assert (shot.order.leaders == ()) == (len(shot.attack.froms) == 2)

        here = {"e1": (SQUAD, "M6"), "l": (LEADER, "M6"), "e2": (SQUAD, "M7")}
        shoot(run=run, enemies=here, units={"V": (FOE, "J6")})

    def test_who_only_prevents_cowering_directs(self) -> None:
        """Two leaders of whom the worse has 0 direct, where the chance is the same.

        16 FP at +3: 7 or less is a NMC with cowering and without. A 6+1 would cost.
        """

        def directing(second: str) -> tuple[str, ...]:
            found: list[tuple[str, ...]] = []

            def run(play: Play) -> None:
                first = shot_of(play, "J3", "e1", "e2")
                shot = fire_group(play, first, [shot_of(play, "J3", "e3", "e4")])
                assert len(shot.attack.froms) == 2
                found.append(shot.order.leaders)

            squads = {"e1": "L3", "e2": "L3", "e3": "L4", "e4": "L4"}
            here = {id_: (SQUAD, at) for id_, at in squads.items()}
            led = {"l": ("russian/8-1", "L3"), "m": (second, "L4")}
            board = "board: t\nsize: 20x10\nstone building 1: J3\n"
            units = {"V": (FOE, "J3")}
            shoot(run=run, enemies={**here, **led}, units=units, board=board)
            return found[0]

        assert directing("russian/7-0") == ("l", "m")
        assert directing("russian/6+1") == ()

    def test_row_says_fg(self) -> None:
        """Where the row says FG the largest is formed, no attack having 5/12 alone."""
        three = {"e1": "M6", "e2": "M7", "e3": "M8"}
        assert self.formed(wanted=True, **three) == ("e1", "e2", "e3")

    def test_not_adjacent(self) -> None:
        """Not with a Location that is not ADJACENT."""
        assert self.formed(wanted=True, e1="M6", e2="M9") == ("e1",)
