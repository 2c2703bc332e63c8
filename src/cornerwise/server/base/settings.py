"""What can be set on a server. The defaults suit one computer at home."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from cornerwise.folders import data_folder


@dataclass(frozen=True)
class Rate:
    """So many a second, with bursts of so many at once."""

    per_second: float
    burst: float


GAMES = "games.sqlite"
"""The file in the folder for games."""


@dataclass(frozen=True)
class Settings:
    """Limits and times.

    data               the folder for games
    store              the database of many processes, postgresql://…; else a file in that folder
    bus                how these processes tell each other of news, nats://…
    engine_bus         where workers are asked that think for us, nats://…; else they are on the bus
    workers            long searches at once; 0 for as many as the machine can spare
    quick              threads besides for short searches: levels 1 to 8
    advisers           threads besides for tips, the coach, and tries in reviewed games
    waiting            searches that may wait for a place, of each kind
    waiting_each       searches of the games of one address, running and waiting
    solvers, unsolved  the same for puzzles: they take no places of the computer players
    unsolved_each      searches for puzzles of one address, running and waiting
    reviews            of games, asked for per address
    reviews_each       of one guest, being made and waiting; they are made one after another
    reviews_waiting    that may be made or wait, in all
    review_simulations
                       of each position of a review; 0 for as many as the tutor takes by itself
    review_seconds     that one search of a review may take; then what it has found counts
    tries              judged in learning from mistakes, per address
    analysts           threads that think for the analysis board: they take no places, either
    analyses           positions thought about at once, in all
    analyses_each      and of one address
    analysis_seconds   for which one position is thought about
    analysis_memory    mebibytes that the search of one position may take
    studies            shared from the analysis board, per address
    pictures           drawn, per address
    pictures_each      drawn or waiting at once per address
    pictures_waiting   that may wait to be drawn, in all
    picture_seconds    that drawing one picture may take
    pictures_kept      mebibytes of drawn pictures kept in memory
    linger             seconds that computers play on by themselves where nobody looks
    away               how long a person must be gone before the computer may take the seat, ms
    idle               after how long without news a game gives back memory, seconds
    queue, queue_bytes
                       messages that may wait for one socket, and their bytes, before it is closed;
                       beyond a quarter of the bytes its requests wait until it has read
    page               events in one answer to who has missed some
    messages           per socket
    requests, games    per address
    requests_at_once   of one address; its others wait for their turn
    seeks              wishes for a game in the lobby: to look for one, to challenge, to accept
    searches           for puzzles, per address
    sockets            open ones per address
    hints              tips and moves weighed at once per address
    courtesy           ms of waiting after which who wants computers in empty seats no longer waits
                       for others in the lobby to want the same
    heartbeat          seconds between pings that carry the newest seq
    frames             of any kind, per socket
    messages_per_address
                       over all its sockets
    handshakes         attempts to open a socket, per address
    knocks             new connections, per address
    connections        open ones in all; fewer if the system allows fewer files
    connections_per_address, silent_per_address
                       open ones of one address, and those that have not asked for anything yet
    head_bytes, head_lines, head_seconds
                       how large the head of a request may be, and how long it may take
    body_seconds       how long its body may take
    hosts              names under which the server may be asked for, besides its own; * for any
    chat               what may be said at games: phrases and text, phrases only, or nothing (off)
    chat_guests        whether guests may write, too, and not only say phrases
    chat_days          for which what was said is kept
    reports            of people to the moderators, per address
    takeover_level     the level at which the computer plays an absent person's seat
    events             that a game may have before nothing is taken back any more, and nobody is
                       seated or replaced: it can still be played to its end, left, and run out
    take_backs         moves that may be taken back in one game, with the wishes to
    wishes             to take back a move, of one seat between two moves
    takeovers          times that the computer may take a seat in one game
    dump_licence       under which rated games may be given away, by its SPDX name as CC0-1.0;
                       empty: they are not
    metrics_token      who has it may read /metrics; without one only this machine may
    log_format         text, or json for one JSON object a line
    access_log         whether every request is noted in the log
    allow_lan          whether the page on this machine may open the server to its network
    proxies            networks of our own proxies: their X-Forwarded-For and -Proto are believed
    sign_up            who may make an account: everybody (open), who has an invitation, or nobody
    sign_ups           new accounts, per address
    sign_ins           attempts to sign in, per address
    sign_ins_name      and for one name, from wherever they come
    hashers            threads that hash passwords; they take no places of the computer players
    hashes_waiting     hashes that may wait, in all
    hashes_each        and of one address, running and waiting
    address            where people find the server, such as https://play.example.org; for mails
    mail_server        that sends mails, as host:port; without one no mail is sent
    mail_from          the address from which they come
    mail_user, mail_password
                       with which the server signs in there, if it must
    mail_security      starttls, tls (from the beginning), or none
    mails              sent to one account
    exports            of everything of one account
    """

    data: Path = field(default_factory=data_folder)
    store: str = field(default="", repr=False)  # it may hold a password
    bus: str = field(default="", repr=False)
    engine_bus: str = field(default="", repr=False)
    workers: int = 0
    quick: int = 1
    advisers: int = 1
    waiting: int = 256
    waiting_each: int = 16
    solvers: int = 1
    unsolved: int = 16
    unsolved_each: int = 2
    reviews: Rate = field(default=Rate(30 / 3600, 10))
    reviews_each: int = 3
    reviews_waiting: int = 64
    review_simulations: int = 0
    review_seconds: float = 20
    tries: Rate = field(default=Rate(0.5, 20))
    analysts: int = 1
    analyses: int = 12
    analyses_each: int = 3
    analysis_seconds: float = 30
    analysis_memory: int = 32
    studies: Rate = field(default=Rate(60 / 3600, 20))
    pictures: Rate = field(default=Rate(1, 30))
    pictures_each: int = 2
    pictures_waiting: int = 16
    picture_seconds: float = 10
    pictures_kept: int = 16
    linger: float = 30
    away: int = 60_000
    idle: float = 60
    queue: int = 64
    queue_bytes: int = 1 << 20
    page: int = 200
    messages: Rate = field(default=Rate(20, 60))
    requests: Rate = field(default=Rate(10, 150))
    requests_at_once: int = 6
    games: Rate = field(default=Rate(60 / 3600, 30))
    seeks: Rate = field(default=Rate(0.2, 30))
    searches: Rate = field(default=Rate(1, 60))
    sockets: int = 200
    hints: int = 4
    courtesy: int = 12_000
    heartbeat: float = 15
    frames: Rate = field(default=Rate(40, 200))
    messages_per_address: Rate = field(default=Rate(80, 160))
    handshakes: Rate = field(default=Rate(5, 60))
    knocks: Rate = field(default=Rate(20, 200))
    connections: int = 20_000
    connections_per_address: int = 400
    silent_per_address: int = 64
    head_bytes: int = 16 * 1024
    head_lines: int = 64
    head_seconds: float = 10
    body_seconds: float = 30
    hosts: tuple[str, ...] = ()
    chat: Literal["text", "phrases", "off"] = "text"
    chat_guests: bool = False
    chat_days: int = 180
    reports: Rate = field(default=Rate(20 / 3600, 10))
    takeover_level: int = 4
    events: int = 2000
    take_backs: int = 200
    wishes: int = 2
    takeovers: int = 20
    dump_licence: str = ""
    metrics_token: str = ""
    log_format: Literal["text", "json"] = "text"
    access_log: bool = False
    allow_lan: bool = False
    proxies: tuple[str, ...] = ()
    sign_up: Literal["open", "invitation", "closed"] = "open"
    sign_ups: Rate = field(default=Rate(10 / 3600, 10))
    sign_ins: Rate = field(default=Rate(10 / 60, 20))
    sign_ins_name: Rate = field(default=Rate(10 / 60, 30))
    hashers: int = 1
    hashes_waiting: int = 64
    hashes_each: int = 4
    address: str = ""
    mail_server: str = ""
    mail_from: str = ""
    mail_user: str = ""
    mail_password: str = field(default="", repr=False)
    mail_security: Literal["starttls", "tls", "none"] = "starttls"
    mails: Rate = field(default=Rate(3 / 3600, 3))
    exports: Rate = field(default=Rate(10 / 3600, 5))

    def __post_init__(self) -> None:
        for network in self.proxies:
            try:
                ipaddress.ip_network(network)
            except ValueError:
                message = f"proxies: {network!r} is not a network such as 127.0.0.1 or 10.0.0.0/8"
                raise ValueError(message) from None
        if self.mail_server and not (self.mail_from and self.address):
            raise ValueError(
                "mail_server: set mail_from and address, too, so that e-mails can be sent"
            )
