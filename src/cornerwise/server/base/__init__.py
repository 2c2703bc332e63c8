"""What every part of the server stands on: settings, messages, refusals, limits, logs."""
