"""The units that amounts are given in: each by its one name, with the spellings it goes by in English and Japanese."""

_CURRENCIES = """
USD: $ us$ usd dollar dollars us_dollar us_dollars ドル 米ドル
EUR: € eur euro euros ユーロ
JPY: ¥ jpy yen 円 日本円
GBP: £ gbp pound_sterling pounds_sterling 英ポンド
CNY: cny rmb yuan renminbi 元 人民元
KRW: ₩ krw won ウォン
CHF: chf swiss_franc swiss_francs スイスフラン
INR: ₹ inr rupee rupees ルピー
AUD: a$ au$ aud australian_dollars 豪ドル
CAD: c$ ca$ cad canadian_dollars カナダドル
HKD: hk$ hkd 香港ドル
SGD: s$ sgd シンガポールドル
TWD: nt$ twd 台湾ドル
NZD: nz$ nzd
SEK: sek
NOK: nok
DKK: dkk
PLN: pln zloty
CZK: czk
THB: thb baht バーツ
BRL: brl r$
"""
"""By ISO 4217 code. A bare $ is the dollar of the United States and a bare ¥ the yen."""

_MEASURES = """
%: % percent per_cent パーセント
points: ポイント points pt
mm: mm millimetres millimeters ミリ ミリメートル
cm: cm centimetres centimeters センチ センチメートル
m: m metre metres meter meters メートル
km: km kilometre kilometres kilometer kilometers キロメートル
in: in inch inches インチ
ft: ft foot feet フィート
mi: mi mile miles マイル
m2: m2 sqm square_metres square_meters 平米 平方メートル
km2: km2 square_kilometres square_kilometers 平方キロメートル
ft2: ft2 sqft square_feet
ha: ha hectare hectares ヘクタール
acres: acre acres エーカー
坪: 坪
畳: 畳
m3: m3 cubic_metres cubic_meters 立方メートル
ml: ml millilitres milliliters ミリリットル
l: l L litre litres liter liters リットル
mg: mg milligrams ミリグラム
g: g gram grams グラム
kg: kg kgs kilo kilos kilogram kilograms キログラム
t: t ton tons tonne tonnes トン
lb: lb lbs pound pounds ポンド
oz: oz ounce ounces オンス
°C: °C degrees_celsius 度
°F: °F degrees_fahrenheit
V: V volt volts ボルト
A: A amp amps ampere amperes アンペア
mAh: mAh
W: W watt watts ワット
kW: kW kilowatt kilowatts キロワット
MW: MW megawatt megawatts メガワット
GW: GW gigawatts ギガワット
kWh: kWh キロワット時
MWh: MWh
Hz: Hz hertz ヘルツ
kHz: kHz
MHz: MHz
GHz: GHz
kB: kB KB kilobytes キロバイト
MB: MB megabyte megabytes メガバイト
GB: GB gigabyte gigabytes ギガバイト
TB: TB terabyte terabytes テラバイト
km/h: km/h kph kmh
mph: mph
years old: years_old year_old years_of_age 歳 才
"""

_COUNTERS = """
people: person people persons 人 名
times: times 回 度目
items: 個 点
cases: 件
units: 台
sheets: 枚
copies: 部
books: 冊
本: 本
companies: 社
shops: 店 店舗
households: 戸 世帯
animals: 匹 頭 羽
buildings: 棟 軒
floors: 階
cups: 杯
boxes: 箱
bags: 袋
shares: 株
votes: 票
seats: 席
rooms: 室 部屋
kinds: 種類 種
places: か所 カ所 ヶ所 箇所 拠点
letters: 文字 字
pages: ページ 頁
pairs: 組 足
lines: 行
nights: 泊
"""
"""Japanese counters by what they count."""

_RATES = """
s: s sec second 秒 毎秒 秒速
min: min minute 分 毎分 分速
h: h hr hour 時 時間 毎時 時速 時給
day: day 日 1日 日額 日給 毎日
week: week wk 週 毎週 週給
month: month mo 月 か月 ヶ月 月額 月給 毎月 月々
year: year yr annum 年 年間 年額 年俸 毎年 年収 年商
person: person head 人 名
kg: kg
m2: m2
"""


def _by_spelling(table: str) -> dict[str, str]:
    names: dict[str, str] = {}
    for row in table.strip().splitlines():
        name, _, spellings = row.partition(": ")
        names |= dict.fromkeys((spelling.replace("_", " ") for spelling in spellings.split()), name)
    return names


CURRENCIES = _by_spelling(_CURRENCIES)
"""ISO 4217 codes by spelling, in lower case."""
UNITS = _by_spelling(_MEASURES) | _by_spelling(_COUNTERS) | CURRENCIES
"""All units by spelling; of those that differ in case only (mW, MW) each as it is written."""
RATES = _by_spelling(_RATES)
"""What an amount may be counted by ("a month", 月額), by spelling."""


def unit_of(spelling: str) -> str:
    """The name of a unit by any of its spellings, folded by NFKC; empty for an unknown one."""
    return UNITS.get(spelling) or UNITS.get(spelling.casefold()) or ""
