"""The policies of the game: each discretion that the rules leave, and its default.

A rule asks `Choose(why="discretion", policy=NAME)`. The settings of a game say who
decides: "default" plays for the side that is asked, "random", or "ask" the player.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from opfor.core.ask import Choose
from opfor.core.errors import OpforError
from opfor.core.policy import DEFAULT, Decide, Policy
from opfor.core.table import Table
from opfor.rules.choices.switches import SWITCHES
from opfor.state.state import State


def first(choose: Choose, _state: State) -> str:
    """The first option: rules put the one that is best for the side first."""
    return choose.options[0].key


def named(key: str) -> Decide:
    """The option of that key if it is offered, else the first one."""
    return lambda choose, _state: next(
        (option.key for option in choose.options if option.key == key),
        choose.options[0].key,
    )


def out_of_odds(choose: Choose, state: State) -> str:
    """Out of a CC against twice the unbroken units, but not out of a VPO Location."""
    here = choose.options[0].hexes[0] if choose.options[0].hexes else ""
    there = [u for u in state.units.values() if u.location == here and not u.broken]
    ours = sum(unit.side == choose.side for unit in there if not unit.guard)
    theirs = sum(unit.side != choose.side for unit in there if not unit.guard)
    lost = theirs >= 2 * ours and here not in state.vpo
    return choose.options[1 if lost and len(choose.options) > 1 else 0].key


TOGETHER = MappingProxyType({"together": named("together"), "apart": named("apart")})
ROUTES = MappingProxyType({"safest": named("safest"), "shortest": named("shortest")})

POLICIES: tuple[Policy, ...] = (
    Policy("A4.15 escape", "Where a SMC escapes to that is overrun", first),
    Policy("A11.22 infiltration", "Where units go that may infiltrate", out_of_odds),
    Policy("A12.152 search", "Which hexes a Search looks into first", first),
    Policy("A14.4 Sniper Check", "Who looks for a Sniper that has struck", first),
    Policy(
        "A20.3 prisoners",
        "Whether who surrenders is taken or given No Quarter",
        first,
        {"take": named("take"), "no quarter": named("no quarter")},
    ),
    Policy("D4.22 hexsides", "Behind which hexsides a HD Maneuver hides a hull", first),
    Policy(
        "D7.21 reaction", "Whether Infantry attacks what overruns or passes it", first
    ),
    Policy(
        "S6.3 route",
        "How unarmed MMC, Guards and leaders go where an Automatic Action sends them",
        first,
        ROUTES,
    ),
    Policy(
        "S6.310 vehicle", "Which Abandoned vehicle a vehicular crew goes back to", first
    ),
    Policy("S6.316 smoke", "Where Infantry places its Smoke Grenades", first),
    Policy(
        "S9.2 hex",
        "Which Location is entered where a Move Command leaves several",
        first,
    ),
    Policy("S9.2 route", "By which route a Move Command is carried out", first, ROUTES),
    Policy("S9.2 stacks", "Whether units move as one stack", first, TOGETHER),
    Policy(
        "S6.23 own words",
        "Which Target a clause of a Fire Command in your own words means",
        first,
        {"pass over": named("pass over")},
        asks=True,
    ),
    Policy(
        "S9.22 own words",
        "What a clause of a Move Command in your own words has its mover do",
        first,
        {"pass over": named("pass over")},
        asks=True,
    ),
    Policy("S12.p12 OBA", "Where the OBA of a Random Event is to come down", first),
    Policy("S14.p2 OBA", "Where the ENEMY's OBA is to come down", first),
    Policy("S14.p4 air", "What the ENEMY's aircraft attack", first),
)
"""Every policy, by the rule that asks."""

EVERY = (*POLICIES, *SWITCHES)
"""Every policy and switch: what a game or a pack may set."""

TABLE = "policies"
"""The table by which a pack sets them."""


def set_by(table: Table) -> dict[str, str]:
    """What a table {policies} sets, by the name of each policy.

    Errors:
        OpforError: a row names a way that its policy does not have.
    """
    return {name: way for name, way in _ways(table) if way != DEFAULT}


def _ways(table: Table) -> Iterator[tuple[str, str]]:
    for policy in EVERY:
        row = table.look_up(policy=policy.name)
        if row.result not in policy.settings:
            do = f"write one of: {', '.join(policy.settings)}"
            what = f"{policy.name}: there is no way {row.result[:40]!r}"
            raise OpforError(f"result: {what}", row.place, do)
        yield policy.name, row.result


def check_policies(tables: Mapping[str, Table]) -> None:
    """See that the table {policies} names ways that there are.

    Errors:
        OpforError: as for `set_by`.
    """
    set_by(tables[TABLE])
