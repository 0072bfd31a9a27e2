"""Write verify/endpoints/endpoint_table.mjs: parameters and members of every endpoint that draws, from the schemas.

verify.mjs says of a parameter or a member that it is unknown if the table does not have it.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from service.blueprints import BLUEPRINTS
from service.core.value_types import Choice
from service.replay.draw_endpoints import DrawEndpoint, list_draw_endpoints
from tools.files import ROOT

TABLE = ROOT / "verify" / "endpoints" / "endpoint_table.mjs"
_HEAD = (
    "/** The table of endpoints that draw: parameters, the `parts` of those that are objects, `names` where one of a "
    "list is expected;\n * members of responses, and those `later` than 1.0.0. Written by `make generate`. */\n"
    "// @ts-check\n"
    "\n"
    "/**\n"
    " * What is known of an endpoint. Each text is of names with a blank between them; a part has its path, such as "
    '"arms.name".\n'
    " *\n"
    " * @typedef {object} EndpointNames\n"
    " * @property {string} parameters\n"
    " * @property {string} parts of parameters that are objects, or lists of these\n"
    ' * @property {string} members of responses, such as "hands hands.cards"\n'
    " * @property {string} later members of responses that 1.0.0 does not have\n"
    " * @property {{ [path: string]: string }} names by the path of a parameter that takes one of a list, the list\n"
    " */\n"
    "\n"
    "/** @type {{ [rule: string]: EndpointNames }} */\n"
    "export const ENDPOINT_TABLE = {\n"
)


def build_files() -> Mapping[Path, str]:
    """Return the text of the file."""
    return {TABLE: format_table()}


def format_table() -> str:
    """Return the text of the table."""
    entries = []
    for rule, endpoint in list_draw_endpoints(BLUEPRINTS).items():
        entries.append(f'  "{rule}": {{\n{_format_endpoint(endpoint)}  }},\n')
    return f"{_HEAD}{''.join(sorted(entries))}}};\n"


def _format_endpoint(endpoint: DrawEndpoint) -> str:
    """Return the lines of an endpoint."""
    top = endpoint.single_schema.fields.keys() - {"prove"}
    texts = {
        "parameters": top,
        "parts": endpoint.parameters.keys() - top,
        "members": [name for name, later in endpoint.members.items() if not later],
        "later": [name for name, later in endpoint.members.items() if later],
    }
    lines = [f'    {name}: "{_join(names)}",\n' for name, names in texts.items()]
    names = "".join(
        f'      "{path}": "{_join(kind.names)}",\n'
        for path, kind in sorted(endpoint.parameters.items())
        if isinstance(kind, Choice) and kind.grows
    )
    lines.append(f"    names: {{\n{names}    }},\n" if names else "    names: {},\n")
    return "".join(lines)


def _join(names: Iterable[object]) -> str:
    """Return names in their order, with a blank between them."""
    return " ".join(sorted(map(str, names)))
