"""S12.p3 to S12.p9: what each clause of a Random Event does."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec.structs import replace

from opfor.core.dice import dice_roll, die_roll, random_dr
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, onboard
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a07_fire.a07_8_pin import pin
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import morale_check
from opfor.rules.a_infantry.a14_snipers.a14_2_snipers import sniper_attack
from opfor.rules.b_terrain.b25_fire.b25_63_wind_force import FORCES
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends, known_at
from opfor.rules.s_solitaire.s01_terms.targets_from import targets_from
from opfor.rules.s_solitaire.s05_activation.group import columns_of
from opfor.rules.s_solitaire.s05_activation.s05_1_activation_check import (
    change_ac_number,
)
from opfor.rules.s_solitaire.s12_random_events.s12_p1_random_reinforcements import (
    announce,
)
from opfor.rules.s_solitaire.s12_random_events.s12_p10_effects import (
    add_effect,
    passed,
    to_the_next,
)
from opfor.rules.s_solitaire.s12_random_events.s12_p11_vehicles import vehicles_come
from opfor.rules.s_solitaire.s12_random_events.s12_p12_artillery import mission_comes
from opfor.state.events import (
    SuspectChanged,
    UnitAdded,
    UnitChanged,
    WeaponAdded,
    WeatherChanged,
)
from opfor.state.id_stems import stem
from opfor.state.in_progress import Effect, Weather
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import Unit, Weapon

Clause = Callable[[Play], bool]
"""Makes a clause of {RE} happen; False if it cannot, and then nothing has."""


LEAST_SAN = 2


NEAR, NEAREST = 2, 3
"""Hexes, and S?, of a local counter-attack."""


MIST_TURNS = 3


WINTER = ("12", "01", "02")


@rule("S12.p3", "The AC# changes", cites=("S5.11", "S5.11/track"))
def ac_number(play: Play, by: int) -> bool:
    """One up or down, within its track; impossible for an AC# at its end."""
    return change_ac_number(play, by, fact("a_random_event"))


def _for_a_while(play: Play, kind: str) -> bool:
    """Something that lasts until the next Player Turn ends (S12.p10)."""
    now = Effect(kind=kind, turn=play.state.turn)  # type: ignore[arg-type] # a clause
    effect = to_the_next(play, now)
    what = fact("effect_lasts", effect=kind, side=effect.side, turn=effect.turn)
    add_effect(play, effect, what)
    return True


@rule("S12.p4", "The Sniper acts at once", cites=("A14.2",))
def sniper(play: Play) -> bool:
    """The ENEMY's Sniper dr; nothing with a SAN below two."""
    if play.state.toll("ENEMY").san >= LEAST_SAN:
        sniper_attack(play, "ENEMY")
    return True


@rule("S12.p5", "Local counter-attack", cites=("S3.32",))
def counter_attack(play: Play) -> bool:
    """The three S? nearest a FRIENDLY unit, and the units around, take Advance."""
    world, friendly = play.world, friends(play)
    if not friendly:
        return False
    # S12.p5: the nearest S? in Hold Attitude
    waiting = [s for s in play.state.suspects_onboard() if s.attitude == "Hold"]

    def far(at: str) -> int:
        return min(world.range(at, friend.location) for friend in friendly)  # type: ignore[arg-type] # a name

    most = len(waiting) if way(play, "S12.p5 S?") == "all" else NEAREST
    chosen = sorted(waiting, key=lambda s: far(s.location))[:most]
    for suspect in chosen:
        eager = replace(suspect, attitude="Advance")
        play.emit(SuspectChanged(eager, fact("takes_advance_attitude")))
    # S12.p5: and the units around them
    for unit in onboard(play, "ENEMY"):
        close = any(world.range(unit.location, s.location) <= NEAR for s in chosen)
        if close and unit.attitude != "Advance":
            bold = replace(unit, attitude="Advance")
            play.emit(UnitChanged(bold, fact("takes_advance_attitude")))
    return bool(chosen)


