"""The strategies by name. Apart from their results, for the command line names them all and has to be instant."""

from enum import StrEnum


class Strategy(StrEnum):
    """A named way to search."""

    CHUNKS = "chunks"
    CHUNKS_LEXICAL = "chunks_lexical"
    CHUNKS_SEMANTIC = "chunks_semantic"
    FACTS = "facts"
    SYSTEM1 = "system1"
    TEMPORAL = "temporal"
    GRAPH = "graph"
    GRAPH_SUMMARY = "graph_summary"
    SUMMARIES = "summaries"
    STRUCTURED = "structured"
    QUERY = "query"
    AUTO = "auto"
    GLOBAL = "global"
    DUAL = "dual"

    @property
    def description(self) -> str:
        """What it does, in a line."""
        return _DESCRIPTIONS[self]


_DESCRIPTIONS = {
    Strategy.AUTO: "choose one of the others by the question, and say which and why",
    Strategy.SYSTEM1: "passages, facts and entities by words and meaning, at once",
    Strategy.GLOBAL: "walk down the categories, and take what belongs to the question",
    Strategy.DUAL: "system1 and global together",
    Strategy.GRAPH: "what names and facts lead to, over several steps",
    Strategy.GRAPH_SUMMARY: "the graph, with summaries of the documents and categories it touches",
    Strategy.SUMMARIES: "documents, each in a few of its sentences",
    Strategy.TEMPORAL: "what held or was said at the time in the question, in order of time",
    Strategy.STRUCTURED: "exact facts of a name and a relation, counted, with first and last dates",
    Strategy.CHUNKS: "passages by words and meaning",
    Strategy.CHUNKS_LEXICAL: "passages by words alone",
    Strategy.CHUNKS_SEMANTIC: "passages by meaning alone",
    Strategy.FACTS: "facts by words and meaning",
    Strategy.QUERY: "SQL of your own over the documented views, where the settings allow it",
}
