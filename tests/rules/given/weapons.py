"""A Weapon as ordnance."""

from typing import Any

from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance, ordnance
from tests.rules.given.ordnance import looked


def seen(weapon: str, date: str = "1941-08") -> Ordnance | None:
    """A Weapon as ordnance."""
    found: Ordnance | None = looked(
        lambda play: ordnance(play, play.state.weapons["w"]), weapon=weapon, date=date
    )
    return found


def piece(**fields: Any) -> Ordnance:
    """A piece of ordnance."""
    given = {"id": "w", "name": "Gun", "nation": "german", "kind": "AT"}
    return Ordnance(**given | fields)
