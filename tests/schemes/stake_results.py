"""Results of Stake's games that others published, in stake.txt: below a source and two seeds, bets with these seeds.

A bet has its game with its options, its nonce and what was seen. The sources:

- `fair`: the Rust crate of github.com/lucasholder/fair, whose tests (src/games) have these values, and whose README
  says that Stake returns the same.
- `npm`: provably-fair-verifier 1.0.0 on npm (Win5X, the same scheme), which was run on these seeds with js-sha256 0.9.0
  under Node 20; it writes cards as numbers in Stake's published index. The two agree wherever both have a value, except
  in video poker, which `fair` draws with replacement and Stake's page does not.
- `api`: github.com/KyranRana/stake-provably-fair-api (src/test, with the addresses of Stake's calculator for each),
  which counts mines from 1 and calls the sixth gem pink.
- `form`: github.com/provably-fair-betting/verifierform-stake (tests/lib/games/testcases, results of Stake's
  calculator), and `form 2025`: github.com/Kyran121/provably-fair-verifierform-stake (tests/lib/games).
"""

from pathlib import Path
from typing import Any

from service.schemes.stake import Bet

GAMES = {"squares": "mines", "segment": "wheel"}
"""The game of results that are seen otherwise than its events: squares in any order, the number of a segment."""


def read_results() -> dict[str, list[Bet]]:
    """Return bets and what was seen, by their game or by what is seen of it."""
    results: dict[str, list[Bet]] = {}
    server_seed = ""
    client_seed = ""
    text = (Path(__file__).parent / "stake.txt").read_text("utf-8")
    for line in text.splitlines():
        if not line.startswith(" "):
            _, texts_of_seeds = line.split(": ")
            server_seed, client_seed = texts_of_seeds.split(" | ")
            continue
        words, nonce, seen = line.split(" | ")
        kind, *texts = words.split()
        pairs = (text.split("=") for text in texts)
        options: dict[str, Any] = {
            name: value if name == "risk" else int(value) for name, value in pairs
        }
        options |= {"server_seed": server_seed, "client_seed": client_seed}
        events = tuple(seen.split())
        game = GAMES.get(kind, kind)
        bet = Bet(**options, game=game, nonce=int(nonce), seen=events)
        results.setdefault(kind, []).append(bet)
    return results


RESULTS = read_results()
