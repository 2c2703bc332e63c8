"""The description of the HTTP interface."""

from __future__ import annotations

from starlette.routing import Route

from cornerwise.server.web import openapi
from cornerwise.server.web.app import make_app
from tests.server.site import Site


def test_every_request_is_described() -> None:
    described = {(o.method.upper(), o.path) for o in openapi.OPERATIONS}
    served = {
        (method, route.path)
        for route in make_app().routes
        if isinstance(route, Route) and route.path.startswith("/api")
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert described == served


def test_the_document_is_whole(shared: Site) -> None:
    http = shared.person().http
    document = http.get("/openapi.json").json()
    assert document["openapi"].startswith("3.")
    text = http.get("/openapi.json").text
    for name in document["components"]["schemas"]:
        assert text.count(f'"{name}"') >= 1
    for reference in text.split('"$ref":"#/components/schemas/')[1:]:
        assert reference.partition('"')[0] in document["components"]["schemas"]
    page = http.get("/docs").text
    assert "<script" not in page
    for operation in openapi.OPERATIONS:
        assert operation.path in page
