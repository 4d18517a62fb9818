"""C6.9: Case R."""

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a06_los import clear_by_word
from opfor.rules.a_infantry.a24_smoke.a24_8_fire_out_of_smoke import out_of_smoke
from opfor.rules.e_miscellaneous.e03_weather import low_visibility
from opfor.state.judgement import BY_WORD
from opfor.state.play import GameView
from opfor.state.units import LocationName


@rule("C6.9", "Case R: LOS Hindrance", cites=("A6.7", "A24.8", "E1.7", "E3.1"))
def hindered(
    view: GameView, drm: int, start: LocationName, target: LocationName
) -> list[Mod]:
    """The Hindrance DRM of so much, that of weather and night, +1 out of SMOKE."""
    said = BY_WORD if view.world.by_word(start, target) else ""
    found = [Mod(f"Case R: LOS Hindrance{said}", drm, "C6.9")] if drm > 0 else []
    if said and not drm:
        found = clear_by_word(view, drm, (start,), target)
    dim = low_visibility(view, start, target)
    return [*found, *dim, *out_of_smoke(view, start)]
