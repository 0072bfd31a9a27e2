"""The table of guides; to add a guide, add two lines to `_TABLE`, in its group."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ...paths import project_path

DOCS = project_path("docs")
RENDERED = Path(__file__).parent / "rendered"
"""The folder of guides rendered in advance: the container image has it, a checkout does not."""

CHAPTERS = "chapters.json"
"""The file in `RENDERED` with the chapters of all guides."""

IMAGES = RENDERED if RENDERED.is_dir() else DOCS


@dataclass(frozen=True)
class Guide:
    """A page made of `docs/{name}.md`: its title, its label in the menu, its summary and its group."""

    name: str
    title: str
    entry: str
    summary: str
    group: str = ""

    # As a `Page` has them: a guide is in English alone, not bundled, and below the API in the menu.
    under = "docs"
    sections = ()
    scripts = ()
    later = ()
    bundle = ""
    context = dict

    def describe(self, language: str) -> tuple[str, str]:  # noqa: ARG002 (a guide has one language)
        """Return the title of the guide, and its summary."""
        return self.title, self.summary

    @property
    def path(self) -> str:
        return f"/docs/guide/{self.name}".removesuffix("/")

    @property
    def template(self) -> str:
        return f"guides/rendered/{self.name}.html" if self.name else "guides/index.html"


OVERVIEW = Guide(
    "", "Guides", "All guides", "How to build on this service, and what it is built on."
)

_TABLE = """\
# Use the pages
pages | The pages
    Deal, draw and check in a browser: games, winners, groups, Secret Santa, bingo, boards, bets.
# Build
start | From the first request to production | Start
    Blackjack in Python and JavaScript: a sealed shoe, who sees what, seeds, batches, retries, errors, keys.
how/which-call | Which call do I want? | Which call?
    Sixty needs of games, draws and proofs, each with its request.
reference
    Every path, parameter, response member, media type, setting and limit.
reference/games | Games
    The games by family, a request that deals each, and the names of its hands and piles.
reference/decks | Decks and hands
    The decks and their options, how cards are written, their pictures, and the ranking of hands.
reference/dice | Dice
    Notations of dice, where programs differ, and exact odds.
reference/conditions | Conditional deals
    Deals that fulfil a condition, such as a strong no-trump, and deals in which some cards are known.
reference/clients | Generated clients
    Typed clients in your language: the command, the flags and an example for each generator.
how/by-hand | Sealed games without the packages | Without the packages
    What a client and a table must do in any language, a store of your own, a card shown alone.
how/agents | Agents: MCP | Agents
    Cards, dice and proofs as tools of an LLM agent.
how/migrate | Coming from random.shuffle, the Deck of Cards API or RANDOM.ORG | From another generator
    The request in place of what a program calls today.
# Build a game
how/game-servers | Game servers
    Servers for FastAPI, Flask, Colyseus, Socket.IO and boardgame.io, and what all of them do; Nakama, Unity, Godot.
how/poker-room | A poker room | Poker room
    A room of hold'em: seats, blinds, bets, side pots, an all-in run twice, the seats of a tournament.
how/players | Players who decide the order together | Players decide the order
    A table where each player gives a text, so that nobody chooses the cards; a server without a framework.
how/private-hands | Private hands: cards that only the player reads | Private hands
    Hold'em for two where the backend sees no hand and folded hands stay folded.
how/rummy | Rummy and draw poker: draw, discard, shuffle the discards | Rummy, draw poker
    Cards that only the drawer sees, and a stock made of the discards.
how/riichi | A riichi Mah-Jong table | Riichi Mah-Jong
    Four players, calls, kans and the dead wall, sealed from the deal to the win.
how/patience | Patience: a deal with a link | Patience
    Klondike and FreeCell by a link, by Microsoft's number, or as the game of the day.
how/bridge-club | Boards for a bridge club | Bridge boards
    Boards as files for a dealing machine, their movement, and the proof that nobody changed one.
how/own-cards | Games of your own cards
    Requests that deal what has no entry: roles, keys, dice, kingdoms, and how names that are trade marks are used.
how/chat-bot | A bot of a chat server | Chat bot
    Dice, chests, secret roles and raffles in Discord, each with its proof.
# Build a draw
how/lottery | Lottery numbers and bingo | Lottery, bingo
    Numbers with and without replacement, lotteries with two drums, tickets of bingo and the call.
