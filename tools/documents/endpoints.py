"""Write verify/endpoint_table.mjs: the parameters and the members of every endpoint that draws, from the schemas."""

from service.api.blueprints import BLUEPRINTS
from service.api.http.response_replay import list_endpoints
from tools.serving import ROOT

TABLE = ROOT / "verify" / "endpoint_table.mjs"
_HEAD = (
    "/** The table of endpoints that draw: parameters, members of responses, and those `later` than 1.0.0. Written by "
    "`make generate`. */\nexport const ENDPOINT_TABLE = {\n"
)


def format_table() -> str:
    """Return the text of the table."""
    entries = []
    for rule, endpoint in list_endpoints(BLUEPRINTS).items():
        texts = {
            "parameters": sorted(endpoint.single_schema.fields.keys() - {"prove"}),
            "members": sorted(
                name for name, is_later in endpoint.members.items() if not is_later
            ),
            "later": sorted(
                name for name, is_later in endpoint.members.items() if is_later
            ),
        }
        members = "".join(
            f'    {name}: "{" ".join(names)}",\n' for name, names in texts.items()
        )
        entries.append(f'  "{rule}": {{\n{members}  }},\n')
    return f"{_HEAD}{''.join(sorted(entries))}}};\n"
