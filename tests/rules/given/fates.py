"""What a vehicle suffers, and what comes of it."""

from typing import Any

from opfor.rules.d_vehicles.d05_crews.d05_34_crew_fates import suffer
from tests.rules.given.armor import duel


def after(fate: str, *dice: str, **scene: Any) -> Any:
    """The game after the ENEMY T-34 (CS# 5) has suffered a fate."""
    return duel(lambda play: suffer(play, "etank", fate), *dice, **scene)  # type: ignore[arg-type] # fates by name
