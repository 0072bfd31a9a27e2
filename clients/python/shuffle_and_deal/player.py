"""A player at a sealed shoe, as docs/definitions/sealed.md says under "What a client does".

It knows no rules of games and sends nothing. The program around it exchanges messages, and looks whether the cards are
told that the rules show open. What is not right raises `Refused`, and the player stays as it was.
"""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from hashlib import sha256
from secrets import token_bytes, token_urlsafe
from types import EllipsisType
from typing import Any

try:
    from cryptography.exceptions import InvalidSignature, InvalidTag
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (
        Ed25519PrivateKey,
        Ed25519PublicKey,
    )
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
except ImportError as error:
    raise ImportError(
        "Players and checks need cryptography: pip install 'shuffle-and-deal-client[player]'"
    ) from error

Json = dict[str, Any]

_CANONICAL: Json = {"sort_keys": True, "ensure_ascii": False, "separators": (",", ":")}

# The shape of a value: a type; a pattern, of a string; a range, of an integer; a list with the shape of its entries; or
# a dictionary with the shape of each member. A name with "?" may be missing, and "*" allows other members.
_WHOLE = range(2**53)
_DIGEST = re.compile("[0-9a-f]{64}")
_TEXT = re.compile("[^\ud800-\udfff]{1,256}")
_SEALED = re.compile("sealed1")
_REVEAL = re.compile("all|shown|auditor")
_TERMS: Json = {
    "scheme": _SEALED,
    "reveal": _REVEAL,
    "words?": [_DIGEST],
    "items?": list,
    "*": object,
}
_TERMS |= {
    "min?": range(1 - 2**53, 2**53),
    "max?": range(1 - 2**53, 2**53),
    "hands?": range(1, 65_537),
}
_OPENED: Json = {
    "commitment": _DIGEST,
    "seed_hash": _DIGEST,
    "digest": _DIGEST,
    "terms": _TERMS,
    "*": object,
}
_SEEN: Json = {
    "draw": _WHOLE,
    "positions": [_WHOLE],
    "rounds": [_WHOLE],
    "begun?": range(1, 3),
    "roots?": [_DIGEST],
}
_SEEN |= {
    "stage?": _TEXT,
    "places?": [_TEXT],
    "seat?": _TEXT,
    "burned?": _WHOLE,
    "in_play?": [_WHOLE],
}
_SEEN |= {"pile?": _TEXT, "part?": _TEXT, "cards?": list, "integers?": list}
_STAGE: Json = {
    "digest": _DIGEST,
    "seen": _SEEN,
    "shown?": [dict],
    "views?": dict,
    "*": object,
}
_JWK: Json = {"kty": re.compile("EC"), "crv": re.compile("P-256"), "x": str, "y": str}
_HEADER: Json = {
    "alg": re.compile("ECDH-ES"),
    "enc": re.compile("A256GCM"),
    "epk": _JWK,
}
_RECEIPT: Json = {
    "receipt": _SEALED,
    "commitment": _DIGEST,
    "terms": dict,
    "client_seed": object,
    "drawn": dict,
}
_OF_DRAWS = {"seat", "burned", "in_play", "pile", "part"}
_DEFAULTS: dict[str, Json] = {
    "deal": {"stage": None, "through": None, "reshuffle": False, "client_seed": None},
    "draw": {
        "count": None,
        "seat": None,
        "burn": 0,
        "from": "top",
        "pile": None,
        "part": None,
    }
    | {"reshuffle": False, "in_play": None, "client_seed": None},
    "reveal": {},
}


class Refused(Exception):
    """Something is not right: a reason to sign nothing more. `where` names it."""

    def __init__(self, where: str, message: str) -> None:
        self.where = where
        super().__init__(f"{where}: {message}")


def create_secrets() -> Json:
    """Return the secrets of a player for one shoe, as JSON: two keys, a text, and notes of how they were used."""
    keys = {
        "sign": _encode(token_bytes(32)),
        "view": _encode(token_bytes(32)),
        "text": token_urlsafe(16),
    }
    return {**keys, "commitment": None, "digests": [], "signed": {}, "left": -1}


