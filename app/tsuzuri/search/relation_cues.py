"""The words for the relations of the shipped ontology, as they are asked about in English and Japanese."""

from dataclasses import dataclass
from enum import Enum, auto


class End(Enum):
    """An end of a fact."""

    SUBJECT = auto()
    OBJECT = auto()

    @property
    def other(self) -> "End":
        """The opposite end."""
        return End.OBJECT if self is End.SUBJECT else End.SUBJECT


@dataclass(frozen=True, slots=True)
class Cue:
    """Words that speak of relations, the likeliest first.

    `possessor` is which end X is in "X's boss", "boss of X" and 「Xの上司」; None where that says nothing.
    """

    relations: tuple[str, ...]
    english: str
    japanese: str
    possessor: End | None = None


_S, _O = End.SUBJECT, End.OBJECT

CUES = (
    Cue(
        ("works_at", "joined"),
        r"works? (?:at|for|in)|worked|working|employe\w+|staff",
        "勤め|勤務|働[いくき]|在籍|社員|従業員",
    ),
    Cue(
        ("works_as",),
        r"jobs?|roles?|positions?|titles?|profession|occupation|works? as",
        "役職|職業|職種|肩書|担当職|仕事",
    ),
    Cue(("joined",), r"join(?:ed|s|ing)?|hired|recruited|entered", "入社|入団|入会|加わ[っる]|着任"),
    Cue(
        ("left",),
        r"left|leave|leaving|quit|resign\w*|retire[ds]?|stepped down|departed",
        "退社|退職|辞め|退任|離れ|退団",
    ),
    Cue(("member_of",), r"members?|belongs? to|board of", "所属|会員|メンバー|属し"),
    Cue(
        ("ceo_of", "leads"),
        r"ceo|presidents?|chief executives?|heads? of|headed",
        "社長|代表取締役|館長|学長|会長|院長|最高経営",
        _O,
    ),
    Cue(
        ("leads",),
        r"leads?|led|leaders?|manag(?:e|es|ed|er|ers)|in charge of|runs?|chairs?|chaired",
        "率い|リーダー|責任者|議長|主導|部長|課長",
        _O,
    ),
    Cue(("responsible_for",), r"responsible|looks? after|takes? care|handles?|contact person", "担当|受け持", _O),
    Cue(("reports_to",), r"reports? to|reported to|boss|superior|supervisor", "上司|報告先", _S),
    Cue(("reports_to",), r"subordinates?|direct reports|supervises?", "部下", _O),
    Cue(("succeeded",), r"succeed(?:ed|s)?|successors?|replaced|took over from|took over", "後任|引き継|後継", _O),
    Cue(("succeeded",), r"predecessors?", "前任", _S),
    Cue(("awarded",), r"awards?|awarded|prizes?|won|honou?rs?", "受賞|賞を|表彰", _S),
    Cue(("lives_in",), r"lives?|lived|living|resid\w+|home", "住[みんまむ]|暮ら|居住|住所|自宅", _S),
    Cue(
        ("contact",),
        r"phone|telephone|e-?mail|address|website|contact details?|reached",
        "電話|メール|連絡先|アドレス",
        _S,
    ),
    Cue(("moved_to",), r"moved? to|relocat\w+|transferred|moved|move", "引っ越|移転|転居|転勤|異動|移[っりる]", _S),
    Cue(
        ("born_in",),
        r"birthplace|hometown|born in|comes? from|where (?:was|were) .* born",
        "出身|生まれた?(?:場所|所|町)|どこで生まれ|出生地",
        _S,
    ),
    Cue(
        ("born_on",),
        r"birthdays?|birth ?date|date of birth|born on|when (?:was|were) .* born",
        "誕生日|生年月日|いつ生まれ",
        _S,
    ),
    Cue(("age", "born_on"), r"how old|age", "何歳|年齢", _S),
    Cue(("died_on",), r"died|die|death", "亡くな|死去|没年|死ん", _S),
    Cue(("nationality",), r"nationality|citizen\w*", "国籍", _S),
    Cue(("married_to",), r"married|marry|wife|husband|spouse", "結婚|妻|夫|配偶者", _S),
    Cue(("divorced_from",), r"divorced?|ex-(?:wife|husband)", "離婚", _S),
    Cue(("child_of",), r"sons?|daughters?|child(?:ren)?|kids", "息子|娘|子供|子ども|お子さん", _O),
    Cue(("child_of",), r"parents?|mother|father|mum|dad", "両親|母|父|親(?!会社)", _S),
    Cue(("sibling_of",), r"brothers?|sisters?|siblings?", "兄弟|姉妹|兄|姉|弟|妹", _S),
    Cue(("knows",), r"knows?|friends?|colleagues?|acquainted", "友人|友達|知り合い|知人|同僚", _S),
    Cue(
        ("educated_at",),
        r"stud(?:y|ied|ies)|graduat\w+|school|university|educat\w+|degree",
        "卒業|大学|学校|学ん|学歴",
        _S,
    ),
    Cue(("speaks",), r"speaks?|spoken|languages?", "言語|話せ|話し?ます|何語", _S),
    Cue(("allergic_to",), r"allerg\w+|intoleran\w+", "アレルギー", _S),
    Cue(
        ("founded",), r"found(?:ed|er|ers)|established|set up|started", "設立者|創業者|創設|立ち上げ|創業し|設立し", _O
    ),
    Cue(
        ("founded_on",),
        r"founding|inception|when (?:was|were) .* (?:founded|established)",
        "設立日|創業年|設立年|いつ(?:創業|設立)",
        _S,
    ),
    Cue(("headquartered_in",), r"headquarter\w*|head office|based|seat", "本社|本部", _S),
    Cue(("has_office_in",), r"offices?|branch(?:es)?|plants?|factor(?:y|ies)", "支社|支店|営業所|工場|拠点|事務所", _S),
    Cue(
        ("located_in",),
        r"located|situated|lies in|takes? place|held in|held at|location|where is",
        "所在|どこにあ|場所|開催地",
        _S,
    ),
    Cue(("subsidiary_of",), r"subsidiar\w+|divisions?", "子会社|事業部", _O),
    Cue(("subsidiary_of",), r"parent compan\w+", "親会社", _S),
    Cue(("acquired",), r"acquir\w+|bought|took over|merged", "買収|合併", _S),
    Cue(("invested_in",), r"invest\w*|fund(?:s|ed|ing)|financed?|sponsor\w*|shareholders?", "出資|投資|融資|株主", _O),
    Cue(("part_of",), r"part of|parts|components?|includes?|contains?|consists?", "一部|部品|含ま|構成", _O),
    Cue(("partner_of",), r"partners?|cooperat\w+|collaborat\w+", "提携|協業|共同研究|パートナー", _S),
    Cue(("owns",), r"owns?|owned|owners?|possess\w*", "所有|持って|オーナー", _O),
    Cue(
        ("makes",),
        r"makes?|made|produc\w+|manufactur\w+|develop\w*|builds?|built|wrote|written|author\w*|creat\w+|design\w*",
        "作[っりる]|製造|開発|生産|執筆|著者|設計",
        _O,
    ),
    Cue(("supplies",), r"suppl\w+|deliver\w*|sells? to|provid\w+|vendors?", "供給|納入|納品|仕入先|取引先", _O),
    Cue(("supplies",), r"customers?|clients?|buys? from", "顧客|得意先|お客", _S),
    Cue(("ordered",), r"order(?:ed|s)?|purchas\w+|bought", "注文|発注|購入|買[いっ]", _O),
    Cue(("uses",), r"us(?:e|es|ed|ing)|runs on|based on", "使[いうっわ]|利用|採用し", _O),
    Cue(("price",), r"prices?|costs?|how much|rent", "価格|値段|いくら|料金|家賃", _S),
    Cue(("amount",), r"amounts?|revenue|sales|budget|turnover|capacity", "売上|予算|金額|数量|定員", _S),
    Cue(("renamed_to",), r"renam\w+|now called|new name|formerly", "改名|改称|旧称|名称変更", _S),
    Cue(("version",), r"versions?|edition|model number", "バージョン|版|型番", _S),
    Cue(("decided",), r"decid\w+|decisions?|agreed|approved|resolved", "決定|決め|決まっ|承認|合意", _S),
    Cue(("planned",), r"plan(?:s|ned|ning)?|intend\w*", "計画|予定して|企画", _S),
    Cue(
        ("scheduled_for", "happened_on"), r"scheduled|deadlines?|due|appointments?", "締め?切|期限|日程|予定日|納期", _S
    ),
    Cue(("happened_on", "scheduled_for"), r"happen\w*|launch\w*|released?|completed", "発売|公開|完成|開催日|発生", _S),
    Cue(("attended",), r"attend\w*|participat\w+|took part|present at", "出席|参加", _O),
    Cue(("organized",), r"organi[sz]\w+|hosts?|hosted|arranged", "主催|幹事|企画し", _O),
    Cue(("visited",), r"visit(?:s|ed|ing)?|travell?ed|went to|trips?", "訪問|訪れ|行っ(?:た|て)|旅行|出張", _S),
    Cue(("caused",), r"caus(?:e|es|ed)|led to|resulted", "原因|引き起こ|もたらし", _O),
)
"""A relation is found by its own names and synonyms too, and by these."""