@rule("S12.p6", "A Human Wave is to come", cites=("S4.3", "S4.31"))
def wave_next(play: Play) -> bool:
    """A Human Wave next turn, if the nation makes them; else reinforcements at once."""
    # S12.p6: a nation without Human Waves has reinforcements
    if not (play.world.fact("human wave") and play.world.enemy.has("x10")):
        announce(play, more=1, at_once=True)
        return True
    # S4.31: the wave enters next turn
    turn = play.state.turn + 1
    what = fact("human_wave_in_turn", turn=turn)
    add_effect(play, Effect(kind="Human Wave", turn=turn), what)
    return True


@rule("S12.p7", "The ENEMY falters", cites=("A7.8", "A10.3"))
def falters(play: Play) -> bool:
    """Each MMC of the ENEMY with a Known Target takes a NTC, or is pinned."""
    found = [unit for unit in onboard(play, "ENEMY") if _before_the_enemy(play, unit)]
    for unit in found:
        # S12.p7: a NTC, which pins (A7.8)
        check = morale_check(play, unit.id, task=True, cause=fact("the_enemy_falters"))
        if not check.passed and unit.id in play.state.units:
            pin(play, unit.id)
    return bool(found)


def _before_the_enemy(view: GameView, unit: Unit) -> bool:
    able = unit.good_order and not unit.unarmed and mmc(view, unit) is not None
    seen = targets_from(view, unit, unit.location) if able else ()
    return any(known_at(view, at) for at in seen)


@rule("S12.p8", "FRIENDLY luck", cites=("S5.72", "S5.73", "S5.75"))
def luck(play: Play, *, attacked: bool = False) -> bool:
    """A squad with a leader, a SW, or a broken MMC that rallies, by a dr.

    While the ENEMY attacks: a SW, an OBA mission, or a broken MMC that rallies.
    """
    dr = die_roll(play, fact("friendly_luck"), side="FRIENDLY").final
    # S12.p8: a broken MMC on 5 or 6
    if dr >= 5:
        return _rally_one(play)
    # S12.p8: in the ENEMY Player Turn a SW or OBA
    if attacked:
        return _sw(play) if dr <= 2 else mission_comes(play, "FRIENDLY")
    # S12.p8: in his own a squad or a SW
    return _squad(play) if dr <= 2 else _sw(play)


def _rally_one(play: Play) -> bool:
    found = [u for u in onboard(play, "FRIENDLY") if u.broken and mmc(play, u)]
    able = [unit for unit in found if not (unit.guard or unit.melee)]
    if not able:
        return False
    unit = random_dr(play, able, purpose=fact("who_rallies"), side="FRIENDLY")
    after = replace(unit, broken=False, dm=False, disrupted=False)
    play.emit(UnitChanged(after, fact("rallied_by_luck")))
    return True


def _sw(play: Play) -> bool:
    """A SW by {x4} for a Good Order FRIENDLY MMC."""
    found = [u for u in onboard(play, "FRIENDLY") if u.good_order and mmc(play, u)]
    able = [unit for unit in found if not unit.unarmed]
    if not able:
        return False
    unit = random_dr(play, able, purpose=fact("who_finds_a_sw"), side="FRIENDLY")
    nation = play.world.enemy.other(play.state.mission.friendly)
    number = dice_roll(play, fact("sw"), side="FRIENDLY").final
    axes = columns_of(play, nation, "x4")
    month = nation.nearest_month(play.world.date)
    row = nation.in_use("x4", number, date=month, **axes)
    kind = nation.counter(str(row.result))
    id_ = fresh_id(play.state, stem(kind))
    play.emit(WeaponAdded(Weapon(id=id_, counter=kind.id, owner=unit.id)))
    return True


