"""The server on the network: addresses, sockets, the process."""
