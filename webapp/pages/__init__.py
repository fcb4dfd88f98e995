"""The HTML pages of the app, and the address to which a table's forms are posted."""

from flask import Flask

from webapp.pages import after_session, fragments, inspector, notes, overlay, own_sheet, packs, quick_add  # noqa: F401  (they add to it)
from webapp.pages.assets import Assets
from webapp.pages.cookies import add_theme, tour
from webapp.pages.errors import handle_errors
from webapp.pages.headers import carry_headers, ensure_origin
from webapp.pages.home import home
from webapp.pages.install import install, name_what_is_held
from webapp.pages.page_cache import set_up_page_cache
from webapp.pages.patterns import patterns
from webapp.pages.reference_pages import book, handbook
from webapp.pages.table import table
from webapp.pages.templates import set_up_templates


def register(app: Flask) -> None:
    """Register the pages, their static files, and the headers of every response."""
    Assets(app)
    set_up_templates(app)
    set_up_page_cache(app)
    add_theme(app)
    app.before_request(ensure_origin)
    carry_headers(app)
    app.after_request(name_what_is_held)
    for blueprint in (home, install, book, handbook, table, patterns, tour):
        app.register_blueprint(blueprint)
    handle_errors(app)
