"""Read notations of dice, such as 4d6kh3+2: `parse_roll` makes a `Roll` of a text, or refuses it and names the place.

Programs differ in what they read into a notation. What they read differently is refused, with the readings.
"""

import re
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple, NoReturn

from ..core.errors import Refused
from ..core.value_types import MAX_MAGNITUDE
from .named_rolls import NAMED_ROLLS, ROLL_NAMES
from .roll import Constant, DiceTerm, Die, Keep, KeepRule, Reroll, Roll, Term

FIELD = "roll"
MAX_NOTATION = 200  # characters
MAX_TERMS = 20
MAX_DICE = 1_000_000
"""FROZEN: the most dice of all sets, extra dice included."""
_MAX_DIGITS = 15
_MOST_REROLLS = 1_000
"""FROZEN: a die that is rolled until it shows another face has at most so many faces for each that is left."""

# Capitals of ASCII alone: lower() makes a k of the sign for kelvin too.
_SMALL_LETTERS = str.maketrans(ascii_uppercase, ascii_lowercase)
_SETS = re.compile(r"(\d+) *x\((.*)\)", re.ASCII)
_BLANKS = re.compile(" *")
_BLANK_AS_PLUS = re.compile(r" +(?=\d|d[\d%f])", re.ASCII)
_SIGN = re.compile(r"[-+]")
_DICE = re.compile(r"(\d*)d(\d+|%|f)", re.ASCII)
_NUMBER = re.compile(r"\d+", re.ASCII)
_REROLL = re.compile(r"(ro?)(<=|>=|=?)(-?\d+)", re.ASCII)
_EXPLOSION = re.compile(r"!(?![!p<>=])")
_KEEP = re.compile(r"(kh|kl|dh|dl)(\d*)", re.ASCII)
_SUCCESS = re.compile(r">=(-?\d+)", re.ASCII)

_ANY_NUMBER = "[0-9]{1,15}"
_ANY_FACE = f"-?{_ANY_NUMBER}"
_ANY_DICE = (
    f"[0-9]{{0,15}}[dD]({_ANY_NUMBER}|%|[fF])( *[rR][oO]?(=|<=|>=)?{_ANY_FACE})?( *!)?"
    "( *[kKdD][hHlL][0-9]{0,15})*"
)
_ANY_SIGN = "(\\+|-)"
_ANY_TERM = f"({_ANY_DICE}|{_ANY_NUMBER})"
_ANY_TERMS = f"({_ANY_SIGN} *)?{_ANY_TERM}(( *{_ANY_SIGN} *| +){_ANY_TERM})*"
_ANY_ROLL = f"( *{_ANY_NUMBER} *[xX]\\()? *{_ANY_TERMS}( *>={_ANY_FACE})? *\\)? *"
PATTERN = f"^({'|'.join([*NAMED_ROLLS, _ANY_ROLL])})$"
"""What texts of rolls look like, for openapi.yaml: `parse_roll` refuses some of them, and reads more names."""

_FUDGE = Die(-1, 3, "F")
_PERCENTILE = Die(1, 100, "%")


class _Foreign(NamedTuple):
    """A part of notations of other programs that has no meaning here: how it begins, and what to write in its place."""

    pattern: re.Pattern[str]
    sentence: str


def _foreign(pattern: str, sentence: str) -> _Foreign:
    return _Foreign(re.compile(pattern), sentence)


_FOREIGN = (
    _foreign(
        r"k\d*",
        "k keeps the highest dice in Roll20, and the dice that show this face in d20. Write kh or kl with a number.",
    ),
    _foreign(
        r"d\d*",
        "d drops the lowest dice in Roll20, and begins another die elsewhere. Write dl or dh with a number, or + "
        "before the die.",
    ),
    _foreign(
        r"!!|!p",
        "Compounding and penetrating dice are not rolled here. Write !, where each extra die stands for itself.",
    ),
    _foreign(
        r"![<>=]",
        "Behind !, a comparison names the faces that explode in other programs; here it is the highest face. Write ! "
        "alone, and for successes a blank before >=: 5d10! >=8.",
    ),
    _foreign(r"<>|!=|=", "Faces are compared by a number alone, by <= or by >=."),
    _foreign(
        r">\d+",
        "> is 'this or more' in Roll20, and 'more than this' in rpg-dice-roller and d20. Write >=.",
    ),
    _foreign(
        r"<=?\d*",
        "< is 'this or less' in Roll20, and 'less than this' in rpg-dice-roller and d20. Write r<= to roll again, and "
        "count successes by >=.",
    ),
    _foreign(
        r"[*/^%]|floor|ceil|round|abs|max\(|min\(",
        "There is no arithmetic but + and -. Multiply the total where you use it.",
    ),
    _foreign(r"rr|ra", "Write r, or ro for once, with a face: r1, ro<=2."),
    _foreign(r"r", "Name the face that is rolled again: r1, r<=2, ro1 for once."),
    _foreign(r"e\d|e[<>]", "e is ! here, and a die explodes on its highest face."),
    _foreign(r"m[ia]|max|min", "No face is raised or lowered here."),
    _foreign(
        r"s[ad]?\b",
        "Dice are returned as they were rolled. Sort them where you use them.",
    ),
    _foreign(r"u", "Different numbers are drawn by /v1/integers."),
    _foreign(
        r"(cs|cf|f)[<>=!\d]",
        "Critical dice and failures are not marked. Compare the faces in the response.",
    ),
    _foreign(r"p", "p drops in d20. Write dl or dh with a number."),
    _foreign(r"[{(,]", "Only sets have parentheses: 6x(4d6kh3)."),
    _foreign(r"[})]", "A parenthesis closes that none has opened."),
    _foreign(r"[#\[]|//", "A notation has no comment. Keep it beside the request."),
    _foreign(r"\.", "Numbers have no decimals."),
    _foreign(r"[-+]", "One sign stands before a term: + or -."),
    _foreign(r"x", "Sets are written with parentheses: 6x(4d6kh3)."),
)
"""Tried in this order where a notation goes on with something unknown."""

