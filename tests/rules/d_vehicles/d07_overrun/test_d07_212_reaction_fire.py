"""D7.21: CC Reaction Fire of Infantry at a vehicle that overruns or passes it."""

from typing import Any

from opfor.rules.d_vehicles.d07_overrun.d07_212_reaction_fire import must_react
from opfor.state.play import Play
from tests.rules.given.reaction_fire import scene

TRUCK = "german/opel-6700"
PAATC = "A10.1 DR 1,2"


def seen(run: Any, **given: Any) -> Any:
    """What `run` gives there."""
    found: list[Any] = []
    scene(run=lambda play: found.append(run(play)), **given)
    return found[0]


class TestD7_212Fpf:
    """D7.212."""

    def test_must(self) -> None:
        """Marked Final Fire it must attack an AFV, even pinned; an empty truck not."""

        def must(play: Play) -> bool:
            return must_react(play, play.state.units["er"], play.state.units["tank"])

        assert seen(must, fired="final", pinned=True)
        assert not seen(must, fired="final", counter=TRUCK)
        assert not seen(must, fired="first")

    def test_pays(self) -> None:
        """Its attack DR is a NMC for it: an 8 breaks who fails by one."""
        played = scene(PAATC, "A11.31 DR 4,4", fired="final", choices=())
        assert played.state.units["er"].broken
