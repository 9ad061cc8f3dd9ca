"""Typed identifiers. Each is a positive integer, never reused within a dataset."""

from typing import NewType

SourceId = NewType("SourceId", int)
ContentId = NewType("ContentId", int)
PassageId = NewType("PassageId", int)
EntityId = NewType("EntityId", int)
FactId = NewType("FactId", int)
SpaceId = NewType("SpaceId", int)
RootId = NewType("RootId", int)
ReviewId = NewType("ReviewId", int)
CategoryId = NewType("CategoryId", int)
BuildId = NewType("BuildId", int)
AskedId = NewType("AskedId", int)
