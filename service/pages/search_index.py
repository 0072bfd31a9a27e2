"""The search index of /docs and the guides: pages, operations, parameters, chapters and games."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import orjson

from ..games.catalogue import GAMES
from ..http.responses import JSON, Asset
from ..operations.openapi import openapi_document
from .guides import read_chapters
from .guides.catalogue import GUIDES
from .languages import DEFAULT, TEXTS

Json = dict[str, Any]

_METHODS = ("get", "post")
_OFTEN_CALLED = (
    "shuffle_deck",
    "deal_game",
    "draw_integers",
    "draw_items",
    "draw_groups",
    "open_sealed_shoe",
)
"""The endpoints that the page docs names first, if the service has them."""
_MAX_VALUES = 12


@lru_cache(maxsize=1)
def search_index() -> Asset:
    """Return all entries as a JSON file: each has a title, a text, further `names`, and a path below the root."""
    entries = [*_pages(), *_operations(), *_chapters(), *_games()]
    return Asset(orjson.dumps(entries), JSON)


def docs_context() -> Json:
    """Return the variables of the page docs: its groups of endpoints, each with a description, and some of these."""
    document = orjson.loads(openapi_document(JSON).body)
    endpoints = list(_endpoints(document))
    groups = []
    for tag in document["tags"]:
        of_tag = [endpoint for endpoint in endpoints if endpoint["tag"] == tag["name"]]
        groups.append(tag | {"endpoints": of_tag})
    by_name = {endpoint["name"]: endpoint for endpoint in endpoints}
    often_called = [by_name[name] for name in _OFTEN_CALLED if name in by_name]
    return {"groups": groups, "count": len(endpoints), "often_called": often_called}


def _endpoints(document: Json) -> Iterator[Json]:
    """Yield an endpoint for each path of the document; GET and POST are one endpoint, with the same parameters."""
    for path, item in document["paths"].items():
        operations = [item[method] for method in _METHODS if method in item]
        methods = [method for method in _METHODS if method in item]
        first = operations[0]
        tag = first["tags"][0]
        fragments = [f"/{tag}/{operation['operationId']}" for operation in operations]
        yield {
            "tag": tag,
            "path": path,
            "operations": dict(zip(methods, fragments, strict=True)),
            "summary": first["summary"],
            "name": first["operationId"],
            "fragment": fragments[0],
        }


def _operations() -> Iterator[Json]:
    """Yield an entry for each endpoint."""
    document = orjson.loads(openapi_document(JSON).body)
    components = document["components"]
    for endpoint in _endpoints(document):
        item = document["paths"][endpoint["path"]]
        methods = list(endpoint["operations"])
        names = [endpoint["tag"], endpoint["name"], *_names(item, components)]
        for method in methods:
            names += _names(item[method], components)
        yield {
            "title": f"{', '.join(methods).upper()} {endpoint['path']}",
            "text": endpoint["summary"],
            "names": " ".join(dict.fromkeys(names)),  # each once
            "path": f"docs#{endpoint['fragment']}",
            "isOperation": True,
        }


def _names(item: Json, components: Json) -> Iterator[str]:
    """Yield the names in a path item or operation: parameters, their values if they are few, members of the body."""
    for reference in item.get("parameters", ()):
        parameter = _resolve(reference, components["parameters"])
        yield parameter["name"]
        values = _resolve(parameter["schema"], components["schemas"]).get("enum", ())
        if len(values) <= _MAX_VALUES:
            yield from map(str, values)
    for media_type in item.get("requestBody", {}).get("content", {}).values():
        yield from _members(media_type["schema"], components["schemas"])


def _members(schema: Json, schemas: Json) -> Iterator[str]:
    """Yield the names of the members that an object of this schema has, also by `allOf`."""
    resolved = _resolve(schema, schemas)
    yield from resolved.get("properties", ())
    for part in resolved.get("allOf", ()):
        yield from _members(part, schemas)


def _resolve(value: Json, components: Json) -> Json:
    """Return an object of the document, or the component that it refers to if it is a reference (`$ref`).

    {"$ref": "#/components/parameters/seed"} returns `components["seed"]`.
    """
    if "$ref" not in value:
        return value
    name = value["$ref"].rpartition("/")[2]
    component: Json = components[name]
    return component


def _chapters() -> Iterator[Json]:
    """Yield an entry for each guide and for each of its chapters."""
    chapters = read_chapters()
    for guide in GUIDES.values():
        path = guide.path.removeprefix("/")
        for slug, heading, words in chapters[guide.name]:
            if slug:
                # the chapter on deals has the words of all games, which have entries of their own
                names = guide.name if slug == "where-the-deals-are-from" else words
                yield {
                    "title": heading,
                    "text": guide.entry,
                    "names": names,
                    "path": f"{path}#{slug}",
                }
            else:
                yield {
                    "title": guide.entry,
                    "text": guide.summary,
                    "names": f"{guide.name} {words}",
                    "path": path,
                }


def _pages() -> Iterator[Json]:
    """Yield an entry for each page that people use, and for private hands, by their names in each language."""
    for name in ("table", "draw", "verify"):
        names = []
        for sections in TEXTS.values():
            names += [sections[name]["title"], sections[name]["summary"]]
        english = TEXTS[DEFAULT]
        menu = english["shared"]["menu"][name]
        yield {
            "title": f"{menu}: {english[name]['title']}",
            "text": english[name]["summary"],
            "names": " ".join(names),
            "path": name.removeprefix("table"),  # the table is the front page
        }
    yield _private_hands()


def _private_hands() -> Json:
    """Return the entry of private hands, which the page Deal has as a source of its cards."""
    labels = {
        language: sections["table"]["form"]["source"]["private"]
        for language, sections in TEXTS.items()
    }
    title, _, sentence = labels[DEFAULT].partition(", a demonstration: ")
    return {
        "title": title,
        "text": f"To try: {sentence}",
        "names": " ".join(labels.values()),
        "path": "#private?game=holdem",
    }


def _games() -> Iterator[Json]:
    """Yield an entry for each game, which leads to the table that deals it."""
    for name, game in GAMES.items():
        request = f"v1/games/{name}/deal"
        yield {
            "title": game.title,
            "text": f"/{request}",
            "names": " ".join(game.aliases),
            "path": f"#{request}",
        }
