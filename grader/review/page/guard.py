"""Restrict requests to browsers that know the token in the page's address.

A server on this machine can be reached from every web page in the same browser. So the Host must be
ours (a foreign name that resolves to us is DNS rebinding), a change must come from our own page
(Origin), and every request must carry the token of the address, in a cookie that no other site's
request includes.
"""

import hmac
import secrets
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Address, ip_address

from flask import Flask, Response, abort, redirect, request
from markupsafe import escape
from werkzeug.wrappers import Response as AnyResponse

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",  # so that marks and names stay out of the browser's cache on disk
}
ONWARD = (
    '<!doctype html><meta charset="utf-8"><title>grader</title>'
    '<meta http-equiv="refresh" content="0; url={path}"><p><a href="{path}">grader</a></p>\n'
)
HTTP = 80  # the port that browsers omit from Host and Origin
SAFE = frozenset({"GET", "HEAD"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """The host names of this server, and the token."""

    port: int
    hosts: frozenset[str]  # as browsers write them in Host: "127.0.0.1:4711", "localhost:4711"
    open_to_others: bool = False  # whether any address of this machine is accepted as well
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    @property
    def cookie(self) -> str:
        """The cookie's name. All ports of a host share cookies, so each server has its own."""
        return f"grader-{self.port}"

    def watch(self, app: Flask) -> None:
        """Make the app refuse all other requests, and send our headers with every response."""
        app.before_request(self._admit)
        app.after_request(_with_headers)

    def _admit(self) -> AnyResponse | None:
        if not self._is_host(request.headers.get("Host", "")):
            abort(403)
        token = request.args.get("token", "")
        if request.method in SAFE and token:
            if not self._is_token(token):
                abort(403)
            path = "/" + request.path.lstrip("/")  # never "//host", another server
            if request.headers.get("Sec-Fetch-Site") == "none":  # typed, or opened by a program
                answer: AnyResponse = redirect(path, 303)  # without the token in the address
            else:
                # After a redirect of a navigation that began in a file, browsers omit the cookie; a
                # page of ours that navigates on by itself starts a new one.
                answer = Response(ONWARD.format(path=escape(path)), mimetype="text/html")
            answer.set_cookie(self.cookie, self.token, httponly=True, samesite="Strict")
            return answer
        if not self._is_token(request.cookies.get(self.cookie, "")):
            abort(403)
        if request.method not in SAFE and not self._is_ours(request.headers.get("Origin", "")):
            abort(403)
        return None

    def _is_token(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self.token.encode())

    def _is_ours(self, origin: str) -> bool:
        return origin.startswith("http://") and self._is_host(origin.removeprefix("http://"))

    def _is_host(self, host: str) -> bool:
        if host.lower() in self.hosts:
            return True
        port = "" if self.port == HTTP else f":{self.port}"
        address = host.removesuffix(port).removeprefix("[").removesuffix("]")
        return self.open_to_others and host.endswith(port) and is_address_here(address)


def is_address_here(text: str) -> bool:
    """Return whether this is an IP address of this machine, the only kind that can be bound.

    Unlike a name, an address cannot be redirected to this machine by a foreign name server.
    """
    try:
        address = ip_address(text)
    except ValueError:
        return False
    if address.is_unspecified or address.is_multicast:
        return False
    family = socket.AF_INET if isinstance(address, IPv4Address) else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((str(address), 0))
    except OSError:
        return False
    return True


def _with_headers(answer: Response) -> Response:
    answer.headers.update(HEADERS)
    return answer
