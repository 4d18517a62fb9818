"""C6: what the target adds to the To Hit DR."""
