"""A20: prisoners, their Guards, and Massacre."""
