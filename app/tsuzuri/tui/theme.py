"""The two themes. No other module names a colour: styles below and the sheets speak of these variables."""

from typing import Final

from textual.theme import Theme

DARK: Final = Theme(
    name="tsuzuri-dark",
    dark=True,
    primary="#8ab4dd",
    secondary="#6f8fb0",
    accent="#dcae6a",
    warning="#dcae6a",
    error="#e58a82",
    success="#93bf8e",
    foreground="#d8dbe0",
    background="#15171b",
    surface="#15171b",
    panel="#24282f",
    boost="#1c1f25",
    variables={
        "quiet": "#8b919c",
        "line": "#363b44",
        "cursor": "#2b313a",
        "cursor-away": "#20242a",
        "block-cursor-background": "#2b313a",
        "block-cursor-foreground": "#d8dbe0",
        "input-selection-background": "#3d4a5c",
        "footer-background": "#15171b",
        "footer-key-foreground": "#8ab4dd",
        "footer-description-foreground": "#8b919c",
        "scrollbar": "#363b44",
        "scrollbar-background": "#15171b",
        "scrollbar-corner-color": "#15171b",
    },
)
"""Ink: light text on a dark ground."""

LIGHT: Final = Theme(
    name="tsuzuri-light",
    dark=False,
    primary="#2b5c95",
    secondary="#4a6f99",
    accent="#8f5400",
    warning="#8f5400",
    error="#a8322b",
    success="#33703a",
    foreground="#23262b",
    background="#fbfaf7",
    surface="#fbfaf7",
    panel="#ebe8e0",
    boost="#f3f1eb",
    variables={
        "quiet": "#686c73",
        "line": "#d3cfc4",
        "cursor": "#e3e7ec",
        "cursor-away": "#f0efea",
        "block-cursor-background": "#e3e7ec",
        "block-cursor-foreground": "#23262b",
        "input-selection-background": "#c5d6ea",
        "footer-background": "#fbfaf7",
        "footer-key-foreground": "#2b5c95",
        "footer-description-foreground": "#686c73",
        "scrollbar": "#d3cfc4",
        "scrollbar-background": "#fbfaf7",
        "scrollbar-corner-color": "#fbfaf7",
    },
)
"""Paper: dark text on a light ground."""

QUIET: Final = "$quiet"
"""Style of what stands beside the matter: places, dates, hints."""
TITLE: Final = "bold"
"""Style of the name of a thing."""
MATCH: Final = "bold underline $accent"
"""Style of the words that were looked for."""
STATEMENT: Final = "underline"
"""Style of the sentence that states a fact."""
SELECTED: Final = "reverse"
"""Style of what is selected inside a row."""
FORMER: Final = "strike $quiet"
"""Style of what no longer holds."""
TROUBLE: Final = "$error"
"""Style of what went wrong. The words say so too."""
HEADING: Final = "bold $primary"
"""Style of a heading, and of the cursor's mark."""
