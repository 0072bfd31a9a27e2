"""What is refused in programs in JavaScript, beside their format."""

from tests.tables import for_each
from tools.scripts import hides_type


@for_each(
    ("line", "hides"),
    [
        ("  const terms = Object(value);", True),
        ("  return { ...Object(confirmed) };", True),
        ("  if (Object(value) === value) return value;", True),
        ("  return Object.keys(value);", False),
        ("  if (isObject(value)) return value;", False),
        ("  const terms = checkObject(where, value, names);", False),
        ("  return values.Object(value);", False),
    ],
)
def test_a_call_of_object_hides_a_type(line: str, hides: bool) -> None:
    assert hides_type(line) == hides
