"""Responses with random results: one result or a batch, as JSON, NDJSON, plain text or a file.

A view gives the draft a `Sampler`, which says what to draw, and `Results`, which write a result as JSON. Batches, and
all media types except JSON, follow from these two.
"""

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import orjson

from ...core.draw_requests import DrawRequest
from ...core.rng.streams import STREAM, Randomness
from ...core.shuffles.batches import Chunk, draw_chunks
from ...core.shuffles.samplers import MAX_LIST, Permutation, Sampler
from ...core.work import Work
from ...verdicts.results_left import UNCOUNTED, Labels, ResultsLeft
from ..concurrency import LARGE, hold_slot, start_work
from ..responses import NDJSON, NPY
from ..results.result_types import Json, ResultPosition, Results
from ..services import hold_large, services

_ITEMS_AT_ONCE = 4_096
_RESULTS_BETWEEN_LOOKS = 32  # how often to see whether the client still waits

FindResultsLeft = Callable[[Labels, Json, Work], ResultsLeft]
"""Takes the labels of a list, one result and the counter of work. Returns whether the request leaves one or several."""


class ResultSearch(Protocol):
    """A search for results of a sampler that match, among at most `max_candidates` results with successive indices."""

    @property
    def max_candidates(self) -> int:
        """Return the most results that the search tries."""

    @property
    def cache_size(self) -> int:
        """Return how many labels take as much memory as the condition."""

    def check(self, randomness: Randomness) -> None:
        """Raise `Refused` if the last candidate would have too large an index."""

    def find(
        self, sampler: Sampler, randomness: Randomness, repeats: int, work: Work
    ) -> Iterator[Chunk]:
        """Try the candidates, and yield matches in chunks until there are `repeats` or no candidate is left."""

    def summarize(
        self,
        offsets: Sequence[int],
        candidates: int,
        randomness: Randomness,
        repeats: int,
    ) -> dict[str, Any]:
        """Return the members of a response about the search; `offsets` are the offsets of the matches."""


