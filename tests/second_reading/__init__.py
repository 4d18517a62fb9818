"""The rules read a second time: cases written from the text alone."""
