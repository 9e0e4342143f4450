"""The language of a note is told well enough to choose a stemmer, and not told where that would be guessing."""

from __future__ import annotations

import pytest

from vaulttui.vault.language import detect_language

TEXTS = {
    "english": (
        "The index is kept fresh while the program runs, and a full check is made whenever it starts again, so "
        "that nothing which was changed in the meantime is missed by the search."
    ),
    "german": (
        "Der Index wird aktuell gehalten, während das Programm läuft, und bei jedem Start wird alles noch einmal "
        "geprüft, damit nichts verloren geht, was in der Zwischenzeit geändert wurde."
    ),
    "french": (
        "L'index est tenu à jour pendant que le programme tourne, et tout est vérifié à chaque démarrage pour que "
        "rien de ce qui a changé entre-temps ne soit oublié par la recherche."
    ),
    "spanish": (
        "El índice se mantiene al día mientras el programa está en marcha, y todo se comprueba cada vez que "
        "empieza, para que nada de lo que ha cambiado en ese tiempo se pierda."
    ),
    "italian": (
        "L'indice è tenuto aggiornato mentre il programma è in esecuzione, e tutto viene controllato a ogni avvio "
        "perché non si perda nulla di quello che è cambiato nel frattempo."
    ),
    "portuguese": (
        "O índice é mantido em dia enquanto o programa está a correr, e tudo é verificado sempre que ele começa, "
        "para que nada do que mudou entretanto se perca na pesquisa."
    ),
    "dutch": (
        "De index wordt bijgehouden terwijl het programma draait, en bij elke start wordt alles nog eens bekeken, "
        "zodat er niets verloren gaat van wat er in de tussentijd is veranderd."
    ),
    "swedish": (
        "Registret hålls aktuellt medan programmet körs, och allt kontrolleras när det startar igen, så att inget "
        "som har ändrats under tiden går förlorat för den som söker."
    ),
    "danish": (
        "Registret holdes ajour, mens programmet kører, og alt bliver kontrolleret, når det starter igen, så at "
        "intet af det, som blev ændret i mellemtiden, går tabt for nogen."
    ),
    "norwegian": (
        "Registeret holdes oppdatert mens programmet kjører, og alt blir kontrollert når det starter igjen, slik "
        "at ingenting av det som ble endret i mellomtiden, går tapt for noen."
    ),
    "finnish": (
        "Hakemisto pidetään ajan tasalla, kun ohjelma on käynnissä, ja kaikki tarkistetaan aina kun se alkaa, "
        "joten mitään siitä mikä on muuttunut ei katoa, vaikka se olisi ollut kiinni."
    ),
    "hungarian": (
        "A jegyzék mindig friss marad, amíg a program fut, és az indításkor minden újra ellenőrzésre kerül, hogy "
        "semmi se vesszen el abból, ami közben megváltozott, ha nem is volt nyitva."
    ),
    "romanian": (
        "Indexul este ținut la zi cât timp rulează programul, iar la fiecare pornire totul este verificat din nou, "
        "pentru ca nimic din ceea ce s-a schimbat între timp să nu fie pierdut."
    ),
    "turkish": (
        "Program çalışırken dizin güncel tutulur ve her başladığında her şey yeniden kontrol edilir, bu sayede o "
        "zaman içinde olan hiçbir değişiklik kaybolmaz ve arama için çok daha iyi olur."
    ),
    "russian": (
        "Пока программа работает, указатель всегда остаётся свежим, а при каждом запуске всё проверяется ещё раз, "
        "чтобы ничего из того, что было изменено за это время, не потерялось."
    ),
    "greek": (
        "Το ευρετήριο μένει ενημερωμένο όσο τρέχει το πρόγραμμα, και όλα ελέγχονται ξανά σε κάθε εκκίνηση, ώστε να "
        "μη χαθεί τίποτα από όσα άλλαξαν στο μεταξύ."
    ),
    "arabic": (
        "يبقى الفهرس محدثا ما دام البرنامج يعمل، ويفحص كل شيء من جديد عند كل تشغيل حتى لا يضيع شيء مما تغير في هذه "
        "الأثناء على من يبحث عنه."
    ),
    "tamil": (
        "நிரல் இயங்கும் போது அட்டவணை எப்போதும் புதியதாக இருக்கும், மேலும் ஒவ்வொரு முறை தொடங்கும் போதும் எல்லாம் "
        "மீண்டும் சரிபார்க்கப்படும், எனவே எதுவும் இழக்கப்படாது."
    ),
}


