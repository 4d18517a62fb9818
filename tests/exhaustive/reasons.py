"""Why a rule is not used by any Mission that ships."""

RARE = "rare: needs more games, or a chance that did not come"

REASONS: dict[str, str] = {}
"""The reason by the number of the rule."""
