"""Languages: every text in all five, and nothing left over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cornerwise.server.page import i18n
from tests.server.site import Site

OTHERS = [language for language in i18n.LANGUAGES if language != "en"]
FOUND = i18n.messages()


def of_catalogue(language: str) -> dict[i18n.Message, tuple[str, ...]]:
    """Each message of a catalogue with its translations."""
    return {
        (message.id if isinstance(message.id, str) else (message.id[0], message.id[1])): (
            (message.string,) if isinstance(message.string, str) else tuple(message.string)
        )
        for message in i18n.read(language)
        if message.id
    }


def test_the_page_has_texts() -> None:
    assert len(FOUND) > 50


STRANGERS = {
    "en": r"\b(cells?|fields?|tiles?|polyomino\w*|on turn|figures?)\b|!|\} %"
    r"|\b(lots decide|free seats?|a mail)\b",
    "cs": r"\bfráz|\břad[auy] tahů|\bse čeká:|\bzačíná \{",
    "de": r"(?<!E-)\bMail\b|\b(mit|ohne) Wertung\b|\bGewonnen mit\b",
    "pl": r"\bRozwiązan[aeoy] w \{|\blustrzanie\b|\bzaczyna \{",
    "pt": r"\bvocê\b|\bpontuad[ao]s?\b|\bapaga|\bfrases feitas\b|\bA jogar:",
}
"""Words that docs/translating.md warns of."""


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_one_word_stands_for_one_thing(language: str) -> None:
    """docs/translating.md: pieces have squares or triangles, the board has spaces."""
    strangers = re.compile(STRANGERS[language], re.IGNORECASE)
    found = of_catalogue(language).values() if language != "en" else FOUND
    texts = [text for each in found for text in ([each] if isinstance(each, str) else each)]
    # What a placeholder is called is no word of the page.
    said = [re.sub(r"\{\w+\}", "{}", text) for text in texts]
    assert [text for text in said if strangers.search(text)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_line_breaks_where_it_must_not(language: str) -> None:
    """Before per cent, and in Czech and Polish after a word of one letter (docs/translating.md)."""
    short = {"cs": "[ksvzouai]", "pl": "[wzouai]"}.get(language)
    breaks = re.compile(r"\} %" + (rf"|(?<![\w{{]){short} " if short else ""), re.IGNORECASE)
    texts = [text for each in of_catalogue(language).values() for text in each]
    assert [text for text in texts if breaks.search(text)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_message_is_missing_and_none_is_unused(language: str) -> None:
    catalogue = of_catalogue(language)
    assert set(FOUND) - set(catalogue) == set(), "missing: run `make messages` and translate"
    assert set(catalogue) - set(FOUND) == set(), "unused: run `make messages`"
    untranslated = [message for message, texts in catalogue.items() if not all(texts)]
    assert untranslated == []
    assert [message.id for message in i18n.read(language) if message.id and message.fuzzy] == []


def test_english_has_exactly_the_plurals() -> None:
    plurals = {message: message for message in FOUND if isinstance(message, tuple)}
    assert of_catalogue("en") == plurals, "run `make messages`"


@pytest.mark.parametrize("language", OTHERS)
def test_translations_keep_the_placeholders(language: str) -> None:
    for message, texts in of_catalogue(language).items():
        original = message if isinstance(message, str) else message[1]
        for text in texts:
            wanted, has = (set(re.findall(r"\{\w+\}", t)) for t in (original, text))
            # A plural form may write the number out ("one piece"), but may not invent anything.
            assert has <= wanted, (message, text)
            assert isinstance(message, tuple) or has == wanted, (message, text)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_catalogues_are_served_with_the_plurals_of_the_language(
    shared: Site, language: str
) -> None:
    http = shared.person().http
    served = http.get("/api/messages", params={"lang": language}).json()
    assert served["language"] == language
    plurals = [text for text in served["messages"].values() if isinstance(text, dict)]
    assert len(plurals) == sum(isinstance(message, tuple) for message in FOUND)
    few = {"cs": {"one", "few", "other"}, "pl": {"one", "few", "many", "other"}}
    for forms in plurals:
        assert set(forms) == few.get(language, {"one", "other"})
    accepted = http.get("/api/messages", headers={"Accept-Language": f"{language}-XX, en;q=0.1"})
    assert accepted.json()["language"] == language
    page = http.get("/", headers={"Accept-Language": language})
    assert f'<html lang="{language}"' in page.text
    assert "Accept-Language" in page.headers["vary"]


def test_messages_are_found_wherever_they_are_marked(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.js").write_text(
        """
        t("one"); t('it\\'s two', {x}); x.t("no"); cat("no"); t(variable);
        tn( "{n} day", "{n} days", n); t(`three`); t(`no ${x}`);
        t(
          "four \\"quoted\\""
        )
        """
    )
    (tmp_path / "b.html").write_text('<p data-t="five &amp; six" data-t-title="one">x</p>')
    found = i18n.messages(tmp_path, None)
    assert set(found) == {
        "one",
        "it's two",
        ("{n} day", "{n} days"),
        "three",
        'four "quoted"',
        "five & six",
    }
    assert found["one"] == ["b.html", "deep/a.js"]


def test_catalogues_are_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "LOCALE", tmp_path)
    i18n.update("cs", {"Old": ["a.js"], "Kept": ["a.js"], ("{n} day", "{n} days"): ["a.js"]})
    path = tmp_path / "cs" / "LC_MESSAGES" / "messages.po"
    text = path.read_text("utf-8").replace('msgid "Kept"\nmsgstr ""', 'msgid "Kept"\nmsgstr "Ano"')
    path.write_text(text, "utf-8")
    i18n.update("cs", {"Kept": ["b.js"], "New": ["b.js"]})
    assert of_catalogue("cs") == {"Kept": ("Ano",), "New": ("",)}
    i18n.update("en", {"Kept": ["b.js"], ("{n} day", "{n} days"): ["a.js"]})
    assert of_catalogue("en") == {("{n} day", "{n} days"): ("{n} day", "{n} days")}


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_words_come_in_two_parts(shared: Site, language: str) -> None:
    """The first page and games have theirs, all others bring the rest; no word is in both."""
    ana = shared.person()

    def words(**part: str) -> dict[str, object]:
        answer = ana.http.get("/api/messages", params={"lang": language, **part})
        found: dict[str, object] = answer.json()["messages"]
        return found

    early, rest = words(part="early"), words(part="rest")
    assert not set(early) & set(rest)
    assert early | rest == words()
    if language != "en":
        assert {"Play the computer", "Place", "Duo"} <= set(early)
        assert {"Draw lots to see who begins.", "{seat} never led."} <= set(rest)
    assert ana.http.get("/api/messages", params={"part": "some"}).status_code == 400
