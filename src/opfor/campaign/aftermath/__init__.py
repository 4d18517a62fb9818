"""What becomes of a company after a Mission: CG.p3 to CG.p10, a clause a function."""
