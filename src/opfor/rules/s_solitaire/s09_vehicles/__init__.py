"""S9.3: how ENEMY vehicles move."""
