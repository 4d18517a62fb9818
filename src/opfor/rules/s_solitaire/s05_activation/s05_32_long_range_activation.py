"""S5.32: Long Range Activation."""

from msgspec.structs import replace

from opfor.core.dice import dice_roll, die_roll
from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, least, random_dr
from opfor.core.rule import rule
from opfor.rules.b_terrain.b09_walls.b09_3_walls import keep_wall
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import threats_now
from opfor.rules.s_solitaire.s05_activation.group import (
    ActivatedGroup,
    add_unit,
    add_weapon,
    drm,
)
from opfor.rules.s_solitaire.s05_activation.s05_3_mandatory_attack import (
    mandatory_attack,
)
from opfor.rules.s_solitaire.s05_activation.s05_6_activation_procedure import (
    cause_of,
    with_units,
)
from opfor.rules.s_solitaire.s05_activation.s05_72_mmc import mmc
from opfor.rules.s_solitaire.s05_activation.s05_73_leaders import leader_type
from opfor.rules.s_solitaire.s05_activation.s05_74_fortifications import fortification
from opfor.rules.s_solitaire.s05_activation.s05_74_s3_shelter import take_shelter
from opfor.rules.s_solitaire.s05_activation.s05_75_sw import sw_of_the_nation
from opfor.state.counters import Gun, SupportWeapon
from opfor.state.events import MoveChanged, SuspectRemoved
from opfor.state.play import Play
from opfor.state.units import LocationName, Suspect


@rule(
    "S5.32",
    "Long Range Activation",
    exc=("a .50 cal HMG on a dr of 1, where the nation has one",),
    cites=("S5.3", "S3.31"),
)
def long_range_activation(play: Play) -> None:
    """One DR a moving stack, in the first Location where a distant S? qualifies.

    An Original 2 Activates the closest; otherwise nothing happens and no S? goes.
    Reading: D-009 after the ordinary checks, while the stack is in Good Order; D-010
    the DRM printed as below -2 is -2 or less.
    """
    move = play.state.move
    eligible = [threat for threat in threats_now(play) if threat.case == "L"]
    if move is None or move.long_range or not eligible:
        return
    # S5.32: one DR a moving stack, on an Original 2
    play.emit(MoveChanged(replace(move, long_range=True)))
    names = [threat.suspect.id for threat in eligible]
    purpose = fact("long_range_activation_of", suspects=names)
    if dice_roll(play, purpose).original != 2:
        return
    # S5.32: the closest Activates
    closest = PriorityList(
        (least("closest to the moving unit", lambda threat: threat.range),),
        tie=random_dr(play, fact("which_suspect_activates")),
    )
    suspect = decide(
        play,
        closest,
        eligible,
        purpose=fact("the_suspect_that_activates"),
        name=lambda threat: threat.suspect.id,
    ).suspect
    play.emit(SuspectRemoved(suspect.id, fact("activated", how=fact("long_range"))))
    # S5.3: it attacks at once
    mandatory_attack(play, activate_long_range(play, suspect))


@rule("S5.32/generation", "What Long Range Activation generates", cites=("S5.32",))
def activate_long_range(
    play: Play, suspect: Suspect, *, by: LocationName | None = None
) -> list[str]:
    """One squad with a HMG, a leader, and in Hold a dr on {A5}.

    The leader has a DRM of -1 and is rolled until one comes. The HMG is never dm; a
    subsequent dr of 1 makes it a .50 cal, where the nation has it.
    """
    party = ActivatedGroup(suspect, by=cause_of(play) if by is None else by)
    # S5.32: a squad
    party = with_units(party, mmc(play, party))
    # S5.32: a leader, rolled for until one comes
    name = ""
    while not name:
        name = leader_type(
            play, party, [drm(play, "x3-cumulative", "S5.32", "Long Range")]
        )
    owner = party.units[0] if party.units else ""
    party = with_units(party, [add_unit(play, party, play.world.enemy.counter(name))])
    # S5.32: a HMG, which is never dm
    add_weapon(play, _long_range_hmg(play), owner, dm=False)
    # S5.32: in Hold a dr on {A5}
    if suspect.attitude == "Hold":
        known = tuple(play.state.fortifications)
        fortification(play, party)
        take_shelter(play, party, known)
    # B9.32: they have the Wall Advantage of the S?
    keep_wall(play, party.where)
    return list(party.units)


def _long_range_hmg(play: Play) -> SupportWeapon | Gun:
    has_50 = play.world.fact(".50 HMG")
    if has_50 and die_roll(play, fact("fifty_calibre_hmg")).final == 1:
        return sw_of_the_nation(play, ".50 HMG")
    return sw_of_the_nation(play, "HMG")
