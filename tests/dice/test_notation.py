"""A notation means one thing, or is refused with its place; every way to write a roll leads to the same text."""

import re

import pytest

from service.core.errors import Refused
from service.dice.named_rolls import NAMED_ROLLS, ROLL_NAMES
from service.dice.notation import MAX_TERMS, PATTERN, parse_roll
from tests.tables import for_each


@for_each(
    ("text", "written"),
    [
        ("4d6kh3", "4d6kh3"),
        (" 4D6 KH3 + 2 ", "4d6kh3+2"),
        ("2d6 3", "2d6+3"),
        ("2d6 d8 -1", "2d6+1d8-1"),
        ("-1d8+4", "-1d8+4"),
        ("d%", "1d%"),
        ("4df", "4dF"),
        ("4dFr=0kl2", "4dFr0kl2"),
        ("3d6r<=1", "3d6r1"),
        ("3d6 ro<=2", "3d6ro<=2"),
        ("3d10r>=9", "3d10r>=9"),
        ("4d6kh", "4d6kh1"),
        ("5d10>=8", "5d10>=8"),
        ("5d10! >=8", "5d10! >=8"),
        ("5d10!kh3>=8", "5d10!kh3>=8"),
        ("6 x( 4d6dl1 )", "6x(4d6dl1)"),
        ("1x(2d6)", "2d6"),
        ("04d06", "4d6"),
        ("Kniffel", "5d6"),
        ("Liar's Dice", "5d6"),
        ("Ability Scores", "6x(4d6kh3)"),
    ],
)
def test_a_roll_is_written_in_one_way(text: str, written: str) -> None:
    roll = parse_roll(text)
    assert roll.format() == written
    assert re.fullmatch(PATTERN, written)
    assert re.fullmatch(PATTERN, text) or ROLL_NAMES.find(text)
    assert parse_roll(written) == roll


@for_each("name", NAMED_ROLLS)
def test_a_name_stands_for_a_notation_that_is_written_in_its_one_way(name: str) -> None:
    notation = NAMED_ROLLS[name].notation
    assert parse_roll(notation).format() == notation
    assert parse_roll(name.replace("_", " ")).format() == notation


@for_each(
    ("text", "sentence"),
    [
        ("", "at its end"),
        ("5", "no die to roll"),
        ("4d6k3", "character 4, 'k3'. k keeps the highest dice in Roll20, and the"),
        ("4d6d1", "d drops the lowest dice in Roll20, and begins another die"),
        ("3d6>4", "'more than this' in rpg-dice-roller"),
        ("3d6<4", "'less than this' in rpg-dice-roller"),
        ("1d20+5>=15", "compares the total in others"),
        ("-3d6>=4", "Successes are counted of one term"),
        ("5d10!>=8", "a blank before >=: 5d10! >=8"),
        ("2d6!!", "Compounding and penetrating"),
        ("4d6kh3r1", "r1 stands too late"),
        ("4d6kh3!", "! stands too late"),
        ("1d1!", "explodes on every face"),
        ("2d6r<=5!", "explodes on every face"),
        ("1d6r<=6", "rolls a die again on every face"),
        ("1d6r7", "the die has 1 to 6"),
        ("1d6rr<3", "Write r, or ro"),
        ("1d6r", "Name the face"),
        ("1d6ro<=6", "rolls a die again on every face"),
        ("1d999999r<=999998", "again on more than 999 of 1,000 faces"),
        ("1000x(1000d6!)", "at most 1,000,000 dice, and not 11,000,000"),
        ("1d6" + "kh" * 90, "more than 200 characters"),
        ("2\td6", "Nothing that a roll has begins here"),
        ("1d٦", "character 2, 'd٦'"),
        ("0d6", "no dice"),
        ("2d0", "no dice"),
        ("2d6kh3", "keeps 3 of 2 dice"),
        ("2d6dl2", "keeps 0 of 2 dice"),
        ("2d6kh0", "keeps 0 of 2 dice"),
        ("2*1d6", "no arithmetic but"),
        ("(1d6)", "Only sets have parentheses"),
        ("0x(1d6)", "at least one set"),
        ("6x4d6", "Sets are written with parentheses"),
        ("2d6min3", "No face is raised"),
        ("4d6sd", "Sort them where"),
        ("8d6 [fire]", "no comment"),
        ("1d6+1.5", "no decimals"),
        ("1d20+-5", "One sign stands before a term"),
        ("8d45=21", "compared by a number alone"),
        ("4d7f!=2", "Critical dice and failures"),
        ("1d9999999999999999", "too many digits"),
        ("20d999999999999999", "exact in every JSON parser"),
        ("foo", "Nothing that a roll has begins here"),
        ("1d6" + "+1" * MAX_TERMS, "at most 20 terms"),
    ],
)
def test_what_has_no_meaning_or_several_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(Refused) as refusal:
        parse_roll(text)
    assert sentence in str(refusal.value)
    assert refusal.value.field == "roll"
