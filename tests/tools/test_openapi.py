"""The OpenAPI document is true and complete."""

import gzip
import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.http.problems import PROBLEMS
from service.http.responses import OPENAPI
from service.pages.guides.catalogue import GUIDES
from tests.http.spec import (
    OPERATIONS,
    SPEC,
    SPEC_FOR_READERS,
    check_response,
    json_object,
    members,
    resolve,
)
from tests.tables import for_each, list_some
from tools.openapi.yaml_text import to_yaml

Json = dict[str, Any]

RANDOM_MEMBERS = {
    "/v1/shoes": ("shoe", "commitment", "seed_hash", "digest"),
    "/v1/shoes/deal": ("shoe",),
    "/v1/shoes/draw": ("shoe",),
    "/v1/shoes/reveal": ("shoe",),
    "/v1/plans": ("plan", "digest", "round_due"),
}

UNSHOWN = {405, 408, 417, 501}
"""Statuses of problems without an example."""

OF_POSTS = {"given", "where", "max_candidates", "prove"}
"""The parameters of draws that only a body can have."""

FILES = (".csv", ".svg", "/metrics")
"""Ends of paths that only return a file, without an example in the document."""

every_operation = for_each(
    ("path", "method", "operation"),
    OPERATIONS,
    ids=[operation["operationId"] for _, _, operation in OPERATIONS],
)


MAX_OPERATION = 3_800
"""Bytes of an operation in the document, without the components that it refers to."""

MAX_COMPONENTS = 184_000
"""Bytes of all components in the document: 5 % more than there were when this was set, as recipes add 3 %."""


def measure(part: Json) -> int:
    """Return the number of bytes of a part of the document."""
    return len(to_yaml(part, is_compact=True).encode())


def test_each_operation_and_the_components_are_small_enough_to_read() -> None:
    for path, item in SPEC["paths"].items():
        methods = item.keys() & {"get", "post"}
        shared = {name: value for name, value in item.items() if name not in methods}
        for method in methods:
            name = item[method]["operationId"]
            size = measure({path: shared | {method: item[method]}})
            assert size <= MAX_OPERATION, (
                f"{name} has {size:,} bytes: shorten its description or its parameters"
            )
    size = measure(SPEC["components"])
    assert size <= MAX_COMPONENTS, (
        f"the components have {size:,} bytes: shorten descriptions, or raise the limit"
    )


def test_every_route_is_documented(client: FlaskClient) -> None:
    paths = {
        re.sub(r"<(.*?)>", r"{\1}", route.rule)
        for route in client.application.url_map.iter_rules()
        if not route.endpoint.startswith(("pages.", "page_pictures."))
    }
    assert paths == SPEC["paths"].keys()


@for_each("name", ["operationId", "summary"])
def test_operations_differ_in_id_and_summary(name: str) -> None:
    texts = Counter(operation[name] for _, _, operation in OPERATIONS)
    assert [text for text, count in texts.items() if count > 1] == []


def test_no_name_is_that_of_the_file_of_an_index() -> None:
    """Some generators write a file for each operation and schema, beside an index of all."""
    ids = [operation["operationId"] for _, _, operation in OPERATIONS]
    names = [*ids, *SPEC_FOR_READERS["components"]["schemas"]]
    assert "index" not in [name.lower() for name in names]


@every_operation
def test_every_operation_has_an_example_and_one_media_type(
    path: str, method: str, operation: Json
) -> None:
    if not path.startswith("/openapi") and not path.endswith(FILES):
        assert operation["responses"]["200"]["content"]["application/json"]["example"]
    responses = SPEC["paths"][path][method]["responses"]
    assert len(responses["200"]["content"]) == 1


def test_each_status_of_a_problem_has_one_response_that_declares_its_headers() -> None:
    names: dict[str, set[str]] = {}
    for _, _, operation in OPERATIONS:
        for status, response in operation["responses"].items():
            name = response.get("$ref", "").rpartition("/")[2]
            names.setdefault(status, set()).add(name)
            assert resolve(response)["headers"].keys() & {"ETag", "X-Request-ID"}
    assert names == {
        "200": {""},
        "304": {"NotModified"},
        "401": {"Unauthorized"},
        "404": {"NotFound"},
        "409": {"Conflict"},
        "413": {"ContentTooLarge"},
        "422": {"UnprocessableContent"},
        "429": {"TooManyRequests"},
        "503": {"ServiceUnavailable"},
        "default": {"Problem"},
    }
    to_retry = {
        name
        for name, response in SPEC["components"]["responses"].items()
        if "Retry-After" in response["headers"]
    }
    assert to_retry == {"TooManyRequests", "ServiceUnavailable"}


def schemas_in(part: Any) -> Iterator[Json]:
    """Yield every object in a part of the document."""
    inner: Iterable[Any] = ()
    if isinstance(part, dict):
        yield part
        inner = part.values()
    elif isinstance(part, list):
        inner = part
    for value in inner:
        yield from schemas_in(value)