class Player:
    """A player with secrets of `create_secrets`. `save` keeps them where a new start of the program finds them.

    `save` is called before a text, a card or a signature is returned. After a new start, call `accept` again, and
    `follow` for each response again: other draws than before are refused, and before all are followed again nothing is
    signed or proved. `keys` and `word` are what `AsyncTable.join` takes; the other players get them past the backend.
    `digest` is the last digest, to compare with the other players; `cards` are all own cards.
    """

    def __init__(
        self, secrets: Json, save: Callable[[Json], object] = lambda _: None
    ) -> None:
        self._secrets, self._save, self.terms = secrets, save, Json()
        self._signing = Ed25519PrivateKey.from_private_bytes(_decode(secrets["sign"]))
        self._reading = ec.derive_private_key(
            int.from_bytes(_decode(secrets["view"])), ec.SECP256R1()
        )
        point = self._reading.public_key().public_numbers()
        x, y = (_encode(number.to_bytes(32)) for number in (point.x, point.y))
        sign = {
            "kty": "OKP",
            "crv": "Ed25519",
            "x": _encode(self._signing.public_key().public_bytes_raw()),
        }
        self.keys = {
            "sign": sign,
            "view": {"kty": "EC", "crv": "P-256", "x": x, "y": y},
        }
        self.word = sha256(secrets["text"].encode()).hexdigest()

    @property
    def text(self) -> str:
        """The random text of this player, for the accepted shoe and no other."""
        _require(
            self.word in self.terms.get("words", ()),
            "text",
            "no shoe with the word of this player is accepted",
        )
        return str(self._secrets["text"])

    def accept(
        self,
        seat: str | None,
        opened: Json,
        *,
        terms: Json | None = None,
        signers: Json | None = None,
        codes: Sequence[str] | None = None,
        seats: Collection[str] | None = None,
        beacon: str | EllipsisType | None = ...,
    ) -> None:
        """Accept a shoe for a seat, or for None as a spectator. `opened` is the response that opened it.

        `terms` are the whole terms that the players agreed on; only of a shoe without keys they may be left out. A
        service that you trust returns them for a request with the keys and words of all players. `signers` is the JWK
        set of the service, not from the backend; None accepts states without a signature. `codes` are the cards of a
        deck by index, needed if they come with proofs. `seats` are those that get cards, needed for a game unless all
        have keys. The word of this player must be in the terms, unless `beacon` is given: then, without words, this is
        the client seed of draw 1, and None, a spectator's default, accepts any. Accept the shoe again when the beacon
        is known.
        """
        if seat is None and beacon is ...:
            beacon = None
        with _refusing("opened"):
            _check("opened", opened, _OPENED)
            commitment = opened["commitment"]
            given = opened["terms"]
            is_same = self._secrets["commitment"] in (None, commitment)
            _require(
                is_same,
                "commitment",
                "this player accepted another shoe: each shoe has new secrets",
            )
            _require(
                opened["digest"] == commitment,
                "digest",
                "before draw 1 it must be the commitment",
            )
            _check_signed(opened, signers)
            expected = _hash("commitment", opened["seed_hash"], _canonical(given))
            _require(
                expected == commitment,
                "commitment",
                "it does not follow from seed_hash and these terms",
            )
            self._check_agreed(seat, given, terms)
            is_own = beacon is not ... or self.word in given.get("words", ())
            _require(is_own, "terms.words", "the word of this player is not among them")
            items = [_name_item(item) for item in given.get("items", ())]
            faces: Any = (
                codes
                if "deck" in given
                else items or range(given["min"], given["max"] + 1)
            )
            _require(
                faces or given["reveal"] == "all",
                "codes",
                "needed to check the proofs of cards",
            )
            if seats is None and "hands" in given:
                seats = [str(hand) for hand in range(1, given["hands"] + 1)]
            elif seats is None and "consent" in given:
                seats = list(given["consent"]["keys"])
            _require(
                seats is not None or "game" not in given,
                "seats",
                "needed to tell hands from piles",
            )
            _require(
                not seats or seat is None or seat in seats,
                "seat",
                "it is none of the seats",
            )
        self._secrets["commitment"] = commitment
        self._save(self._secrets)
        self.seat, self.terms, self.commitment, self.digest = (
            seat,
            given,
            commitment,
            commitment,
        )
        self._seed_hash, self._signers, self._seats = (
            opened["seed_hash"],
            signers,
            seats,
        )
        self._beacon, self._faces, self._size = beacon, faces, opened.get("size")
        self._member = "cards" if "deck" in given or "items" in given else "integers"
        self.client_seed: str | None = None
        self.draws, self.round, self.cards = 0, -1, list[Json]()
        self._seen, self._shown, self._roots = list[Json](), list[Json](), list[str]()
        self._taken, self._places = set[tuple[int, int]](), dict[tuple[int, int], int]()
        self._told = Counter[tuple[int, str | int]]()

    def _check_agreed(self, seat: str | None, given: Json, agreed: Json | None) -> None:
        """Check that the terms are those agreed on, with the keys of this player, and that all must consent."""
        if agreed is None:
            is_common = "consent" not in given and "view_keys" not in given
            _require(
                is_common,
                "terms",
                "this shoe has keys: the terms that the players agreed on are needed",
            )
            agreed = given
        for name in sorted(given.keys() | agreed.keys()):
            is_same = (
                name in given
                and name in agreed
                and _canonical(given[name]) == _canonical(agreed[name])
            )
            _require(is_same, f"terms.{name}", "the players agreed on another one")
        consent = given.get(
            "consent", {"keys": {seat: self.keys["sign"]}, "quorum": 1, "start": 1}
        )
        keys = consent["keys"]
        views = given.get("view_keys", {seat: self.keys["view"]})
        is_own = (keys.get(seat), views.get(seat)) == (
            self.keys["sign"],
            self.keys["view"],
        )
        _require(
            seat is None or is_own,
            "terms.consent",
            "the keys of this player are not at its seat",
        )
        _require(
            consent["quorum"] == consent["start"] == len(keys),
            "terms.consent",
            "all players must consent",
        )

    def consent(self, action: str, **members: Any) -> str:
        """Return the signature of an action, "deal", "draw" or "reveal", with the members of its request.

        Call it for what the rules have now. Another action for the same digest is refused, and so is any action in a
        round that this player left.
        """
        self._check_followed()
        with _refusing("action"):
            defaults = _DEFAULTS[action]
            chosen = {
                name: members[name]
                for name in defaults
                if members.get(name) not in (None, defaults[name])
            }
            text = _canonical({"action": action, **chosen})
        is_first = self.draws == 0 and action != "reveal" and "words" not in self.terms
        seed = chosen.get("client_seed")
        is_right = self._beacon in (None, seed) if is_first else seed is None
        _require(
            is_right,
            "client_seed",
            "draw 1 has the beacon, or none with words; no other action has one",
        )
        _require(
            self._secrets["left"] < max(self.round, 0),
            "action",
            "this player left the round",
        )
        before = self._secrets["signed"].setdefault(self.digest, text.decode())
        _require(
            before == text.decode(),
            "action",
            f"this player signed another one for this digest: {before}",
        )
        self._save(self._secrets)
        return self._sign("consent", self.digest, text)

    def leave(self) -> str:
        """Return the signature that leaves the round. This player signs nothing more in it, and the others go on."""
        self._check_accepted()
        self._secrets["left"] = max(self.round, 0, self._secrets["left"])
        self._save(self._secrets)
        return self.leave_in_advance()

    def leave_in_advance(self) -> str:
        """Return the signature that leaves the round, for another player to use if this one vanishes.

        This player signs on. Whoever has the signature can put this player out of the round: give it to one player who
        is trusted with that, never to the backend, and a new one for each round.
        """
        self._check_accepted()
        return self._sign("leave", self.commitment, _u32(max(self.round, 0)))

    def _sign(self, name: str, digest: str, text: bytes) -> str:
        return _encode(self._signing.sign(_tag(name) + bytes.fromhex(digest) + text))

    def _check_accepted(self) -> None:
        _require(self.terms, "commitment", "no shoe is accepted")

    def _check_followed(self) -> None:
        self._check_accepted()
        is_all = self.draws >= len(self._secrets["digests"])
        _require(
            is_all,
            "digest",
            "before a new start this player followed more draws: follow them again",
        )

    def follow(self, view: Json) -> list[Json]:
        """Follow the response of a deal or a draw, as `Turn.view` returns it. Return the own cards that it brought.

        A card has `round`, `position`, and `card` or `integer`; and its proof, if the shoe has proofs: other players
        check such a card by `check_shown`. Use these cards, and `seen` of the response: its other members are not
        checked. With `reveal` "all" a face is the backend's word until the receipt.
        """
        self._check_accepted()
        after = copy(self)
        with _refusing("response"):
            stages = view.get("dealt_stages", [view])
            _check("response", stages, [_STAGE])
            own = [
                card
                for stage in stages
                for card in after._take(stage, view.get("client_seed"))
            ]
            is_last = after.draws > self.draws and after.digest == view["digest"]
            _require(is_last, "digest", "the draws of the response do not lead to it")
            _check_signed(view, self._signers)
        noted = self._secrets["digests"]
        if after.draws > len(noted):
            noted += [stage["digest"] for stage in stages][len(noted) - self.draws :]
            self._save(self._secrets)
        after.cards = [*self.cards, *own]
        vars(self).update(vars(after))
        return own

    def _take(self, stage: Json, client_seed: str | None) -> list[Json]:
        """Go on to the state after one draw or stage; return its own cards."""
        seen = stage["seen"]
        self._check_record(seen)
        record = {
            name: value
            for name, value in seen.items()
            if name not in ("draw", self._member)
        }
        if self.draws == 1:
            self._check_client_seed(client_seed)
            self.client_seed = client_seed
            record |= {} if client_seed is None else {"client_seed": client_seed}
        _require(
            client_seed == self.client_seed, "client_seed", "draw 1 had another one"
        )
        self.digest = _hash("draw", self.digest, _canonical(record))
        _require(
            stage["digest"] == self.digest,
            "digest",
            "the draw does not lead from the last digest to it",
        )
        is_noted = self._secrets["digests"][self.draws - 1 : self.draws] in (
            [],
            [self.digest],
        )
        _require(
            is_noted, "digest", "before a new start this player followed another draw"
        )
        self._seen = [*self._seen, seen]
        return self._read_cards(seen, stage.get("shown", []), stage.get("views", {}))

    def _check_record(self, seen: Json) -> None:
        """Check that a draw takes cards that were not taken, in the rounds that it goes through."""
        self.draws += 1
        _require(
            seen["draw"] == self.draws, "seen.draw", f"draw {self.draws} comes next"
        )
        positions = seen["positions"]
        rounds = seen["rounds"]
        is_dealt = "game" in self.terms or "hands" in self.terms
        sizes = {
            len(seen[name])
            for name in ("positions", "rounds", "places", self._member)
            if name in seen
        }
        _require(len(sizes) == 1, "seen", "the lists have different lengths")
        is_stage = (
            is_dealt
            and {"stage", "places"} <= seen.keys()
            and not _OF_DRAWS & seen.keys()
        )
        is_draw = not {"stage", "places"} & seen.keys() and seen.get("burned", 0) < len(
            positions
        )
        _require(
            is_stage or (is_draw and is_dealt == ("pile" in seen)),
            "seen",
            "it is neither a stage nor a draw",
        )
        first, self.round = (
            max(self.round, 0),
            self.round + len(seen.get("roots", ())) + seen.get("begun", 0),
        )
        order = [first, *rounds, self.round]
        is_right = (
            order == sorted(order)
            and [self.round, *rounds][-1] == self.round <= first + 1
        )
        _require(
            is_right,
            "seen.rounds",
            "they do not lead from the last round to the one that began",
        )
        taken = set(zip(rounds, positions, strict=True))
        is_new = len(taken) == len(positions) and not taken & self._taken
        is_new &= self._faces is None or max(positions, default=0) < len(self._faces)
        _require(is_new, "seen.positions", "a card was taken before, or is not there")
        self._taken, self._roots = (
            self._taken | taken,
            [*self._roots, *seen.get("roots", ())],
        )
        count = 0 if self.terms["reveal"] == "all" else self.round + 1
        _require(
            len(self._roots) == count,
            "seen.roots",
            "a root was expected for each round",
        )

    def _check_client_seed(self, client_seed: Any) -> None:
        if "words" in self.terms:
            texts = client_seed.split(",")
            is_text = all(re.fullmatch("[A-Za-z0-9_-]{16,64}", text) for text in texts)
            is_right = (
                is_text
                and [sha256(text.encode()).hexdigest() for text in texts]
                == self.terms["words"]
            )
        else:
            if client_seed is not None:
                _check("client_seed", client_seed, _TEXT)
            is_right = self._beacon in (None, client_seed)
        _require(
            is_right,
            "client_seed",
            "it is neither the texts of the words nor the beacon",
        )

    def _read_cards(self, seen: Json, shown: list[Json], views: Json) -> list[Json]:
        """Check the cards that are told, and that each other card is hidden for a reason. Return the own cards."""
        places = seen.get("places")
        name = self._member[:-1]
        is_blind = (
            self.terms.get("game") == "fireworks" and self.seat is not None
        )  # its players see all other hands
        told = list[Json]()
        hidden = list[Json]()
        own = list[tuple[int, int]]()
        self._told = self._told.copy()
        for k, face in enumerate(seen[self._member]):
            number = seen["rounds"][k]
            position = seen["positions"][k]
            is_burned = places[k] == "burns" if places else k < seen.get("burned", 0)
            owner = (
                None
                if is_burned
                else places[k].partition("/")[0]
                if places
                else seen.get("seat")
            )
            is_own = owner is not None and owner == self.seat
            if is_own:
                own.append((number, position))
            if face is not None:
                _check(
                    "seen",
                    face,
                    object
                    if "items" in self.terms
                    else _TEXT
                    if name == "card"
                    else self._faces,
                )
                key = _name_item(face) if "items" in self.terms else face
                self._told[number, key] += 1
                is_there = self._faces is None or self._told[
                    number, key
                ] <= self._faces.count(key)
                _require(
                    is_there and not is_burned,
                    "seen",
                    f"{face} is burned, or not there so often",
                )
                told.append({"round": number, "position": position, name: face})
            elif is_own:
                hidden.append({"round": number, "position": position})
            else:
                is_seat = owner is not None and (
                    self._seats is None or owner in self._seats
                )
                _require(
                    is_burned or (is_seat and not is_blind),
                    "seen",
                    "an open card is not told",
                )
        listed = [
            {member: card.get(member) for member in ("round", "position", name)}
            for card in shown
        ]
        is_right = self.terms["reveal"] == "all" or _canonical(listed) == _canonical(
            told
        )
        _require(is_right, "shown", "they are not the cards that are told")
        self._learn("shown", shown)
        has_view = bool(hidden) and not is_blind
        _require(
            (self.seat in views) is has_view,
            "views",
            "a view was expected if and only if own cards are hidden",
        )
        private = self._open_view(views[str(self.seat)], hidden) if has_view else []
        cards = {
            (card["round"], card["position"]): card
            for card in [*told, *shown, *private]
        }
        return [cards[place] for place in own if place in cards]

    def _open_view(self, jwe: str, hidden: list[Json]) -> list[Json]:
        """Return the cards of a view: a compact JWE by ECDH-ES and A256GCM (RFC 7516 and 7518)."""
        header, key, nonce, text, mac = jwe.split(".")
        members = json.loads(_decode(header).decode())
        _check("view", members, _HEADER)
        x, y = (
            int.from_bytes(_decode(members["epk"][name], 32)) for name in ("x", "y")
        )
        ephemeral = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
        secret = self._reading.exchange(ec.ECDH(), ephemeral)
        derived = sha256(
            _u32(1) + secret + _u32(7) + b"A256GCM" + _u32(0, 0, 256)
        ).digest()
        data = _decode(key, 0) + _decode(text) + _decode(mac, 16)
        opened = (
            AESGCM(derived)
            .decrypt(_decode(nonce, 12), data, header.encode())
            .rstrip(b" ")
        )
        view = json.loads(opened.decode())
        _check("view", view, {"cards": [dict], "digest": _DIGEST, "seat": _TEXT})
        is_own = (view["digest"], view["seat"]) == (
            self.digest,
            self.seat,
        ) and opened == _canonical(view)
        places = [
            {member: card.get(member) for member in ("round", "position")}
            for card in view["cards"]
        ]
        is_own &= _canonical(places) == _canonical(hidden)
        _require(
            is_own, "view", "it is of another shoe, state or seat, or has other cards"
        )
        self._learn("view", view["cards"])
        return list(view["cards"])

    def check_shown(self, cards: list[Json]) -> None:
        """Check cards that other players show, and keep them for the proof."""
        self._check_accepted()
        after = copy(self)
        with _refusing("shown"):
            after._learn("shown", cards)
        vars(self).update(vars(after))

    def _learn(self, where: str, cards: list[Json]) -> None:
        """Note cards with their proofs. Refuse a card that does not lead to the root of its round."""
        faces = self._faces or ()
        name = self._member[:-1]
        shape: Json = {
            "round": range(len(self._roots)),
            "position": range(len(faces)),
            "index": range(len(faces)),
        }
        has_items = "items" in self.terms
        shape |= {
            name: object if has_items else _TEXT if name == "card" else faces,
            "salt": _DIGEST,
            "path": [_DIGEST],
        }
        _check(where, cards, [shape])
        self._places, self._shown = {**self._places}, list(self._shown)
        for card in cards:
            number = card["round"]
            position = card["position"]
            index = card["index"]
            leaf = sha256(
                b"\0" + bytes.fromhex(card["salt"]) + _u32(number, position, index)
            ).digest()
            is_right = (
                _climb(leaf, position, len(faces), card["path"]).hex()
                == self._roots[number]
            )
            face = _name_item(card[name]) if has_items else card[name]
            _require(
                is_right and face == faces[index],
                where,
                "a card does not lead to the root",
            )
            if (number, index) not in self._places:
                self._shown.append(card)
            is_once = self._places.setdefault((number, index), position) == position
            _require(is_once, where, "one card is at two positions of a round")

    def check_receipt(self, receipt: Json, views: Iterable[Json] | None = None) -> Json:
        """Return the verdict on a receipt of this shoe, as `check_views` of `shuffle_and_deal.checks` returns it.

        `views` are all responses as the backend has them for the seat, by default what this player followed.
        """
        from shuffle_and_deal.checks import check_views  # noqa: PLC0415 (it imports this module)

        file = self.proof(receipt)
        known = {
            "confirmed": file["confirmed"],
            "size": self._size,
            "codes": self._faces,
            "shown": file.get("shown", ()),
            "signers": None
            if views is None
            else self._signers,  # follow checked the signatures of its own
        }
        return check_views(receipt, file["seen"] if views is None else views, **known)

    def proof(self, receipt: Json) -> Json:
        """Check that a receipt is of this shoe in this state. Return the file for /v1/verify or verify.mjs.

        Follow all responses before. Python compares commitment, terms, seed, client seed, counts and last digest, and
        nothing else: not the order of the cards, nor that each draw took the right ones. Only the verdict on the file
        says that the shoe was right: `valid` is true, or of a partial receipt null, with `order` alone in `unchecked`.
        The file has all cards of this player, also those that were shown to nobody.
        """
        self._check_followed()
        with _refusing("receipt"):
            is_full = self.terms["reveal"] == "all"
            kind = (
                {"server_seed": _DIGEST}
                if is_full
                else {"seed_hash": _DIGEST, "root": object, "shown": [dict]}
            )
            _check("receipt", receipt, {**_RECEIPT, **kind})
            seed_hash = (
                _hash("seed", receipt["server_seed"])
                if is_full
                else receipt["seed_hash"]
            )
            counts = {"round": max(self.round, 0), "total": len(self._taken)}
            counts |= {"draws": self.draws, "digest": self.digest}
            for name, found, noted in (
                ("commitment", receipt["commitment"], self.commitment),
                ("terms", receipt["terms"], self.terms),
                ("client_seed", receipt["client_seed"], self.client_seed),
                ("seed", seed_hash, self._seed_hash),
                ("drawn", {name: receipt["drawn"][name] for name in counts}, counts),
                ("root", receipt.get("root"), [None, *self._roots][-1]),
            ):
                _require(
                    _canonical(found) == _canonical(noted),
                    name,
                    "this player noted another one",
                )
        confirmed = {"commitment": self.commitment, "digest": self.digest}
        confirmed |= (
            {} if self.client_seed is None else {"client_seed": self.client_seed}
        )
        confirmed |= (
            {"own_text": self.text}
            if self.client_seed and self.word in self.terms.get("words", ())
            else {}
        )
        file = {"receipt": receipt, "confirmed": confirmed, "seen": self._seen}
        return file | ({"shown": self._shown} if self._shown else {})


