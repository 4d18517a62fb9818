"""The builder of Fire and Move Commands: its words, its trials, and what it keeps."""
