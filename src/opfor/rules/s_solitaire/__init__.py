"""Chapter S, Solitaire ASL: a file or a folder for each section."""
