"""Where data leaves its JSON Schema, in plain words: the place, the form that is wanted, what stands there instead.

Three annotations of a schema go into its messages: ``form`` says in words what a pattern means ("three capital
letters"), ``examples`` shows it, and ``$comment`` names the clause of the rulebook behind it. Where there is no
``form``, a missing key is explained by its ``description``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from .json_file import kind_of, quote, show
from .near_miss import instead, nearest

MOST_EXPLAINED = 3  # missing keys; more of them are only named
MOST_NAMED = 5  # unknown keys
_KINDS = {
    "integer": "a whole number",
    "number": "a number",
    "string": "text",
    "array": "a list",
    "boolean": "true or false",
    "null": "null",
}


def schema_problems(what: str, schema: Mapping[str, Any], data: Any) -> list[str]:
    """Everything by which data leaves its schema, each as a sentence, with the clause if the schema names one."""
    from jsonschema import Draft202012Validator

    errors: Iterable[Any] = Draft202012Validator(schema).iter_errors(data)
    # Several errors at one place can make the same sentence: each missing key is an error of its own.
    return list(dict.fromkeys(_sentence(what, schema, data, error) for error in sorted(errors, key=_order)))


def place(data: Any, path: Iterable[str | int]) -> str:
    """A path into a document, with the name of the record it lies in: ``cities[6] (DEN).value``."""
    text, here = "", data
    for step in path:
        here = here[step]
        if isinstance(step, int):
            text += f"[{step}]"
            name = record_name(here)
            if name:
                text += f" ({quote(name)[1:-1]})"
        else:
            text += f".{step}" if text else str(step)
    return text


def record_name(record: Any) -> str:
    """What people call a record: its id, its name, or the two things that it joins."""
    if not isinstance(record, dict):
        return ""
    for key in ("id", "name"):
        if isinstance(record.get(key), str):
            return str(record[key])
    ends = [record.get("a"), record.get("b")]
    return "-".join(map(str, ends)) if all(isinstance(end, str) for end in ends) else ""


def _order(error: Any) -> list[tuple[int, str]]:
    """Errors in the order of the file; numbers and names do not compare with each other."""
    return [(step, "") if isinstance(step, int) else (-1, str(step)) for step in error.absolute_path]


def _sentence(what: str, root: Mapping[str, Any], data: Any, error: Any) -> str:
    clause = error.schema.get("$comment")
    return _words(what, root, data, error) + (f" ({clause})" if clause else "")


def _words(what: str, root: Mapping[str, Any], data: Any, error: Any) -> str:
    """A schema error in plain words."""
    where = place(data, error.absolute_path) or what
    value, limit, schema = error.instance, error.validator_value, error.schema
    if "propertyNames" in error.absolute_schema_path:
        return f"{where}: the name {quote(value)} must be {_form(schema) or 'of another form'}"
    bound = "at least" if str(error.validator).startswith("min") else "at most"
    match error.validator:
        case "required":
            missing = [name for name in limit if name not in value]
            return f"{where}: {_missing(root, schema, missing)}"
        case "additionalProperties":
            known = schema.get("properties", {})
            return f"{where}: {_unknown([name for name in value if name not in known], value, known)}"
        case "enum":
            return f"{where} must be {_choices(schema)}, not {show(value)}{_meant(value, limit)}"
        case "const":
            return f"{where} must be {json.dumps(limit)}, not {show(value)}"
        case "minimum" | "maximum":
            return f"{where} must be {bound} {limit}, not {show(value)}"
        case "minItems" | "maxItems" | "maxProperties":
            return f"{where} must have {bound} {limit} {'entry' if limit == 1 else 'entries'}, not {len(value)}"
        case "minLength" | "maxLength":
            return f"{where} must have {bound} {limit} {'character' if limit == 1 else 'characters'}, not {len(value)}"
        case "uniqueItems":
            return f"{where} names the same thing twice"
        case "type" | "anyOf" | "pattern":
            wanted = _form(schema) or _type(schema)
            if error.validator == "pattern" and not _form(schema):
                return f"{where} has the wrong form: {show(value)}"
            given = kind_of(value) if error.validator == "type" and not isinstance(value, float) else show(value)
            return f"{where} must be {wanted}, not {given}{_in_quotes(value, schema)}"
        case _:
            return f"{where} is wrong: {show(value)}"


def _missing(root: Mapping[str, Any], schema: Mapping[str, Any], names: list[str]) -> str:
    """Keys that are missing; a few of them with what is wanted there."""
    if len(names) > MOST_EXPLAINED:
        return f"{', '.join(map(quote, names))} missing"
    properties = schema.get("properties", {})
    shown = []
    for name in names:
        wanted = _wanted(root, properties.get(name, {}))
        shown.append(f"{quote(name)} missing" + (f" ({wanted})" if wanted else ""))
    return ", ".join(shown)


def _wanted(root: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """What an entry should be, as its schema says it."""
    meaning = schema.get("description", "")
    while "$ref" in schema:
        schema = _resolved(root, schema["$ref"])
        meaning = meaning or schema.get("description", "")
    words = _choices(schema) if "enum" in schema else _form(schema) or _type(schema)
    if words == "text" and "maxLength" in schema:
        words = f"text of at most {schema['maxLength']} characters"
    return "; ".join(part for part in (meaning, words) if part)


def _resolved(root: Mapping[str, Any], reference: str) -> Mapping[str, Any]:
    here: Any = root
    for step in reference.removeprefix("#/").split("/"):
        here = here[step]
    assert isinstance(here, Mapping)
    return here


def _unknown(names: list[str], value: Mapping[str, Any], known: Mapping[str, Any]) -> str:
    """Keys that there are not, and those that were meant; keys that stand there already were meant as they are."""
    open_ = [key for key in known if key not in value]
    near = [name for name in names if nearest(name, open_) or nearest(name, known)]
    lines = [f"unknown key {quote(name)}{instead(name, open_ if nearest(name, open_) else known, '')}" for name in near]
    if far := [name for name in names if name not in near]:
        shown = ", ".join(quote(name) for name in far[:MOST_NAMED]) + (", ..." if len(far) > MOST_NAMED else "")
        lines.append(f"unknown key{'s' if len(far) > 1 else ''} {shown}{instead(far[0], known, 'it may have')}")
    return "; ".join(lines)


def _meant(value: Any, limit: list[Any]) -> str:
    """What a wrong choice was probably meant to be."""
    if not isinstance(value, str):
        near = str(value) if str(value) in [one for one in limit if isinstance(one, str)] else None
        return f"; write {quote(near)}, in quotes" if near else ""
    for choice in limit:
        if not isinstance(choice, str) and json.dumps(choice) == value:
            return f"; write {value} without quotes"
    near = nearest(value, [choice for choice in limit if isinstance(choice, str)])
    return "" if near is None else f"; did you mean {quote(near)}?"


def _in_quotes(value: Any, schema: Mapping[str, Any]) -> str:
    """A number that was written as a text."""
    if schema.get("type") in ("integer", "number") and isinstance(value, str):
        if value.strip().removeprefix("-").replace(".", "", 1).isdecimal():
            return f": write {value.strip()[:20]} without quotes"
    return ""


def _choices(schema: Mapping[str, Any]) -> str:
    return _form(schema) or f"one of {', '.join(map(json.dumps, schema['enum']))}"


def _form(schema: Mapping[str, Any]) -> str:
    """The form that is wanted, with an example, where the schema has words for it."""
    form = schema.get("form", "")
    shown = [json.dumps(example) for example in schema.get("examples", ())[:2]] if form else []
    return f"{form}, such as {' or '.join(shown)}" if shown else str(form)


def _type(schema: Mapping[str, Any]) -> str:
    """The kind of value that is wanted."""
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_form(one) or _type(one) for one in schema["anyOf"]))
    if "const" in schema:
        return json.dumps(schema["const"])
    kind = schema.get("type", "object")
    return " or ".join(_KINDS.get(one, "an object") for one in ([kind] if isinstance(kind, str) else kind))
