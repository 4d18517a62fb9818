"""S11: the ENEMY's advances."""
