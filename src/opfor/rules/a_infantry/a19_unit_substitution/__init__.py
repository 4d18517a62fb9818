"""A19: ELR, Replacement and Inexperienced Personnel."""
