"""The steady player: legal, the same again, and blind to what its side cannot see."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.ask import Asked, Context, Order
from opfor.core.game import Game
from opfor.ports.program_players import Random
from opfor.ports.session import Setup, build_world
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import ClaimWall, DropWeapon, EndMove
from opfor.sim.run import play_out
from opfor.sim.steady import Steady
from opfor.state.mission import OBA, Air, load_mission
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.units import LocationName, Unit
from opfor.state.world import World
from opfor.views.text.words import say

MISSIONS = ("first-contact", "human-wave", "tank-support", "armored-assault")


def short(name: str) -> tuple[World, Any]:
    """A Mission of two turns with its world."""
    mission = replace(load_mission(name), turns=2)
    return build_world(Setup(mission=mission, seed=1)), mission


def game(world: World, mission: Any, steady: Any) -> Game[State]:
    """A whole game of a player."""
    players = {"FRIENDLY": steady, "ENEMY": Random(world, "1E")}
    return play_out(world, mission, 3, players)  # type: ignore[arg-type] # sides


@pytest.mark.parametrize("name", MISSIONS)
def test_plays_to_the_end(name: str) -> None:
    """It plays a Mission to its end, and the same game again."""
    world, mission = short(name)
    one = game(world, mission, Steady(world, 1))
    assert one.state.over
    assert game(world, mission, Steady(world, 1)).fingerprint() == one.fingerprint()


class Blind(Steady):
    """Asked twice: once as things are, once with other men under each "?"."""

    def answer(self, asked: Asked, context: Context) -> Any:
        """The order, which must be the same in both cases."""
        order = super().answer(asked, context)
        if isinstance(asked.request, Order):
            units = context.state.units
            others = {
                id_: replace(unit, attitude="Hold", action="Fire", command=9)
                if unit.side == "ENEMY" and unit.concealed
                else unit
                for id_, unit in units.items()
            }
            ghost = Unit(
                id="ghost",
                side="ENEMY",
                counter="russian/4-4-7",
                location=self._world.names[200],
                hidden=True,
            )
            state = replace(context.state, units=others | {"ghost": ghost})
            again = super().answer(asked, replace(context, state=state))
            assert again == order
        return order


def test_sees_nothing_hidden() -> None:
    """Hidden units, and what concealed ones are about to do, change no order."""
    world, mission = short("first-contact")
    assert game(world, mission, Blind(world, 1)).state.over


SUPPORT = {
    "oba": (
        OBA(shells=("smoke",), plentiful=True),
        OBA(device="offboard", calibre=120),
        OBA(side="ENEMY", device="offboard", calibre=100),
    ),
    "air": (Air(), Air(kind="DB"), Air(side="ENEMY")),
}


def test_sees_nothing_hidden_from_above() -> None:
    """Nor does it change what his OBA and aircraft do, which all come to something."""
    mission = replace(load_mission("first-contact"), turns=3, **SUPPORT)
    world = build_world(Setup(mission=mission, seed=1))
    played = game(world, mission, Blind(world, 1))
    assert played.state.over
    changes = [each.event for each in played.events if hasattr(each.event, "what")]
    said = {say(change.what) for change in changes}
    assert {"in contact", "fires for effect", "drops"} <= said


def test_nothing_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """What must be done before a part may end is no wall to claim, no SW to drop."""
    wall, halt = Offer(ClaimWall(LocationName("o1E5")), ""), Offer(EndMove(), "")
    drop = Offer(DropWeapon("lmgA"), "")
    monkeypatch.setattr("opfor.sim.steady.allowed", lambda *_: False)
    monkeypatch.setattr(Steady, "_offers", lambda *_: iter([drop, wall, halt]))
    world, mission = short("first-contact")
    view = FrozenView(State(mission=mission), world)
    assert Steady(world, 1)._done(view) == halt.order
