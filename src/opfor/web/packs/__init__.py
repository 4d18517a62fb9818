"""The player's own packs and modules: typed, checked, kept."""
