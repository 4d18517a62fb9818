"""S1: the terms that other rules lean on."""
