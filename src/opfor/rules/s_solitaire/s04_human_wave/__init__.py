"""S4.3: Human Waves."""
