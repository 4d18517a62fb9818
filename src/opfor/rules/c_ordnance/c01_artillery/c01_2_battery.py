"""C1.2: Radio Contact and Battery Access.

Reading: D-369, what no source confirms.
"""

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from opfor.core.ask import Adjudicate, Draw, Field, Option
from opfor.core.dice import dice_roll
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod, total
from opfor.core.rule import rule
from opfor.rules.a_infantry.on_table import on_table
from opfor.rules.c_ordnance.c01_artillery.c01_22_loss_of_contact import lose_contact
from opfor.rules.c_ordnance.c01_artillery.this_phase import note_step
from opfor.state.artillery import PERMANENT, Battery
from opfor.state.events import BatteryChanged, WeaponChanged, WeaponRemoved
from opfor.state.play import GameView, Play
from opfor.state.units import Side

BY_PHONE = 11
"""The contact number of a field phone (C1.23)."""

BREAKS = 12
"""The Original DR that breaks a radio or a phone."""

BLACK, RED = "black", "red"

DICE = tuple(a + b for a in range(1, 7) for b in range(1, 7))


def nation_of(view: GameView, side: Side) -> str:
    """The nation of a side, as the tables of OBA name it: its own, or its base."""
    mission = view.state.mission
    named = mission.friendly if side == "FRIENDLY" else mission.enemy
    return view.world.nearest(named, view.world.enemy.table("C1-pile").axes["nation"])


def of_nation(view: GameView, table: str, side: Side) -> Any:
    """The line of a side's nation in one of the tables of OBA, on this date."""
    found = view.world.enemy.table(table)
    nation = nation_of(view, side)
    return found.look_up(date=view.world.date, nation=nation).result


@rule("C1.211", "Draw Pile", cites=("C1.21", "C1.73"))
def pile(
    view: GameView, side: Side, *, plentiful: bool, scarce: bool, registered: bool
) -> tuple[int, int]:
    """The black and the red chits that a battery of a side begins with.

    A black one more for plentiful ammunition and for Pre-Registered hexes, a red one
    more for scarce ammunition. Americans and Finns have plenty as it is.
    """
    black, red = of_nation(view, "C1-pile", side)
    plenty = plentiful and nation_of(view, side) not in ("american", "finnish")
    return black + plenty + registered, red + scarce


# -- Radio Contact -----------------------------------------------------------------


def contact_number(view: GameView, battery: Battery) -> int:
    """The highest Final DR that gives Radio Contact."""
    if battery.device == "phone":
        return BY_PHONE
    number: int = of_nation(view, "C1-radio", battery.side)
    return number


def contact_drm(battery: Battery) -> list[Mod]:
    """-1 to keep the contact that was had."""
    return [Mod("maintains contact", -1, "C1.22")] if battery.contact else []


@rule("C1.2", "Radio Contact", cites=("C1.22", "C1.23", "C1.63"))
def radio_contact(play: Play, battery: Battery) -> bool:
    """A DR not above the contact number; one less to maintain contact; 12 breaks it.

    A radio breaks down, a phone is gone. An offboard Observer needs no DR.
    """
    # C1.63: an offboard Observer is always in contact
    if battery.device == "offboard":
        note_step(play, battery, "contact", fact("in_contact"), contact=True)
        return True
    # C1.2: the Radio Contact DR
    said = _contact(play, battery)
    if said == "broken":
        _breaks(play, battery)
    if said == "contact":
        note_step(play, battery, "contact", fact("in_contact"), contact=True)
        return True
    # C1.22: without contact a SR is gone
    lose_contact(play, battery, "contact")
    return False


def _contact(play: Play, battery: Battery) -> str:
    number = contact_number(play, battery)
    purpose = fact("radio_contact", battery=battery.id, number=number)
    if on_table(play, "artillery"):
        options = ("contact", "no contact", "broken")
        return _ask_result(play, purpose, options)
    rolled = dice_roll(play, purpose, contact_drm(battery), side=battery.side)
    if rolled.original >= BREAKS:
        return "broken"
    return "contact" if rolled.final <= number else "no contact"


def _ask_result(play: Play, purpose: Fact, words: tuple[str, ...]) -> str:
    """What the player says that came of a DR or draw on his table."""
    options = tuple(Option(word, word) for word in words)
    form = (Field("result", "result:", "option", options),)
    said = play.ask(Adjudicate(purpose=purpose, side="FRIENDLY", form=form))
    return str(said["result"])


def _breaks(play: Play, battery: Battery) -> None:
    weapon = play.state.weapons[battery.weapon]
    if battery.device == "phone":
        play.emit(WeaponRemoved(weapon.id, fact("the_line_is_dead")))
    else:
        broken = replace(weapon, malfunctioned=True)
        play.emit(WeaponChanged(broken, fact("breaks_down")))


@rule("C1.2/odds", "The odds of Radio Contact", cites=("C1.2",))
def contact_odds(view: GameView, battery: Battery) -> Fraction:
    """The exact chance of contact, the DR that breaks the radio left out."""
    number, drm = contact_number(view, battery), total(contact_drm(battery))
    good = sum(dr < BREAKS and dr + drm <= number for dr in DICE)
    return Fraction(good, len(DICE))


# -- Battery Access ----------------------------------------------------------------


@rule("C1.21", "Battery Access", cites=("C1.211",))
def battery_access(play: Play, battery: Battery) -> bool:
    """Draw a chit: black gives Battery Access, red nothing in this phase.

    Either is out of the pile for good. The second red one, or the last black one
    without a mission, ends the battery.
    """
    # C1.211: a chit out of the Draw Pile
    said = _draw(play, fact("battery_access", battery=battery.id), battery)
    black, red = battery.black - (said == BLACK), battery.red - (said == RED)
    # C1.21: the second red one ends it
    reds = battery.reds + (said == RED)
    over = reds >= PERMANENT or (said == RED and not black)
    new = replace(battery, black=black, red=red, reds=reds, over=over)
    granted = said == BLACK
    what = fact("has_battery_access" if granted else "is_denied_battery_access")
    play.emit(BatteryChanged(replace(new, access=granted), what))
    return said == BLACK


@rule("C1.212", "Extra draw for an unseen target", cites=("C1.21",))
def extra_draw(play: Play, battery: Battery) -> bool:
    """Whether a further chit, which goes back, is black: it may fire at what is unseen.

    Needed if enemies that are not hidden are in or next to the hex, and the Observer
    Knows none of them.
    """
    return _draw(play, fact("extra_draw", battery=battery.id), battery) == BLACK


def _draw(play: Play, purpose: Fact, battery: Battery) -> str:
    if on_table(play, "artillery"):
        return _ask_result(play, purpose, (BLACK, RED))
    chits = (BLACK,) * battery.black + (RED,) * battery.red
    return play.ask(Draw(purpose=purpose, chits=chits, side=battery.side))


@rule("C1.21/odds", "The odds of Battery Access", cites=("C1.21",))
def access_odds(battery: Battery) -> Fraction:
    """The exact chance to draw a black chit."""
    chits = battery.black + battery.red
    return Fraction(battery.black, chits) if chits else Fraction(0)
