"""A15: Heat of Battle, and who becomes a hero, battle-hardened or berserk by it."""

from typing import Literal

from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    army,
    infantry,
    known_enemies,
    leader,
    mmc,
    national,
    out_of_panic,
    piece,
    smc,
)
from opfor.rules.a_infantry.a10_morale.a10_1_check_dr import make_check
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import modifier, together
from opfor.rules.a_infantry.a15_heat_of_battle.a15_5_surrender import surrenders
from opfor.rules.a_infantry.a18_leader_creation.a18_2_leader_creation import beside
from opfor.rules.a_infantry.a19_unit_substitution.a19_1_elr import (
    better,
    exchange,
)
from opfor.rules.a_infantry.a19_unit_substitution.a19_3_inexperienced import (
    inexperienced,
)
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Unit

HERO = 6
"""Final DR up to which a hero is created (A15.2)."""

HARDENED = (5, 8)
"""Final DR that battle-harden a unit (A15.3)."""

SURRENDER = 12
"""Final DR from which a unit surrenders; some nations do so sooner (A15.5)."""

Heat = Literal["none", "surrender"]


@rule(
    "A15.1",
    "Heat of Battle",
    exc=("unarmed and berserk units, heroes, crews, vehicles, a Human Wave",),
    cites=("A15.2", "A15.3", "A15.4", "A15.5"),
)
def heat_of_battle(play: Play, id_: str) -> Heat:
    """Roll for what an Original 2 does to a unit, and do it.

    A surrender is left to the caller, since it breaks the unit (A15.5).

    EXC: unarmed and berserk units, heroes, crews, vehicles, a Human Wave.
    """
    unit = play.state.units[id_]
    if not feels_heat(play, unit):
        return "none"
    # A15.1: the DR
    rolled = dice_roll(play, fact("heat_of_battle_of", unit=id_), heat_drm(play, unit))
    final = rolled.final
    # A15.5: surrender, or berserk if it never does
    if final >= _surrender_from(play, unit):
        if surrenders(play, unit):
            return "surrender"
        berserk_if_enemy(play, unit)
    # A15.4: berserk
    elif final > HARDENED[1]:
        berserk_if_enemy(play, unit)
    else:
        # A15.3: Battle Hardening
        if final >= HARDENED[0]:
            id_ = battle_harden(play, unit)
        # A15.2: hero creation, on 5 and 6 beside it
        if final <= HERO:
            create_hero(play, play.state.units[id_])
    return "none"


def feels_heat(view: GameView, unit: Unit) -> bool:
    """Whether Heat of Battle can happen to a unit at all (A15.1)."""
    if not infantry(unit) or unit.unarmed or unit.guard or unit.berserk or unit.wave:
        return False
    squad, single = mmc(view, unit), smc(view, unit)
    if squad is not None:
        return squad.size != "crew"
    return single is not None and single.kind != "hero" and not unit.heroic


def heat_drm(view: GameView, unit: Unit) -> list[Mod]:
    """The DRM of the Heat of Battle DR: the unit's, and its nation's (A15.1, D-200)."""
    found = mmc(view, unit)
    nation = int(national(view, unit, "HoB DRM"))
    drm = {
        "elite": -int(found is not None and found.quality == "elite"),
        army(view, unit): nation,
        "NKVD": -int(piece(view, unit).name.endswith("NKVD")),
        "broken": int(unit.broken),
        "Inexperienced": int(inexperienced(view, unit)),
    }
    return [Mod(name, value, "A15.1") for name, value in drm.items() if value]


def _surrender_from(view: GameView, unit: Unit) -> int:
    found = mmc(view, unit)
    if found is not None and found.quality == "elite":
        return SURRENDER
    return int(national(view, unit, "HoB surrender"))


@rule("A15.2", "Hero creation", cites=("A15.21",))
def create_hero(play: Play, unit: Unit) -> None:
    """A MMC brings forth a hero in its Location; a leader becomes heroic himself.

    A heroic leader is neither broken nor pinned any more.
    """
    if leader(play, unit) is not None:
        steady = replace(_steadied(unit), heroic=True)
        play.emit(UnitChanged(steady, fact("a_heroic_leader")))
        return
    beside(play, unit, "Hero")


def _calmed(unit: Unit) -> Unit:
    """A steadied unit that is not in Panic any more (S6.211)."""
    return _steadied(out_of_panic(unit))


def _steadied(unit: Unit) -> Unit:
    """A unit neither broken, pinned nor Disrupted any more."""
    return replace(unit, broken=False, dm=False, disrupted=False, pinned=False)


@rule("A15.3", "Battle Hardening", cites=("A10.8", "A19.2"))
def battle_harden(play: Play, unit: Unit) -> str:
    """The next better class takes its place: not broken, pinned or in Panic; its id.

    The best there is becomes Fanatic instead.
    Reading: D-929 what the next better class is.
    """
    calm = _calmed(unit)
    if name := better(play, calm):
        return exchange(play, calm, (name,), fact("battle_hardened"))[0]
    play.emit(UnitChanged(replace(calm, fanatic=True), fact("fanatic")))
    return unit.id


@rule("A15.4", "Berserk", cites=("A15.41", "A15.42"))
def berserk_if_enemy(play: Play, unit: Unit) -> None:
    """The unit goes berserk, or is battle-hardened if it knows no enemy in its LOS."""
    if known_enemies(play, unit.side, unit.location):
        go_berserk(play, unit)
    else:
        battle_harden(play, unit)


def go_berserk(play: Play, unit: Unit) -> None:
    """Make a unit berserk: not broken, pinned, CX, concealed or in Panic (A15.42)."""
    wild = replace(_calmed(unit), berserk=True, cx=False, concealed=False, ti=False)
    play.emit(UnitChanged(wild, fact("berserk")))
    if leader(play, unit) is not None:
        follow_berserk(play, wild)


@rule("A15.41", "Berserk leaders")
def follow_berserk(play: Play, wild: Unit) -> None:
    """Every other unit with a berserk leader makes a NTC with his DRM; who passes, too.

    Reading: units that are broken or in Melee do not.
    """
    mods = [Mod(f"leadership of {wild.id}", modifier(play, wild), "A15.41")]
    drm = mods if mods[0].value else []
    for unit in play.state.units_at(wild.location, wild.side):
        able = unit.good_order and feels_heat(play, unit)
        if unit.id == wild.id or not able or not together(play, unit, wild):
            continue
        if make_check(
            play, unit, drm, task=True, cause=fact("a_berserk_leader")
        ).passed:
            go_berserk(play, play.state.units[unit.id])
