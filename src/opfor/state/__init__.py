"""Units, weapons, markers and the one State that holds them."""
