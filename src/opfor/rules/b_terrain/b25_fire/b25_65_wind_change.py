"""B25.65: the Wind Change DR of each Player Turn, and what it brings."""

from msgspec.structs import replace

from opfor.core.dice import Rolled, dice_roll, die_roll
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.rules.b_terrain.b25_fire.b25_63_wind_force import FORCES
from opfor.state.events import WeatherChanged
from opfor.state.play import Play

CHANGE, GUSTS = 2, 12
"""Original Wind Change DR."""


@rule("B25.65", "Wind Change", cites=("B25.63", "B25.651", "S2.2"))
def wind_change(play: Play) -> Rolled:
    """The Wind Change DR of a RPh, that of either Player Turn; the DR.

    A 2 changes the wind, a 12 brings Gusts for this Player Turn; those of the last
    one are over. It is made whatever the weather, since events hang on it (S2.2).
    """
    weather = play.state.weather
    # B25.65: Gusts last for a Player Turn
    if weather.gusts:
        calm = replace(weather, gusts=False)
        play.emit(WeatherChanged(calm, fact("no_gusts_any_more")))
    # B25.65: the Wind Change DR
    roll = dice_roll(play, fact("wind_change"))
    if roll.original == CHANGE:
        change(play)
    elif roll.original == GUSTS:
        gusts = replace(play.state.weather, gusts=True)
        play.emit(WeatherChanged(gusts, fact("gusts")))
    return roll


@rule("B25.651", "How the wind changes", cites=("B25.65",))
def change(play: Play) -> None:
    """A dr: 1 to 4 its direction, 5 more wind, 6 less.

    Reading: D-134 the new direction is that of a further dr.
    """
    weather = play.state.weather
    die = die_roll(play, fact("how_the_wind_changes")).original
    if die <= 4:
        toward = (die_roll(play, fact("wind_direction")).original - 1) % SIDES
        turned = replace(weather, direction=toward)
        play.emit(WeatherChanged(turned, fact("the_wind_blows_toward", side=toward)))
        return
    place = FORCES.index(weather.wind) + (1 if die == 5 else -1)
    force = FORCES[max(0, min(len(FORCES) - 1, place))]
    play.emit(WeatherChanged(replace(weather, wind=force), fact("wind", force=force)))
