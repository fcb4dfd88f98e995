"""For whoever looks after the server: does it answer, and how busy is it? Nothing about single tables."""

from flask import Blueprint, Response
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from webapp.api.answers import NoKey, answer, refused
from webapp.api.figures import counts, ensure_token, figures_as_text, may_see_figures
from webapp.services import services
from webapp.store.db import db

blueprint = Blueprint("status", __name__)


@blueprint.get("/healthz")
def healthz() -> Response:
    """200 when the database and the bus answer, else 503 with the one that does not."""
    found = {"database": _database_answers(), "bus": services().bus.answers()}
    told = {name: "ok" if works else "no answer" for name, works in found.items()}
    return answer(told) if all(found.values()) else answer(told, 503, {"Retry-After": "5"})


@blueprint.get("/metrics")
def metrics() -> Response:
    """The counts of this process since it started, as Prometheus reads them; figures for operators alone."""
    try:
        ensure_token()
    except NoKey as no:
        return refused(no)
    written = counts().as_text(open_streams=services().streams.open_now)
    if may_see_figures():
        written += figures_as_text()
    return Response(written, content_type="text/plain; version=0.0.4; charset=utf-8")


def _database_answers() -> bool:
    try:
        return bool(db.session.scalar(text("SELECT 1")) == 1)
    except SQLAlchemyError:
        db.session.rollback()
        return False