def _require(is_right: object, where: str, message: str) -> None:
    if not is_right:
        raise Refused(where, message)


@contextmanager
def _refusing(where: str) -> Iterator[None]:
    """Raise `Refused` for the errors of values that have another form than the code expects."""
    try:
        yield
    except (InvalidSignature, InvalidTag) as error:
        raise Refused(
            where, "it is signed or encrypted with another key, or was changed"
        ) from error
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        raise Refused(where, f"it is malformed: {error!r}") from error


def _check(where: str, value: Any, shape: Any) -> None:
    """Raise `Refused` unless a value has a shape."""
    if isinstance(shape, dict):
        required = {name for name in shape if name != "*" and not name.endswith("?")}
        names = {name.rstrip("?"): member for name, member in shape.items()}
        is_right = (
            isinstance(value, dict)
            and required <= value.keys()
            and ("*" in names or value.keys() <= names.keys())
        )
        _require(is_right, where, f"an object of {', '.join(names)} was expected")
        for name in value.keys() & names.keys():
            _check(f"{where}.{name}", value[name], names[name])
    elif isinstance(shape, list):
        _require(isinstance(value, list), where, "a list was expected")
        for k, entry in enumerate(value):
            _check(f"{where}[{k}]", entry, shape[0])
    elif isinstance(shape, range):
        _require(
            type(value) is int and value in shape,
            where,
            f"an integer in {shape} was expected",
        )
    elif isinstance(shape, re.Pattern):
        _require(
            isinstance(value, str) and shape.fullmatch(value),
            where,
            f"a text of {shape.pattern!a} was expected",
        )
    else:
        _require(isinstance(value, shape), where, f"a value of {shape} was expected")


