"""S5.76 to S5.762: Guns out of a S?, with their crews."""

from collections.abc import Sequence

from opfor.core.dice import dice_roll
from opfor.core.errors import OpforError
from opfor.core.event import Note
from opfor.core.explain import tell_row
from opfor.core.fact import fact
from opfor.core.rule import part_of_rule, rule
from opfor.rules.a_infantry.a04_movement.a04_42_portage import dismantles
from opfor.rules.s_solitaire.s05_activation.group import (
    ActivatedGroup,
    add_unit,
    add_weapon,
    columns_of,
    count_heavy,
    inside,
    room_for_heavy,
)
from opfor.rules.s_solitaire.s05_activation.s05_4_covered_arc import select_arc
from opfor.rules.s_solitaire.s05_activation.s05_7_countermix import until_available
from opfor.rules.s_solitaire.s05_activation.s05_61_prohibited import (
    dig_bar,
    dm_only,
    forfeit,
    gun_bar,
)
from opfor.rules.s_solitaire.s05_activation.s05_753_mortar_inside import mortar_is_mg
from opfor.state.counter_lists import unlisted
from opfor.state.counters import MMC, Counter, Gun, SupportWeapon
from opfor.state.play import Play
from opfor.state.units import GunState

PARTISAN_CREW = "russian/1-2-7"


@rule(
    "S5.76",
    "Gun Generation",
    exc=("Partisan Guns have 1-2-7 crews",),
    cites=("S5.61", "S5.761", "S5.762", "S5.4", "A1.123"),
)
def gun(play: Play, party: ActivatedGroup) -> Sequence[str]:
    """A Gun by {x5} with the nation's Infantry crew; forfeit where it cannot be.

    EXC: Partisans have (Russian) 1-2-7 crews.
    """
    if not room_for_heavy(play):
        play.emit(Note(fact("no_more_guns_or_vehicles", item="Gun")))
        return ()
    # S5.76: the Gun by {x5}; S5.761: in which column
    found = _type(play, inside_column(play, party))
    if found is None:
        return ()
    # S5.753: a mortar inside is a MG, which the crew has
    if found.kind == "MTR" and inside(play, party.where):
        return _with_sw(play, party, mortar_is_mg(play, found))
    if isinstance(found, SupportWeapon):
        count_heavy(play)
        return _with_sw(play, party, found)
    return place_gun(play, party, found)


def place_gun(
    play: Play, party: ActivatedGroup, found: Gun, *, dm: bool = False
) -> Sequence[str]:
    """A Gun with its crew, as it stands out of that S?; forfeit where it cannot be.

    Args:
        play: the game.
        party: what the S? has brought so far.
        found: the Gun.
        dm: dismantled if it can be.
    """
    # S5.61: forfeit where it may not be
    if bar := gun_bar(play, party.suspect, found):
        forfeit(play, fact("gun_with_its_crew", gun=found.name), party.where, bar)
        return ()
    # S5.76: with an Infantry crew
    crew = add_unit(play, party, infantry_crew(play))
    dm = dm_only(play, party.suspect) or (dm and dismantles(found))
    # S5.762: emplaced in Hold, limbered in Advance
    set_up = GunState() if dm else setting(play, party, found)
    add_weapon(play, found, crew, dm=dm, gun=set_up)
    count_heavy(play)
    return (crew,)


def _with_sw(play: Play, party: ActivatedGroup, found: SupportWeapon) -> Sequence[str]:
    """A crew with a MG, or an infantry gun that is a SW, such as the French 37* INF."""
    crew = add_unit(play, party, infantry_crew(play))
    dm = party.suspect.attitude == "Advance" and bool(found.dm_pp)
    add_weapon(play, found, crew, dm=dm)
    return (crew,)


@rule("S5.761", "Inside and Outside columns for Guns", cites=("S5.742",))
def inside_column(play: Play, party: ActivatedGroup) -> str:
    """The column of {x5}: "inside" in a building or pillbox Location."""
    return "inside" if inside(play, party.where) else "outside"


def _type(play: Play, column: str) -> Gun | SupportWeapon | None:
    """The Gun that {x5} gives, None if the countermix has none left."""
    name = until_available(play, lambda: _roll_type(play, column))
    if not name:
        return None
    found = play.world.enemy.counter(name)
    if not isinstance(found, Gun | SupportWeapon):
        raise OpforError(f"{found.id} is no Gun", "table x5")
    return found


def _roll_type(play: Play, column: str) -> str:
    nation, number = play.world.enemy, dice_roll(play, fact("gun")).final
    axes = {"column": column} | columns_of(play, nation, "x5")
    row = nation.in_use("x5", number, date=play.world.date, **axes)
    table = nation.table("x5")
    tell_row(play, table, number, row, {"date": play.world.date} | axes)
    return str(row.result)


def infantry_crew(play: Play) -> Counter:
    """The crew that mans the ENEMY's Guns (A1.123)."""
    if play.world.enemy.id == "partisan":
        with part_of_rule("S5.76/exc1"):
            return play.world.counter(PARTISAN_CREW)
    nations = play.world.enemy.line
    crews = [
        piece
        for nation in nations
        for piece in unlisted(play.world.enemy.counters).values()
        if isinstance(piece, MMC) and piece.size == "crew" and piece.nation == nation
    ]
    if not crews:
        raise OpforError(f"{nations[0]} has no crew counter", "data/counters")
    own = [crew for crew in crews if crew.nation == crews[0].nation]
    # A vehicle crew has 1 FP, an Infantry crew 2.
    return max(own, key=lambda crew: crew.fp)


@rule(
    "S5.762",
    "Emplaced in Hold, limbered in Advance",
    exc=(
        "no emplacement in Prohibited terrain",
        "a QSU Gun need not be limbered",
    ),
    cites=("S5.4", "C10", "C11.2"),
)
def setting(play: Play, party: ActivatedGroup, found: Gun) -> GunState:
    """How a Gun stands: emplaced from a Hold S?, limbered from an Advance one.

    EXC: not emplaced where nothing can be dug, nor in a building or pillbox; a QSU
    Gun is not limbered.
    Reading: Prohibited terrain is what allows no entrenchment; a limbered Gun has its
    CA as soon as it is unlimbered, so it is chosen now (S5.4).
    """
    # S5.4: its CA
    ca = select_arc(play, party.where, party.by)
    if party.suspect.attitude == "Advance":
        return GunState(ca=ca, limbered=not found.qsu)
    # S5.762 EXC: no emplacement where nothing can be dug, or inside
    no_digging = dig_bar(play, party.suspect, "trench")
    return GunState(ca=ca, emplaced=not no_digging and not inside(play, party.where))
