"""A7: fire attacks by the IFT, from who may fire to what it does."""
