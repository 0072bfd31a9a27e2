"""Names that callers give parameters of integers by mistake; other capabilities have parameters of these names too."""

MIN = ("low", "lower", "from", "start", "minimum")
MAX = ("high", "upper", "to", "end", "stop", "maximum", "sides", "faces")
REPLACEMENT = (
    "unique",
    "distinct",
    "with replacement",
    "replace",
    "allow duplicates",
    "repeat",
)
