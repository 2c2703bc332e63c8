"""nginx as a service: the proxy before the servers.

Its configuration is the one that operators are given (`nginx.conf`, in deploy/ too), changed as an
operator would change it.
"""

from __future__ import annotations

import re
import resource
from collections.abc import Sequence
from pathlib import Path

from cornerwise.cluster.programs import listens, program
from cornerwise.cluster.service import Service

TEMPLATE = Path(__file__).with_name("nginx.conf")


def upstream(servers: Sequence[int]) -> str:
    """The servers among which the proxy chooses.

    nginx would leave alone one that failed until a request to it has come to its end, and a socket
    does not end. So it does not count failures (max_fails=0): it asks the next one at once.
    """
    return "\n    ".join(f"server 127.0.0.1:{port} max_fails=0;" for port in servers)


def plain(host: str, port: int, servers: Sequence[int]) -> str:
    """The configuration without TLS, and without limits for single addresses.

    All that try a cluster come from one address or two. The servers keep their own limits.
    """
    text = TEMPLATE.read_text("utf-8")
    text = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", text, flags=re.DOTALL)
    text = re.sub(r" *(ssl_\w+|listen \[::\]|limit_|server_name).*\n", "", text)
    text = text.replace("listen 443 ssl http2", f"listen {host}:{port}")
    return text.replace("server 127.0.0.1:8080;", upstream(servers))


def whole(folder: Path, text: str) -> str:
    """A main configuration around ours: it keeps to a folder and stays in the foreground."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    return (
        f"daemon off;\npid {folder}/pid;\nerror_log stderr;\n"
        f"events {{ worker_connections {resource.getrlimit(resource.RLIMIT_NOFILE)[0]}; }}\n"
        f"http {{\naccess_log off;\n{paths}"
        # Its workers need not be allowed to write here: nothing is kept in files.
        "client_body_buffer_size 64k;\nproxy_max_temp_file_size 0;\n"
        f"{text}}}\n"
    )


class Nginx(Service):
    """The one address of all servers."""

    def __init__(
        self, folder: Path, host: str, port: int, servers: Sequence[int], *, log: Path | None = None
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = folder / "nginx.conf"
        file.write_text(whole(folder, plain(host, port, servers)), "utf-8")
        command = [program("nginx"), "-p", str(folder), "-c", str(file), "-e", "stderr"]
        super().__init__("proxy", command, port, log=log)
        self._host = host

    @property
    def address(self) -> str:
        return f"http://{'localhost' if self._host == '127.0.0.1' else self._host}:{self.port}/"

    def ready(self) -> bool:
        return self.alive and listens(self.port)
