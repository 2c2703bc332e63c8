"""A GTP engine that does wrong at its first move, in the way that its argument names."""

import sys
import time


def main(fault: str) -> None:
    for line in sys.stdin:
        if line.startswith("quit"):
            answer("=")
            return
        if fault == "refuse" and line.startswith("play"):
            answer("? I do not like this move")
        elif not line.startswith("genmove"):
            answer("=")
        elif fault == "crash":
            sys.exit("out of order")
        elif fault == "hang":
            time.sleep(60)
        elif fault == "flood":
            while True:
                sys.stdout.write("= more and more\n" * 1000)
        elif fault == "nonsense":
            answer("let me think")
        else:
            answer(f"= {fault}")


def answer(text: str) -> None:
    sys.stdout.write(text + "\n\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
