"""The command line: `cornerwise --help` tells it all."""

from cornerwise.cli import main

if __name__ == "__main__":
    main()
