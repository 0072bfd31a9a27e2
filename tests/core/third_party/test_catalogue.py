"""Properties that every scheme in the table has."""

from dataclasses import fields, is_dataclass

import pytest

from service.core.errors import UnknownName
from service.core.third_party.catalogue import SCHEMES, get_scheme


@pytest.mark.parametrize("name", SCHEMES)
def test_a_scheme_names_its_request_type_and_its_source(name: str) -> None:
    scheme = get_scheme(name)
    assert scheme.name == name
    assert scheme.title
    assert scheme.source.startswith("https://")
    assert is_dataclass(scheme.request_type)


@pytest.mark.parametrize("name", SCHEMES)
def test_every_field_of_a_request_is_documented(name: str) -> None:
    request_type = SCHEMES[name].request_type
    assert [field.name for field in fields(request_type) if f"`{field.name}`" not in (request_type.__doc__ or "")] == []


def test_the_error_for_an_unknown_scheme_lists_the_known_ones() -> None:
    with pytest.raises(UnknownName, match=r"There is no scheme 'steak'\. Did you mean 'stake'"):
        get_scheme("steak")
