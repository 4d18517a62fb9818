"""S6: Action DR, Panic, Automatic Actions and leaders."""
