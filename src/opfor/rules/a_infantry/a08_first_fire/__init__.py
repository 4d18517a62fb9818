"""A8: Defensive First Fire, Residual FP and Snap Shots."""
