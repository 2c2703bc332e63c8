"""People: guests, accounts, and how somebody proves to be one."""
