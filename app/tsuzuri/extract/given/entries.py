"""Calendar entries and contact cards."""

from tsuzuri.core.document import Property
from tsuzuri.core.values import EntityType
from tsuzuri.extract.given.naming import is_alias, is_full_name, is_name, is_place
from tsuzuri.extract.given.people import E_MAIL, in_field, with_address
from tsuzuri.extract.given.stated import Findings, Given, GivenFact, Known
from tsuzuri.extract.given.stating import Stating, first, value
from tsuzuri.extract.ground import Name
from tsuzuri.extract.kinds import kind_by_form
from tsuzuri.extract.mend import SCHEDULED
from tsuzuri.text.normalise import key

_ORGANIZATION_KINDS = frozenset({"org", "group"})
_OF_CARD = (("Birthday", "born_on"), ("Email", E_MAIL), ("Phone", "phone"))


def of_event(record: tuple[Property, ...], stating: Stating) -> Findings:
    """An event by its summary: when and where it is, who organizes and who attends it.

    Only the first of its times counts for one that repeats. Who declined does not attend.
    """
    summary, starts = first(record, "Event"), first(record, "Starts")
    if summary is None or not is_name(summary.value, EntityType.EVENT):
        return Findings()
    event = Name(summary.value, EntityType.EVENT, summary.span)
    findings = Findings((Given(event),))
    if starts is not None:
        findings += _facts(stating.fact(event, SCHEDULED, value(starts)))
    if (place := first(record, "Place")) is not None and is_place(place.value):
        findings += _facts(stating.fact(event, "located_in", Name(place.value, EntityType.PLACE, place.span)))
    for each in record:
        if each.name not in ("Organizer", "Attendee") or (addressed := in_field(each)) is None:
            continue
        findings += with_address(addressed, stating)
        who = addressed.given.name
        if each.name == "Organizer":
            findings += _facts(stating.fact(event, "organized_by", who))
        else:
            findings += _facts(stating.fact(who, "attended", event, time=starts))
    return findings


def of_card(record: tuple[Property, ...], stating: Stating, known: Known) -> Findings:
    """A contact by its name: where and as what it works, its birthday, home, addresses and nicknames."""
    named, firm = first(record, "Name"), first(record, "Organization")
    if named is None:
        return Findings()
    kind = _kind_of_card(record, named, firm)
    if not (is_full_name(named.value) if kind is EntityType.PERSON else is_name(named.value, kind)):
        return Findings()
    name = Name(named.value, kind, named.span)
    findings = Findings((Given(name),))
    if firm is not None and is_name(firm.value, EntityType.ORGANIZATION):
        findings += _facts(stating.fact(name, "works_at", Name(firm.value, EntityType.ORGANIZATION, firm.span)))
    if (role := first(record, "Title", "Role")) is not None:
        findings += _facts(stating.fact(name, "works_as", value(role)))
    if (city := first(record, "Home city")) is not None and is_name(city.value, EntityType.PLACE):
        findings += _facts(stating.fact(name, "lives_in", Name(city.value, EntityType.PLACE, city.span)))
    relations = dict(_OF_CARD)
    for each in record:
        if each.name in relations:
            findings += _facts(stating.fact(name, relations[each.name], value(each)))
        elif each.name == "Nickname" and is_alias(each.value, name.text, kind, known):
            findings += Findings((Given(Name(name.text, kind, each.span), each.value),))
    return findings


def _kind_of_card(record: tuple[Property, ...], named: Property, firm: Property | None) -> EntityType:
    """A card is a person's, unless it says otherwise, or has an organization's name."""
    stated = first(record, "Kind")
    of_firm = firm is not None and key(firm.value) == key(named.value)
    of_group = stated is not None and stated.value.lower() in _ORGANIZATION_KINDS
    by_form = kind_by_form(named.value) == EntityType.ORGANIZATION
    return EntityType.ORGANIZATION if of_firm or of_group or by_form else EntityType.PERSON


def _facts(fact: GivenFact | None) -> Findings:
    return Findings(facts=(fact,) if fact else ())
