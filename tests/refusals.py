"""The refusal of a request: by the kinds of its fields, as for every request, or by the check of its scheme."""

from collections.abc import Callable
from typing import Any

import pytest

from service.core.errors import Refused
from service.core.object_types import describe


def refused_field(check: Callable[[Any], object], request: Any) -> str:
    """Return the name of the field that is refused."""
    cls: type = type(request)
    for name, (kind, default) in describe(cls).items():
        value = getattr(request, name)
        if value != default and not kind.fits(_to_json(value)):
            return name
    with pytest.raises(Refused) as refusal:
        check(request)
    return refusal.value.field


def _to_json(value: object) -> object:
    return list(map(_to_json, value)) if isinstance(value, tuple) else value
