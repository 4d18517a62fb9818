"""Chapter D, vehicles: a file or a folder for each section."""
