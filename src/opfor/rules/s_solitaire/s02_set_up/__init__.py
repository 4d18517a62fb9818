"""S2: how a Mission is set up before its first turn."""
