"""SQL of a person's own over the library's documented views."""

from tsuzuri.core.errors import NotAllowed
from tsuzuri.core.selecting import Bounds, Table
from tsuzuri.library.stages import Stages


def query(stages: Stages, sql: str, rows: int) -> Table:
    """Run one SELECT over the views of `core.views`, with so many rows at most and within two seconds.

    Raises:
        NotAllowed: the settings do not allow it.
        UsageError: it is no SELECT over them, or takes too long.
    """
    if not stages.allow_query:
        raise NotAllowed("queries are not allowed here", hint="allow them with: allow_query = true under [search]")
    return stages.backend.select(sql, Bounds(rows=rows))
