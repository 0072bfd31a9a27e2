"""Properties that every scheme in the table has."""

from dataclasses import fields, is_dataclass

from service.core.object_types import describe
from service.schemes.table import SCHEMES
from tests.tables import for_each


@for_each("name", SCHEMES)
def test_a_scheme_names_its_source_and_documents_every_field_of_its_request(
    name: str,
) -> None:
    scheme = SCHEMES[name]
    assert scheme.name == name
    assert scheme.title
    assert scheme.result
    assert scheme.source.startswith("https://")
    assert is_dataclass(scheme.request_type)
    described = describe(scheme.request_type)
    assert list(described) == [field.name for field in fields(scheme.request_type)]
    for field, (kind, _) in described.items():
        assert kind.request_text.endswith("."), field
