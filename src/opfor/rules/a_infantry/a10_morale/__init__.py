"""A10: morale, rally, rout and Interdiction."""
