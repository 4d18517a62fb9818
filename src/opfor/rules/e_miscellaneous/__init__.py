"""Chapter E, as far as SASL needs it: weather, night, aircraft."""
