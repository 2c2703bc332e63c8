"""The addresses of the server, by what is found there."""
