"""The tables of fields in the pages on protocols, as the schemas have them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

WORDS = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "object": "object",
    "array": "list",
    "null": "null",
}


def table(schema: dict[str, Any]) -> str:
    """A row for each field, those of objects within too."""
    head = ["| field | type | default | meaning | example |", "| --- | --- | --- | --- | --- |"]
    return "\n".join([*head, *_rows(schema, "")])


def _rows(schema: dict[str, Any], before: str) -> Iterator[str]:
    for name, field in schema["properties"].items():
        needed = name in schema["required"]
        default = _code(field["default"]) if "default" in field else "none"
        example = _code(field.get("examples", [field.get("const")])[0])
        cells = [f"`{before}{name}`", _type(field, left_out=not needed), "required" if needed else default]
        yield f"| {' | '.join([*cells, field['description'], example])} |"
        inner = field.get("items", field)
        if "properties" in inner:
            yield from _rows(inner, f"{before}{name}{'[]' if 'items' in field else ''}.")


def _type(field: dict[str, Any], *, left_out: bool) -> str:
    """In words; that what may be left out may also be null stands on the page once."""
    if "const" in field:
        return _code(field["const"])
    if "enum" in field:
        return ", ".join(_code(word) for word in field["enum"] if word is not None)
    types = field["type"] if isinstance(field["type"], list) else [field["type"]]
    words = " or ".join(WORDS[word] for word in types if word != "null" or not left_out)
    limits = [str(field[key]) for key in ("minimum", "maximum") if key in field]
    return words + (f", {' to '.join(limits)}" if len(limits) == 2 else f", from {limits[0]}" if limits else "")


def _code(value: Any) -> str:
    return f"`{json.dumps(value, ensure_ascii=False)}`"
