"""C7: the To Kill process, and what becomes of the vehicle."""
