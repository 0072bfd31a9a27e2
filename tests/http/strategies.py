import json
from typing import Any

from hypothesis import strategies as st

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(
        ["AS", "sd1", "standard", 2**53, 2**64, -1, "", "\ud800", "0" * 64, "٣"]
    )
)
JSON_VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner)
    ),
)


@st.composite
def altered(draw: st.DrawFn, original: Any) -> Any:
    """Return a JSON value in which something is changed, left out or added."""
    value = json.loads(json.dumps(original))
    for _ in range(draw(st.integers(1, 3))):
        parent = value
        while isinstance(parent, (dict, list)) and parent:
            key = draw(
                st.sampled_from(
                    sorted(parent) if isinstance(parent, dict) else range(len(parent))
                )
            )
            if (
                isinstance(parent[key], (dict, list))
                and parent[key]
                and draw(st.booleans())
            ):
                parent = parent[key]
                continue
            match draw(st.sampled_from(["change", "remove", "add"])):
                case "change":
                    parent[key] = draw(JSON_VALUES)
                case "remove":
                    del parent[key]
                case "add" if isinstance(parent, dict):
                    parent[draw(st.text(max_size=6))] = draw(JSON_VALUES)
                case _ if isinstance(parent, list):
                    parent.append(draw(JSON_VALUES))
            break
    return value