def _check_signed(response: Json, signers: Json | None) -> None:
    if signers is None:
        return
    with _refusing("signed"):
        signed = response["signed"]
        _check("signed", signed, {"kid": _TEXT, "signature": str})
        keys = [
            key["x"]
            for key in signers["keys"]
            if key["kid"] == signed["kid"] and key.get("use") != "vrf"
        ]
        _require(keys, "signed.kid", "it is no key of the service")
        message = _tag("state") + bytes.fromhex(response["digest"])
        Ed25519PublicKey.from_public_bytes(_decode(keys[0])).verify(
            _decode(signed["signature"], 64), message
        )


def _climb(node: bytes, position: int, size: int, path: list[str]) -> bytes:
    """Return the root of a tree of `size` leaves to which a path leads (RFC 9162)."""
    if size == 1 or not path:
        return node if size == 1 and not path else b""
    half = 1 << (size - 1).bit_length() - 1
    step = bytes.fromhex(path[-1])
    if position < half:
        return sha256(b"\1" + _climb(node, position, half, path[:-1]) + step).digest()
    return sha256(
        b"\1" + step + _climb(node, position - half, size - half, path[:-1])
    ).digest()


def _tag(name: str) -> bytes:
    return f"shuffle-and-deal sealed 1 {name}\n".encode()


def _hash(name: str, digest: str, text: bytes = b"") -> str:
    return sha256(_tag(name) + bytes.fromhex(digest) + text).hexdigest()


def _u32(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(4) for number in numbers)


def _name_item(item: object) -> str:
    """Return a text that no other item has: of one that is no text its canonical JSON after a mark that no text has."""
    return item if isinstance(item, str) else f"\ud800{json.dumps(item, **_CANONICAL)}"


def _canonical(value: object) -> bytes:
    """Return canonical JSON (RFC 8785) of terms, records and items, as json writes it (docs/definitions/sealed.md)."""
    return json.dumps(value, **_CANONICAL).encode()


def _encode(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _decode(text: str, size: int | None = None) -> bytes:
    """Return the bytes of unpadded base64url. Refuse another spelling of them, or another size."""
    data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    _require(
        _encode(data) == text and size in (None, len(data)),
        "base64url",
        "it has another form or length",
    )
    return data
