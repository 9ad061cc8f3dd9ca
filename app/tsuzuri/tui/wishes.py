"""What one place wants of another. The app goes there."""

from textual.message import Message

from tsuzuri.core.ids import EntityId
from tsuzuri.core.values import Entity


class ShowTimeline(Message):
    """The timelines of entities are wanted, alone or beside those that are shown."""

    def __init__(self, *entity_ids: EntityId, beside: bool = False) -> None:
        super().__init__()
        self.entity_ids = entity_ids
        self.beside = beside


class ShowCategories(Message):
    """The categories of an entity are wanted."""

    def __init__(self, entity_id: EntityId) -> None:
        super().__init__()
        self.entity_id = entity_id


class ShowNeighbours(Message):
    """What an entity is joined to is wanted."""

    def __init__(self, entity_id: EntityId) -> None:
        super().__init__()
        self.entity_id = entity_id


class ShowEntity(Message):
    """An entity is wanted, in its place."""

    def __init__(self, entity: Entity) -> None:
        super().__init__()
        self.entity = entity


class AskFor(Message):
    """A question is to be asked; with no words, one is to be written."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words


class ThemeWanted(Message):
    """The other colours are wanted."""
