"""What may be decided: orders as values, offers, discretion, the words of Commands."""
