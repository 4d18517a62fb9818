"""D5.3: crews that are CE."""

from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.a_infantry.a07_fire.attack import against
from opfor.rules.choices.orders import Fire
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.fire_at_vehicle import scene

AT = LocationName("E2")


class TestD5_31Exposed:
    """D5.31, D5.34/fire."""

    def test_drm(self) -> None:
        """+2 against a CE crew, and nothing for how it moves."""

        def run(play: Play) -> None:
            made = plan_attack(play, "FRIENDLY", Fire(("sq",), AT))
            aim = against(play, made, play.state.units["etank"])
            assert [mod.rule for mod in aim.mods] == ["D5.31"]
            assert aim.drm == 2

        scene(run, enemy={"ce": True})
