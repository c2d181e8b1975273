"""Which browser on which system: enough for people to know their own devices again, and no more than that is kept."""

from __future__ import annotations

# In this order: most browsers also name those they descend from.
BROWSERS = (
    ("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
    ("Macintosh", "macOS"), ("Linux", "Linux"),
)  # fmt: skip


def device_of(user_agent: str | None) -> str:
    """A browser's header in two words that we know; what it says otherwise is not kept."""
    given = (user_agent or "")[:400]
    found = [next((name for mark, name in known if mark in given), "") for known in (BROWSERS, SYSTEMS)]
    return ", ".join(word for word in found if word)
