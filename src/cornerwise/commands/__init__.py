"""The commands of the command line, one module each; each module's `register` adds its own."""
