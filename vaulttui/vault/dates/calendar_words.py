"""Names of months and weekdays in the languages that notes are written in, compared without case and accents.

English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish, Norwegian, Polish, Czech and Russian, as
they stand in dates (Polish, Czech and Russian: in the genitive), after the Unicode CLDR.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_MONTH_NAMES: Final = (
    "january januar janner janvier enero gennaio janeiro januari stycznia ledna января jan janv ene gen",
    "february februar fevrier febrero febbraio fevereiro februari lutego unora февраля feb fev fevr febr",
    "march marz maerz mars marzo marco maart marts marca brezna марта mar mrz mrt",
    "april avril abril aprile kwietnia dubna апреля apr avr abr",
    "may mai mayo maggio maio mei maj maja kvetna мая mag",
    "june juni juin junio giugno junho czerwca cervna июня jun giu",
    "july juli juillet julio luglio julho lipca cervence июля jul juil lug",
    "august aout agosto augustus augusti sierpnia srpna августа aug ago",
    "september septembre septiembre settembre setembro wrzesnia zari сентября sept sep sett set",
    "october oktober octobre octubre ottobre outubro pazdziernika rijna октября oct okt ott out",
    "november novembre noviembre novembro listopada listopadu ноября nov",
    "december dezember decembre diciembre dicembre dezembro desember grudnia prosince декабря dec dez dic des",
)
_WEEKDAY_NAMES: Final = (
    "mon monday tue tues tuesday wed wednes wednesday thu thur thurs thursday fri friday sat satur saturday sun sunday "
    "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag "
    "lundi mardi mercredi jeudi vendredi samedi dimanche "
    "lunes martes miercoles jueves viernes sabado domingo "
    "lunedi martedi mercoledi giovedi venerdi domenica "
    "segunda-feira terca-feira quarta-feira quinta-feira sexta-feira "
    "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag "
    "mandag tisdag tirsdag onsdag torsdag fredag lordag sondag "
    "poniedzialek wtorek sroda czwartek piatek sobota niedziela pondeli utery streda ctvrtek patek nedele "
    "понедельник вторник среда четверг пятница суббота воскресенье"
)


def without_accents(text: str) -> str:
    """Take accents off: ``août`` becomes ``aout``, however its characters were composed. Digits stay as they are."""
    if text.isascii():
        return text
    plain = "".join(char for char in unicodedata.normalize("NFD", text) if unicodedata.category(char) != "Mn")
    return unicodedata.normalize("NFC", plain)  # Korean syllables are taken apart, too


MONTHS: Final = {
    without_accents(name): number for number, names in enumerate(_MONTH_NAMES, 1) for name in names.split()
}
"""Month, 1 to 12, by name in lower case and without accents."""

MONTH: Final = "|".join(sorted(map(re.escape, MONTHS), key=len, reverse=True))
"""Pattern of a month's name, to be put in a group; longer names first."""

WEEKDAY: Final = (
    "(?:"
    + "|".join(sorted((re.escape(without_accents(name)) for name in _WEEKDAY_NAMES.split()), key=len, reverse=True))
    + r"|(?:mo|di|mi|do|fr|sa|so)(?=[.,]))"
)
"""Pattern of a weekday's name. The German abbreviations count only before a full stop or comma."""
WEEKDAY_CJK: Final = "(?:[月火水木金土日]曜日?|(?:星期|[周週])[一二三四五六日天]|[월화수목금토일]요일)"
"""Pattern of a weekday's name in Chinese, Japanese and Korean, where words stand without blanks."""

ORDINAL: Final = r"(?:st|nd|rd|th|er|re|\.|º|ª|°)?"
"""Pattern of what may follow the number of a day."""
ARTICLE: Final = "(?:le|el|il|am|den|op)"
"""Pattern of the words that may precede a day."""