def _squad(play: Play) -> bool:
    """A squad and a leader, by {x2} and {x3}, who enter along the FBE."""
    nation = play.world.enemy.other(play.state.mission.friendly)
    date = nation.nearest_month(play.world.date)
    for table, what, axes in (
        ("x2", fact("squad_type"), {}),
        ("x3", fact("leader"), {"column": "leader"}),
    ):
        drm = int(nation.look_up(f"{table}-drm", date=date).result)
        mods = [Mod(f"date {date}", drm, "S12.p8")] if drm else []
        final = dice_roll(play, what, mods, side="FRIENDLY").final
        name = str(nation.look_up(table, final, date=date, **axes).result)
        if name == "none":
            continue
        kind = nation.counter(name)
        id_ = fresh_id(play.state, stem(kind))
        play.emit(UnitAdded(Unit(id=id_, side="FRIENDLY", counter=kind.id)))
    return True


@rule("S12.p9", "The weather changes", cites=("B25.65", "E3.1"))
def weather(play: Play) -> bool:
    """By a dr: rain or snow begins or ends; mist for three turns; Gusts; wind; clear.

    Reading: D-185.
    """
    dr = die_roll(play, fact("the_weather")).final
    changed, what = _weather(play, play.state.weather, dr)
    if dr in (2, 3):
        add_effect(play, _mist(play), fact("mist_for_turns", turns=MIST_TURNS))
    play.emit(WeatherChanged(changed, what))
    return True


def _mist(view: GameView) -> Effect:
    """Mist for three turns: six Player Turns, with this one (S12.p10)."""
    state, whole = view.state, view.state.side == view.state.mission.first
    turn = state.turn + MIST_TURNS - whole
    return Effect(kind="mist", turn=turn, side=other(state.side))


def _weather(view: GameView, now: Weather, dr: int) -> tuple[Weather, Fact]:
    if dr == 1:
        mission = view.state.mission
        warm = mission.pto or mission.no_snow
        falls = "snow" if view.world.date[5:7] in WINTER and not warm else "rain"
        over = now.sky in ("rain", "heavy rain", "snow")
        if over:
            return replace(now, sky="clear"), fact("no_more_of", sky=now.sky)
        return replace(now, sky=falls), fact("begins_to_fall", sky=falls)
    if dr in (2, 3):
        return replace(now, sky="mist"), fact("mist")
    if dr == 4:
        return replace(now, gusts=True), fact("gusts")
    if dr == 5:
        step = min(len(FORCES) - 1, FORCES.index(now.wind) + 1)
        return replace(now, wind=FORCES[step]), fact("wind", force=FORCES[step])
    return replace(now, sky="clear"), fact("it_clears")


def mist_lifts(play: Play) -> None:
    """Mist that a Random Event brought is over after its turns."""
    mist = [e for e in play.state.effects if e.kind == "mist"]
    if mist and all(passed(play, e) for e in mist):
        clear = replace(play.state.weather, sky="clear")
        play.emit(WeatherChanged(clear, fact("the_mist_lifts")))


CLAUSES: Mapping[str, Clause] = MappingProxyType(
    {
        "AC# +1": lambda play: ac_number(play, 1),
        "AC# -1": lambda play: ac_number(play, -1),
        "fresh troops": lambda play: _for_a_while(play, "fresh troops"),
        "better leaders": lambda play: _for_a_while(play, "better leaders"),
        "no entry": lambda play: _for_a_while(play, "no entry"),
        "vehicles": vehicles_come,
        "vehicles, dr +1": lambda play: vehicles_come(play, more=1),
        "OBA": mission_comes,
        "OBA, Smoke from 4": lambda play: mission_comes(play, smoke_from=4),
        "reinforcement": lambda play: announce(play) is None,
        "reinforcement, A6a +1": lambda play: announce(play, more=1) is None,
        "Sniper": sniper,
        "luck of the attacker": luck,
        "luck of the defender": lambda play: luck(play, attacked=True),
        "weather": weather,
        "counter-attack": counter_attack,
        "Human Wave": wave_next,
        "the ENEMY falters": falters,
    }
)
"""What each clause of {RE} does."""
