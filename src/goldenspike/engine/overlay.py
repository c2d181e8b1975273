"""What one seat sees beyond the public view: the difference between two views, and how to merge it in."""

from __future__ import annotations

from typing import Any


def overlay(base: Any, whole: Any) -> Any:
    """What must be laid over ``base`` to get ``whole``."""
    if isinstance(base, dict) and isinstance(whole, dict):
        return {
            name: overlay(base[name], value) if name in base else value
            for name, value in whole.items()
            if name not in base or base[name] != value
        }
    if _rows(base, whole):
        return [overlay(one, other) for one, other in zip(base, whole, strict=True)]
    return whole


def laid_over(base: Any, over: Any) -> Any:
    """Objects merge by key, lists of as many objects by place; anything else is replaced."""
    if isinstance(base, dict) and isinstance(over, dict):
        return {**base, **{name: laid_over(base[name], v) if name in base else v for name, v in over.items()}}
    if _rows(base, over):
        return [laid_over(one, other) for one, other in zip(base, over, strict=True)]
    return over


def _rows(one: Any, other: Any) -> bool:
    """Are these two lists of as many objects?"""
    return (
        isinstance(one, list)
        and isinstance(other, list)
        and len(one) == len(other)
        and all(isinstance(item, dict) for item in (*one, *other))
    )
