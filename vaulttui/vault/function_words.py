"""Words that languages are told by, and that say little by themselves."""

from __future__ import annotations

from functools import cache
from typing import Final

FUNCTION_WORDS: Final = {
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
"""The commonest words of each language that has a stemmer: they tell it, and say little by themselves."""

OTHER_WORDS: Final = {
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

_QUESTION_WORDS: Final = {
    "danish": "hvem hvilken hvilket hvilke hvorfor hvornår hvorhen hvorfra",
    "dutch": "wie waar wanneer waarom welke welk hoeveel waarheen wiens",
    "english": "why whose whom does did",
    "finnish": "kuka kenen ketä missä mistä mihin minne milloin miksi miten kuinka montako",
    "french": "quel quelle quels quelles quoi combien pourquoi comment lequel laquelle lesquels lesquelles",
    "german": (
        "wer wen wem wessen wann wo woher wohin warum wieso weshalb welche welcher welches welchen welchem womit wofür "
        "worüber wieviel wieviele"
    ),
    "hungarian": "kit kinek kik mit mikor hol hova hová honnan miért milyen melyik mennyi hány",
    "italian": "chi quale quali quanto quanta quanti quante cosa",
    "norwegian": "hvem hvilken hvilket hvilke hvorfor hvorhen hvorfra",
    "portuguese": "qual quais quanto quanta quantos quantas aonde porquê quê",
    "romanian": "cine cui cum cât câtă câți câte cât unde încotro",
    "spanish": (
        "quién quiénes quien quienes cuál cuáles cual cuales cuánto cuánta cuántos cuántas cuanto cuanta cuantos "
        "cuantas cómo cuándo dónde adónde"
    ),
    "swedish": "vem vems vilken vilket vilka varför vart varifrån",
    "turkish": "kim kime kimin kaç hangi nerede nereye nereden niçin niye",
    "russian": (
        "кого кому кем чего чему чем куда откуда почему зачем сколько какой какая какое какие какого каким чей чья чьё "
        "чьи"
    ),
}
"""Words that questions begin with and texts seldom have: they tell no language, but say as little as function words."""

_WORDS_OF_SCRIPTS: Final = {
    "arabic": (
        "في من على الى إلى عن مع أن ان إن كان كانت هذا هذه ذلك تلك التي الذي الذين هو هي هم ما ماذا متى أين "
        "اين كيف لماذا كم أي اي هل لم لن لا قد بعد قبل عند بين كل حتى ثم أو او كما لكن بل إذا اذا منذ حيث "
        "عندما بعض غير أنه انه أنها انها به بها له لها فيه فيها منه منها عليه عليها إليه إليها يكون تكون ليس "
        "وقد وكان ولم وفي ومن التى"
    ),
    "greek": (
        "ο η το οι τα του της των τον την τους τις και κι να σε στο στη στην στον στα στις στους από με για "
        "που δεν είναι θα ή αν ότι ως κατά μετά πριν αλλά μια μία ένα ένας μας σας μου σου αυτό αυτή αυτός "
        "αυτά αυτές αυτοί ήταν έχει έχουν είχε όταν όπως πως πώς πολύ πιο μόνο μη μην τι ποιος ποια ποιο "
        "ποιοι ποιες ποιων ποιον πού πότε γιατί πόσο πόση πόσα πόσοι πόσες εκεί εδώ προς χωρίς μεταξύ όλα "
        "όλοι κάθε μπορεί πρέπει τότε επίσης ακόμα έτσι απο ειναι"
    ),
}
"""The commonest words of languages that are told by their script alone."""

_UNSPACED_WORDS: Final = {
    "chinese": (
        "什么 什麼 怎么 怎麼 怎样 怎樣 怎么样 怎麼樣 如何 为什么 為什麼 为何 為何 多少 哪些 哪个 哪個 哪里 哪裡 "
        "哪儿 几个 幾個 是否 能否 这个 這個 那个 那個 这些 這些 那些 一个 一個 一些 我们 我們 你们 你們 他们 "
        "他們 她们 它们 它們 没有 沒有 可以 因为 因為 所以 但是 如果 就是 不是 而且 或者 以及 还是 還是"
    ),
    "japanese": (
        "です でした でしょう ます ました ません ますか である する した して しない される された できる ある "
        "ない いる という とは には では にも から まで より こと もの とき どう どうして どうやって なに なぜ "
        "どこ いつ だれ どの どれ どんな いくつ これ それ あれ この その ため よう ような ように ください "
        "について によって のか のは ので 何か 何が 何を 何に 何の 何で"
    ),
    "korean": (
        "어떻게 어떤 무엇 무엇을 언제 어디 누가 얼마나 하는 하는지 입니다 습니다 합니다 됩니다 있는 있다 없는 "
        "되는 에서 으로 에게 부터 까지 이란 인가요 나요 대한 위한 그리고 하지만 또는"
    ),
}
"""Words of scripts without blanks, of two characters and more, that ask or say little, and what others end with."""

_PARTICLES: Final = {"english": "up out in on off down over"}
"""What verbs have behind them that are one word as nouns: *to back up*, *a backup*."""

PRONOUNS_BEHIND_HYPHENS: Final = frozenset({"french", "portuguese", "romanian"})
"""Languages in which hyphens join function words that stay so: *est-ce*, *tem-se*."""


@cache
def function_words(language: str) -> frozenset[str]:
    """Words of a language that say little by themselves, with those that ask; empty for an unknown language."""
    words = [table.get(language, "") for table in (FUNCTION_WORDS, _WORDS_OF_SCRIPTS, _QUESTION_WORDS)]
    return frozenset(" ".join(words).casefold().split())  # as the index has them: with one sigma


def particles(language: str) -> frozenset[str]:
    """The function words of a language that make one word with the verb before them; empty for an unknown language."""
    return frozenset(_PARTICLES.get(language, "").split())


@cache
def unspaced_function_words() -> frozenset[str]:
    """Words of scripts without blanks that say little by themselves."""
    return frozenset(" ".join(_UNSPACED_WORDS.values()).split())
