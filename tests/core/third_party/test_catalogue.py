"""What every scheme of the table has."""

from dataclasses import fields, is_dataclass

import pytest

from service.core.errors import UnknownName
from service.core.third_party.catalogue import SCHEMES, get_scheme


@pytest.mark.parametrize("name", SCHEMES)
def test_a_scheme_says_what_it_takes_and_where_it_is_published(name: str) -> None:
    scheme = get_scheme(name)
    assert scheme.name == name
    assert scheme.title
    assert scheme.source.startswith("https://")
    assert is_dataclass(scheme.request_type)


@pytest.mark.parametrize("name", SCHEMES)
def test_every_field_that_a_scheme_takes_is_explained(name: str) -> None:
    request_type = SCHEMES[name].request_type
    assert [field.name for field in fields(request_type) if f"`{field.name}`" not in (request_type.__doc__ or "")] == []


def test_an_unknown_scheme_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match=r"There is no scheme 'steak'\. Did you mean 'stake'"):
        get_scheme("steak")
