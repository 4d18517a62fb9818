"""C13: LATW and ATMM."""
