"""S5: Activation of S?, and what they bring."""
