"""Properties that every scheme in the table has."""

from dataclasses import fields, is_dataclass

import pytest

from service.core.errors import UnknownName
from service.core.third_party.catalogue import SCHEMES, get_scheme
from service.core.third_party.fields import describe_fields
from tests.tables import for_each


@for_each("name", SCHEMES)
def test_a_scheme_names_its_request_type_and_its_source(name: str) -> None:
    scheme = get_scheme(name)
    assert scheme.name == name
    assert scheme.title
    assert scheme.result
    assert scheme.source.startswith("https://")
    assert is_dataclass(scheme.request_type)


@for_each("name", SCHEMES)
def test_every_field_of_a_request_is_documented(name: str) -> None:
    described = describe_fields(SCHEMES[name].request_type)
    assert list(described) == [field.name for field in fields(SCHEMES[name].request_type)]
    assert [field for field, (kind, _) in described.items() if not kind.meaning.endswith(".")] == []


def test_the_error_for_an_unknown_scheme_lists_the_known_ones() -> None:
    with pytest.raises(UnknownName, match=r"There is no scheme 'steak'\. Did you mean 'stake'"):
        get_scheme("steak")
