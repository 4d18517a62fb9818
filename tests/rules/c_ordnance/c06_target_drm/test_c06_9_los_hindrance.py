"""C6.9: Case R."""

from opfor.core.modifier import Mod
from opfor.rules.a_infantry.a06_los import hindrance
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c06_target_drm.c06_1_target_drm import moving
from opfor.rules.c_ordnance.c06_target_drm.c06_9_los_hindrance import hindered
from opfor.rules.choices.orders import Fire
from opfor.state.events import WeatherChanged
from opfor.state.in_progress import Move, Weather
from opfor.state.play import Play
from tests.rules.given.ordnance import CREW, GUN, L, looked


class TestC6_9CaseR:
    """C6.9."""

    def test_hindrance(self) -> None:
        """Grain between them is +1."""

        def from_(at: str) -> list[Mod]:
            drm = looked(lambda play: hindrance(play, L(at), L("tH5")))
            found: list[Mod] = looked(lambda play: hindered(play, drm, L(at), L("tH5")))
            return found

        assert [(mod.value, mod.rule) for mod in from_("tD5")] == [(1, "C6.9")]
        assert from_("tG4") == []

    def test_weather(self) -> None:
        """Mist counts as on the IFT, and ends FFMO (E3.1)."""

        def misty(play: Play) -> dict[str, int]:
            play.emit(WeatherChanged(Weather(sky="mist"), "so"))
            move = Move(units=("V",), assault=True)
            found = [
                *hindered(play, 0, L("tI5"), L("tR5")),
                *moving(play, L("tI5"), L("tR5"), move, covered=False),
                *hindered(play, 0, L("tI5"), L("tO5")),
            ]
            return {mod.rule: mod.value for mod in found}

        assert looked(misty) == {"E3.1": 1}

    def test_on_the_to_hit_dr(self) -> None:
        """A Gun in a mist has it on its To Hit DR beyond six hexes."""

        def shot(play: Play) -> int:
            play.emit(WeatherChanged(Weather(sky="mist"), "so"))
            mods = plan_shot(play, "ENEMY", Fire(("w",), L("tU9"))).mods
            return sum(mod.value for mod in mods if mod.rule == "E3.1")

        gun = {"at": "tM9", "unit": CREW, "weapon": GUN, "target": "tU9"}
        assert looked(shot, **gun) == 1
