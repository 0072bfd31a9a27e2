"""The search index of /docs and the guides: pages, operations, parameters, chapters and games."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import orjson

from ..games.catalogue import GAMES
from ..http.openapi import openapi_document
from ..http.responses import JSON, Asset
from .guides import read_chapters
from .guides.catalogue import GUIDES
from .languages import DEFAULT, TEXTS

Json = dict[str, Any]

_METHODS = ("get", "post")
_MAX_VALUES = 12


@lru_cache(maxsize=1)
def search_index() -> Asset:
    """Return all entries as a JSON file: each has a title, a text, further `names`, and a path below the root."""
    return Asset(
        orjson.dumps([*_pages(), *_operations(), *_chapters(), *_games()]), JSON
    )


def docs_context() -> Json:
    """Return the variables of the page docs: its groups of endpoints, each with a description."""
    document = orjson.loads(openapi_document(JSON).body)
    endpoints = list(_endpoints(document))
    groups = [
        tag | {"endpoints": [one for one in endpoints if one["tag"] == tag["name"]]}
        for tag in document["tags"]
    ]
    return {"groups": groups}


def _endpoints(document: Json) -> Iterator[Json]:
    """Yield each path; a GET and its POST are one, as they have the same parameters."""
    for path, item in document["paths"].items():
        methods = [method for method in _METHODS if method in item]
        first = item[methods[0]]
        tag = first["tags"][0]
        name = first["operationId"]
        yield {
            "tag": tag,
            "path": path,
            "methods": methods,
            "summary": first["summary"],
            "name": name,
            "fragment": f"/{tag}/{name}",
        }


def _operations() -> Iterator[Json]:
    """Yield an entry for each endpoint."""
    document = orjson.loads(openapi_document(JSON).body)
    components = document["components"]
    for endpoint in _endpoints(document):
        item = document["paths"][endpoint["path"]]
        methods = endpoint["methods"]
        names = [
            name
            for part in (item, *(item[method] for method in methods))
            for name in _names(part, components)
        ]
        yield {
            "title": f"{', '.join(methods).upper()} {endpoint['path']}",
            "text": endpoint["summary"],
            "names": " ".join(
                dict.fromkeys([endpoint["tag"], endpoint["name"], *names])
            ),
            "path": f"docs#{endpoint['fragment']}",
            "isOperation": True,
        }


def _names(part: Json, components: Json) -> Iterator[str]:
    """Yield the names in a path item or operation: parameters, their values if they are few, members of the body."""
    for reference in part.get("parameters", ()):
        parameter = _resolve(reference, components["parameters"])
        values = _resolve(parameter["schema"], components["schemas"]).get("enum", ())
        yield from (
            parameter["name"],
            *map(str, values if len(values) <= _MAX_VALUES else ()),
        )
    for media_type in part.get("requestBody", {}).get("content", {}).values():
        yield from _members(media_type["schema"], components["schemas"])


def _members(schema: Json, schemas: Json) -> Iterator[str]:
    """Yield the names of the members of an object, and of its parts (`allOf`)."""
    resolved = _resolve(schema, schemas)
    yield from resolved.get("properties", ())
    for part in resolved.get("allOf", ()):
        yield from _members(part, schemas)


def _resolve(part: Json, components: Json) -> Json:
    """Return `part`, or if it is a reference (`$ref`) the one of the `components` that it refers to."""
    target: Json = (
        components[part["$ref"].rpartition("/")[2]] if "$ref" in part else part
    )
    return target


def _chapters() -> Iterator[Json]:
    """Yield an entry for each guide and for each of its chapters."""
    chapters = read_chapters()
    for guide in GUIDES.values():
        path = guide.path.removeprefix("/")
        for slug, text, words in chapters[guide.name]:
            if slug:
                # the chapter on deals has the words of all games, which have entries of their own
                names = guide.name if slug == "where-the-deals-are-from" else words
                yield {
                    "title": text,
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
    texts = {
        name: [TEXTS[language][name] for language in (DEFAULT, *TEXTS)]
        for name in ("table", "draw", "verify")
    }
    for name, [in_default, *in_languages] in texts.items():
        names = []
        for text in in_languages:
            names += [text["title"], text["summary"]]
        menu = TEXTS[DEFAULT]["shared"]["menu"][name]
        yield {
            "title": f"{menu}: {in_default['title']}",
            "text": in_default["summary"],
            "names": " ".join(names),
            "path": name.removeprefix("table"),
        }
    first, *sources = (text["form"]["source"]["private"] for text in texts["table"])
    title, _, sentence = first.partition(", a demonstration: ")
    yield {
        "title": title,
        "text": f"To try: {sentence}",
        "names": " ".join(sources),
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
