"""What the server searches for, in its own threads or at workers elsewhere."""
