"""The house: all that keeps games going, put together; and what it knows of a person."""
