"""S7: the ENEMY's Rally Phase."""
