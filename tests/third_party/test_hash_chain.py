"""Rounds of hash chains, compared with results that players saw.

Stake: github.com/KyranRana/stake-provably-fair-api (src/test, with the address of Stake's calculator for each),
github.com/Kyran121/provably-fair-verifierform-stake and github.com/provably-fair-betting/verifierform-stake (results
of Stake's calculator for other salts), github.com/lucasholder/fair (crash 1,126,614). bustabit v2: tests/lib.rs of
github.com/vladignatyev/bustabit-rust. bustabit: games 12,306,896 and the two before in
github.com/deduzzo/bustabit-scripts (tests/verification). Roobet: results that
github.com/chen-bill/roobet_datacollection read from its page in September 2020 (crashData.csv). They are those of games
876,241 to 876,248 of the chain whose first game, 77b271fe…, and salt Roobet published. With multiples of 25 all 1,704
results that can be placed in the chain follow from it, and with the 20 and 33 of others' programs they do not.
"""

import hashlib
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from service.core.verification import Difference
from service.third_party import hash_chain
from service.third_party.hash_chain import CHAINS, MAX_DISTANCE, ChainRound, check_chain
from tests.tables import for_each
from tests.third_party.refusals import refused_field

CRASH_SALT, *_ = CHAINS["stake_crash"].salts
SLIDE_SALT = CHAINS["stake_slide"].salts[1]

SEEN = {
    ("stake_crash", CRASH_SALT): """
        b4e7b335045da0a2666145980d03ed440a2e150e5369c72c7e6e24aeeb95f791 2.56
        3e473405bd819ed4171854194bae75a2b117739fc1ab2e1c4cd263e1904dae6f 1.31
        ca9b74c095c615cdf961892e54b35d42b6b8d3612266ff158547020fab514cf7 3.01
        d8276461230081da5d9e251397b511bbf792725786c3d9c79b386c665cbba63f 1.18
        f5f701298a1d235ab65ce7337d744c43a4b5afd32386a83e9268af8590bdea6c 32.85
        663691dfddeffa7527b14a607e17d176830944cc35aa30030415a81fc9551423 227.28
        5844bf329a6334074778ab8a5f0960e24f9eec43f83bbd98ac0a9f8bcd87184e 2.35""",
    ("stake_crash", "23eb7069c6fc5b1369b92f5321af9f63"): """
        9dd9a4ce539a7d11a36a96c71f3d939c46d972b2e56254bc85ea2c0681541dca 7.74""",
    ("stake_crash", "fcaf17348204877687fc631545649cd9"): """
        27cfb9a940b65a76d71aecc5debc271cfb2f93fae7e7c0054e8fc9c3470de322 1.38""",
    ("stake_slide", SLIDE_SALT): """
        9e6551f40e1f3c6ccda442b5af676c68c8ab019031cb60b46239a174874e6033 8.65
        03efcc43c56d7a1bf0f77bc13d55f93c50889eca19f29d1acb985fe78fc329eb 21.93
        3639a5f3f1d3a843b1e5a89014730548ef7ef086b6a234b0f141a8e4ad082990 126.10""",
    ("stake_slide", CRASH_SALT): """
        b4e7b335045da0a2666145980d03ed440a2e150e5369c72c7e6e24aeeb95f791 2.54""",
    ("stake_slide", "5f7e190ee1e54894d7acf73886717035"): """
        83ce345bb93fa4503c95949bb6e7347cceda82208a90e37fd681b2b29a2838a0 66.24""",
    ("stake_slide", "3717734671ab150f3232f0c56d27c9bf"): """
        6e54eb5604d3071101f7e8609ec1392e14b8c9bd5afb44e570f9d4c630b51b32 1.04""",
    ("bustabit_v2", CHAINS["bustabit_v2"].salts[0]): """
        5d07719b61b0abb6f1c3b17b1d69c838278f87f9b5e75077026e5fedf96c2eb2 2055.90
        7d58fa510e6ad19a5c2a08302906110702ad354c3d275592068bc3df9cd7fd1d 105710.05
        66508662791cbe526d740394a62713d3879f00cd11ee5ef10f7b592c676371f4 1456.85
        b2acd37fbdb5509926ab5d7329704c840f8467266c90019682f3b260a029bdba 1.26
        82886b71b3b26e4b162bbdf4e7024f50f6a7250c207fb9ce497ad56a3e7e700a 1.18
        cb7da3ec6cb68d4c0fccd9640641cabcac641f12ff97e7314ec3e074ac0981e0 1.26
        b459e199bac1342bf22d7aa6d19180aff35ab69f453d809949aab3e8d5e545aa 3.77""",
    ("bustabit", CHAINS["bustabit"].salts[0]): """
        94aa062026624e59a0ace092568d5f46e21b9bf1d5173609db8645dd62bdfc44 10.91
        94e66d98029c61ecd27c4fb6b381d401c823cf3dfbdac9246756d5b655e125aa 4.26
        8d3b9726ca7bc5e3637bf2079e09eaf2a9d67df4e6f50ff23a7b593bd802cca6 1.83""",
    ("roobet", CHAINS["roobet"].salts[0]): """
        60d83aaa73d30eaf8c57530ad08e96668ced03a72668fa7d3885a9c9c2da7efd 1.05
        87639a794a6c02e75b17006b2e537e92299e9c916db4d42889d9ef108704ab71 2.16
        b3c28fcdb28ed7afc9fb9bae8ab86ed97c6b62bcfeb76739910a7a0b96a449a7 1.80
        6305fdd4bed50e70dea4ea609f66aa6ad4ba0659ad9b0dea386f7535da31aa10 1.00
        be9f00547a86f817334745981b151503294734e386bf618e1940c17e727cb993 2.74
        10c79ef942d9d40e80353dafe2cb1f312f3a9c93d91590311151d8fa7e935bf8 3.44
        2201c3a85e52bcd95e9ef16fe17842b7d4d43d26daf875e5ec12233cc2ce97f7 1.06
        ea2eacfcd59ed3b235be8a4a4683b1404ff6ecc952e4fff15b251ef96d1c3acb 1.47""",
}
"""The hashes of games and their multipliers, by the chain and its salt."""

