"""Which type a name has: by its own form, else by what the lines and the library say of it, one vote each."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tsuzuri.core.ontology import VALUE, Ontology
from tsuzuri.core.values import EntityType
from tsuzuri.extract.names import FIRM
from tsuzuri.extract.wire import WireFact
from tsuzuri.text.normalise import key

_FORMS = {
    EntityType.PERSON: re.compile(r"^(?:Mr|Mrs|Ms|Dr)\.?\s|(?:さん|さま|様|氏|くん|ちゃん)$"),
    EntityType.ORGANIZATION: re.compile(
        r"株式会社|有限会社|(?:社|大学|銀行|製作所|病院|協会|研究所|組合|学校|学園|電機|工業|商事|商店|建設|新聞|委員会"
        r"|(?<=..)党|(?<=.)(?:省|庁|軍|議会|連盟|連合|連邦軍)|グループ|高校|書店|出版|証券|放送|裁判所|財団|事務局)$"
        r"|\b(?:Inc|Ltd|LLC|Corp|GmbH|AG|KK|PLC|Company|University|College|Institute|Bank|Hospital|Association"
        r"|Corporation|Council|Ministry|Foundation|Airlines|Museum|Party|Committee|Agency|Society)\b"
    ),
    EntityType.PLACE: re.compile(
        r"(?<=[\u3400-\u9fff])(?:市|町|村|県|府|区|駅|州|郡|半島|諸島|列島|空港|海峡|盆地|高原)$|(?:王国|共和国|合衆国|帝国)$"
    ),
    EntityType.EVENT: re.compile(
        r"(?<=..)(?:大会|選手権|選挙|戦争|事件|の乱|の変|の戦い"
        r"|オリンピック|博覧会|音楽祭|映画祭)$"
    ),
}
_COUNTRIES = frozenset(
    "アイスランド アイルランド アフガニスタン アメリカ アメリカ合衆国 アルゼンチン イギリス "
    "イスラエル イタリア イラク イラン インド インドネシア ウクライナ エジプト オーストラリア "
    "オーストリア オランダ カナダ カンボジア キューバ ギリシャ ケニア コロンビア "
    "サウジアラビア シリア シンガポール スイス スウェーデン スペイン スリランカ タイ チェコ "
    "チリ デンマーク ドイツ トルコ ナイジェリア ニュージーランド ネパール ノルウェー "
    "パキスタン ハンガリー バングラデシュ フィリピン フィンランド ブラジル フランス ブルガリア "
    "ベトナム ペルー ベルギー ポーランド ポルトガル マレーシア ミャンマー メキシコ モンゴル "
    "モロッコ ラオス ルーマニア ロシア 日本 中国 韓国 北朝鮮 台湾 香港 米国 英国".split()
)


def kind_by_form(name: str) -> str:
    """The type that a name's own form gives away (an honorific, 大学, 市, a country); empty if it gives none."""
    if name in _COUNTRIES:
        return EntityType.PLACE
    for kind, form in _FORMS.items():
        if form.search(name):
            return kind
    return ""


def of_one_mind(lines: Sequence[WireFact], known: Mapping[str, str], ontology: Ontology) -> list[WireFact]:
    """The lines with one type for each name.

    It is the one that its form gives away, else the one with most votes; of equals one that a relation tells, then a
    firm one, then the first. Each line votes for the types it gives, and again for the one firm type that its relation
    allows ("works_at" joins a person with an organization); what the library knows by that key (`known`) has one vote.
    """
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    told: dict[str, frozenset[str]] = defaultdict(frozenset)
    for folded, stored in known.items():
        votes[folded][stored] += 1
    for line in lines:
        subject, target = key(line.subject), key(line.object)
        votes[subject][line.subject_type] += 1
        if line.object_type != VALUE:
            votes[target][line.object_type] += 1
        domain, range_ = ontology.ends_of(line.relation)
        for end, allowed in ((subject, domain), (target, range_)):
            if len(firm := allowed & FIRM) == 1 and VALUE not in allowed:
                votes[end].update(firm)
                told[end] |= firm

    def agreed(words: str, type: str) -> str:
        if type == VALUE:
            return type
        if form := kind_by_form(words):
            return form
        folded = key(words)
        return max(votes[folded].items(), key=lambda item: (item[1], item[0] in told[folded], item[0] in FIRM))[0]

    return [
        replace(
            line,
            subject_type=agreed(line.subject, line.subject_type),
            object_type=agreed(line.object, line.object_type),
        )
        for line in lines
    ]
