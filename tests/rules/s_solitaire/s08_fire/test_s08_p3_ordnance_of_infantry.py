"""S8: Guns and mortars choose a Target of their own, before the small arms."""

from msgspec.structs import replace

from opfor.core.explain import Decided, RowRead
from opfor.core.game import Game
from opfor.rules.s_solitaire.s06_actions.s06_23_command_to_fire import fire_command
from opfor.state.events import ShotFired
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Acquired, LocationName, VehicleState
from tests.rules.given.drivers import armed
from tests.rules.given.enemies import Thing, enemy, friend, played, weapon
from tests.rules.given.firing_range import group_of
from tests.rules.given.world import events

MTR = weapon("m", "50-mtr", "e1")
STACK = enemy("e1", "J6", action="Fire"), enemy("e2", "J6", action="Fire"), MTR
MISS = "C3.3 DR 6,5"


def fired(
    *dice: str, times: int = 1, things: list[Thing], **how: object
) -> Game[State]:
    """The game after some attacks of the ENEMY stack."""

    def run(play: Play) -> None:
        for _ in range(times):
            assert fire_command(play, group_of(play, "e1", "e2"))

    return played(*dice, things=[*STACK, *things], run=run, **how)  # type: ignore[arg-type] # as given


def shots(game: Game[State]) -> list[tuple[str, tuple[str, ...]]]:
    """At what, and with what."""
    told = (event.shot for event in events(game, ShotFired))
    return [(shot.target, shot.firers) for shot in told]


class TestS8_p3_ordnance:
    """S8.p3/ordnance."""

    def test_list_for_the_mortar_alone(self) -> None:
        """D-846: the mortar by S6.3142, the squads by their Fire Command on {A3a}."""
        things = [friend("V", "M6"), friend("W", "M9")]
        game = fired(
            *(MISS, "S6.23/command DR 4,4", "A7.3 DR 6,5"),
            times=2,
            things=things,
            vpo=("tM9",),
        )
        assert shots(game) == [("tM9", ("m",)), ("tM6", ("e1", "e2"))]
        assert [e.table for e in events(game, RowRead)] == ["A3a"]

    def test_table_of_the_mortar(self) -> None:
        """S6.3142 line 5: with nothing on the list it is {A3d}."""
        things = [friend("V", "M6"), friend("W", "M9")]
        game = fired("S6.23/command DR 4,5", MISS, things=things)
        assert shots(game) == [("tM6", ("m",))]
        assert [e.table for e in events(game, RowRead)] == ["A3d"]

    def test_infantry_targets(self) -> None:
        """S6.3142: not at a tank that it cannot eliminate, with Infantry in sight."""
        tank = friend(
            "T", "M6", "german/pzkpfw-iiih", vehicle=VehicleState(vca=1, tca=1)
        )
        game = fired(MISS, things=[tank, *armed((tank,)), friend("W", "M9")])
        assert shots(game) == [("tM9", ("m",))]
        alone = fired(MISS, things=[tank, *armed((tank,))])
        assert shots(alone) == [("tM6", ("m",))]

    def test_close_target(self) -> None:
        """S6.311 goes before: at an ADJACENT Target all that can fire does."""
        things = [friend("V", "K6"), friend("W", "M9")]
        game = fired("A7.3 DR 6,5", "A10.1 DR 1,2", things=things)
        assert shots(game) == [("tK6", ("e1", "e2"))]

    def test_no_melee_named(self) -> None:
        """The list names no acquired Melee of its own side, which nobody fires at."""
        arm = replace(MTR, acquired=Acquired(at=LocationName("tM6"), area=True))
        melee = [enemy("e3", "M6", melee=True), friend("V", "M6", melee=True)]
        things: list[Thing] = [arm, *melee, friend("W", "M9"), friend("X", "N9")]
        game = fired("S6.23/command DR 4,5", MISS, things=things)
        assert [e.chosen for e in events(game, Decided)] == ["tM9"]
