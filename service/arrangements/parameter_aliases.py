"""Names that callers give parameters of rules by mistake. requested_rules.py has further names of this kind."""

ARMS = ("groups", "treatments", "conditions")
CYCLE = ("circle", "ring", "single cycle", "one cycle")
FORBIDDEN = ("exclude", "exclusions", "blocked", "not", "previous", "history")
STRATA = ("stratify", "stratify by", "quotas", "group by")
