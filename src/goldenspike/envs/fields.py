"""What the numbers mean: kept here under their old names for one release; see ``goldenspike.engine.env_fields``."""

from goldenspike.engine.env_fields import Part, Verb, action_count, parts, verbs

__all__ = ["Part", "Verb", "action_count", "parts", "verbs"]
