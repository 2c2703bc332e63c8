"""How soon one can play: `python benchmarks/start.py [--runs 9]`.

Starts `cornerwise serve` with an empty folder, waits until it says that it is ready, and lets a
browser that already runs open the first page, choose an edition, start a game against the computer
(two clicks, the editions in turn) and make a move as soon as the page allows it. Tells the seconds
from "ready" until the first page shows, and until the first move is on the board, which is after
the server has acknowledged it.

With `--latency 150` it instead opens the first page over a line with that delay, in milliseconds,
and tells when the main button is ready: first with an empty cache, then after a reload.

With `--idle 30` it opens a game in which nothing happens and tells which share of a processor its
page takes meanwhile.
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


def delayed(browser: Browser, address: str, latency: int) -> tuple[float, float]:
    """Seconds until the main button is ready over a slow line, at first and on a reload."""
    context = browser.new_context(locale="en", viewport={"width": 1440, "height": 900})
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    rates = {"downloadThroughput": -1, "uploadThroughput": -1}
    line.send("Network.emulateNetworkConditions", {"offline": False, "latency": latency, **rates})
    found = []
    for again in (False, True):
        begun = time.perf_counter()
        if again:
            page.reload(wait_until="commit")
        else:
            page.goto(address, wait_until="commit")
        page.get_by_role("button", name="Play the computer").wait_for()
        found.append(time.perf_counter() - begun)
        page.wait_for_load_state("networkidle")
    context.close()
    return found[0], found[1]


def idle(browser: Browser, address: str, seconds: int) -> float:
    """The share of a processor that the page of a quiet game takes."""
    page = browser.new_page(locale="en", viewport={"width": 1440, "height": 900})
    page.goto(address)
    page.get_by_role("button", name="Play the computer").click()
    page.locator("h1", has_text="Your turn").wait_for()
    page.wait_for_timeout(3000)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def spent() -> float:
        found = session.send("Performance.getMetrics")["metrics"]
        return next(float(one["value"]) for one in found if one["name"] == "TaskDuration")

    before = spent()
    page.wait_for_timeout(1000 * seconds)
    share = (spent() - before) / seconds
    page.close()
    return share


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--latency", type=int, default=0)
    parser.add_argument("--idle", type=int, default=0)
    asked = parser.parse_args()
    runs, names = asked.runs, ("page", "first move")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
        )
        browser.new_page().close()  # the browser, too, is up before the server is
        times = []
        if asked.idle:
            with server() as address:
                print(
                    f"a quiet game: {100 * idle(browser, address, asked.idle):.2f} % of a processor"
                )
            browser.close()
            return
        if asked.latency:
            names = ("button ready", "button ready after a reload")
            with server() as address:
                times = [delayed(browser, address, asked.latency) for _ in range(runs)]
        for run in range(0 if asked.latency else runs):
            edition = EDITIONS[run % len(EDITIONS)]
            times.append(first_move(browser, edition))
            print(f"{edition:8} page {times[-1][0]:.2f} s, first move {times[-1][1]:.2f} s")
        browser.close()
    for what, values in zip(names, zip(*times, strict=True), strict=True):
        middle, worst = statistics.median(values), max(values)
        print(f"{what}: median {middle:.2f} s, slowest {worst:.2f} s of {runs} runs")


if __name__ == "__main__":
    main()
