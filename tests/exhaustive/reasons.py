"""Why a rule is not used by any Mission that ships."""

RARE = "rare: needs more games, or a chance that did not come"

UNASKED = "coded and tested, but nothing in play asks it yet"

REASONS: dict[str, str] = {
    "S4.321": "play goes by S6.305/move, which moves waves impulse by impulse",
    "S8.p1": "play goes by the Actions of S6; the paragraphs after it ran",
    "S9.32/order": UNASKED,
    "S9.342": "play goes by S8.p1/afph, in which armed vehicles fire in the AFPh",
}
"""The reason by the number of the rule."""