VECTORS = [(*chain, *line.split()) for chain, lines in SEEN.items() for line in lines.strip().split("\n")]
ROUNDS = {name: [(salt, game_hash) for game, salt, game_hash, _ in VECTORS if game == name] for name in CHAINS}

SALT, LAST = ROUNDS["bustabit"][0]
BEFORE = ROUNDS["bustabit"][1][1]
ROUND = ChainRound(game="bustabit", game_hash=LAST, salt=SALT, previous_hash=BEFORE, seen="10.91")
OTHER = "00" * 32


@for_each(("game", "salt", "game_hash", "seen"), VECTORS)
def test_a_round_has_the_multiplier_that_players_saw(game: str, salt: str, game_hash: str, seen: str) -> None:
    result = check_chain(ChainRound(game=game, salt=salt, game_hash=game_hash, seen=f"{seen}x"))
    assert (result.checks["seen"], result.derived["multiplier"]) == (True, seen)
    other = check_chain(ChainRound(game=game, salt=salt, game_hash=game_hash, seen="1.01"))
    assert other.difference == Difference(where="seen", expected=seen, seen="1.01")


@pytest.mark.parametrize("game", ["bustabit_v2", "bustabit", "roobet"])
def test_consecutive_games_are_links_of_the_chain(game: str) -> None:
    rounds = ROUNDS[game][-3:]
    for (salt, game_hash), (_, previous) in pairwise(rounds):
        result = check_chain(ChainRound(game=game, salt=salt, game_hash=game_hash, previous_hash=previous))
        assert result.checks == {"previous_hash": True, "salt": True}
        assert result.derived["previous_hash"] == previous
    (salt, latest), _, (_, earliest) = rounds
    request = ChainRound(game=game, salt=salt, game_hash=latest, previous_hash=earliest, distance=2)
    assert check_chain(request).checks["previous_hash"] is True
    assert check_chain(replace(request, distance=3)).checks["previous_hash"] is False


def test_the_links_of_stake_are_the_published_ones() -> None:
    """github.com/lucasholder/fair, src/games/crash.rs: two links from SHA-256 of "testing", and the result there."""
    chain = CHAINS["stake_crash"]
    first = hashlib.sha256(b"testing").digest()
    third = chain.derive_previous(chain.derive_previous(first))
    request = ChainRound(game=chain.name, game_hash=first.hex(), salt=CRASH_SALT, previous_hash=third.hex(), distance=2)
    assert check_chain(request).checks["previous_hash"] is True
    digest = chain.derive_hmac(third, CRASH_SALT.encode())
    assert max(1, 2**32 / (int.from_bytes(digest[:4]) + 1) * 0.99) == 1.5992214910117746
    assert chain.compute(int.from_bytes(digest)) == 159


