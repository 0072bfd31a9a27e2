"""Write a document as compact YAML."""

from typing import Any

import yaml

_MAX_LINE = 110  # characters of an object that is written in one line


def to_yaml(document: dict[str, Any]) -> str:
    """Return a document as YAML."""
    text: str = yaml.dump(document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)
    return text


class _Dumper(yaml.SafeDumper):
    """A YAML dumper without anchors that writes multi-line text as blocks."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        return True

    def represent_object(self, members: dict[str, Any]) -> yaml.MappingNode:
        """Represent an object, in one line if it is short and has only scalars."""
        node = self.represent_dict(members)
        parts = [part for pair in node.value for part in pair]
        node.flow_style = _are_scalars(parts) and sum(len(part.value) for part in parts) < _MAX_LINE
        return node

    def represent_array(self, items: list[Any]) -> yaml.SequenceNode:
        """Represent an array, in flow style if it has only scalars."""
        node = self.represent_list(items)
        node.flow_style = _are_scalars(node.value)
        return node

    def represent_text(self, text: str) -> yaml.ScalarNode:
        """Represent text of several lines as a block."""
        return self.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(dict, _Dumper.represent_object)
_Dumper.add_representer(list, _Dumper.represent_array)
_Dumper.add_representer(str, _Dumper.represent_text)


def _are_scalars(nodes: list[yaml.Node]) -> bool:
    return all(isinstance(node, yaml.ScalarNode) for node in nodes)
