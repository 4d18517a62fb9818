"""What each order offers, checks and does; a file for each rule that gives orders."""
