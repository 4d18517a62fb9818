"""The core rules that Chapter S rests on, one module a section."""
