"""A22: Flamethrowers and Molotov Cocktails."""
