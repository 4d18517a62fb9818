"""What the pages of the documentation show is run."""
