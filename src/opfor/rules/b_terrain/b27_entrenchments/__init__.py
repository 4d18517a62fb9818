"""B27: foxholes and trenches."""
