"""Files of VASL."""