@dataclass(frozen=True, eq=False, slots=True)
class ResponseDraft:
    """The response to a request before it has results: what draws results for any seed, and how to write them."""

    sampler: Sampler
    """The draw of one result."""
    common: Mapping[str, Any]
    """The members before the results."""
    results: Results
    """The writer of the results."""
    request: DrawRequest
    """The request with the values that its view resolved. A response repeats this request.

    A proof names the members of the request as they are in `common`, or else as they are here.
    """
    search: ResultSearch | None = None
    """What filters the results."""
    steps: int = 0
    """The steps of work already done for a sampler that is not certain."""
    implied: Mapping[str, Any] = field(default_factory=dict)
    """Values that follow from other members of the request, so that a response does not repeat them."""
    find_results_left: FindResultsLeft = lambda *_: UNCOUNTED
    """Finds whether the request leaves one result or several, for a verdict on who chose."""

    @property
    def cache_size(self) -> int:
        """Return the number of labels that a cached draft keeps alive."""
        size_of_search = self.search.cache_size if self.search else 0
        return self.results.cache_size + size_of_search

    def is_long(self, repeats: int | None) -> bool:
        """Return whether a batch needs more than `LARGE` items or draws, so that it is sent while it is drawn."""
        return repeats is not None and self.sampler.work * repeats > LARGE

    def hold_slots(self, repeats: int | None, *, is_streamed: bool = False) -> None:
        """Hold slots for a result or a batch that takes much memory, and for a long stream.

        Raises `Busy` if no slot is free. A stream has one result in memory at a time. A stream counts as long if its
        sampler is not certain, because nobody knows in advance how long each result takes.
        """
        results_held = 1 if repeats is None or is_streamed else repeats
        items_held = self.sampler.items_of_result * results_held
        hold_large(max(items_held, self.sampler.held_items))
        if is_streamed and (self.is_long(repeats) or not self.sampler.is_certain):
            hold_slot(services().streams)

    def _count_work(self, *, is_streamed: bool = False) -> Work:
        """Return the counter of the response's work. It has no limit if the sampler is certain, as that was checked."""
        if self.sampler.is_certain:
            return start_work(spent=self.steps, is_streamed=is_streamed)
        return start_work(
            services().allowed.limits.draws.number, self.steps, is_streamed=is_streamed
        )

    def single(
        self, randomness: Randomness
    ) -> tuple[Json, Sequence[Permutation | Chunk]]:
        """Draw one result; return the response body, and the permutation or the chunks drawn for it.

        The members have the same order in all responses: `common`, the work, `draws`, the seed, the result.
        """
        self.check_last(randomness, 1)
        if self.search:
            return self._search_single(self.search, randomness)
        if self.sampler.is_certain:
            work = Work()
            permutation = self.sampler.draw(randomness, 0, None)
        else:
            work = self._count_work()
            permutation = self.sampler.draw(randomness, 0, work)
        body: Json = dict(self.common)
        body |= self.sampler.describe_work(work)
        body["draws"] = permutation.draws
        body |= seed_fields(randomness)
        position = ResultPosition(randomness.index or 0, offset=0, ordinal=0)
        body |= self.results.to_json(permutation.indices, position)
        body |= permutation.details or {}
        return body, [permutation]

    def _search_single(
        self, search: ResultSearch, randomness: Randomness
    ) -> tuple[Json, Sequence[Chunk]]:
        """Draw until one result matches; return the response body, and the chunks that were drawn."""
        work = self._count_work()
        matches = list(search.find(self.sampler, randomness, 1, work))
        body = self._head(matches, randomness, None)
        # Only the last chunk can have the match. Without a match, the members of the response say so.
        written = self._results(matches[-1], randomness)
        result, _ = next(written, (self.results.no_result, None))
        body |= result
        return body, matches

    def batch(
        self, randomness: Randomness, repeats: int
    ) -> tuple[Json, Sequence[Chunk]]:
        """Draw `repeats` results; return a body with a list for each member, and the chunks drawn for it."""
        self.check_last(randomness, repeats)
        work = self._count_work()
        chunk_list = list(self._draw(randomness, repeats, work))
        body = self._head(chunk_list, randomness, repeats)
        body |= self.sampler.describe_work(work)
        body |= self._columns(chunk_list, randomness, work)
        return body, chunk_list

    def stream(
        self, media_type: str, randomness: Randomness, repeats: int
    ) -> Iterator[tuple[bytes, Chunk]]:
        """Draw results while they are sent; yield each chunk as NDJSON, plain text, an array or a part of a download.

        The first chunk is drawn at once, so that an error is raised before the response begins. The NDJSON of a search
        ends with a line that has the number of candidates.
        """
        self.check_last(randomness, repeats)
        work = self._count_work(is_streamed=True)
        drawn = self._draw(randomness, repeats, work)
        write = self._select_writer(media_type)
        parts = _write_chunks(drawn, lambda chunk: write(chunk, randomness))
        first_text, first_chunk = next(parts)
        if media_type == NPY:
            header = self.results.npy_header(repeats, self.sampler.count)
            first_text = header + first_text
        all_parts = _go_on((first_text, first_chunk), parts)
        if self.search is None or media_type != NDJSON:
            return all_parts
        return self._stream_search(self.search, all_parts, randomness, repeats)

    def _select_writer(self, media_type: str) -> Callable[[Chunk, Randomness], bytes]:
        """Return the method that writes a chunk of results in a media type other than JSON."""
        if media_type == NDJSON:
            return self._write_ndjson
        if media_type == NPY:
            return self._write_npy
        return self._write_text

    def _stream_search(
        self,
        search: ResultSearch,
        parts: Iterator[tuple[bytes, Chunk]],
        randomness: Randomness,
        repeats: int,
    ) -> Iterator[tuple[bytes, Chunk]]:
        """Yield the parts of a stream; the text of the last part ends with a line that sums up the search."""
        offsets = array("q")
        for text, chunk in parts:
            offsets.extend(chunk.offsets)
            candidates = chunk.end
            summary = b""
            if len(offsets) == repeats or candidates == search.max_candidates:
                members = search.summarize(offsets, candidates, randomness, repeats)
                summary = orjson.dumps(members, option=orjson.OPT_APPEND_NEWLINE)
            yield text + summary, chunk
            del text, chunk

    def _draw(
        self, randomness: Randomness, repeats: int, work: Work
    ) -> Iterator[Chunk]:
        if self.search:
            return self.search.find(self.sampler, randomness, repeats, work)
        return draw_chunks(self.sampler, randomness, repeats, work)

    def _head(
        self, chunk_list: Sequence[Chunk], randomness: Randomness, repeats: int | None
    ) -> Json:
        """Return the members of a response before its results; `repeats` is None for a single result.

        A batch of two has the members in `common`, and then "draws": 102, "seed": "42", "index": 0, "stream": "sd1" and
        "repeats": 2.
        """
        head: Json = dict(self.common)
        head["draws"] = sum(chunk.draws for chunk in chunk_list)
        head |= seed_fields(randomness)
        if repeats is not None:
            head["repeats"] = repeats
        if self.search:
            offsets = [offset for chunk in chunk_list for offset in chunk.offsets]
            candidates = chunk_list[-1].end
            head |= self.search.summarize(offsets, candidates, randomness, repeats or 1)
        return head

    def check_last(self, randomness: Randomness, repeats: int) -> None:
        """Raise `Refused` if the last result or candidate has too large an index, or cannot be represented."""
        if self.search:
            self.search.check(randomness)
        results = self.search.max_candidates if self.search else repeats
        last = results - 1
        number = (randomness.index or 0) + last
        self.results.check_last(ResultPosition(number, offset=last, ordinal=last))

    def _columns(
        self, chunk_list: list[Chunk], randomness: Randomness, work: Work
    ) -> Json:
        """Return the results of a batch by member: a list with an entry for each result, perhaps as JSON already.

        Two results {"cards": ["AS"]} and {"cards": ["2S"]} become {"cards": [["AS"], ["2S"]]}.
        """
        columns = self.results.columns([chunk.rows for chunk in chunk_list])
        if columns is not None:
            return columns
        # JSON texts take a fifth of the memory of objects, and the garbage collector need not search them.
        texts: dict[str, list[bytes]] = {}
        for chunk in chunk_list:
            results = self._list_results(chunk, randomness, work)
            members = list(results[0]) if results else []
            for member in members:
                column = [result[member] for result in results]
                array_text = orjson.dumps(column, option=orjson.OPT_SERIALIZE_NUMPY)
                texts.setdefault(member, []).append(array_text[1:-1])
        # Each list of texts is freed as soon as it is joined.
        return {
            member: orjson.Fragment(b"[" + b",".join(texts.pop(member, ())) + b"]")
            for member in list(texts or self.results.no_result)
        }

    def _list_results(
        self, chunk: Chunk, randomness: Randomness, work: Work
    ) -> list[Json]:
        """Return the members of each result of a chunk. Check from time to time whether the client still waits."""
        results: list[Json] = []
        for result, _ in self._results(chunk, randomness):
            if len(results) % _RESULTS_BETWEEN_LOOKS == 0:
                work.check()
            results.append(result)
        return results

    def _results(
        self, chunk: Chunk, randomness: Randomness
    ) -> Iterator[tuple[Json, ResultPosition]]:
        """Yield the members of each result of a chunk, and its position."""
        rows: Any = chunk.rows if _is_wide(chunk) else chunk.rows.tolist()
        places = zip(chunk.ordinals, chunk.offsets, rows, strict=True)
        for row_number, (ordinal, offset, row) in enumerate(places):
            position = ResultPosition(
                (randomness.index or 0) + offset, offset, ordinal, randomness.seed
            )
            result = self.results.to_json(row, position)
            if chunk.details:
                result |= chunk.details[row_number]
            yield result, position

    def _write_ndjson(self, chunk: Chunk, randomness: Randomness) -> bytes:
        """Return a line of JSON for each result. With a seed, the line begins with the `index` of the result."""
        has_seed = randomness.seed is not None
        if not _is_wide(chunk) and chunk.offsets:
            first_index = None
            if has_seed:
                first_index = (randomness.index or 0) + chunk.offsets[0]
            lines = self.results.ndjson(chunk.rows, first_index)
            if lines is not None:
                return lines
        return b"".join(
            orjson.dumps(
                {"index": position.number} | result if has_seed else result,
                option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_SERIALIZE_NUMPY,
            )
            for result, position in self._results(chunk, randomness)
        )

    def _write_npy(self, chunk: Chunk, _: Randomness) -> bytes:
        return self.results.npy(chunk.rows)

    def _write_text(self, chunk: Chunk, randomness: Randomness) -> bytes:
        """Return the results of a chunk as lines of words, or as entries of a file to download."""
        if not _is_wide(chunk):
            lines = self.results.text(chunk.rows)
            if lines is not None:
                return lines
        download = self.results.download
        write = download.format if download else self._write_line
        text = "".join(
            write(result, position)
            for result, position in self._results(chunk, randomness)
        )
        return text.encode(download.encoding if download else "utf-8")

    def _write_line(self, result: Json, _: ResultPosition) -> str:
        """Return a result as a line: tabs between its lists, spaces between the words of a list."""
        groups = self.results.text_groups(result)
        return "\t".join(" ".join(self._words(group)) for group in groups) + "\n"

    def _words(self, group: Sequence[Any]) -> Iterator[str]:
        """Yield the words of a list, one by one, or some thousands at a time joined by spaces if it is long."""
        if len(group) <= _ITEMS_AT_ONCE:
            return map(self.results.format_item, group)
        # One string for each of very many items takes much more memory than the text of some thousand items at a time.
        parts = (
            group[start : start + _ITEMS_AT_ONCE]
            for start in range(0, len(group), _ITEMS_AT_ONCE)
        )
        return (" ".join(map(self.results.format_item, part)) for part in parts)


def _write_chunks(
    chunks: Iterator[Chunk], write: Callable[[Chunk], bytes]
) -> Iterator[tuple[bytes, Chunk]]:
    """Yield the text of each chunk, and the chunk. Nothing is held of it while the next is drawn."""
    for chunk in chunks:
        yield write(chunk), chunk
        del chunk


def _go_on(
    first: tuple[bytes, Chunk], parts: Iterator[tuple[bytes, Chunk]]
) -> Iterator[tuple[bytes, Chunk]]:
    """Yield the first part, and then the others. Nothing is held of it then; `chain` would hold it to the end."""
    yield first
    del first
    yield from parts


def _is_wide(chunk: Chunk) -> bool:
    """Return whether one result has more than `MAX_LIST` items, too many for Python lists and strings."""
    return bool(chunk.rows.shape[1] > MAX_LIST)


def seed_fields(randomness: Randomness) -> dict[str, Any]:
    """Return the members of a response that say how to draw it again; without a seed, there are none."""
    if randomness.seed is None:
        return {}
    return {"seed": randomness.seed, "index": randomness.index or 0, "stream": STREAM}
