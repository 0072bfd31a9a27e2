"""A player at a sealed shoe, as docs/definitions/sealed.md says under "What a client does".

It knows no rules of games and sends nothing. The program around it exchanges messages, and looks whether the cards are
told that the rules show open. What is not right raises `Refused`, and the player stays as it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from hashlib import sha256
from secrets import token_bytes, token_urlsafe
from types import EllipsisType
from typing import Any

from shuffle_and_deal.checks import check_views
from shuffle_and_deal.crypto import Ed25519PrivateKey, ec
from shuffle_and_deal.following import AcceptedShoe, Following, parse_cards
from shuffle_and_deal.jwe import open_jwe
from shuffle_and_deal.protocol import (
    DIGEST,
    OPENED,
    PARTIAL_RECEIPT,
    RECEIPT,
    STAGE,
    Json,
    Refused,
    canonical_json,
    check_form,
    check_signed,
    decode_base64url,
    encode_base64url,
    hash_commitment,
    hash_seed,
    name_item,
    pack_u32,
    refusing,
    require,
    tag,
)

__all__ = ["Player", "Refused", "create_secrets"]

_FULL_RECEIPT = RECEIPT | {"server_seed": DIGEST}
_DEFAULTS: dict[str, Json] = {
    "deal": {"stage": None, "through": None, "reshuffle": False, "client_seed": None},
    "draw": {
        "count": None,
        "seat": None,
        "burn": 0,
        "from": "top",
        "pile": None,
        "part": None,
        "reshuffle": False,
        "in_play": None,
        "client_seed": None,
    },
    "reveal": {},
}
"""The members of each action that a signature is for, unless a request leaves them out or has the default."""


def create_secrets() -> Json:
    """Return the secrets of a player for one shoe, as JSON: two keys, a text, and notes of how they were used."""
    return {
        "sign": encode_base64url(token_bytes(32)),
        "view": encode_base64url(token_bytes(32)),
        "text": token_urlsafe(16),
        "commitment": None,
        "digests": [],
        "signed": {},
        "left": -1,
    }


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
        self._secrets = secrets
        self._save = save
        self._signing = Ed25519PrivateKey.from_private_bytes(
            decode_base64url(secrets["sign"])
        )
        self._reading = ec.derive_private_key(
            int.from_bytes(decode_base64url(secrets["view"])), ec.SECP256R1()
        )
        self._following: Following | None = None
        self.keys = {
            "sign": _export_signing_key(self._signing),
            "view": _export_view_key(self._reading),
        }
        self.word = sha256(secrets["text"].encode()).hexdigest()

    @property
    def text(self) -> str:
        """The random text of this player, for the accepted shoe and no other."""
        require(
            self.word in self.terms.get("words", ()),
            "text",
            "no shoe with the word of this player is accepted",
        )
        return str(self._secrets["text"])

    @property
    def terms(self) -> Json:
        """The terms of the accepted shoe, or an empty object before that."""
        return {} if self._following is None else self._following.shoe.terms

    @property
    def seat(self) -> str | None:
        """The seat of this player, or None for a spectator."""
        return self._require_accepted().shoe.seat

    @property
    def commitment(self) -> str:
        """The commitment of the accepted shoe."""
        return self._require_accepted().shoe.commitment

    @property
    def digest(self) -> str:
        """The digest after the last draw."""
        return self._require_accepted().digest

    @property
    def client_seed(self) -> str | None:
        """The client seed of draw 1, or None if it had none or was not followed yet."""
        return self._require_accepted().client_seed

    @property
    def draws(self) -> int:
        """How many draws and stages were followed."""
        return self._require_accepted().draws

    @property
    def round(self) -> int:
        """The number of the round, or -1 before the first."""
        return self._require_accepted().round

    @property
    def cards(self) -> list[Json]:
        """All own cards of this player."""
        return self._require_accepted().cards

    @property
    def seen(self) -> list[Json]:
        """The entries of the draws that were followed."""
        return self._require_accepted().seen

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
        with refusing("opened"):
            check_form("opened", opened, OPENED)
            self._check_opened(opened, signers)
            opened_terms = opened["terms"]
            _check_agreed(opened_terms, terms)
            self._check_keys(seat, opened_terms)
            is_own = beacon is not ... or self.word in opened_terms.get("words", ())
            require(is_own, "terms.words", "the word of this player is not among them")
            shoe = AcceptedShoe(
                seat=seat,
                terms=opened_terms,
                commitment=opened["commitment"],
                seed_hash=opened["seed_hash"],
                size=opened.get("size"),
                signers=signers,
                faces=_find_faces(opened_terms, codes),
                seats=_find_seats(opened_terms, seats),
                beacon=beacon,
            )
            _check_known(shoe)
        self._secrets["commitment"] = shoe.commitment
        self._save(self._secrets)
        self._following = Following(shoe, digest=shoe.commitment)

    def _check_opened(self, opened: Json, signers: Json | None) -> None:
        """Check that a response opened the shoe of this player, with its own commitment, and is signed."""
        commitment = opened["commitment"]
        require(
            self._secrets["commitment"] in (None, commitment),
            "commitment",
            "this player accepted another shoe: each shoe has new secrets",
        )
        require(
            opened["digest"] == commitment,
            "digest",
            "before draw 1 it must be the commitment",
        )
        check_signed(opened, signers)
        require(
            hash_commitment(opened["seed_hash"], opened["terms"]) == commitment,
            "commitment",
            "it does not follow from seed_hash and these terms",
        )

    def _check_keys(self, seat: str | None, terms: Json) -> None:
        """Check that the keys of this player are at its seat, and that all players must consent."""
        alone = {"keys": {seat: self.keys["sign"]}, "quorum": 1, "start": 1}
        consent = terms.get("consent", alone)
        keys = consent["keys"]
        views = terms.get("view_keys", {seat: self.keys["view"]})
        keys_at_seat = {"sign": keys.get(seat), "view": views.get(seat)}
        require(
            seat is None or keys_at_seat == self.keys,
            "terms.consent",
            "the keys of this player are not at its seat",
        )
        require(
            consent["quorum"] == consent["start"] == len(keys),
            "terms.consent",
            "all players must consent",
        )

    def consent(self, action: str, **members: Any) -> str:
        """Return the signature of an action, "deal", "draw" or "reveal", with the members of its request.

        Call it for what the rules have now. Another action for the same digest is refused, and so is any action in a
        round that this player left.
        """
        following = self._require_followed()
        with refusing("action"):
            signed_members = _select_members(action, members)
            text = canonical_json({"action": action} | signed_members)
        _check_client_seed(action, signed_members.get("client_seed"), following)
        require(
            self._secrets["left"] < max(following.round, 0),
            "action",
            "this player left the round",
        )
        self._keep_signed(following.digest, text.decode())
        return self._sign("consent", following.digest, text)

    def _keep_signed(self, digest: str, action: str) -> None:
        """Keep an action, in canonical JSON, before it is signed. Another one for the digest is refused."""
        before = self._secrets["signed"].setdefault(digest, action)
        require(
            before == action,
            "action",
            f"this player signed another one for this digest: {before}",
        )
        self._save(self._secrets)

    def leave(self) -> str:
        """Return the signature that leaves the round. This player signs nothing more in it, and the others go on."""
        following = self._require_accepted()
        self._secrets["left"] = max(following.round, 0, self._secrets["left"])
        self._save(self._secrets)
        return self.leave_in_advance()

    def leave_in_advance(self) -> str:
        """Return the signature that leaves the round, for another player to use if this one vanishes.

        This player signs on. Whoever has the signature can put this player out of the round: give it to one player who
        is trusted with that, never to the backend, and a new one for each round.
        """
        following = self._require_accepted()
        number = pack_u32(max(following.round, 0))
        return self._sign("leave", following.shoe.commitment, number)

    def _sign(self, name: str, digest: str, text: bytes) -> str:
        message = tag(name) + bytes.fromhex(digest) + text
        return encode_base64url(self._signing.sign(message))

    def _require_accepted(self) -> Following:
        """Return what was followed of the accepted shoe."""
        if self._following is None:
            raise Refused("commitment", "no shoe is accepted")
        return self._following

    def _require_followed(self) -> Following:
        """Return what was followed of the accepted shoe, which must be all that was followed before a new start."""
        following = self._require_accepted()
        require(
            following.draws >= len(self._secrets["digests"]),
            "digest",
            "before a new start this player followed more draws: follow them again",
        )
        return following

    def follow(self, view: Json) -> list[Json]:
        """Follow the response of a deal or a draw, as `Turn.view` returns it. Return the own cards that it brought.

        A card has `round`, `position`, and `card` or `integer`; and its proof, if the shoe has proofs: other players
        check such a card by `check_shown`. Use these cards, and `seen` of the response: its other members are not
        checked. With `reveal` "all" a face is the backend's word until the receipt.
        """
        before = self._require_accepted()
        after = before.copy()
        with refusing("response"):
            stages = view.get("dealt_stages", [view])
            check_form("response", stages, [STAGE])
            for stage in stages:
                self._follow_stage(after, stage, view.get("client_seed"))
            require(
                after.draws > before.draws and after.digest == view["digest"],
                "digest",
                "the draws of the response do not lead to it",
            )
            check_signed(view, before.shoe.signers)
        self._keep_digests([stage["digest"] for stage in stages], before.draws)
        self._following = after
        return after.cards[len(before.cards) :]

    def _keep_digests(self, digests: Sequence[str], before: int) -> None:
        """Keep the digests of draws that come after a number of draws; some may be noted since before a new start."""
        noted = self._secrets["digests"]
        if before + len(digests) > len(noted):
            noted += digests[len(noted) - before :]
            self._save(self._secrets)

    def _follow_stage(
        self, after: Following, stage: Json, client_seed: str | None
    ) -> None:
        """Follow one draw or stage, and add its own cards."""
        seen = stage["seen"]
        after.take_entry(seen, client_seed)
        require(
            stage["digest"] == after.digest,
            "digest",
            "the draw does not lead from the last digest to it",
        )
        noted = self._secrets["digests"][after.draws - 1 : after.draws]
        require(
            noted in ([], [after.digest]),
            "digest",
            "before a new start this player followed another draw",
        )
        after.seen.append(seen)
        after.cards += self._read_cards(after, stage)

    def _read_cards(self, after: Following, stage: Json) -> list[Json]:
        """Check the cards that are told, shown and in the view of a stage. Return the own cards."""
        shoe = after.shoe
        shown = stage.get("shown", [])
        views = stage.get("views", {})
        cards = parse_cards(stage["seen"], shoe.member)
        told = after.read_cards(cards)
        after.note_shown(told, shown)
        own_cards = [card for card in cards if after.is_own(card)]
        hidden = [card.place for card in own_cards if card.face is None]
        has_view = bool(hidden) and not shoe.sees_others
        require(
            (shoe.seat in views) is has_view,
            "views",
            "a view was expected if and only if own cards are hidden",
        )
        private = (
            self._read_view(after, views[str(shoe.seat)], hidden) if has_view else []
        )
        # A card with its proof, where there is one, takes the place of the card that is told.
        known = {
            (card["round"], card["position"]): card
            for card in [*told, *shown, *private]
        }
        places = [(card.round, card.position) for card in own_cards]
        return [known[place] for place in places if place in known]

    def _read_view(self, after: Following, jwe: str, hidden: list[Json]) -> list[Json]:
        """Return the cards of a view, which only this player reads."""
        text = open_jwe(jwe, self._reading)
        return after.check_view(json.loads(text.decode()), hidden, text)

    def check_shown(self, cards: list[Json]) -> None:
        """Check cards that other players show, and keep them for the proof."""
        after = self._require_accepted().copy()
        with refusing("shown"):
            after.learn("shown", cards)
        self._following = after

    def check_receipt(self, receipt: Json, views: Iterable[Json] | None = None) -> Json:
        """Return the verdict on a receipt of this shoe, as `check_views` of `shuffle_and_deal.checks` returns it.

        `views` are all responses as the backend has them for the seat, by default what this player followed.
        """
        file = self.proof(receipt)
        shoe = self._require_followed().shoe
        signers = shoe.signers
        if views is None:
            views = file["seen"]
            signers = None  # `follow` checked the signatures
        return check_views(
            receipt,
            views,
            confirmed=file["confirmed"],
            size=shoe.size,
            codes=shoe.faces,
            shown=file.get("shown", ()),
            signers=signers,
        )

    def proof(self, receipt: Json) -> Json:
        """Check that a receipt is of this shoe in this state. Return the file for /v1/verify or verify.mjs.

        Follow all responses before. Python compares commitment, terms, seed, client seed, counts and last digest, and
        nothing else: not the order of the cards, nor that each draw took the right ones. Only the verdict on the file
        says that the shoe was right: `valid` is true, or of a partial receipt null, with `order` alone in `unchecked`.
        The file has all cards of this player, also those that were shown to nobody.
        """
        following = self._require_followed()
        with refusing("receipt"):
            _check_receipt(receipt, following)
        file = {
            "receipt": receipt,
            "confirmed": self._list_confirmed(following),
            "seen": following.seen,
        }
        if following.shown:
            file["shown"] = following.shown
        return file

    def _list_confirmed(self, following: Following) -> Json:
        """Return what this player noted of a shoe, as members of a file."""
        shoe = following.shoe
        confirmed = {"commitment": shoe.commitment, "digest": following.digest}
        if following.client_seed is not None:
            confirmed["client_seed"] = following.client_seed
        if following.client_seed and self.word in shoe.terms.get("words", ()):
            confirmed["own_text"] = self.text
        return confirmed


def _select_members(action: str, members: Json) -> Json:
    """Return the members of a request that a signature is for: those that are given and not their default."""
    return {
        name: members[name]
        for name, default in _DEFAULTS[action].items()
        if members.get(name) not in (None, default)
    }


def _check_client_seed(
    action: str, client_seed: str | None, following: Following
) -> None:
    """Check that draw 1 of a shoe without words has the beacon, and no other action a client seed."""
    is_first = following.draws == 0 and action != "reveal"
    if is_first and "words" not in following.shoe.terms:
        is_right = following.shoe.beacon in (None, client_seed)
    else:
        is_right = client_seed is None
    require(
        is_right,
        "client_seed",
        "draw 1 has the beacon, or none with words; no other action has one",
    )


def _export_signing_key(key: Ed25519PrivateKey) -> Json:
    """Return the public key of a private one, as JWK."""
    public = key.public_key().public_bytes_raw()
    return {"kty": "OKP", "crv": "Ed25519", "x": encode_base64url(public)}


def _export_view_key(key: ec.EllipticCurvePrivateKey) -> Json:
    """Return the public key of a private one, as JWK."""
    point = key.public_key().public_numbers()
    return {
        "kty": "EC",
        "crv": "P-256",
        "x": encode_base64url(point.x.to_bytes(32)),
        "y": encode_base64url(point.y.to_bytes(32)),
    }


def _check_agreed(terms: Json, agreed: Json | None) -> None:
    """Check that terms are those agreed on, which only those of a shoe with keys must be."""
    if agreed is None:
        require(
            "consent" not in terms and "view_keys" not in terms,
            "terms",
            "this shoe has keys: the terms that the players agreed on are needed",
        )
        return
    for name in sorted(terms.keys() | agreed.keys()):
        is_same = (
            name in terms
            and name in agreed
            and canonical_json(terms[name]) == canonical_json(agreed[name])
        )
        require(is_same, f"terms.{name}", "the players agreed on another one")


def _find_faces(terms: Json, codes: Sequence[str] | None) -> Sequence[Any] | None:
    """Return the card, the name of the item or the integer of each index: of a deck the codes, None without them."""
    if "deck" in terms:
        return codes
    if terms.get("items"):
        return [name_item(item) for item in terms["items"]]
    return range(terms["min"], terms["max"] + 1)


def _find_seats(terms: Json, seats: Collection[str] | None) -> Collection[str] | None:
    """Return the seats that get cards: those that are known, those of the terms, or None."""
    if seats is not None:
        return seats
    if "hands" in terms:
        return [str(hand) for hand in range(1, terms["hands"] + 1)]
    if "consent" in terms:
        return list(terms["consent"]["keys"])
    return None


def _check_known(shoe: AcceptedShoe) -> None:
    """Check that a player knows enough of a shoe to check its cards."""
    require(
        shoe.faces or not shoe.has_tree, "codes", "needed to check the proofs of cards"
    )
    require(
        shoe.seats is not None or "game" not in shoe.terms,
        "seats",
        "needed to tell hands from piles",
    )
    require(
        not shoe.seats or shoe.seat is None or shoe.seat in shoe.seats,
        "seat",
        "it is none of the seats",
    )


def _check_receipt(receipt: Json, following: Following) -> None:
    """Check that a receipt is of the shoe and of the state that a player followed."""
    shoe = following.shoe
    is_full = not shoe.has_tree
    check_form("receipt", receipt, _FULL_RECEIPT if is_full else PARTIAL_RECEIPT)
    counts = {
        "round": max(following.round, 0),
        "total": len(following.taken),
        "draws": following.draws,
        "digest": following.digest,
    }
    noted: Json = {
        "commitment": shoe.commitment,
        "terms": shoe.terms,
        "client_seed": following.client_seed,
        "seed": shoe.seed_hash,
        "drawn": counts,
        "root": following.roots[-1] if following.roots else None,
    }
    found: Json = {
        "commitment": receipt["commitment"],
        "terms": receipt["terms"],
        "client_seed": receipt["client_seed"],
        "seed": hash_seed(receipt["server_seed"]) if is_full else receipt["seed_hash"],
        "drawn": {name: receipt["drawn"][name] for name in counts},
        "root": receipt.get("root"),
    }
    for name, value in noted.items():
        require(
            canonical_json(found[name]) == canonical_json(value),
            name,
            "this player noted another one",
        )