how/loot | Loot: weights, pity and ten-pulls | Loot, weights, pity
    Rewards by published chances, pity counters, and chests with several pools.
how/packs | Booster packs
    Boosters of trading cards: fixed numbers from each slot, rarer ones by weights, for a draft or sealed play.
how/raffle | A raffle or draw in public | Raffle in public
    Winners, groups or teams by a public number that nobody can know before.
how/groups | Groups, teams and pairings | Groups and teams
    Groups from pots, the World Cup of 2026, a class, fair teams, and pairs of a tournament.
how/rounds | Rounds in which nobody meets twice | Rounds, mixers
    Groups for several rounds in which nobody meets twice, and how many rounds there are.
how/panels | Panels by quotas, unequal tables | Panels, unequal tables
    A panel of 22 of 150 people by 20 quotas, groups of given sizes, and whose chances differ.
how/secret-santa | Secret Santa
    Who gives to whom, without couples and without the pairs of past years.
how/neighbours | A playlist, seats at a table, the board of Catan | Playlist, seats, Catan
    Orders by which no two of a kind are neighbours, what stands first or last, and short runs.
how/trial | The arms of a clinical trial | Clinical trial
    Permuted blocks by strata, one patient at a time, and what concealment needs.
how/proved-deals | A deal with its proof
    Dice whose response has the proof that nobody chose the seed.
how/simulation | A simulation with a million hands | Simulation
    Batches as lines or as arrays for NumPy, R and spreadsheets.
# Verify
fairness
    Which proof to ask for, how to check it, and what it leaves open: for players, auditors and operators.
definitions/verify | Check a proof: verify.mjs | verify.mjs
    The program that checks receipts, proofs and seeded responses without the service, and its verdicts.
measured | Fairness, measured | Measured
    The bias of each shuffle and of usual draws, a thousand million shuffles, and tests of the raw words.
sources
    By whose rules games are dealt, the five systems of the shuffles, and papers on draws.
# Operate
operate | Operations
    Run the service: sizing, reverse proxies, replicas and keys, updates, limits, and tests under load.
# Definitions
definitions/stream | The stream sd1 | The stream
    The exact way from a seed to an order and to integers, so that any language can reproduce them.
definitions/decks | Decks and games, defined | Decks and games
    Every card of every deck in its order, and the steps of every deal and game.
definitions/rules | Draws with rules, defined | Draws with rules
    Groups, pairs, orders, strata and allocation: what is counted, and how a draw follows from it.
definitions/counting | How groups are counted | Counting, an example
    Nine pupils in three groups: the classes, profiles, nodes and states of a count, and the groups of a number.
definitions/dice | Dice, defined
    Notations of dice, and their draws.
definitions/conditions | Given cards and conditions, defined | Conditions
    The exact rules of known cards and of conditions, with an example from seed to card.
definitions/sealed | Sealed shoes, defined | Sealed shoes
    The scheme of sealed shoes: commitments, rounds, draws, stages, shown cards, consent, views and receipts.
definitions/proofs | Proved deals, defined | Proved deals
    The function, its input and the checks of a proof, with examples from key to card.
definitions/plans | Plans, defined | Plans
    A draw announced before a public number decides it: the plan, its seed, the checks, and what it withstands.
definitions/signed-responses | Signed responses
    Signatures over responses without a seed, and how to verify them in Python and in JavaScript.
definitions/vectors | Vectors and reasons
    The golden vectors for an implementation, and why the definitions are as they are.
definitions/stability | Stability
    What every later version keeps, what may change, and what a client should tolerate.
"""
"""Groups; for each guide a line with its name, its title and its label in the menu, and a line with its summary.

A group is a kind of reader. The name is the title if it has no other, and the title is the label.
"""


def _parse_table(table: str) -> Iterator[Guide]:
    """Yield the guides of a table, with the group that each stands in."""
    lines = iter(table.splitlines())
    group = ""
    for line in lines:
        if line.startswith("# "):
            group = line.removeprefix("# ")
            continue
        name, *titles = line.split(" | ")
        if not titles:
            titles = [name.replace("-", " ").capitalize()]
        summary = next(lines).strip()
        yield Guide(
            name, title=titles[0], entry=titles[-1], summary=summary, group=group
        )


GUIDES: Mapping[str, Guide] = {guide.name: guide for guide in _parse_table(_TABLE)}
"""Every guide by name, in the order of the menu."""