@pytest.mark.parametrize("language", TEXTS)
def test_a_sentence_is_enough(language: str) -> None:
    assert detect_language(TEXTS[language]) == language


def test_the_sentences_are_sentences_of_every_snowball_language() -> None:
    assert len(TEXTS) == 18


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The end of the road.",
        "Indeks jest aktualny, kiedy program działa, a przy każdym starcie wszystko jest sprawdzane jeszcze raz, tak "
        "że nic z tego, co się zmieniło, nie ginie.",
        "Індекс завжди залишається свіжим, поки програма працює, а при кожному запуску все перевіряється ще раз, щоб "
        "нічого з того, що було змінено за цей час, не загубилося.",
        "程序运行时索引保持最新，每次启动时都会重新检查所有内容，因此不会丢失任何更改。" * 5,
        "プログラムの実行中は索引が常に最新に保たれ、起動するたびにすべてが確認されます。 " * 15,
        "فهرست تا زمانی که برنامه اجرا می‌شود به‌روز می‌ماند و هر بار که شروع می‌شود همه چیز دوباره بررسی می‌شود تا چیزی گم "
        "نشود که در این مدت تغییر کرده است",
        "x = 1; y = 2; " * 30,
        "2024 2025 2026 " * 30,
        "Berlin Paris Tokyo Lima Oslo Rome Cairo Delhi Seoul Quito Sofia Minsk Riga Tallinn Vilnius Kyiv Warsaw Prague",
    ],
)
def test_what_is_short_foreign_or_no_prose_has_no_language(text: str) -> None:
    assert detect_language(text) == ""


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("скидка на билеты", "russian"),
        ("Отпуск в Турции", "russian"),  # no letter that only Russian has
        ("Подъезд, объявление", "russian"),
        ("- [ ] молоко\n- [ ] хлеб\n- [ ] сыр\n- [ ] масло\n- [ ] картофель\n- [ ] лук\n", "russian"),
        ("Συνταγή για ψωμί", "greek"),
        ("وصفة الخبز", "arabic"),
        ("ரொட்டி செய்முறை", "tamil"),
        ("Знижка на квитки, її ціна", ""),
        ("Зніжка на білеты", ""),
        ("Ја волим кафу", ""),
        ("Път към дома", ""),
        ("Рецепта за баница, която е лесна", ""),  # by its function words
        ("دستور پخت نان", ""),
        ("فهرست خرید", ""),
        ("pip install Москва --upgrade --user", ""),
        ("Bread: 2 eggs, π", ""),
    ],
)
def test_a_script_that_belongs_to_one_language_tells_it_in_a_few_words(text: str, language: str) -> None:
    assert detect_language(text) == language


def test_prose_in_another_language_of_the_same_script_is_not_russian_for_its_length() -> None:
    bulgarian = "Рецептата за баница е на баба и тя не се прави с много сирене, но може да се яде и студена, ако има. "
    assert detect_language(bulgarian * 3) == ""


def test_a_list_of_names_above_the_prose_does_not_hide_it() -> None:
    assert detect_language("- [[Berlin]] #city\n" * 60 + TEXTS["german"] * 3) == "german"


def test_code_and_names_in_another_script_do_not_decide() -> None:
    assert detect_language(TEXTS["english"] + " Αθήνα Москва 東京 " + TEXTS["english"]) == "english"
