"""English names of months, days, seasons, numbers, units and parts of time, in lower case."""

from tsuzuri.text.periods import Part, Unit

_MONTH_NAMES = "january february march april may june july august september october november december".split()
MONTHS = {name[:size]: number for number, name in enumerate(_MONTH_NAMES, 1) for size in (3, len(name))} | {"sept": 9}
"""Month names and their abbreviations, from 1."""
MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
"""The same as alternatives of a regular expression."""

_DAY_NAMES = "monday tuesday wednesday thursday friday saturday sunday".split()
WEEKDAYS = {name[:size]: number for number, name in enumerate(_DAY_NAMES) for size in (3, len(name))}
WEEKDAYS |= {"tues": 1, "weds": 2, "thur": 3, "thurs": 3}
"""Their names and abbreviations; Monday is 0."""
WEEKDAY = "|".join(sorted(WEEKDAYS, key=len, reverse=True))
"""The same as alternatives of a regular expression."""

SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""The month in which each begins."""
_NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
).split()
_ORDINALS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
WORDS = {word: str(number) for number, word in enumerate(_NUMBERS)}
WORDS |= {word: f"{number}th" for number, word in enumerate(_ORDINALS)}
WORDS |= {"eighteenth": "18th", "nineteenth": "19th", "twentieth": "20th", "thirty": "30", "couple": "2"}
"""Numbers in words, as digits; every ordinal ends on "th"."""
DECADES = {"twenties": 20, "thirties": 30, "forties": 40, "fifties": 50}
DECADES |= {"noughties": 0, "sixties": 60, "seventies": 70, "eighties": 80, "nineties": 90}
"""The last two digits of their first year."""

UNITS = {
    "day": Unit.DAY,
    "week": Unit.WEEK,
    "month": Unit.MONTH,
    "quarter": Unit.QUARTER,
    "year": Unit.YEAR,
    "fiscal year": Unit.FISCAL_YEAR,
    "decade": Unit.DECADE,
}
"""What may be counted."""
UNIT = "fiscal year|day|week|month|quarter|year|decade"
"""The same as alternatives of a regular expression."""
DAYS = {
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "yesterday": -1,
    "last night": -1,
    "day before yesterday": -2,
    "tomorrow": 1,
    "day after tomorrow": 2,
}
"""Days from the reference day on."""
OFFSETS = {"last": -1, "this": 0, "current": 0, "next": 1, "coming": 1, "upcoming": 1}
"""Units from that of the reference day on."""
OFFSET = "|".join(OFFSETS)
"""The same as alternatives of a regular expression."""
PARTS = {
    "beginning": Part.START,
    "start": Part.START,
    "early": Part.EARLY,
    "1th half": Part.FIRST_HALF,
    "mid": Part.MIDDLE,
    "middle": Part.MIDDLE,
    "2th half": Part.SECOND_HALF,
    "latter half": Part.SECOND_HALF,
    "late": Part.LATE,
    "end": Part.END,
    "last day": Part.LAST_DAY,
}
"""Parts of a period, as they are folded."""