def walk(part: Any, names: set[str]) -> Iterator[Json]:
    """Yield every object in a part of the document and in the components that it refers to; add their `names`."""
    for schema in schemas_in(part):
        yield schema
        name = schema.get("$ref", "")
        if name.startswith("#/components/") and name not in names:
            names.add(name)
            yield from walk(resolve(schema), names)


def test_requests_are_closed_and_responses_are_open_with_any_values() -> None:
    def is_closed(name: str) -> bool:
        schema = resolve({"$ref": name})
        if "unevaluatedProperties" in schema:
            return True
        return schema.get("additionalProperties") is False

    names: set[str] = set()
    for _, _, operation in OPERATIONS:
        for schema in walk(operation["responses"], names):
            assert "enum" not in schema
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" in content:
            name = content["application/json"]["schema"]["$ref"]
            is_open = name == "#/components/schemas/VerifyRequest"
            assert is_open or is_closed(name)
    assert [name for name in list_some(sorted(names)) if is_closed(name)] == []


TYPES_OF_GENERATORS = {
    "api",
    "apierror",
    "apiresponse",
    "auth",
    "body",
    "client",
    "config",
    "configuration",
    "context",
    "endpoint",
    "error",
    "file",
    "headers",
    "httpclient",
    "model",
    "object",
    "operation",
    "options",
    "param",
    "parameter",
    "path",
    "query",
    "request",
    "response",
    "result",
    "schema",
    "server",
    "service",
    "type",
    "types",
}
"""Types that generators and their run-time libraries have, without capitals."""


def test_no_component_has_the_name_of_a_type_of_generators() -> None:
    names = {name.lower() for name in SPEC_FOR_READERS["components"]["schemas"]}
    assert TYPES_OF_GENERATORS & names == set()


@every_operation
def test_every_get_that_draws_has_a_post(
    path: str, method: str, operation: Json
) -> None:
    parameters = map(resolve, operation.get("parameters", []))
    names = {
        parameter["name"] for parameter in parameters if parameter["in"] == "query"
    }
    if "seed" in names:
        content = SPEC["paths"][path]["post"]["requestBody"]["content"]
        schema = resolve(content["application/json"]["schema"])
        assert members(schema).keys() - OF_POSTS == names
        assert schema["unevaluatedProperties"] == {"not": {}}


def list_texts(part: Any, keyword: str) -> list[str]:
    """Return the different texts of a keyword in a part of the document."""
    texts = {
        schema[keyword]
        for schema in schemas_in(part)
        if isinstance(schema.get(keyword), str)
    }
    return sorted(texts)


DESCRIPTIONS = list_texts(SPEC_FOR_READERS, "description")
PATTERNS = list_texts(SPEC_FOR_READERS, "pattern")

UNPORTABLE = re.compile(
    r"""\\(?!x[0-9a-f]{2}|[-dwnrt\\/.^$*+?()\[\]{}|])  # an escape that not every dialect has, as of JavaScript \u0000
    | \(\?                                             # a group that looks around, has a name or a flag
    | [*+?}][+]                                       # a possessive quantifier
    | \[:                                             # a class of POSIX
    | \{(\d+,)?\d{4,}                                 # more repetitions than RE2 counts""",
    re.VERBOSE,
)
"""The parts of regular expressions that PCRE, RE2 and ECMAScript do not all take alike."""


@for_each("pattern", PATTERNS)
def test_every_dialect_of_regular_expressions_takes_a_pattern(pattern: str) -> None:
    assert re.compile(pattern)
    assert not UNPORTABLE.search(pattern)


@pytest.mark.node
def test_javascript_takes_every_pattern() -> None:
    program = (
        "for (const pattern of JSON.parse(process.argv[1])) new RegExp(pattern, 'v');"
    )
    subprocess.run(["node", "--eval", program, json.dumps(PATTERNS)], check=True)


@every_operation
def test_every_description_stands_alone(
    path: str, method: str, operation: Json
) -> None:
    """Many programs read the description alone. It begins with what the operation does, as the summary does."""
    assert operation["summary"]
    sentence = re.split(r"(?<=[.])\s", operation["description"])[0]
    action = re.sub("(, many times)?(, by POST)?$", "", operation["summary"])
    assert sentence.startswith(action)
    assert sentence.endswith(".")
    assert not re.search(r"\b[Aa]s the (GET|POST)\b", operation["description"])


@for_each("description", DESCRIPTIONS)
def test_a_description_refers_to_nothing_that_its_reader_cannot_open(
    description: str,
) -> None:
    files = r"\.(md|mjs|py)\b|(?<!/)\b(docs|verify|tests)/"
    assert not re.search(rf"{files}|\bAs args\b", description)
    guides = re.findall(r"/docs/guide/([\w/-]*)", description)
    assert set(guides) <= GUIDES.keys()


TRANSPORT = re.compile(
    r"percent|\b(query|GET|POST|header|URL|quotes|Accept)\b|in (a|the|its) (JSON )?body|For JSON"
)


