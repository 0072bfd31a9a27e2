"""Write a document as compact YAML."""

from itertools import chain
from math import inf
from typing import Any, ClassVar

import yaml

_WIDTH = 120  # characters of a line of text


def to_yaml(document: dict[str, Any], *, is_compact: bool = False) -> str:
    """Return a document as YAML; a compact one has larger objects, and arrays of references, without indentation."""
    dumper = _CompactDumper if is_compact else _Dumper
    text: str = yaml.dump(
        document, Dumper=dumper, sort_keys=False, allow_unicode=True, width=_WIDTH
    )
    return text


class _Dumper(yaml.SafeDumper):
    """A YAML dumper without anchors that writes multi-line text as blocks."""

    # characters of an object that is written without indentation
    max_line: ClassVar[int] = 110
    # characters of each object in an array that is written without indentation
    max_entry: ClassVar[int] = 0

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        return True

    def represent_object(self, members: dict[str, Any]) -> yaml.MappingNode:
        """Represent an object, in one line if it is short."""
        node = self.represent_dict(members)
        node.flow_style = (
            sum(map(_line_length, chain.from_iterable(node.value))) < self.max_line
        )
        return node

    def represent_array(self, items: list[Any]) -> yaml.SequenceNode:
        """Represent an array, in flow style if it has only scalars and short objects."""
        node = self.represent_list(items)
        node.flow_style = all(
            isinstance(item, yaml.ScalarNode)
            or (item.flow_style and _line_length(item) < self.max_entry)
            for item in node.value
        )
        return node

    def represent_text(self, text: str) -> yaml.ScalarNode:
        """Represent text of several lines as a block."""
        return self.represent_scalar(
            "tag:yaml.org,2002:str", text, style="|" if "\n" in text else None
        )


_Dumper.add_representer(dict, _Dumper.represent_object)
_Dumper.add_representer(list, _Dumper.represent_array)
_Dumper.add_representer(str, _Dumper.represent_text)


class _CompactDumper(_Dumper):
    """A dumper of a document that is for programs."""

    max_line = 300
    max_entry = 80


def _line_length(node: yaml.Node) -> float:
    """Return the number of characters of a node in one line, or infinity if it takes several lines."""
    match node:
        case yaml.ScalarNode(value=str(text)) if "\n" not in text:
            return len(text)
        case yaml.SequenceNode(flow_style=True, value=items):
            return sum(map(_line_length, items))
        case yaml.MappingNode(flow_style=True, value=pairs):
            return sum(map(_line_length, chain.from_iterable(pairs)))
    return inf
