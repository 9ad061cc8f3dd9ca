"""What words ask about, whatever the language: "live", "home", 住 and the relation lives_in are one thing.

A small table and no dictionary: it holds what people ask of their notes. A word that is in none of its rows has to
stand in the text itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from tsuzuri.text.segment import segment
from tsuzuri.text.stems import stem


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing that is asked about: relations of facts, the likeliest first, and words for it.

    English words count in any form, Japanese ones as pieces of longer ones.
    """

    relations: tuple[str, ...]
    english: frozenset[str]
    japanese: tuple[str, ...]


_TABLE = """\
lives_in moved_to moved_from | live lives lived reside home | 住 暮ら 居住
born_in born_on | born birth birthday birthplace | 生ま 誕生 出身
died_on | die dies died death dead | 死 亡くな
married_to divorced_from | marry married husband wife spouse | 夫 妻 結婚 配偶者 旦那 奥さん
child_of | mother father parent parents son daughter child children | 母 父 親 息子 娘 子供
sibling_of | brother sister sibling | 兄 弟 姉 妹
founded founded_on | found founded founder founding establish started | 設立 創業 創立 創設
ceo_of | ceo president chief executive | 社長 代表取締役 ceo
works_at joined | work works employer employed employee job | 勤め 働 勤務 雇 入社
works_as ceo_of leads | role position title job post | 役職 肩書 役 職 長 役員
joined works_at | join joined hire hired enter entered | 入社 加わ 着任
left ended_contract_with | leave leaves left quit resign resigned retire retired | 退職 辞め 退任 去
succeeded | successor succeed replace replaced took takes taken | 後任 引き継 交代
leads responsible_for | lead leads led manage manager head run runs responsible charge | 責任者 担当 率い 管理
price paid amount | price cost costs fee expensive | 価格 値段 単価 料金 代金
rent | rent rented rental | 家賃 賃料
amount | sales revenue turnover income | 売上 売り上げ
sold | sell sells sold | 売れ 販売
scheduled_for happened_on | launch release released sale | 発売
supplies ordered | supply supplies supplier deliver provide buy buys customer | 納め 供給 仕入 納入 調達 作
makes | make makes made produce develop build manufacture product products | 作 製造 開発 製品 製作
moved_to moved_from headquartered_in | move moved relocate | 移転 移 引っ越
headquartered_in has_office_in | office offices headquarters seat | 事務所 本社 営業所 オフィス
has_office_in located_in | plant factory works | 工場
educated_at | study studied studies graduate school university | 学 卒業 大学
works_as teaches_at | teach teaches professor lecturer | 教授 教え 講師 先生
borrowed lends | borrow borrowed lend lent loan bank | 借 融資 銀行 貸
postponed | postpone postponed delay delayed | 延期 延 遅れ
caused | cause caused reason because | 原因 理由 ため
renamed_to | rename renamed renaming | 改名 改称 名称
contact | phone telephone number email mail contact | 電話 連絡 番号
employs | employee employees staff people | 社員 従業員 人数
closed ends ended_contract_with | close closed end ended ends finish | 閉鎖 終 閉
opened starts | open opened start starts | 開設 開 始
ends starts ended_contract_with | contract lease agreement | 契約 賃貸 取引
owns | own owns owner belong belongs | 園主 所有 持ち主 経営
acquired ordered | buy bought acquire acquired purchase purchased purchasing | 買収 購買 購入 買
visited | visit visited | 訪問 訪れ
partner_of | partner cooperate research | 共同 協力 提携
responsible_for | task tasks duty duties | 担当 任 役目
"""


def meant(words: str) -> frozenset[int]:
    """The concepts that a text speaks of, as row numbers of the table."""
    stems = {stem(token) for token in segment(words)}
    return frozenset(at for at, one in enumerate(_concepts()) if one.english & stems or _holds(one, words))


def meant_by(relations: Iterable[str], *, first: bool = False) -> frozenset[int]:
    """The concepts that facts of these relations speak of; with `first`, above all others."""
    names = frozenset(relations)
    return frozenset(at for at, one in enumerate(_concepts()) if names & set(one.relations[: 1 if first else None]))


def _holds(concept: Concept, words: str) -> bool:
    return any(piece in words for piece in concept.japanese)


@cache
def _concepts() -> tuple[Concept, ...]:
    rows = []
    for line in _TABLE.splitlines():
        relations, english, japanese = (part.split() for part in line.split("|"))
        rows.append(Concept(tuple(relations), frozenset(map(stem, english)), tuple(japanese)))
    return tuple(rows)
