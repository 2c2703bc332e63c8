"""The configurations in deploy/ do what docs/internet.md says, with the real nginx and Caddy."""

from __future__ import annotations

import contextlib
import json
import os
import ssl
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from cornerwise.cluster.nginx import whole
from cornerwise.cluster.programs import free_port, listens
from cornerwise.server.base.settings import Rate
from tests.patience import PATIENCE
from tests.server.services import program
from tests.server.site import Site, until
from tests.server.test_security import Special

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "localhost"
Begin = Callable[[Path, int, Path, Path], tuple[list[str], int]]


def nginx(folder: Path, upstream: int, certificate: Path, key: Path) -> tuple[list[str], int]:
    """The command that starts nginx with our configuration, changed as an operator would."""
    port, plain = free_port(), free_port()
    text = (DEPLOY / "nginx.conf").read_text()
    live = "/etc/letsencrypt/live/cornerwise.example"
    for old, new in {
        "listen [::]:443 ssl http2;": "",
        "listen [::]:80;": "",
        "listen 443": f"listen 127.0.0.1:{port}",
        "listen 80": f"listen 127.0.0.1:{plain}",
        f"{live}/fullchain.pem": str(certificate),
        f"{live}/privkey.pem": str(key),
        "cornerwise.example": NAME,
        "127.0.0.1:8080": f"127.0.0.1:{upstream}",
    }.items():
        assert old in text
        text = text.replace(old, new)
    main = folder / "nginx.conf"
    main.write_text(whole(folder, text))
    return ["nginx", "-p", str(folder), "-c", str(main)], port


def caddy(folder: Path, upstream: int, certificate: Path, key: Path) -> tuple[list[str], int]:
    """The command that starts Caddy; only the certificate is our own, as no authority is asked."""
    port = free_port()
    text = (DEPLOY / "Caddyfile").read_text()
    text = text.replace("admin off", "admin off\n\tauto_https disable_redirects")
    text = text.replace("\trequest_body {", f"\ttls {certificate} {key}\n\trequest_body {{", 1)
    text = text.replace("{$CORNERWISE_SITE:cornerwise.example}", f"{NAME}:{port}")
    text = text.replace("{$CORNERWISE_UPSTREAM:127.0.0.1:8080}", f"127.0.0.1:{upstream}")
    main = folder / "Caddyfile"
    main.write_text(text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(main)], port


@contextlib.contextmanager
def proxy(begin: Begin, folder: Path, upstream: int) -> Iterator[str]:
    """A running proxy with a certificate of our own making; its address."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        f"openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
        f"-subj /CN={NAME} -addext subjectAltName=DNS:{NAME} -keyout {key} -out {certificate}",
        shell=True,
        check=True,
        capture_output=True,
    )
    command, port = begin(folder, upstream, certificate, key)
    home = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    with subprocess.Popen(command, env={**os.environ, **home}) as process:
        try:
            until(lambda: process.poll() is not None or listens(port))
            assert process.poll() is None
            yield f"{NAME}:{port}"
        finally:
            process.terminate()


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"])
def begin(request: pytest.FixtureRequest) -> Begin:
    found: Begin = request.param
    program(request.param.__name__)
    return found


def trusting(folder: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(folder / "certificate.pem"))


def behind(special: Special, begin: Begin, folder: Path, **limits: object) -> _Behind:
    return _Behind(special(proxies=("127.0.0.1/32",), **limits), begin, folder)


class _Behind:
    """A server behind a proxy, and the address at which the world finds it."""

    def __init__(self, site: Site, begin: Begin, folder: Path) -> None:
        self._proxy = proxy(begin, folder, site.port)
        self._folder = folder

    def __enter__(self) -> tuple[str, ssl.SSLContext]:
        return self._proxy.__enter__(), trusting(self._folder)

    def __exit__(self, *error: object) -> None:
        self._proxy.__exit__(None, None, None)


def test_a_game_is_played_through_the_proxy(special: Special, begin: Begin, tmp_path: Path) -> None:
    with behind(special, begin, tmp_path) as (host, trust):
        home = f"https://{host}"
        with httpx.Client(base_url=home, verify=trust, timeout=PATIENCE) as http:
            first = http.get("/api/start")
            assert "max-age" in first.headers["strict-transport-security"]
            assert "secure" in first.headers["set-cookie"].lower()
            seats = {"blue": {"kind": "me"}, "yellow": {"kind": "here"}}
            body = {"variant": "duo", "seats": seats, "first": "blue"}
            own = {"Origin": home}
            made = http.post("/api/games", json=body, headers=own).json()
            cookie = f"guest={http.cookies['guest']}"
            with connect(
                f"wss://{host}/api/games/{made['game']['id']}/socket",
                ssl=trust,
                origin=Origin(home),
                additional_headers={"Cookie": cookie},
                open_timeout=PATIENCE,
            ) as table:
                snapshot = json.loads(table.recv(PATIENCE))
                assert snapshot["you"]["seats"] == ["blue", "yellow"]
                number = snapshot["state"]["legal"]["blue"][0]
                table.send(json.dumps({"type": "play", "seq": 1, "placement": number, "id": 1}))
                answers = iter(lambda: json.loads(table.recv(PATIENCE)), None)
                assert next(a for a in answers if a.get("id") == 1)["type"] == "ok"


def test_the_proxy_says_who_asks_and_the_client_does_not(
    special: Special, begin: Begin, tmp_path: Path
) -> None:
    with (
        behind(special, begin, tmp_path, requests=Rate(0.01, 3)) as (host, trust),
        httpx.Client(base_url=f"https://{host}", verify=trust, timeout=PATIENCE) as http,
    ):
        statuses = [
            http.get("/api/start", headers={"X-Forwarded-For": f"192.0.2.{n}"}).status_code
            for n in range(4)
        ]
        assert statuses == [200, 200, 200, 429]


def test_the_proxy_keeps_large_bodies_and_the_metrics_to_itself(
    special: Special, begin: Begin, tmp_path: Path
) -> None:
    with (
        behind(special, begin, tmp_path) as (host, trust),
        httpx.Client(base_url=f"https://{host}", verify=trust, timeout=PATIENCE) as http,
    ):
        assert http.post("/api/games", content=b" " * 200_000).status_code == 413
        assert http.get("/metrics").status_code == 403
