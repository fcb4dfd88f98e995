<%
    # Alembic's own comments say nothing that the docstring does not
    lines = [line for line in (upgrades or "").splitlines() if not line.lstrip().startswith("# ###")]
%>\
"""${message}."""

import sqlalchemy as sa
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    ${"\n".join(lines).strip() or "pass"}
