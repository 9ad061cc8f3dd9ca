"""What stands with a name and is no part of it: honorifics, titles, offices, company forms."""

import re

from tsuzuri.core.values import EntityType
from tsuzuri.extract.identity.countries import country
from tsuzuri.text.normalise import is_cjk, key

_TITLE_BEFORE = re.compile(
    r"^(?:(?:mr|mrs|ms|mx|miss|dr|prof|professor|doctor|sir|dame|madam|rev|reverend|fr|capt|captain|col|colonel|gen"
    r"|general|lt|lieutenant|maj|major|sgt|sergeant|hon|senator|sen|representative|governor|gov|judge|justice"
    r"|president|prime minister|chancellor|mayor|minister|ambassador|coach)\.?\s+)+",
    re.IGNORECASE,
)
_TITLE_AFTER = re.compile(
    r"(?<=.)(?:(?<!副)(?:さん|さま|様|氏|殿|先生|君|くん|ちゃん"
    r"|副?(?:部長|課長|係長|社長|会長|店長|工場長|所長|院長|学長|議長|委員長|市長|町長|村長|知事|大統領|首相)"
    r"|専務|常務|取締役|主任|総理大臣|総理|大臣|外相|財務相|防衛相|議員|監督|選手|投手|教授|准教授|助教授|博士|医師"
    r"|弁護士|棋士|画伯|被告|容疑者|名誉教授))+$"
)
_COMPANY_FORM = re.compile(
    r"^(?:(?:株式会社|有限会社|合同会社|合資会社|合名会社|(?:一般|公益)?(?:社団|財団)法人"
    r"|(?:特定非営利活動|学校|医療|社会福祉|独立行政|宗教)法人|[(（](?:株|有|合|社|財|特非|学|医|独|同)[)）]|[㈱㈲])\s*)+"
    r"|(?:\s*(?:株式会社|有限会社|合同会社|合資会社|合名会社|[(（](?:株|有|合|社|財|同)[)）]|[㈱㈲]))+$"
    r"|(?:,?\s+(?:inc(?:orporated)?|ltd|llc|llp|lp|co|corp|corporation|company|limited|plc|gmbh|mbh|ag|kg|kgaa|se|kk"
    r"|k\.\s?k|s\.\s?a|sa|s\.\s?p\.\s?a|spa|s\.\s?r\.\s?l|srl|sarl|n\.\s?v|nv|b\.\s?v|bv|oyj?|ab|a/s|asa|pty|pte"
    r"|&\s?co)\.?)+$",
    re.IGNORECASE,
)


def bare(name: str, type: str) -> str:
    """The name without honorific or title (of a person) or company form (of an organization); never empty.

    A title after the name of a country names an office or a group, and stays (日本選手).
    """
    if type == EntityType.PERSON:
        stripped = _TITLE_AFTER.sub("", _TITLE_BEFORE.sub("", name)).strip()
        if is_cjk(stripped[-1:]) and len(stripped) > 1 and country(stripped):
            return name
    elif type == EntityType.ORGANIZATION:
        stripped = _COMPANY_FORM.sub("", name).strip(" ,")
    else:
        return name
    return stripped if any(char.isalnum() for char in key(stripped)) else name
