"""C10: Guns pushed and towed."""