def test_what_is_not_given_or_not_known_is_unchecked_and_else_a_round_is_valid() -> None:
    assert check_chain(ROUND).valid is True
    assert check_chain(replace(ROUND, game_hash=ROUND.game_hash.upper(), seen="10.91x")).valid is True
    result = check_chain(replace(ROUND, previous_hash=None, seen=None, salt="another"))
    assert (result.valid, result.checks) == (None, {})
    assert set(result.unchecked) == {"previous_hash", "salt", "seen"}


@for_each(("game", "salt", "game_hash", "seen"), VECTORS)
def test_who_could_choose_is_known_near_a_published_hash_alone(game: str, salt: str, game_hash: str, seen: str) -> None:
    """The other games that players saw lead to the last hash of their chain as well, but by more links."""
    near = {"94aa062026624e59a0ace092568d5f46e21b9bf1d5173609db8645dd62bdfc44"}
    near |= {"94e66d98029c61ecd27c4fb6b381d401c823cf3dfbdac9246756d5b655e125aa", CHAINS["bustabit"].checkpoint or ""}
    request = ChainRound(game=game, salt=salt, game_hash=game_hash, seen=seen)
    previous = check_chain(request).derived["previous_hash"]
    result = check_chain(replace(request, previous_hash=previous))
    assert result.chosen_by == ("nobody_alone" if game_hash in near else "unknown")


def test_a_published_hash_counts_over_at_most_the_greatest_distance() -> None:
    for chain in CHAINS.values():
        links = [bytes.fromhex("07" * 32)]
        for _ in range(MAX_DISTANCE + 1):
            links.append(chain.derive_previous(links[-1]))
        found = [replace(chain, checkpoint=links[k].hex()).has_published(links[0]) for k in (0, 1, -2, -1)]
        assert found == [True, True, True, False]
    first = "9f57575fd54cd441e962448537e155ace9555df10cd27fa817bbcaf48a59ebcf"  # game 1 of bustabit v2
    assert CHAINS["bustabit_v2"].has_published(bytes.fromhex(first))
    assert not CHAINS["stake_slide"].has_published(bytes.fromhex(first))


@for_each(
    ("change", "where"),
    [
        ({"previous_hash": OTHER}, "previous_hash"),
        ({"game_hash": OTHER}, "previous_hash"),
        ({"distance": 2}, "previous_hash"),
        ({"seen": "10.92"}, "seen"),
        ({"previous_hash": OTHER, "seen": "1.00"}, "previous_hash"),
        ({"salt": "another"}, "seen"),
    ],
)
def test_the_first_altered_value_is_named(change: dict[str, object], where: str) -> None:
    difference = check_chain(replace(ROUND, **change)).difference  # type: ignore[arg-type]
    assert difference
    assert difference.where == where


INVALID = [
    *(("game", "bitstarz"), ("game_hash", OTHER[2:]), ("game_hash", f"0x{OTHER[2:]}"), ("previous_hash", "z" * 64)),
    *(("salt", ""), ("salt", "x" * 257), ("distance", 0), ("distance", MAX_DISTANCE + 1)),
    *(("seen", "0.99"), ("seen", "much"), ("seen", "2.567")),
]


@for_each(("field", "value"), INVALID)
def test_an_invalid_field_is_refused_by_name(field: str, value: Any) -> None:
    assert refused_field(check_chain, replace(ROUND, **{field: value})) == field


def test_the_lowest_and_the_highest_multiplier_of_a_formula() -> None:
    """The highest of Roobet is rounded as doubles are."""
    lowest, highest = 0, 2**256 - 1
    assert [hash_chain.compute_from_32_bits(number, 0.01) for number in (highest, lowest)] == [100, 2**32 * 99]
    assert [hash_chain.compute_bustabit(number) for number in (lowest, highest)] == [100, 99 * 2**52]
    assert [hash_chain.compute_roobet(number) for number in (lowest, 1, highest)] == [100, 100, 99 * 2**52]
