"""The page on which a Mission is designed: its form, its check, how hard it is."""
