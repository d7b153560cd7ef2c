"""The steps of Glickman's *Example of the Glicko-2 system*, as its pages cite them."""

from collections.abc import Mapping, Sequence

articles: Mapping[str, str] = {
    "Step 1": "Who is new starts with a rating of 1500, a deviation RD of 350 and a volatility σ of 0.06.",
    "Step 2": "Ratings are put on the scale of Glicko-2: μ = (r − 1500) / 173.7178 and φ = RD / 173.7178.",
    "Step 3": "The variance v of what the games of a period say, by the g and E of each opponent.",
    "Step 4": "The improvement Δ that they speak of: v times the sum of g × (s − E).",
    "Step 5": "The new volatility σ′, found step by step from φ, σ, v and Δ, with τ for how fast it moves.",
    "Step 6": "The deviation grows with the volatility to φ* = √(φ² + σ′²), also without a game.",
    "Step 7": "What the games say makes it smaller, φ′ = 1 / √(1/φ*² + 1/v), and moves the rating to μ′.",
    "Step 8": "Ratings and deviations are put back on the scale that people know.",
}
"""Each as it is cited, with what it says."""
_ALL = list(articles)

FOLLOWED: Mapping[str, Sequence[str]] = {
    "rating-list": ["Step 6", "Step 8"],
    "provisional": ["Step 1", "Step 6", "Step 8"],
    "games": ["Step 3", "Step 7"],
    "why": ["Step 3", "Step 7"],
    "ahead": _ALL[1:],
    "history": ["Step 3"],
    "periods": _ALL[1:],
}
"""Those that each table goes by."""
