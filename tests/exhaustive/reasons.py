"""Why a rule is not used by any Mission that ships."""

RARE = "rare: needs more games, or a chance that did not come"

CAVES = "caves come on PTO maps with Cliffs or Hills; no Mission that ships has one"

VEHICLES = "needs more ENEMY vehicles, or more Guns, than these games brought"

REASONS: dict[str, str] = {
    "S3.31d": "needs a Flame beside S?; no weapon of these OB sets one, a FT seldom",
    "S4.22": "boards are set long side on the FBE; needs a map with short sides there",
    "S5.7441": CAVES,
    "S5.7441/b2": CAVES,
    "S5.7441/b3": CAVES,
    "S5.711": VEHICLES,
    "S6.3141": VEHICLES,
    "S6.3143": VEHICLES,
    "S8.p1": "heads the paragraphs after it, which ran",
    "S9.32": VEHICLES,
    "S9.32/order": VEHICLES,
    "S9.33": VEHICLES,
    "S9.342": VEHICLES,
    "S9.35": VEHICLES,
}
"""The reason by the number of the rule."""
