"""S9.25, S9.251: which VPO Location the ENEMY makes for, and what if there is none."""

from typing import Any

from opfor.rules.s_solitaire.s09_movement.movers import stack
from opfor.rules.s_solitaire.s09_movement.s09_25_vpo import away, from_vpo, toward_vpo
from opfor.state.play import Play
from opfor.state.units import Unit
from tests.rules.given import drivers
from tests.rules.given.moves import PLAIN, SQUAD, at, enemy, friend
from tests.rules.given.world import game


class TestS9_25TowardVpo:
    """S9.25."""

    def goals(
        self, *units: Unit, vpo: tuple[str, ...] = (), control: Any = None
    ) -> Any:
        """What e1 makes for."""
        found: list[Any] = []

        def run(play: Play) -> None:
            one = play.state.units["e1"]
            found.append(toward_vpo(play, stack(play, [one])))

        mine = {u.id: (u.counter, u.location) for u in units if u.side == "ENEMY"}
        theirs = {u.id: (u.counter, u.location) for u in units if u.side == "FRIENDLY"}
        game(
            board=PLAIN,
            enemies=mine,
            units=theirs,
            vpo=vpo,
            held_by="FRIENDLY",
            fbe="bottom",
            run=run,
        )
        return found[0]

    def test_the_closest_vpo(self) -> None:
        """The closest FRIENDLY Controlled one, in MF."""
        assert self.goals(enemy("tC3"), vpo=("tH4", "tM5")) == ["tH4"]

    def test_none_then_a_friendly_unit(self) -> None:
        """Without a VPO: in LOS, alone, in Good Order, closest."""
        seen, near = friend("tC8"), friend("tN5", "f2")
        assert self.goals(enemy("tC3"), seen, near) == ["tC8"]
        pair = friend("tC5", "f2"), friend("tC5", "f3")
        assert self.goals(enemy("tC3"), seen, *pair) == ["tC8"]

    def test_vehicle(self) -> None:
        """A vehicle counts MP: nine hexes of road are nearer than six of fields."""
        for one, to in (
            (drivers.tank("G1", ce=True), "tG10"),
            (drivers.squad("G1", "e1", SQUAD), "tA4"),
        ):
            found = drivers.ask(
                lambda play, one=one: toward_vpo(play, stack(play, [one])),
                one,
                vpo=(at("tG10"), at("tA4")),
                held_by="FRIENDLY",
            )
            assert found == [to]

    def test_vehicle_where_none_goes(self) -> None:
        """To the hex next to a Location that no vehicle enters; FAR without a way."""
        one = drivers.tank("O1", counter="russian/m5-a", ce=True)
        view = drivers.scene(one)
        far = away(view, stack(view, [one]))
        assert far(at("tN5")) == min(far(at(to)) for to in ("tN4", "tO5"))

    def test_nobody(self) -> None:
        """With neither there is nothing to go for."""
        assert self.goals(enemy("tC3")) == []


class TestS9_251FromVpo:
    """S9.251."""

    def test_ignores_its_own(self) -> None:
        """FRIENDLY Controlled before fewer FRIENDLY units."""
        found: list[Any] = []

        def run(play: Play) -> None:
            one = play.state.units["e1"]
            found.append(from_vpo(play, stack(play, [one])))
            found.append(toward_vpo(play, stack(play, [one])))

        game(
            board=PLAIN,
            enemies={"e1": (SQUAD, "tH4")},
            units={"f1": ("german/4-6-7", "tM5")},
            vpo=("tH4", "tM5", "tM5/1"),
            held_by="FRIENDLY",
            fbe="bottom",
            run=run,
        )
        assert found == ["tM5/1", ["tM5/1"]]
