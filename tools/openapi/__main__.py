"""Write openapi.yaml and its additions for readers: `python -m tools.openapi`; `--check` compares them."""

import difflib
import sys

from service.http.responses import OPENAPI, OPENAPI_ADDITIONS
from tools.openapi.document import build_documents
from tools.openapi.yaml_text import to_yaml


def main(arguments: list[str]) -> int:
    """Write the documents, or with `--check` compare them; return 1 if one differs."""
    status = 0
    for path, document in zip(
        (OPENAPI, OPENAPI_ADDITIONS), build_documents(), strict=True
    ):
        generated = to_yaml(document, is_compact=path == OPENAPI)
        checked_in = path.read_text() if path.exists() else ""
        if arguments != ["--check"]:
            path.write_text(generated)
        elif checked_in != generated:
            before, after = (
                text.splitlines(keepends=True) for text in (checked_in, generated)
            )
            sys.stdout.writelines(
                difflib.unified_diff(before, after, path.name, "the schemas")
            )
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
