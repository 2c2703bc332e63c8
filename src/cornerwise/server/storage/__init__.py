"""Where everything is kept, and how processes that share it hear of news."""
