"""C2: what a piece of ordnance is, its IFE and Gun Duels."""
