"""C3: the To Hit process, from who may fire to what is hit."""
