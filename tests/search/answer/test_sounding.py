import pytest

from tsuzuri.search.answer.sounding import alike

READ = {
    "磯谷製作所": "isotaniseisakusho",
    "波野千夏": "naminochinatsu",
    "波野": "namino",
    "波野明": "naminoakira",
    "東": "azuma",
}


def sound(name: str) -> str:
    return READ.get(name, name.casefold())


@pytest.mark.parametrize("name", ["Chinatsu Namino", "Namino Chinatsu"])
def test_a_person_is_one_by_the_whole_name_in_either_order(name: str) -> None:
    assert alike(name, "波野千夏", sound, person=True)
    assert alike("波野千夏", name, sound, person=True)


def test_a_family_name_alone_may_be_meant() -> None:
    assert alike("Chinatsu Namino", "波野", sound, person=True)


def test_two_of_one_family_are_two() -> None:
    assert not alike("Chinatsu Namino", "波野明", sound, person=True)


def test_the_first_word_tells_a_company() -> None:
    assert alike("Isotani Works", "磯谷製作所", sound, person=False)
    assert not alike("Azum Works", "東", sound, person=False)


def test_names_of_one_script_are_compared_elsewhere() -> None:
    assert not alike("Isotani Works", "Isotani Works", sound, person=False)
