"""Telling the language of a note, well enough to choose a stemmer."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final

from vaulttui.patterns import late_pattern

_SAMPLE: Final = 1000
"""Characters that are looked at first."""
_LARGER_SAMPLE: Final = 5000
"""Characters that are looked at if the first ones do not tell."""
_FEWEST_WORDS: Final = 12
"""Fewer say nothing of the language."""
_LEAST_SCORE: Final = 2.0
"""How many function words must belong to the language alone; shared ones count in part."""
_LEAST_SHARE: Final = 0.07
"""Which part of all words those must be."""
_LEAD: Final = 1.25
"""How far ahead of the next language the found one must be."""

_FUNCTION_WORDS: Final = {
    "danish": (
        "og i at det er en til af på som med de den for ikke der han hun jeg et har var vi du men om sig kan så dette "
        "fra blev når efter også kun meget være skal eller hvad hvor mig dig ham nogle ingen selv noget hvis havde "
        "mod uden deres disse alle blive bliver min mit din ved nu over ville hvordan fordi mellem"
    ),
    "dutch": (
        "de het een en van ik te dat die in is niet zijn op aan met als voor er maar om dan zou wat mijn men dit zo "
        "door over ze zich bij ook tot je uit der daar haar naar heb hoe heeft hebben deze u want nog zal me zij nu "
        "ge geen omdat iets worden toch al waren veel meer doen toen moet ben zonder kan hun dus alles onder werd "
        "wordt wel"
    ),
    "english": (
        "the of and to in a is that it was for on are as with his they at be this from have or by one had not but "
        "what all were when we there can an your which their said if do will each about how up out them then she many "
        "some so these would other into has more her two like him see could no than been its who now my over did down "
        "only way may after you he i me our any should because where while using use"
    ),
    "finnish": (
        "ja on ei se että oli hän en ole mutta mitä niin kun minä sen sinä tämä joka myös kuin olen jos nyt hänen "
        "vain tai sitä ovat mikä ne minun siitä kaikki voi jo kanssa mukaan sekä olla sinun olet jotka tämän ollut "
        "vielä mut tässä joten jonka niiden sillä koska tulee ennen jälkeen sitten hyvin paljon"
    ),
    "french": (
        "de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont mais comme ou "
        "si leur avec nous vous on cette ces aux son sa ses être fait été je tu elle ils elles tout bien aussi sans "
        "peut entre même très où dont y mon ma mes notre votre lui ont était avoir faire donc car quand"
    ),
    "german": (
        "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er "
        "hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur "
        "bis mehr durch man sein wurde ich wir du ihr kann wenn dann schon sehr hier was mir mich diese dieser dieses "
        "ihre unter gegen vom habe keine sondern weil zwischen immer"
    ),
    "hungarian": (
        "a az és hogy nem is egy ez meg de van volt csak már mint kell ha vagy azt még ki el én te ő mi ti ők ezt "
        "azok ezek lehet nagyon minden úgy így akkor amely amit ami aki itt ott most után között alatt szerint pedig "
        "mert sem lesz voltak során hogyan miatt által illetve"
    ),
    "italian": (
        "di e il la che in un a per è una sono con non del si da come le dei al i gli anche della lo nel più ma alla "
        "ha se questo questa o dal delle ed essere nella sul su dalla tra degli cui io mi tu lui lei noi voi loro "
        "sulla ai perché quando molto tutto tutti stato aveva fare dove ancora quindi così già senza ogni"
    ),
    "norwegian": (
        "og i det er på en til som med av at for han ikke den de har jeg var et om hun vi men fra seg så kan ble da "
        "skal nå du meg deg eller når ut også bare opp være hva noe etter inn hvor hvis mot mer dette disse alle mye "
        "sin ved over vil kunne må blir mellom uten hvordan fordi noen ingen selv slik"
    ),
    "portuguese": (
        "de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu "
        "sua ou ser quando muito há nos já está eu também só pelo pela até isso ela entre era depois sem mesmo aos "
        "seus quem nas me esse eles estão você tinha foram essa num nem suas meu às minha têm numa são pode onde "
        "porque"
    ),
    "romanian": (
        "și de în a la cu pe nu care că un din este mai pentru sau au fi ca ce se fost prin o lui sunt dar după dacă "
        "era ar cel cea cele cei am ai ale lor sa său fără foarte când doar ei el ea eu tu noi voi acest această "
        "aceasta poate fie decât spre între până unde toate trebuie fiind astfel şi"
    ),
    "spanish": (
        "de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si sin "
        "sobre este ya entre cuando todo esta ser son dos también fue había era muy años hasta desde está mi porque "
        "qué sólo han yo hay vez puede todos así nos ni parte tiene él uno donde bien tiempo mismo ese ahora cada "
        "hacer eso estos esto estas nuestro"
    ),
    "swedish": (
        "och i att det som en på är av för med till den har de inte om ett han men var jag sig från vi så kan när hon "
        "nu eller år skulle där mot under ska vid efter också sin än alla vara bara mycket kunde upp ut vad här hade "
        "hur man blev blir dig mig denna detta dessa utan mellan något någon inga själv måste ingen dem eftersom"
    ),
    "turkish": (
        "bir ve bu da de için ile çok ne gibi daha olarak o ben sen biz siz onlar var yok mi mı ama en kadar olan "
        "sonra her ki değil şey ya veya olduğu oldu göre ise zaman bana sana beni hiç nasıl neden önce tüm böyle şu "
        "sadece üzerinde arasında diye olduğunu eden ancak"
    ),
    "russian": (
        "и в не на что с он как это по но они мы этот который из у за вы так от о же бы для все я ты она мне еще ещё "
        "было если или когда уже до его её их быть есть только чтобы где можно при также во со под того нет этого мой "
        "может очень были был была ни кто теперь"
    ),
}

_OTHER_WORDS: Final = {
    "catalan": (
        "de la i el que a en els les un una per amb és del no es al com més són va aquest aquesta també però seva seu "
        "ha o han quan sobre entre dels ser ja molt pels fins"
    ),
    "czech": (
        "a v se na je že to s z do o i k ve pro za by ale si po jako co tak už jsem které který která jsou jeho bylo "
        "byl nebo jak být také při ze když od podle může pouze"
    ),
    "polish": (
        "i w na z do się nie to że o jest jak po co tak za od przez ale dla był być tego jego tym już jako czy oraz "
        "są może ich lub który która które tylko przy bardzo jej"
    ),
    "indonesian": (
        "yang dan di dari untuk dengan pada ini itu dalam tidak akan adalah ke juga oleh sebagai atau karena saya "
        "anda kita mereka bisa ada lebih telah dapat sudah seperti"
    ),
    "vietnamese": (
        "và của là có không được cho các người trong với một những này đã để khi từ đến như về thì ra cũng nhiều tôi "
        "bạn hay vào"
    ),
    "croatian": (
        "i u je na se da za su od s kao a o koji što ne će bi ili nije koja sa iz do kako ali po biti samo već još "
        "prema koje te ako"
    ),
    "ukrainian": (
        "і в на не що з як це до та я він у за але для від й ми вони є або був про ви так його її який також може "
        "бути якщо цей була були"
    ),
    "bulgarian": (
        "и на за да се от в с не че по е са като той тя ще но те това които до която който при или си след бе има "
        "може към още само"
    ),
}
"""Languages without a stemmer: known only so that their notes are not taken for one of the above."""

PRONOUNS_BEHIND_HYPHENS: Final = frozenset({"french", "portuguese", "romanian"})
"""Languages in which hyphens join function words that stay so: *est-ce*, *tem-se*."""

_LANGUAGES: Final = (*_FUNCTION_WORDS, *_OTHER_WORDS)


@cache
def _weights() -> dict[str, tuple[tuple[int, float], ...]]:
    """Every function word with the numbers of its languages, and how much it speaks for each of them."""
    users: dict[str, list[int]] = {}
    for number, words in enumerate((*_FUNCTION_WORDS.values(), *_OTHER_WORDS.values())):
        for word in dict.fromkeys(words.split()):
            users.setdefault(word, []).append(number)
    return {word: tuple((number, 1 / len(numbers)) for number in numbers) for word, numbers in users.items()}


_OTHER_SCRIPT: Final = late_pattern(
    "(?P<greek>[\u0370-\u03ff\u1f00-\u1fff]+)|(?P<arabic>[\u0600-\u06ff]+)|(?P<tamil>[\u0b80-\u0bff]+)"
    "|(?P<cyrillic>[\u0400-\u052f]+)|(?P<unspaced>[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+)"
)
_NOT_ARABIC: Final = frozenset("پچژگکیٹڈڑےںټځڅډړښګڼەێۆڕڵۇې")
"""Letters of Persian, Urdu, Pashto, Kurdish and Uyghur, which use the same script."""
_NOT_RUSSIAN: Final = late_pattern("[\u0400\u0402-\u040f\u0450\u0452-\u052f]|[ъЪ](?![еёюяЕЁЮЯ])")
"""Letters of Ukrainian, Belarusian, Serbian, Macedonian, Kazakh and others, and the one that is a vowel in Bulgarian:
in Russian it stands before a few vowels alone."""
_LIKE_RUSSIAN: Final = ("ukrainian", "bulgarian")
"""Languages in Cyrillic letters whose function words are known."""


@cache
def function_words(language: str) -> frozenset[str]:
    """The commonest words of a language, which say little by themselves; empty for an unknown language."""
    return frozenset(_FUNCTION_WORDS.get(language, "").split())


def detect_language(text: str) -> str:
    """Tell the language of a note's body.

    By the script where that is enough, however short the text is, else by the share of function words, each counting in
    parts for the languages that have it. Cyrillic letters are taken for Russian unless some letter, or the function
    words, say another language: of a few words in Bulgarian or Serbian there may be nothing that does.

    Args:
        text: The body, or its beginning; more than some thousand characters are not looked at.

    Returns:
        A Snowball language name, ``""`` if the text is too short, mixed, or in no language with a stemmer.
    """
    return _detect(text[:_SAMPLE]) or (_detect(text[:_LARGER_SAMPLE]) if len(text) > _SAMPLE else "")


def _detect(text: str) -> str:
    words = text.lower().split()
    script = "" if text.isascii() else _main_script(text, sum(map(len, words)))
    if script == "unspaced" or (script == "arabic" and not _NOT_ARABIC.isdisjoint(text)):
        return ""
    if script not in ("", "cyrillic"):
        return script
    if len(words) < _FEWEST_WORDS and not script:
        return ""
    scores = [0.0] * len(_LANGUAGES)
    for weights in filter(None, map(_weights().get, words)):
        for number, weight in weights:
            scores[number] += weight
    ranked = sorted(scores)
    best = scores.index(ranked[-1])
    if (
        len(words) >= _FEWEST_WORDS
        and ranked[-1] >= max(_LEAST_SCORE, _LEAST_SHARE * len(words))
        and ranked[-1] >= _LEAD * ranked[-2]
    ):
        return _LANGUAGES[best] if best < len(_FUNCTION_WORDS) else ""
    others = max(scores[_LANGUAGES.index(language)] for language in _LIKE_RUSSIAN)
    russian = script == "cyrillic" and scores[_LANGUAGES.index("russian")] >= others
    return "russian" if russian and not _NOT_RUSSIAN.search(text) else ""


def _main_script(text: str, letters: int) -> str:
    """The script, of those that tell something, that at least half of the letters are in; ``""`` if none is."""
    lengths: Counter[str] = Counter()
    for match in _OTHER_SCRIPT.finditer(text):
        lengths[match.lastgroup or ""] += len(match[0])
    if not lengths:
        return ""
    script, length = lengths.most_common(1)[0]
    return script if 2 * length >= letters else ""
