"""Values for a JSON schema, as the server describes its own requests: mostly fitting, sometimes not."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

ODD = st.sampled_from([None, True, -1, 2**53, 1.5, "", "\u202eevil", [], {}, "x" * 100])


def values(
    schema: dict[str, Any], parts: dict[str, Any], pools: dict[str, list[Any]], name: str = ""
) -> st.SearchStrategy[Any]:
    """Values of a schema; where a field has a pool of real values (secrets, bots), they are often taken from it."""
    fitting = _fitting(schema, parts, pools)
    if pools.get(name):
        fitting = st.one_of(st.sampled_from(pools[name]), fitting)
    return fitting


def _fitting(schema: dict[str, Any], parts: dict[str, Any], pools: dict[str, list[Any]]) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        return _fitting(parts[schema["$ref"].rpartition("/")[2]], parts, pools)
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return st.one_of([_fitting(one, parts, pools) for one in schema[word]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kind = schema.get("type")
    if kind == "object" and "properties" in schema:
        wanted = {name: values(one, parts, pools, name) for name, one in schema["properties"].items()}
        sure = {name: wanted.pop(name) for name in schema.get("required", ()) if name in wanted}
        return st.fixed_dictionaries(sure, optional=wanted)
    if kind == "object":
        return st.dictionaries(st.text("abc", max_size=3), ODD, max_size=2)
    if kind == "array":
        least, most = schema.get("minItems", 0), min(schema.get("maxItems", 3), 4)
        return st.lists(_fitting(schema.get("items", {}), parts, pools), min_size=least, max_size=max(least, most))
    if kind == "integer":
        least = schema.get("minimum", -2)
        most = schema.get("maximum", schema.get("exclusiveMaximum", 60) - 1 if "exclusiveMaximum" in schema else 60)
        return st.integers(least, max(least, min(most, 60)))
    if kind == "number":
        return st.floats(0, 1)
    if kind == "boolean":
        return st.booleans()
    if kind == "null":
        return st.none()
    if kind == "string":
        if "pattern" in schema:
            return st.from_regex(schema["pattern"].replace("$", r"\Z"), fullmatch=False).map(lambda text: text[:64])
        least = schema.get("minLength", 0)
        return st.text("ab \u202e<", min_size=least, max_size=max(least, min(schema.get("maxLength", 8), 8)))
    return ODD
