"""The JSON API, through which programs send the same commands as the pages."""

from flask import Blueprint, Flask

from webapp.api import docs, metrics, rules, tables
from webapp.api.answers import answer_unknown_address, handle_errors
from webapp.api.metrics import set_up_counts


def register(app: Flask) -> None:
    """Register the API, its documentation page and the metrics."""
    set_up_counts(app)
    app.before_request(answer_unknown_address)
    app.register_blueprint(_api())
    app.register_blueprint(docs.page)
    app.register_blueprint(metrics.blueprint)


def _api() -> Blueprint:
    api = Blueprint("api", __name__, url_prefix="/api/v1")
    handle_errors(api)
    for part in (tables, rules, docs):
        api.register_blueprint(part.blueprint)
    return api
