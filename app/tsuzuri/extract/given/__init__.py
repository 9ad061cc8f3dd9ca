"""What files state of themselves, as entities and facts, without a model: exact, and in milliseconds.

Front matter, links, tags, mail headers, speakers, calendar entries and contact cards. Whatever is not sure (a property
without a known relation, a word that may be no name) makes nothing and stays text that search finds.
"""
