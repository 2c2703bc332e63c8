"""The command `cornerwise`, and `python -m cornerwise`."""

import sys

from cornerwise.errors import MissingExtra
from cornerwise.extras import need


def main() -> None:
    """Run the command line, or say in one line what it needs."""
    try:
        need("cli")
    except MissingExtra as error:
        print(f"cornerwise: {error}", file=sys.stderr)
        sys.exit(2)
    from cornerwise.cli import app

    app(prog_name="cornerwise")


if __name__ == "__main__":
    main()
