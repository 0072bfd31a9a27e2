"""tmp"""

MAX_DEAL = 1_000_000


def deal_order(number: int) -> list[int]:
    state, left, out = number, [13 * s + r for r in range(13) for s in (3, 2, 1, 0)], []
    while left:
        state = (214013 * state + 2531011) % 2**31
        at = (state >> 16) % len(left)
        left[at], left[-1] = left[-1], left[at]
        out.append(left.pop())
    return out
