"""Countries under the names they go by: full, short, and the one kanji of headlines.

A table, since nothing in "米" or "US" tells that it is アメリカ合衆国. Adjectives are no names of a country: of
pairs such as France and French, Re-DocRED takes 75 for one and 190 for two.
"""

from collections.abc import Mapping
from functools import cache

from tsuzuri.text.normalise import key

_TABLE = """
us: United States, United States of America, US, U.S., USA, U.S.A., America, アメリカ合衆国, アメリカ, 米国, 合衆国, 米
jp: Japan, 日本, 日本国, にほん, にっぽん, 日
gb: United Kingdom, UK, U.K., Great Britain, Britain, イギリス, 英国, 英, 連合王国, 大英帝国
en: England, イングランド, イングランド王国
sct: Scotland, スコットランド, スコットランド王国
wls: Wales, ウェールズ
ie: Ireland, Republic of Ireland, アイルランド, アイルランド共和国
cn: China, People's Republic of China, PRC, P.R.C., 中国, 中華人民共和国, 中
tw: Taiwan, 台湾, 台
kr: South Korea, Republic of Korea, 韓国, 大韓民国, 韓
kp: North Korea, 北朝鮮, 朝鮮民主主義人民共和国
mn: Mongolia, モンゴル, モンゴル国
de: Germany, Federal Republic of Germany, ドイツ, ドイツ連邦共和国, 独
dd: East Germany, German Democratic Republic, GDR, 東ドイツ, 東独, ドイツ民主共和国
fr: France, French Republic, フランス, フランス共和国, 仏, 仏国
it: Italy, イタリア, イタリア共和国, 伊
es: Spain, スペイン, 西班牙
pt: Portugal, ポルトガル, ポルトガル共和国
nl: Netherlands, Holland, オランダ, 蘭
be: Belgium, ベルギー
lu: Luxembourg, ルクセンブルク
ch: Switzerland, スイス, スイス連邦
at: Austria, オーストリア, オーストリア共和国, 墺
dk: Denmark, デンマーク
se: Sweden, スウェーデン, 瑞
no: Norway, ノルウェー, 諾
fi: Finland, フィンランド, 芬
is: Iceland, アイスランド
pl: Poland, ポーランド, ポーランド共和国, 波
cz: Czech Republic, Czechia, チェコ, チェコ共和国
cs: Czechoslovakia, チェコスロバキア
sk: Slovakia, スロバキア
hu: Hungary, ハンガリー, 洪
ro: Romania, ルーマニア
bg: Bulgaria, ブルガリア
gr: Greece, ギリシャ, ギリシア, 希
tr: Turkey, Türkiye, トルコ, トルコ共和国, 土
rs: Serbia, セルビア
hr: Croatia, クロアチア
si: Slovenia, スロベニア
yu: Yugoslavia, ユーゴスラビア
ru: Russia, Russian Federation, ロシア, ロシア連邦, 露
su: Soviet Union, USSR, U.S.S.R., ソ連, ソビエト連邦, ソビエト, ソヴィエト, ソヴィエト連邦, ソ
ua: Ukraine, ウクライナ
by: Belarus, ベラルーシ
ee: Estonia, エストニア
lv: Latvia, ラトビア
lt: Lithuania, リトアニア
ge: ジョージア国, グルジア
am: Armenia, アルメニア
az: Azerbaijan, アゼルバイジャン
kz: Kazakhstan, カザフスタン
uz: Uzbekistan, ウズベキスタン
il: Israel, イスラエル
sy: Syria, シリア
iq: Iraq, イラク
ir: Iran, Persia, ペルシャ, ペルシア, イラン, イラン・イスラム共和国, イラン共和国
sa: Saudi Arabia, サウジアラビア
eg: Egypt, エジプト, エジプト・アラブ共和国, 埃
af: Afghanistan, アフガニスタン
pk: Pakistan, パキスタン
in: India, インド, インド共和国, 印
bd: Bangladesh, バングラデシュ
lk: Sri Lanka, Ceylon, セイロン, スリランカ
np: Nepal, ネパール
th: Thailand, Siam, シャム, Kingdom of Thailand, タイ, タイ王国, 泰
vn: Vietnam, Viet Nam, ベトナム, ヴェトナム, 越
kh: Cambodia, カンボジア, カンボジア王国, 柬
la: Laos, ラオス
mm: Myanmar, Burma, ミャンマー, ビルマ
my: Malaysia, マレーシア
sg: Singapore, シンガポール, 星
id: Indonesia, インドネシア
ph: Philippines, フィリピン, フィリピン共和国, 比
au: Australia, オーストラリア, 豪, 豪州
nz: New Zealand, ニュージーランド
ca: Canada, カナダ, 加
mx: Mexico, メキシコ, 墨
br: Brazil, ブラジル, 伯
ar: Argentina, アルゼンチン
cl: Chile, チリ
pe: Peru, ペルー
bo: Bolivia, ボリビア
co: Colombia, コロンビア
ve: Venezuela, ベネズエラ
cu: Cuba, キューバ
ke: Kenya, ケニア
ng: Nigeria, ナイジェリア
gh: Ghana, ガーナ
sn: Senegal, セネガル
mg: Madagascar, マダガスカル
za: South Africa, 南アフリカ, 南アフリカ共和国, 南ア
ma: Morocco, モロッコ
et: Ethiopia, エチオピア
eu: European Union, EU, E.U., 欧州連合
europe: Europe, ヨーロッパ, 欧州, 欧
africa: Africa, アフリカ
asia: Asia, アジア
"""


def country(name: str) -> str:
    """A code that all names of one country share, in any case and width, in any language; empty for anything else."""
    folded = key(name)
    return _codes().get(folded) or _codes().get(folded.removeprefix("the "), "")


@cache
def _codes() -> Mapping[str, str]:
    codes: dict[str, str] = {}
    for line in _TABLE.strip().splitlines():
        code, names = line.split(": ", maxsplit=1)
        codes |= {key(name): code for name in names.split(", ")}
    return codes
