"""How soon one can play: `python benchmarks/start.py [--runs 9]`.

Starts `cornerwise serve` with an empty folder, waits until it says that it is ready, and lets a
browser that already runs open the first page, choose an edition, start a game against the computer
(two clicks, the editions in turn) and make a move as soon as the page allows it. Tells the seconds
from "ready" until the first page shows, and until the first move is on the board, which is after
the server has acknowledged it.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from playwright.sync_api import Browser, expect, sync_playwright

EDITIONS = ("Duo", "Classic", "Trigon")


@contextlib.contextmanager
def server() -> Iterator[str]:
    """A server with no games yet; gives its address as soon as it is ready."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "cornerwise", "serve", "--no-open", "--port", "0"]
        process = subprocess.Popen(
            [*command, "--data", data], stdout=subprocess.PIPE, text=True, bufsize=1
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            if found is None:
                raise SystemExit("the server did not start")
            yield found.group()
        finally:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()


def first_move(browser: Browser, edition: str) -> tuple[float, float]:
    """Seconds until the first page shows and until the first move is made."""
    page = browser.new_page(locale="en", viewport={"width": 1440, "height": 900})
    try:
        with server() as address:
            ready = time.perf_counter()
            page.goto(address, wait_until="commit")
            play = page.get_by_role("button", name="Play the computer")
            play.wait_for()
            shown = time.perf_counter()
            page.locator(".edition", has_text=edition).click()
            play.click()
            page.locator("h1", has_text="Your turn").wait_for()
            pieces = page.locator(".board-svg .pieces > .piece")
            before = pieces.count()
            page.keyboard.press("5")
            page.keyboard.press("Enter")
            expect(pieces).not_to_have_count(before)
            return shown - ready, time.perf_counter() - ready
    finally:
        page.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9)
    runs = parser.parse_args().runs
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
        )
        browser.new_page().close()  # the browser, too, is up before the server is
        times = []
        for run in range(runs):
            edition = EDITIONS[run % len(EDITIONS)]
            times.append(first_move(browser, edition))
            print(f"{edition:8} page {times[-1][0]:.2f} s, first move {times[-1][1]:.2f} s")
        browser.close()
    for what, values in zip(("page", "first move"), zip(*times, strict=True), strict=True):
        middle, worst = statistics.median(values), max(values)
        print(f"{what}: median {middle:.2f} s, slowest {worst:.2f} s of {runs} runs")


if __name__ == "__main__":
    main()