_HELP = "A roll is, for example, 4d6kh3+2: dice NdS, d% or dF; r1, ro<=2, !, kh3, dl1 behind them; >=8 at the end."


def parse_roll(text: str) -> Roll:
    """Return the roll that a notation, or the name of a roll, means.

    Capitals make no difference, and blanks only between terms, where one stands for + (a query turns + into a blank).
    Raises `Refused` for a text that is no notation, with the place, and for a roll that cannot end.
    """
    named = ROLL_NAMES.find(text)
    if named is not None:
        text = NAMED_ROLLS[named].notation
    notation = text.translate(_SMALL_LETTERS).strip(" ")
    sets = _SETS.fullmatch(notation)
    if sets is None:
        roll = _Reader(notation, 0).read_roll(1)
    else:
        count = _read_number(sets[1])
        roll = _Reader(notation[: sets.end(2)], sets.start(2)).read_roll(count)
    _check_roll(roll)
    return roll


def _read_number(digits: str) -> int:
    """Return the number. Raises `Refused` for one of too many digits."""
    if len(digits.removeprefix("-")) > _MAX_DIGITS:
        raise Refused(FIELD, f"{digits} has too many digits: at most {_MAX_DIGITS}.")
    return int(digits)


class _Reader:
    """Reads a notation from left to right."""

    def __init__(self, text: str, position: int) -> None:
        self.text = text
        self.position = position

    def read_roll(self, sets: int) -> Roll:
        """Return a roll of so many sets, each of the terms from here to the end of the text.

        Raises `Refused` unless all of the text has a meaning.
        """
        terms = self._read_terms()
        success = self._read_success(terms)
        if not self._is_at_end():
            self._refuse_rest()
        return Roll(terms=tuple(terms), sets=sets, success=success)

    def _read_terms(self) -> list[Term]:
        """Return the terms, each with its sign."""
        sign = self._take(_SIGN)
        terms = [self._read_term(is_subtracted=sign is not None and sign[0] == "-")]
        while True:
            sign = self._take(_SIGN)
            if sign is None and not self._begins_term():
                break
            is_subtracted = sign is not None and sign[0] == "-"
            terms.append(self._read_term(is_subtracted=is_subtracted))
        return terms

    def _begins_term(self) -> bool:
        """Return whether a blank stands here for a +, with a term behind it."""
        return _BLANK_AS_PLUS.match(self.text, self.position) is not None

    def _read_term(self, *, is_subtracted: bool) -> Term:
        dice = self._take(_DICE)
        if dice is not None:
            return self._read_modifiers(dice, is_subtracted=is_subtracted)
        number = self._take(_NUMBER)
        if number is None:
            self._refuse_rest()
        return Constant(_read_number(number[0]), is_subtracted)

    def _read_modifiers(self, dice: re.Match[str], *, is_subtracted: bool) -> DiceTerm:
        """Return a term of dice with the modifiers behind it: reroll, explosion, and what is kept, in this order."""
        start = dice.start()
        die = _find_die(dice[2])
        reroll = self._read_reroll(die)
        explodes = self._take(_EXPLOSION) is not None
        keeps = []
        while (keep := self._take(_KEEP)) is not None:
            keeps.append(Keep(KeepRule(keep[1]), _read_number(keep[2] or "1")))
        term = DiceTerm(
            is_subtracted=is_subtracted,
            count=_read_number(dice[1] or "1"),
            die=die,
            reroll=reroll,
            explodes=explodes,
            keeps=tuple(keeps),
        )
        late = self._take(_REROLL) or self._take(_EXPLOSION)
        if late is not None:
            self._refuse(
                late.start(),
                f"{late[0]} stands too late. Programs differ in what comes first: write r or ro, then !, then kh, kl, "
                "dh or dl.",
            )
        _check_term(term, self.text[start : self.position])
        return term

    def _read_reroll(self, die: Die) -> Reroll | None:
        """Return the reroll that stands here; None without one."""
        written = self._take(_REROLL)
        if written is None:
            return None
        name, comparison, digits = written.groups()
        face = _read_number(digits)
        if not die.lowest <= face <= die.highest:
            self._refuse(
                written.start(),
                f"{written[0]} names the face {face}, and the die has {die.lowest} to {die.highest}.",
            )
        first = die.lowest if comparison == "<=" else face
        last = die.highest if comparison == ">=" else face
        return Reroll(first, last, is_once=name == "ro")

    def _read_success(self, terms: list[Term]) -> int | None:
        """Return the face of successes that stands at the end; None if faces are added up."""
        written = self._take(_SUCCESS)
        if written is None:
            return None
        if len(terms) > 1 or isinstance(terms[0], Constant) or terms[0].is_subtracted:
            self._refuse(
                written.start(),
                f"{written[0]} behind several terms counts dice in some programs and compares the total in others. "
                "Successes are counted of one term, as in 5d10>=8; /v1/dice/odds has the chance of each total.",
            )
        return _read_number(written[1])

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return the match of a pattern at the position, or behind blanks there, and move the position behind it.

        Return None, and move nothing, if the pattern does not match.
        """
        blanks = _BLANKS.match(self.text, self.position)
        start = blanks.end() if blanks else self.position
        found = pattern.match(self.text, start)
        if found is not None:
            self.position = found.end()
        return found

    def _skip_blanks(self) -> None:
        self._take(_BLANKS)

    def _is_at_end(self) -> bool:
        self._skip_blanks()
        return self.position == len(self.text)

    def _refuse_rest(self) -> NoReturn:
        """Raise `Refused` for the rest of the text."""
        self._skip_blanks()
        if self.position == len(self.text):
            self._refuse(self.position, f"The notation ends too early. {_HELP}")
        for foreign in _FOREIGN:
            found = foreign.pattern.match(self.text, self.position)
            if found is not None:
                self._refuse(self.position, foreign.sentence)
        self._refuse(self.position, f"Nothing that a roll has begins here. {_HELP}")

    def _refuse(self, position: int, sentence: str) -> NoReturn:
        rest = self.text[position : position + 12]
        place = f"at character {position + 1}, '{rest}'" if rest else "at its end"
        raise Refused(FIELD, f"The notation is not understood {place}. {sentence}")


def _find_die(faces: str) -> Die:
    """Return the die that is written behind `d`."""
    if faces == "f":
        return _FUDGE
    if faces == "%":
        return _PERCENTILE
    number = _read_number(faces)
    return Die(1, number, str(number))


def _check_roll(roll: Roll) -> None:
    """Raise `Refused` for a roll without dice, or beyond what the definition allows."""
    if roll.sets < 1:
        raise Refused(FIELD, "A roll has at least one set.")
    if not roll.dice_terms:
        raise Refused(FIELD, f"There is no die to roll. {_HELP}")
    if len(roll.terms) > MAX_TERMS:
        raise Refused(FIELD, f"A roll has at most {MAX_TERMS} terms.")
    if roll.most_dice > MAX_DICE:
        raise Refused(
            FIELD, f"A roll has at most {MAX_DICE:,} dice, and not {roll.most_dice:,}."
        )
    if roll.largest_total > MAX_MAGNITUDE:
        raise Refused(
            FIELD,
            f"The total may be {roll.largest_total:,}; at most {MAX_MAGNITUDE:,} is exact in every JSON parser.",
        )
    if len(roll.format()) > MAX_NOTATION:
        raise Refused(
            FIELD,
            f"The roll is written {roll.format()}, which has more than {MAX_NOTATION} characters.",
        )


def _check_term(term: DiceTerm, written: str) -> None:
    """Raise `Refused` for a term of no dice, of dice without faces, or whose dice cannot come to rest."""
    if term.count < 1 or term.die.faces < 1:
        raise Refused(
            FIELD, f"{written} has no dice: give at least one die of one face."
        )
    if term.reroll is not None and term.reroll.faces == term.die.faces:
        raise Refused(FIELD, f"{written} rolls a die again on every face.")
    if term.die.faces > term.possible_faces * _MOST_REROLLS:
        raise Refused(
            FIELD,
            f"{written} rolls a die again on more than {_MOST_REROLLS - 1} of {_MOST_REROLLS:,} faces.",
        )
    if term.explodes and term.possible_faces == 1 and term.can_show_highest:
        raise Refused(FIELD, f"{written} explodes on every face.")
    dice = term.count
    for keep in term.keeps:
        kept = keep.count_kept(dice)
        if not 1 <= kept <= dice:
            raise Refused(
                FIELD,
                f"{written} keeps {kept:,} of {dice:,} dice: {keep.format()} must leave at least one, and no more than "
                "there are.",
            )
        dice = kept
