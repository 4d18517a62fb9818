"""Points that no source gives: each has ways to be read, and a game uses one of them.

A switch holds for a whole game. The table {policies} of a pack sets it, or the settings
of a game do; without them it is as docs/rules-of-ours.md has it. A rule asks `way`.
docs/policies.md lists them all, with the points that have no second way.
"""

from collections.abc import Iterator, Mapping

from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.policy import DEFAULT, Policy, fixed
from opfor.state.play import GameView, Play

SWITCHES: tuple[Policy, ...] = (
    # S7
    fixed("S7.p1 order", "What comes first in the ENEMY RPh", "rally first"),
    fixed("S7.p2 number", "How many ENEMY MMC Self-Rally", "one"),
    fixed("S7.p3 chance", "With how small a chance one tries to rally", "any chance"),
    fixed("S7.p4 DM", "Who keeps DM", "everybody", "nobody"),
    fixed("S7.p5 Gun", "Which MMC without a crew's skill takes a Gun", "any", "none"),
    fixed("S7.p6 repair", "Who repairs", "everybody"),
    fixed("S7.p7 Recombining", "Whether HS Recombine", "never"),
    fixed("S7.p8 Transfer", "Whether Weapons pass to who can use them", "never"),
    # S8
    fixed("S8.p1 movers", "Which Advance Infantry that moved fires", "all", "none"),
    fixed("S8.p3 table", "When Infantry fires by {A3b}", "no Infantry Target"),
    fixed("S8.p4 order", "In which order Locations fire", "S6.1"),
    fixed("S8.p6 Target", "Whether a Target is kept", "new DR"),
    fixed("S8.p6 spent", "Whether broken and pinned Targets are passed over", "never"),
    fixed("S8.p7 tie", "What decides between Targets that a row leaves", "closest"),
    fixed("S8.p8 SW", "When a leader mans a SW", "any chance", "never"),
    fixed("S8.p10 dispenser", "Whether vehicles use smoke dispensers", "never"),
    fixed(
        "S8.p11 Sustained Fire", "When a MG with a low B# sustains", "always", "never"
    ),
    fixed(
        "S8.p12 Fire Group", "When Locations form a Fire Group", "the row", "largest"
    ),
    fixed("S8.p13 Spraying Fire", "When Spraying Fire is worth while", "any", "never"),
    fixed("S8.p14 lines", "For what a Location First Fires", "odds alone"),
    fixed("S8.p15 Fire Lane", "Whether MG lay Fire Lanes", "never"),
    fixed("S8.p16 FPF", "When a Location uses FPF", "TPBF", "never"),
    fixed("S8.p17 odds", "Who fires in the DFPh", "discipline"),
    fixed("S8.p18 range", "How near a Human Wave fires", "ADJACENT"),
    fixed("S8.p19 Motion", "Whether endangered vehicles try for Motion", "never"),
    # S12
    fixed("S12.p5 S?", "Which S? counter-attack", "all"),
    fixed("S12.p6 number", "How often Human Waves come", "once", "any"),
    fixed("S12.p12 miss", "Whether the OBA of an event misses", "never"),
    fixed("S12.22 class", "Who fresh troops are", "elite"),
    # S14
    fixed("S14.p3 correct", "When OBA is corrected", "any better"),
    fixed("S14.p3 own", "Whether OBA falls near the ENEMY's own", "never"),
    # S16
    fixed("S16.p2 signs", "Whether the CMD DRM of the digest help", "hinder"),
    # D1
    fixed("D1.321 turrets", "What a RST or 1MT turret fires while CE", "as any other"),
)
"""Every switch; its name begins with the paragraph that it is of."""


def way(view: GameView, switch: str) -> str:
    """The way in force of a switch; "default" is that of docs/rules-of-ours.md."""
    return view.world.readings.get(switch, DEFAULT)


def switched(readings: Mapping[str, str], number: str) -> Iterator[tuple[Policy, str]]:
    """The switches of a rule, or of a part of it, that a game has set another way."""
    for switch in SWITCHES:
        paragraph = switch.name.partition(" ")[0]
        set_to = readings.get(switch.name, DEFAULT)
        if number.partition("/")[0] == paragraph and set_to != DEFAULT:
            yield switch, set_to


def tell_switches(play: Play) -> None:
    """As a game begins: which switches are not as usual."""
    for switch in SWITCHES:
        if (set_to := way(play, switch.name)) != DEFAULT:
            what = fact(
                "switch_set", switch=switch.name, title=switch.title, way=set_to
            )
            play.emit(Note(what))
