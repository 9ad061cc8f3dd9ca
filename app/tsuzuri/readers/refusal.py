"""How a reader says that it cannot make a document of a file."""

from tsuzuri.core.document import Refusal, RefusalReason


class CannotRead(Exception):
    """Raised by readers only, and turned into a `Refusal` by the registry.

    `detail` is one sentence for a person; it never quotes the file.
    """

    def __init__(self, reason: RefusalReason, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail

    @property
    def refusal(self) -> Refusal:
        """The same as a value."""
        return Refusal(self.reason, self.detail)