def test_descriptions_of_parameters_say_nothing_of_transport() -> None:
    """A parameter of a query is a member of a body and of a tool's arguments as well."""
    parts = [operation.get("parameters") for _, _, operation in OPERATIONS]
    parts += [SPEC["components"]["parameters"], SPEC["components"]["schemas"]]
    texts = list_texts(parts, "description")
    assert [text for text in texts if TRANSPORT.search(text)] == [
        "The URL of its definition",
        # of a problem, which is a response of HTTP
        "The id in the header X-Request-ID and in the log",
    ]


def test_parameters_of_files_are_for_readers() -> None:
    """The other document has no media type but JSON for the response; without `format` the rest is refused."""
    of_files = {"format", "event", "site", "date", "include_seed"}
    for part in (*schemas_in(SPEC["paths"]), *schemas_in(SPEC["components"])):
        assert part.get("name") not in list(of_files)
        assert not of_files & part.get("properties", {}).keys()
    assert of_files <= SPEC_FOR_READERS["components"]["parameters"].keys()
    assert of_files <= members({"$ref": "#/components/schemas/GameDealRequest"}).keys()


def test_no_schema_is_a_boolean_where_some_programs_read_an_object() -> None:
    for schema in list_some(schemas_in(SPEC_FOR_READERS)):
        assert isinstance(schema.get("unevaluatedProperties", {}), dict)


NEW_KEYWORDS = {
    "dependentRequired",
    "dependentSchemas",
    "if",
    "then",
    "prefixItems",
    "$defs",
    "const",
}
"""OpenAPI 3.0 has no such keywords, and gateways insert a default before they would require another member."""


@for_each("schema", schemas_in(SPEC))
def test_a_schema_has_nothing_that_some_generators_and_gateways_get_wrong(
    schema: Json,
) -> None:
    # No program has to tell apart the alternatives of a union.
    assert "oneOf" not in schema
    union = schema.get("anyOf", [])
    references = [part for part in union if "$ref" in part]
    is_under_not = [part.get("type") for part in union] == [None, "array", "object"]
    assert references == union[:1] or is_under_not
    kind = schema.get("type")
    assert isinstance(kind, str | dict | None) or kind[1:] == ["null"]
    # An integer that can pass 32 bits says so.
    if "integer" in (kind or ()) and "enum" not in schema:
        minimum = schema.get("minimum", 0)
        maximum = schema.get("maximum", 2**63)
        is_small = minimum >= -(2**31) and maximum < 2**31
        assert schema.get("format") == (None if is_small else "int64"), schema
    assert kind != "number" or schema["format"] == "double"
    # Generated Kotlin sends every default, and members of a set of integers as strings.
    assert kind != "integer" or not {"enum", "default"} <= set(schema)
    assert not NEW_KEYWORDS & set(schema)


def test_links_take_no_objects_as_bodies() -> None:
    links = [
        resolve(link)
        for _, _, operation in OPERATIONS
        for link in operation["responses"]["200"].get("links", {}).values()
    ]
    for link in list_some(link for link in links if "requestBody" in link):
        assert isinstance(link["requestBody"], str)


@every_operation
def test_each_example_has_a_response(
    examples: FlaskClient, path: str, method: str, operation: Json
) -> None:
    """Only members that are random differ from the example, and have its length."""
    if method == "get" or path.endswith(FILES):
        return
    for parameter in map(resolve, operation.get("parameters", [])):
        path = path.replace(f"{{{parameter['name']}}}", parameter["schema"]["example"])
    request = operation["requestBody"]["content"]["application/json"]["example"]
    shown = operation["responses"]["200"]["content"]["application/json"]["example"]
    body = json_object(check_response(examples.post(path, json=request)))
    random_members = RANDOM_MEMBERS.get(path, ())
    for name in random_members:
        assert len(str(body[name])) == len(str(shown[name]))
    assert body.keys() == shown.keys()
    for name in body.keys() - set(random_members):
        assert body[name] == shown[name]


def test_readers_see_a_real_problem_of_every_status() -> None:
    shown = set()
    responses = SPEC_FOR_READERS["components"]["responses"]
    for response in responses.values():
        content = response.get("content", {})
        examples = content.get("application/problem+json", {}).get("examples", {})
        for status, example in examples.items():
            assert example["value"]["status"] == int(status)
            shown.add(int(status))
    assert shown == {kind.status for kind in PROBLEMS.values()} - UNSHOWN
    other_problems = responses["Problem"]["content"]["application/problem+json"]
    for status in other_problems["examples"]:
        assert f"- {status}: " in responses["Problem"]["description"]


def test_the_document_is_served_as_yaml_and_as_json_and_compressed_if_the_client_accepts_it(
    client: FlaskClient,
) -> None:
    assert client.get("/openapi.yaml").data == OPENAPI.read_bytes()
    assert client.get("/openapi.json?examples=true").json == SPEC_FOR_READERS
    plain = client.get("/openapi.json")
    assert plain.json == SPEC
    compressed = client.get("/openapi.json", headers={"Accept-Encoding": "gzip"})
    assert compressed.headers["Content-Encoding"] == "gzip"
    assert compressed.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(compressed.data) == plain.data
    assert len(compressed.data) < len(plain.data) / 5
    assert compressed.headers["ETag"] != plain.headers["ETag"]
