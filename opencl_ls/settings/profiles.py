"""The profiles of rules: named sets of rules."""

from __future__ import annotations

from typing import Final

RECOMMENDED: Final = "recommended"
STRICT: Final = "strict"
PORTABLE: Final = "portable"
PERFORMANCE: Final = "performance"
EVERYTHING: Final = "all"

PROFILES: Final = {
    RECOMMENDED: "what is wrong, or likely to be, in the program as it is built",
    STRICT: "beside that, what is left over, hides something or has a newer form in the version",
    PORTABLE: "beside that, what other compilers, drivers and devices may refuse or do otherwise",
    PERFORMANCE: "beside that, what costs time or bandwidth on a device",
    EVERYTHING: "every rule",
}
"""The profiles with descriptions; all of them include the recommended rules."""


def holds(profile: str, other: str) -> bool:
    """Tell whether a profile includes the rules of `other`."""
    return other in (RECOMMENDED, profile) or profile == EVERYTHING


def in_words(profile: str) -> str:
    """Return the words that follow the severity of a rule and name its profile.

    It is "" for the recommended profile.
    """
    return "" if profile == RECOMMENDED else f", in the profile `{profile}`"
