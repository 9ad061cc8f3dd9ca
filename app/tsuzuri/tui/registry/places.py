"""The places, in order."""

from tsuzuri.tui.registry.action import Place, Target

PLACES = (
    Place("1", "search", "Search", Target.SEARCH, marks=True),
    Place("2", "entities", "Entities", Target.ENTITIES, marks=True),
    Place("3", "timeline", "Timeline", Target.TIMELINE, ("On the lanes", Target.LANES)),
    Place("4", "categories", "Categories", Target.CATEGORIES, ("In the tree", Target.TREE)),
    Place("5", "library", "Library", Target.LIBRARY, ("On a folder", Target.FOLDERS), marks=True),
    Place("6", "review", "Review", Target.REVIEW, ("On the evidence", Target.SIDES)),
    Place("7", "ask", "Ask", Target.ASK),
)
"""In the order of their keys."""

SETTINGS = Place("", "settings", "Settings", Target.SETTINGS)
"""No place to go to: a screen over one, which has keys of its own."""
