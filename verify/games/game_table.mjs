export const GAME_TABLE = // The table of games. The rest of this file is JSON, which the service reads as well (docs/recipes/games.md, A game).
{
  "poker": {
    "aliases": "hold'em, Omaha, stud, póquer, покер, ポーカー, 포커",
    "games": {
      "holdem": {
        "title": "Texas hold'em",
        "aliases": "Texas hold'em, Texas, poker, no-limit hold'em, NLHE, 德州扑克, limit hold'em, fixed-limit hold'em, покер холдем, テキサスホールデム, 텍사스 홀덤, póquer Texas, холдем, техасский холдем, ポーカー, 포커, покер, 扑克, póquer, Texas hold'em poker, 德州撲克, 德扑, 홀덤, ホールデム, техасский покер, техаський холдем, تكساس هولدم, Teksas hold'em, teksaski poker, 텍사스홀덤 포커, Техас покер, покер Техас, Техас, Тексас холдем",
        "source": "58 Pennsylvania Code § 637a.11; for up to eleven: New Jersey Administrative Code 13:69F-14.10(b)",
        "second_source": "Robert's Rules of Poker, version 11, section 5",
        "players": [2, 11, 6],
        "ranking": "poker",
        "steps": "hole: each 1×2 (face down); flop: burns 1, board/flop 3; turn: burns 1, board/turn 1; river: burns 1, board/river 1, stock rest",
        "void_deal": null
      },
      "omaha": {
        "title": "Omaha",
        "aliases": "Omaha high, pot-limit Omaha, PLO, four-card Omaha, poker, Omaha hold'em, Omaha poker, Омаха, オマハ, 奥马哈, 奧馬哈, 奥马哈扑克, オマハホールデム, 오마하, омаха холдем",
        "source": "58 Pennsylvania Code § 637a.12",
        "second_source": "Robert's Rules of Poker, version 11, section 6",
        "players": [2, 10, 6],
        "ranking": "omaha",
        "steps": "hole: each 1×4 (face down); flop: burns 1, board/flop 3; turn: burns 1, board/turn 1; river: burns 1, board/river 1, stock rest",
        "void_deal": null
      },
      "omaha_five_cards": {
        "title": "Omaha with five cards",
        "aliases": "five-card Omaha, PLO5, five-card PLO",
        "source": "Wikipedia, Omaha hold 'em: dealt as Omaha, but five cards; eight at most, so that the pack lasts",
        "second_source": "Robert's Rules of Poker, version 11, section 6",
        "players": [2, 8, 6],
        "ranking": "omaha",
        "steps": "hole: each 1×5 (face down); flop: burns 1, board/flop 3; turn: burns 1, board/turn 1; river: burns 1, board/river 1, stock rest",
        "void_deal": null,
        "near": {"Courchevel": "it turns the first card of its board before any betting"}
      },
      "omaha_six_cards": {
        "title": "Omaha with six cards",
        "aliases": "six-card Omaha, PLO6, six-card PLO",
        "source": "Wikipedia, Omaha hold 'em: dealt as Omaha, but six cards; seven at most, so that the pack lasts",
        "second_source": "Robert's Rules of Poker, version 11, section 6",
        "players": [2, 7, 6],
        "ranking": "omaha",
        "steps": "hole: each 1×6 (face down); flop: burns 1, board/flop 3; turn: burns 1, board/turn 1; river: burns 1, board/river 1, stock rest",
        "void_deal": null
      },
      "omaha_hi_lo": {
        "title": "Omaha hi-lo, eight or better",
        "aliases": "Omaha high-low, Omaha eight or better, Omaha 8, PLO8, O8, Omaha split",
        "source": "Robert's Rules of Poker, version 11, section 7",
        "second_source": "PokerKit (uoftcprg/pokerkit), FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
        "players": [2, 10, 6],
        "ranking": "omaha_hi_lo",
        "steps": "hole: each 1×4 (face down); flop: burns 1, board/flop 3; turn: burns 1, board/turn 1; river: burns 1, board/river 1, stock rest",
        "void_deal": null
      },
      "big_o": {
        "title": "Big O: Omaha hi-lo with five cards",
        "aliases": "five-card Omaha hi-lo, five-card Omaha 8, PLO5 hi-lo, five-card PLO8",
        "source": "Wikipedia, Omaha hold 'em, variations: as Omaha hi-lo, but five cards; eight at most, so that the pack lasts with its burns",
        "second_source": "poker.fandom.com, Big O",
        "players": [2, 8, 6],
        "ranking": "omaha_hi_lo",
        "steps": "hole: each 1×5 (face down); flop: burns 1, board/flop 3; turn: burns 1, board/turn 1; river: burns 1, board/river 1, stock rest",
        "void_deal": null
      },
      "pineapple": {
        "title": "Pineapple, and crazy pineapple",
        "aliases": "crazy pineapple, lazy pineapple, pineapple poker, pineapple hold'em, crazy pineapple hold'em",
        "source": "Wikipedia, Pineapple (poker): three cards each, and on as Texas hold'em; up to ten players",
        "second_source": "bonuskey.com, Pineapple Poker Rules",
        "players": [2, 10, 6],
        "ranking": "pineapple",
        "steps": "hole: each 1×3 (face down); flop: burns 1, board/flop 3; turn: burns 1, board/turn 1; river: burns 1, board/river 1, stock rest",
        "void_deal": null
      },
      "short_deck": {
        "title": "Short deck (six plus hold'em), with 36 cards",
        "aliases": "short-deck hold'em, six plus, six-plus hold'em, 6+ poker, 6+ hold'em, six plus poker, 短牌德州, 短牌, ショートデック, 短牌德州扑克",
        "source": "Wikipedia, Six-plus hold 'em: without 2 to 5, then as Texas hold'em",
        "second_source": "PokerKit (uoftcprg/pokerkit), NoLimitShortDeckHoldem",
        "packs": {"exclude": "2S, 3S, 4S, 5S, 2H, 3H, 4H, 5H, 2D, 3D, 4D, 5D, 2C, 3C, 4C, 5C"},
        "players": [2, 10, 6],
        "ranking": "short_deck",
        "steps": "hole: each 1×2 (face down); flop: burns 1, board/flop 3; turn: burns 1, board/turn 1; river: burns 1, board/river 1, stock rest",
        "void_deal": null,
        "near": {"manila": "it has 32 cards, and its board comes card by card"}
      },
      "five_card_draw": {
        "title": "Five-card draw",
        "aliases": "draw poker, poker, classic poker, jackpots, five draw, draw, 5CD, ポーカー, 포커, покер, 扑克, póquer, póker de cinco cartas, poker dobierany, poker cerrado, poker fermé, poker coperto, ドローポーカー, five-card draw poker, пятикарточный покер, пятикарточный дро-покер, 5枚ドロー, ファイブカードドロー, póker cubierto, póker clásico, póquer cerrado, dobierany, klassieke poker, 五张抽牌扑克, poker pięciokartowy, pięciokartowy poker, poker a cinque carte, poker à cinq cartes, Poker mit fünf Karten, vijfkaartenpoker, pôquer fechado, poker fechado, five-card poker, poker draw, Fünfkartenpoker",
        "source": "58 Pennsylvania Code § 637a.13; a burned card: Wikipedia, Burn card",
        "second_source": "Robert's Rules of Poker, version 11, section 12",
        "players": [2, 6, 4],
        "ranking": "poker",
        "steps": "each 1×5 (face down), stock rest (The cards that are left are the stock. Before the draws, 1 card of it is burned.)",
        "void_deal": null,
        "near": {
          "poker all'italiana": "it is played with a stripped pack: eleven less the players is the lowest card",
          "poker italiano": "it is played with a stripped pack: eleven less the players is the lowest card"
        }
      },
      "deuce_to_seven_triple_draw": {
        "title": "Deuce to seven triple draw",
        "aliases": "2-7 triple draw, 27TD, triple draw, deuce to seven, 2-7",
        "source": "Robert's Rules of Poker, version 11, section 11; six at most: carminpoker.com, Deuce to Seven Triple Draw",
        "second_source": "PokerKit (uoftcprg/pokerkit), FixedLimitDeuceToSevenLowballTripleDraw: a card is burned before each draw",
        "players": [2, 6, 6],
        "ranking": "deuce_to_seven",
        "steps": "each 1×5 (face down), stock rest (The cards that are left are the stock. Before each of the three draws, 1 card of it is burned.)",
        "void_deal": null,
        "near": {
          "California lowball": "it is ranked ace to five, often with a joker",
          "Kansas City lowball": "it has one draw",
          "2-7 lowball": "it often has one draw",
          "deuce-to-seven lowball": "it often has one draw",
          "lowball": "it often has one draw"
        }
      },
      "badugi": {
        "title": "Badugi",
        "aliases": "badougi, padooki, badugi poker, バドゥーギ, 바둑이",
        "source": "Wikipedia, Badugi: four cards each, three draws; six at most: agame22.com, Badugi Poker",
        "second_source": "PokerKit (uoftcprg/pokerkit), FixedLimitBadugi: a card is burned before each draw",
        "players": [2, 6, 6],
        "ranking": "badugi",
        "steps": "each 1×4 (face down), stock rest (The cards that are left are the stock. Before each of the three draws, 1 card of it is burned.)",
        "void_deal": null
      },
      "seven_card_stud": {
        "title": "Seven-card stud",
        "aliases": "stud, stud poker, 7CS, down the river, poker, seven stud, seven-toed Pete, セブンカードスタッド, セブンスタッド, семикарточный стад, стад на семи картах, stud a sette carte, stud à sept cartes, Sieben-Karten-Stud, 七张牌梭哈, 七牌梭哈",
        "source": "58 Pennsylvania Code § 637a.10",
        "second_source": "Robert's Rules of Poker, version 11, section 8: of seven who stay in none is burned at last, of eight the last card is common",
        "players": [2, 8, 6],
        "ranking": "poker",
        "steps": {
          "2": "third_street: each/hole_cards 1×2 (face down), each/third_street 1 up (Third street: each hand gets 1 card, face up.); fourth_street: burns 1, each/fourth_street 1 up (Fourth street: each hand gets 1 card, face up.); fifth_street: burns 1, each/fifth_street 1 up (Fifth street: each hand gets 1 card, face up.); sixth_street: burns 1, each/sixth_street 1 up (Sixth street: each hand gets 1 card, face up.); seventh_street: burns 1, each/seventh_street 1 (Seventh street: each hand gets 1 card, face down.), stock rest",
          "7": "third_street: each/hole_cards 1×2 (face down), each/third_street 1 up (Third street: each hand gets 1 card, face up.); fourth_street: burns 1, each/fourth_street 1 up (Fourth street: each hand gets 1 card, face up.); fifth_street: burns 1, each/fifth_street 1 up (Fifth street: each hand gets 1 card, face up.); sixth_street: burns 1, each/sixth_street 1 up (Sixth street: each hand gets 1 card, face up.); seventh_street: each/seventh_street 1 (Seventh street: each hand gets one of the last cards, face down, and none is burned.)",
          "8": "third_street: each/hole_cards 1×2 (face down), each/third_street 1 up (Third street: each hand gets 1 card, face up.); fourth_street: burns 1, each/fourth_street 1 up (Fourth street: each hand gets 1 card, face up.); fifth_street: burns 1, each/fifth_street 1 up (Fifth street: each hand gets 1 card, face up.); sixth_street: burns 1, each/sixth_street 1 up (Sixth street: each hand gets 1 card, face up.); seventh_street: board/seventh_street 1 up (Seventh street: 1 card, the last of the pack, lies face up on the board. It is common to all hands, as there is not one for each.)"
        },
        "void_deal": null,
        "near": {"세븐포커": "it is dealt four cards at first in Korea: one is dropped and one opened"}
      },
      "razz": {
        "title": "Razz: seven-card stud, low",
        "aliases": "seven-card stud low, stud low, lowball stud, razz poker",
        "source": "Robert's Rules of Poker, version 11, section 9",
        "second_source": "Robert's Rules of Poker, version 11, section 8: of seven who stay in none is burned at last, of eight the last card is common",
        "players": [2, 8, 6],
        "ranking": "razz",
        "steps": {
          "2": "third_street: each/hole_cards 1×2 (face down), each/third_street 1 up (Third street: each hand gets 1 card, face up.); fourth_street: burns 1, each/fourth_street 1 up (Fourth street: each hand gets 1 card, face up.); fifth_street: burns 1, each/fifth_street 1 up (Fifth street: each hand gets 1 card, face up.); sixth_street: burns 1, each/sixth_street 1 up (Sixth street: each hand gets 1 card, face up.); seventh_street: burns 1, each/seventh_street 1 (Seventh street: each hand gets 1 card, face down.), stock rest",
          "7": "third_street: each/hole_cards 1×2 (face down), each/third_street 1 up (Third street: each hand gets 1 card, face up.); fourth_street: burns 1, each/fourth_street 1 up (Fourth street: each hand gets 1 card, face up.); fifth_street: burns 1, each/fifth_street 1 up (Fifth street: each hand gets 1 card, face up.); sixth_street: burns 1, each/sixth_street 1 up (Sixth street: each hand gets 1 card, face up.); seventh_street: each/seventh_street 1 (Seventh street: each hand gets one of the last cards, face down, and none is burned.)",
          "8": "third_street: each/hole_cards 1×2 (face down), each/third_street 1 up (Third street: each hand gets 1 card, face up.); fourth_street: burns 1, each/fourth_street 1 up (Fourth street: each hand gets 1 card, face up.); fifth_street: burns 1, each/fifth_street 1 up (Fifth street: each hand gets 1 card, face up.); sixth_street: burns 1, each/sixth_street 1 up (Sixth street: each hand gets 1 card, face up.); seventh_street: board/seventh_street 1 up (Seventh street: 1 card, the last of the pack, lies face up on the board. It is common to all hands, as there is not one for each.)"
        },
        "void_deal": null
      },
      "stud_hi_lo": {
        "title": "Seven-card stud hi-lo, eight or better",
        "aliases": "stud, stud high-low, stud 8, seven-card stud hi-lo, seven-card stud eight or better, 7 stud 8",
        "source": "Robert's Rules of Poker, version 11, section 10: as seven-card stud",
        "second_source": "Robert's Rules of Poker, version 11, section 8: of seven who stay in none is burned at last, of eight the last card is common",
        "players": [2, 8, 6],
        "ranking": "stud_hi_lo",
        "steps": {
          "2": "third_street: each/hole_cards 1×2 (face down), each/third_street 1 up (Third street: each hand gets 1 card, face up.); fourth_street: burns 1, each/fourth_street 1 up (Fourth street: each hand gets 1 card, face up.); fifth_street: burns 1, each/fifth_street 1 up (Fifth street: each hand gets 1 card, face up.); sixth_street: burns 1, each/sixth_street 1 up (Sixth street: each hand gets 1 card, face up.); seventh_street: burns 1, each/seventh_street 1 (Seventh street: each hand gets 1 card, face down.), stock rest",
          "7": "third_street: each/hole_cards 1×2 (face down), each/third_street 1 up (Third street: each hand gets 1 card, face up.); fourth_street: burns 1, each/fourth_street 1 up (Fourth street: each hand gets 1 card, face up.); fifth_street: burns 1, each/fifth_street 1 up (Fifth street: each hand gets 1 card, face up.); sixth_street: burns 1, each/sixth_street 1 up (Sixth street: each hand gets 1 card, face up.); seventh_street: each/seventh_street 1 (Seventh street: each hand gets one of the last cards, face down, and none is burned.)",
          "8": "third_street: each/hole_cards 1×2 (face down), each/third_street 1 up (Third street: each hand gets 1 card, face up.); fourth_street: burns 1, each/fourth_street 1 up (Fourth street: each hand gets 1 card, face up.); fifth_street: burns 1, each/fifth_street 1 up (Fifth street: each hand gets 1 card, face up.); sixth_street: burns 1, each/sixth_street 1 up (Sixth street: each hand gets 1 card, face up.); seventh_street: board/seventh_street 1 up (Seventh street: 1 card, the last of the pack, lies face up on the board. It is common to all hands, as there is not one for each.)"
        },
        "void_deal": null,
        "near": {"하이로우": "it is dealt four cards at first in Korea: one is dropped and one opened"}
      },
      "five_card_stud": {
        "title": "Five-card stud",
        "aliases": "stud, stud poker, short stud, ファイブカードスタッド, пятикарточный стад, stud a cinque carte, Fünf-Karten-Stud, stud à cinq cartes, póker descubierto, póker abierto",
        "source": "Wikipedia, Five-card stud: one down, one up, a card burned before each later round; nine at most, so that the pack lasts even if nobody folds",
        "second_source": "Bicycle, Five-Card Stud",
        "players": [2, 9, 6],
        "ranking": "poker",
        "steps": "second_street: each/hole_cards 1 (Each hand gets 1 card: its hole card, face down.), each/second_street 1 up (Second street: each hand gets 1 card, face up.); third_street: burns 1, each/third_street 1 up (Third street: each hand gets 1 card, face up.); fourth_street: burns 1, each/fourth_street 1 up (Fourth street: each hand gets 1 card, face up.); fifth_street: burns 1, each/fifth_street 1 up (Fifth street: each hand gets 1 card, face up.), stock rest",
        "void_deal": null,
        "near": {
          "Sökö": "four cards of a suit, or four in sequence, rank above a pair",
          "xì tố": "it is played with 32 cards in Vietnam",
          "梭哈": "it is played with 28 or 32 cards in China and Taiwan",
          "沙蟹": "it is played with 28 or 32 cards in China"
        }
      },
      "open_face_chinese": {
        "title": "Open-face Chinese poker",
        "aliases": "open-face poker, open-face Chinese poker, OFC, open face, OFC poker, открытый китайский покер, オープンフェイスチャイニーズポーカー, オープンフェイス, китайский покер с открытыми картами, poker chino abierto",
        "source": "Wikipedia, Open-face Chinese poker: five each, then singly",
        "second_source": "betandbit.net, Open Face Chinese Poker",
        "players": [2, 4, 3],
        "steps": "each 1×5 (Each hand gets 5 cards, one at a time, and then sets them in three rows, in turn.), stock rest (from which the later cards come, one at a time)",
        "void_deal": null,
        "near": {
          "pineapple OFC": "it gives three cards at a time after the first five",
          "大菠萝": "it gives three cards at a time after the first five"
        }
      },
      "chinese_poker": {
        "title": "Chinese poker, or pusoy",
        "aliases": "pusoy, thirteen-card poker, 十三张, capsa susun, 十三張, 十三水, Mậu binh, sập xám, китайский покер, チャイニーズポーカー, 十三支, chinesisches Poker, poker chino, poker chinois, poker cinese, 羅宋, 罗宋, chiński poker, Çin pokeri",
        "source": "Wikipedia, Chinese poker: thirteen each; one at a time, as commonly played",
        "second_source": "denexa.com, Chinese Poker: any others are set aside",
        "players": [2, 4, 4],
        "parameters": "suit_order",
        "steps": {
          "2": "each 1×13, stock rest (which is not used)",
          "4": "each 1×13"
        },
        "void_deal": null,
        "near": {
          "Russian poker": "the name is at casinos a stud poker with bought cards, as caribbean_stud",
          "capsa": "the name is big_two in many places of Indonesia"
        }
      },
      "teen_patti": {
        "title": "Teen patti",
        "aliases": "3 patti, flash, flush of India, तीन पत्ती, three card poker of India, teen pathi, tin patti, teen patta, তিন পাত্তি, teenpatti game, Indian flush",
        "source": "Wikipedia, Teen patti: three each, one at a time",
        "second_source": "pagat.com, Teen Patti",
        "players": [2, 10, 5],
        "ranking": "teen_patti",
        "steps": "each 1×3 (face down), stock rest",
        "void_deal": null,
        "near": {
          "Indian poker": "it is usually the game of one card, held to the forehead",
          "인디언 포커": "it is the game of one card, held to the forehead",
          "インディアンポーカー": "it is the game of one card, held to the forehead"
        }
      },
      "brag": {
        "title": "Three-card brag",
        "aliases": "three-card brag, 3-card brag, British brag, English brag",
        "source": "frontiergamblers.com, 3 Card Brag: three each, one at a time, face down; four to eight players; no federation or rule book was found",
        "second_source": "fact-index.com, Three card brag: three each, face down, of three to eight; from the left of the dealer",
        "players": [3, 8, 6],
        "ranking": "brag",
        "steps": "each 1×3 (face down), stock rest",
        "void_deal": null,
        "near": {"nine-card brag": "nine cards are dealt to each", "seven-card brag": "seven cards are dealt to each", "thirteen-card brag": "thirteen cards are dealt to each", "four-card brag": "four cards are dealt to each", "five-card brag": "five cards are dealt to each", "three-stake brag": "one card of each lies face up", "bastard brag": "cards are exchanged with three common cards", "classical brag": "some cards are wild (the braggers)"}
      },
      "zha_jin_hua": {
        "title": "Zha jin hua",
        "aliases": "炸金花, 诈金花, 扎金花, 赢三张, 三张牌, win three cards, gold flower, golden flower",
        "source": "diss4id.com, 赢三张: two to six players, 52 cards, three each, counter-clockwise from the dealer; no federation or rule book was found",
        "second_source": "Haovk/Laravel55, gamehelp: three each, face down, counter-clockwise; at other tables clockwise",
        "players": [2, 6, 6],
        "direction": "anticlockwise",
        "ranking": "zha_jin_hua",
        "steps": "each 1×3 (face down), stock rest",
        "void_deal": null,
        "near": {"win three cards of casinos": "there are two hands, dragon and phoenix"}
      },
      "video_poker": {
        "title": "Video poker: jacks or better",
        "aliases": "jacks or better, poker, video slots poker, 9/6 jacks or better, видеопокер, ビデオポーカー, 电子扑克, 비디오 포커, wideo poker",
        "source": "Mullin, Visual Basic Video Poker (1993)",
        "second_source": "Wikipedia, Video poker: five cards, and replacements from the same pack",
        "players": [1, 1, 1],
        "seats": "player",
        "ranking": "jacks_or_better",
        "steps": "each 1×5 up (face up), stock rest (from which the draws come, in order)",
        "void_deal": null,
        "near": {"poker machine": "the name is any slot machine in Australia"}
      },
      "seka": {
        "title": "Seka, with 36 cards",
        "aliases": "сека, трынка, тринька, сичка, trynka",
        "source": "pagat.com, Seka: three cards each, one at a time",
        "second_source": "zd886.com, Сека: 36 cards, three each; at other tables 21 or 52",
        "packs": {"exclude": "2S, 3S, 4S, 5S, 2H, 3H, 4H, 5H, 2D, 3D, 4D, 5D, 2C, 3C, 4C, 5C"},
        "players": [2, 10, 4],
        "steps": "each 1×3 (face down), stock rest",
        "void_deal": null,
        "near": {
          "три листика": "it is played for tricks, with a trump",
          "свара": "it is played in the Balkans with 32 cards",
          "svara": "it is played in the Balkans with 32 cards",
          "сека с джокером": "it is played with 21 cards: from the ten to the ace, and the 6 of clubs or the 9 of diamonds as a joker"
        }
      }
    }
  },
  "casino": {
    "aliases": "table games, gambling",
    "games": {
      "blackjack": {
        "title": "Blackjack",
        "aliases": "21, twenty-one, блэкджек, ブラックジャック, 블랙잭, 二十一点, bj, veintiuna, 21点, 二十一點, veintiuno, black jack 21, блек-джек, بلاك جاك, vingt-et-un américain, ไพ่แบล็คแจ็ค, แบล็คแจ็ค, בלק ג'ק, 黑杰克",
        "source": "58 Pennsylvania Code § 633a.7: the dealer's first card up, the second down",
        "second_source": "Bicycle, Blackjack",
        "packs": {"decks": 6},
        "players": [1, 7, 1],
        "seats": "1, …, n, dealer",
        "parameters": "suit_order, exclude, decks",
        "ranking": "blackjack",
        "house": {"order": "blackjack", "rule": "A bust hand loses whatever the dealer has. The other hands are compared as soon as the dealer has 17 or more; equal ones push (Bicycle, Blackjack)."},
        "continues": true,
        "steps": "first_cards: burns 1, others 1 up (face up), dealer/upcard 1 up (face up); second_cards: others 1 up (face up), dealer/hole_card 1 down (face down), stock rest",
        "void_deal": null,
        "near": {
          "Siebzehn und Vier": "it is played with one pack, of 32 or 52 cards",
          "pontoon": "it is played with one pack, and its cards are face down",
          "vingt-et-un": "it is played with one pack, and its cards are face down",
          "очко": "it is played with one pack of 36 cards",
          "ochko": "it is played with one pack of 36 cards",
          "European blackjack": "it deals the dealer's second card after the players have played",
          "blackjack switch": "it gives each player two hands",
          "xì dách": "it is played in Vietnam with one pack, and hands of five cards win",
          "ventuno": "it is played with one pack, and its cards are face down",
          "vinte e um": "it is played with one pack, and its cards are face down",
          "oczko": "its kings, queens and jacks count otherwise in Poland",
          "двадцать одно": "it is played with one pack of 36 cards",
          "yirmi bir": "it is played with one pack, and its cards are face down",
          "eenentwintigen": "it is played with one pack, and its cards are face down",
          "tjugoett": "it is played with one pack, and its cards are face down",
          "huszonegy": "it is played with one pack of 32 cards",
          "oko bere": "it is played with one pack of 32 cards",
          "εικοσιένα": "it is played with one pack, and its cards are face down",
          "Einundzwanzig": "it is played with one pack, of 32 or 52 cards",
          "veintiuna real": "it is played with one pack"
        }
      },
      "baccarat": {
        "title": "Baccarat (punto banco): a whole coup",
        "aliases": "punto banco, baccara, mini-baccarat, バカラ, 百家乐, bacarat, punto y banca, 바카라, 百家樂, баккара, Bakkarat, bakarat, ミニバカラ, bacará, bacarrá",
        "source": "58 Pennsylvania Code §§ 627a.8 and 631a.11; the burn as most casinos have it",
        "second_source": "Wikipedia, Baccarat, Punto banco: as many cards are burned as the first one says, and the tableau",
        "packs": {"decks": 8},
        "players": [2, 2, 2],
        "seats": "player, banker",
        "direction": "none",
        "parameters": "suit_order, exclude, decks",
        "ranking": "baccarat",
        "continues": true,
        "steps": "coup: turned, each 1×2 up, third, stock rest",
        "void_deal": null,
        "near": {"chemin de fer": "it is played with six packs, and a player is the banker", "chemmy": "it is played with six packs, and a player is the banker", "baccara banque": "it is played with three packs, and two hands against the banker's"}
      },
      "three_card_poker": {
        "title": "Three-card poker",
        "aliases": "tri card poker, pair plus, Brit brag, трёхкарточный покер, スリーカードポーカー, póker de tres cartas, póquer de tres cartas, 三张牌扑克, poker à trois cartes, Drei-Karten-Poker, poker a tre carte, trójkartowy poker",
        "source": "58 Pennsylvania Code § 649a.10: three each, one at a time, the dealer last",
        "second_source": "New Jersey Administrative Code 13:69F-20",
        "players": [1, 7, 1],
        "seats": "1, …, n, dealer",
        "ranking": "three_card_poker",
        "house": {"weakest": "QS 3H 2H", "rule": "The dealer qualifies with queen high or better. Otherwise the ante wins even money and the play wager pushes, whichever hand is higher (casinotoyou.com, 3 Card Poker; turlockpoker.com, Three Card Poker)."},
        "steps": "each 1×3 (face down), stock rest",
        "void_deal": null,
        "near": {"four card poker": "it gives each player five cards, and the dealer six"}
      },
      "caribbean_stud": {
        "title": "Caribbean stud poker",
        "aliases": "Caribbean poker, casino stud, карибский стад-покер, карибский покер, カリビアンスタッドポーカー, カリビアンスタッド, póker caribeño, póquer caribeño, poker caraïbe, 加勒比扑克, 加勒比梭哈, karaibski poker",
        "source": "58 Pennsylvania Code § 639a.10: five each, one at a time, the dealer's last face up",
        "second_source": "Wikipedia, Caribbean stud poker",
        "players": [1, 7, 1],
        "seats": "1, …, n, dealer",
        "ranking": "poker",
        "house": {"weakest": "AS KH 4H 3H 2H", "rule": "The dealer qualifies with ace and king or better. Otherwise the ante wins even money and the bet is returned, whichever hand is higher (spinforwin.com, Poker; Wikipedia, Caribbean stud poker)."},
        "steps": "each 1×4 (face down), others 1 (face down), dealer/upcard 1 up (face up), stock rest",
        "void_deal": null,
        "near": {
          "Oasis poker": "cards may be exchanged for a fee",
          "Russian poker": "cards may be bought; elsewhere the name is chinese_poker"
        }
      },
      "ultimate_texas_holdem": {
        "title": "Ultimate Texas hold'em",
        "aliases": "UTH, ultimate hold'em, casino hold'em with a trips bet, アルティメットテキサスホールデム, 终极德州扑克",
        "source": "58 Pennsylvania Code §§ 653a.10 and 653a.12: two each, then three and at last two community cards, each after a burned one",
        "second_source": "Wikipedia, Casino hold 'em, ultimate",
        "players": [1, 6, 1],
        "seats": "1, …, n, dealer",
        "ranking": "poker",
        "house": {"weakest": "2S 2H 5H 4H 3H", "rule": "The dealer qualifies with a pair or better, which may lie on the board. Otherwise the ante pushes; play and blind are settled by comparison as ever (palmsroyalesofia.com, Ultimate Texas Hold'em; riverscasino.com, Ultimate Texas Hold'em)."},
        "steps": "hole: each 1×2 (face down); flop: burns 1, board/flop 3; river: burns 1, board/turn_and_river 2, stock rest",
        "void_deal": null
      },
      "casino_holdem": {
        "title": "Casino hold'em",
        "aliases": "Caribbean hold'em",
        "source": "Wikipedia, Casino hold 'em: two each, three community cards, and two more after the calls; without burned cards, as commonly played",
        "players": [1, 7, 1],
        "seats": "1, …, n, dealer",
        "ranking": "poker",
        "house": {"weakest": "4S 4H 5H 3H 2H", "rule": "The dealer qualifies with a pair of fours or better, which may lie on the board. Otherwise the ante wins by its pay table and the call bet pushes, whichever hand is higher (Wikipedia, Casino hold 'em; i-casinobonus.com, Casino Hold'em Rules)."},
        "steps": "hole: each 1×2 (face down); flop: board/flop 3; river: board/turn_and_river 2, stock rest",
        "void_deal": null
      },
      "pai_gow_poker": {
        "title": "Pai gow poker, with a joker",
        "aliases": "double-hand poker, pai gow with cards, fortune pai gow, pai gow, 牌九扑克, 牌九撲克, パイゴウポーカー, пай гоу покер",
        "source": "58 Pennsylvania Code § 645a.9: seven hands of seven, whoever plays, and four cards that are left",
        "second_source": "Wikipedia, Pai gow poker",
        "packs": {"jokers": 1},
        "players": [6, 6, 6],
        "seating": "All seven hands are dealt, whoever plays; the hands of empty seats are set aside.",
        "seats": "1, …, n, dealer",
        "steps": "each 1×7 (face down), stock rest (which is out of play)",
        "void_deal": null
      },
      "casino_war": {
        "title": "Casino war",
        "aliases": "war at the casino, war against the house, カジノウォー, 赌场战争, guerre de casino, guerra de casino, казино война",
        "source": "Wikipedia, Casino war: six packs, a card to each player and one to the dealer, face up",
        "second_source": "58 Pennsylvania Code, chapter 651a, Casino War",
        "packs": {"decks": 6},
        "players": [1, 7, 1],
        "seats": "1, …, n, dealer",
        "parameters": "suit_order, exclude, decks",
        "continues": true,
        "steps": "each 1×1 up (face up), stock rest",
        "void_deal": null
      },
      "red_dog": {
        "title": "Red dog, or in-between, at the casino",
        "aliases": "acey-deucey, acey-deucy, in-between, between the sheets, yablon, red dog poker, レッドドッグ, ред дог",
        "source": "casinoonair.com, Red Dog: two cards face up, then a third, unless the two are neighbours; one pack, at other tables up to eight; the law of New Jersey has the game (Administrative Code 13:69F), but its text was not found",
        "second_source": "rulestowin.com, Red Dog: a pair gets the third card without a raise",
        "players": [0, 0, 0],
        "seats": "none",
        "direction": "none",
        "parameters": "suit_order, exclude, decks",
        "steps": "first_cards: table/first 1 up (face up), table/second 1 up (face up); third_card: between, stock rest",
        "void_deal": null,
        "near": {"high-card pool": "each player has four or five cards, and a card of the stock against them", "slippery Sam": "each player has four or five cards, and a card of the stock against them", "home acey-deucey": "each player in turn bets on an own pair of cards", "acey-deucey (backgammon)": "it is a game of the backgammon board"}
      },
      "dragon_tiger": {
        "title": "Dragon tiger",
        "aliases": "dragon and tiger, 龙虎, longhu, dragon vs tiger, lotta drago tigre, ドラゴンタイガー, 드래곤 타이거, 龍虎, 龍虎鬥, 龙虎斗, dragón tigre, дракон тигр, tigre dragão, Drache Tiger",
        "source": "ruby89.com, Dragon Tiger: eight packs, a card face up for each of the two; no law or regulator's rules were found",
        "second_source": "sa-rules.com (SA Gaming), Dragon Tiger: there a card is burned before each round",
        "packs": {"decks": 8},
        "players": [2, 2, 2],
        "seats": "dragon, tiger",
        "direction": "none",
        "parameters": "suit_order, exclude, decks",
        "continues": true,
        "steps": "coup: each 1×1 up (face up), stock rest",
        "void_deal": null
      },
      "spanish_21": {
        "title": "Spanish 21: blackjack without tens",
        "aliases": "Spanish twenty-one, Spanish blackjack",
        "source": "58 Pennsylvania Code § 635a.8: without the tens, dealt as blackjack; six packs or eight",
        "second_source": "Wikipedia, Spanish 21",
        "packs": {"decks": 6, "exclude": "TS, TH, TD, TC"},
        "players": [1, 7, 1],
        "seats": "1, …, n, dealer",
        "parameters": "suit_order, exclude, decks",
        "ranking": "blackjack",
        "house": {"order": "spanish_21", "rule": "As at blackjack, but a natural wins against the dealer's natural, and another 21 against the dealer's 21, though not against a natural (emeraldqueen.com, Spanish 21; red-dragon-casino-mountlake.com, Spanish 21)."},
        "continues": true,
        "steps": "first_cards: burns 1, others 1 up (face up), dealer/upcard 1 up (face up); second_cards: others 1 up (face up), dealer/hole_card 1 down (face down), stock rest",
        "void_deal": null,
        "near": {"Pontoon of Australia": "it gives the dealer no second card before the players have played"}
      },
      "andar_bahar": {
        "title": "Andar bahar, andar first",
        "aliases": "katti, mangatha, ullae veliyae, in and out, अंदर बाहर, andar bahar game, ander bahar",
        "source": "pagat.com, Andar Bahar and Katti: one face up, then in turn to the two sides until one matches it; andar first: andarbaharcardatlas.com; at other tables bahar is first",
        "second_source": "Wikipedia, Andar bahar",
        "players": [0, 0, 0],
        "seats": "none",
        "direction": "none",
        "steps": "joker: joker 1 (Turn 1 card face up in the middle: the joker.); run: andar_bahar, stock rest",
        "void_deal": null
      },
      "let_it_ride": {
        "title": "Let it ride",
        "aliases": "let it ride poker, let 'em ride, LIR poker, レットイットライド",
        "source": "Wikipedia, Let It Ride (card game): three cards each, face down, and two community cards, which are turned one after the other",
        "second_source": "58 Pennsylvania Code § 643a.1: a hand is three cards of the player and two community cards",
        "players": [1, 7, 1],
        "seats": "1, …, n",
        "ranking": "poker",
        "house": {"order": "pay_table", "rule": "A pay table pays each hand of five cards from a pair of tens up, and no hand is compared with another (Wikipedia, Let It Ride (card game))."},
        "steps": "hole: each 1×3 (face down); first_card: board/first 1 (The first community card of the board is turned.); second_card: board/second 1 (The second community card of the board is turned.), stock rest",
        "void_deal": null
      },
      "mississippi_stud": {
        "title": "Mississippi stud, against a pay table",
        "aliases": "Mississippi stud poker",
        "source": "Wikipedia, Mississippi Stud: two cards each, face down, and three community cards, which are turned one after the other",
        "second_source": "Dover Downs, How to play Mississippi Stud",
        "players": [1, 7, 1],
        "seats": "1, …, n",
        "ranking": "poker",
        "house": {"order": "pay_table", "rule": "A pay table pays each hand of five cards from a pair of jacks up, a pair of sixes to tens pushes, and no hand is compared with another (Wikipedia, Mississippi Stud)."},
        "steps": "hole: each 1×2 (face down); third_street: board/third_street 1 (Third street: 1 card to the board, face up.); fourth_street: board/fourth_street 1 (Fourth street: 1 card to the board, face up.); fifth_street: board/fifth_street 1 (Fifth street: 1 card to the board, face up.), stock rest",
        "void_deal": null,
        "near": {
          "Mississippi stud among players": "it is a form of seven-card stud without a limit, and each player has an own hand"
        }
      },
      "sette_e_mezzo": {
        "title": "Sette e mezzo",
        "aliases": "sette mezzo, 7 e mezzo, seven and a half, settemezzo, sette e mezza, settemmezzo, yedi buçuk",
        "source": "pagat.com, Sette e Mezzo: one card each, face down, the banker's last; others are dealt as they are asked for",
        "second_source": "it.wikipedia.org, Sette e mezzo",
        "deck": "italian40",
        "players": [2, 10, 4],
        "direction": "anticlockwise",
        "steps": "each 1 (face down), stock rest",
        "void_deal": null
      },
      "siete_y_media": {
        "title": "Siete y media",
        "aliases": "las siete y media, 7 y media, seven and a half, set i mig, sete e meio, siete y medio",
        "source": "es.wikipedia.org, Siete y media: one card each, face down, the banker's last; others are dealt as they are asked for",
        "second_source": "pagat.com, Siete y Media",
        "deck": "spanish40",
        "players": [2, 10, 4],
        "direction": "anticlockwise",
        "steps": "each 1 (face down), stock rest",
        "void_deal": null
      },
      "pok_deng": {
        "title": "Pok deng",
        "aliases": "ป๊อกเด้ง, pok kao, ป๊อกเก้า, pok paet pok kao, pok 9, ป๊อก, ไพ่ป๊อกเด้ง",
        "source": "Wikipedia, Pok Deng: two cards each, one at a time, face down, the dealer's last; a third is drawn by those who ask for it; in either direction",
        "second_source": "expatbets.com, How to Play Pok Deng",
        "players": [2, 17, 6],
        "steps": "each 1×2 (face down), stock rest",
        "void_deal": null
      },
      "niu_niu": {
        "title": "Niu niu, or bull bull",
        "aliases": "牛牛, 斗牛, 鬥牛, bull bull, ngau ngau, dou niu, 妞妞, 抢庄牛牛",
        "source": "pagat.com, Niu Niu: five cards each",
        "second_source": "zh.wikipedia.org, 鬥牛 (撲克)",
        "players": [2, 10, 5],
        "steps": "each 1×5 (face down), stock rest",
        "void_deal": null
      },
      "bai_cao": {
        "title": "Bài cào",
        "aliases": "bài cào ba lá, bai cao rua, cào rùa, bài 3 lá",
        "source": "pagat.com, Bài Cào: three cards each",
        "second_source": "1q2p.com, Bài Cào",
        "players": [2, 17, 6],
        "steps": "each 1×3 (face down), stock rest",
        "void_deal": null,
        "near": {"liêng": "players bet against each other, and a straight or three of a kind beats points", "ba cây": "it is played with 36 cards, ace to nine"}
      }
    }
  },
  "bridge": {
    "aliases": "contract bridge",
    "games": {
      "bridge": {
        "title": "Contract bridge",
        "aliases": "contract bridge, duplicate bridge, rubber bridge, бридж, ブリッジ, 桥牌, tournament bridge, Chicago bridge, minibridge, brydż, bridž, 브리지, briç, 橋牌, μπριτζ, bridzs, Kontraktbridge, bridge contrat, bridge de contrat, bridge contrato, Robberbridge, Turnierbridge, コントラクトブリッジ, спортивный бридж, робберный бридж, brydż sportowy, brydż robrowy, 合约桥牌, 콘트랙트 브리지, bridžas, بريدج, ברידג', ไพ่บริดจ์, bridge en duplicate, bridge duplicado, wedstrijdbridge, kontraktsbridge, sportbridge, kontrat briç, bricz, бридж контракт",
        "source": "Laws of Duplicate Bridge 2017, Laws 2 and 6",
        "second_source": "PBN 2.1 (2007)",
        "players": [4, 4, 4],
        "seats": "N, E, S, W",
        "start": " from the left of the board's dealer, as here on board 1",
        "parameters": "suit_order, board, format, event, site, date, include_seed",
        "ranking": "bridge",
        "steps": "each 1×13",
        "extra_fields": "bridge",
        "files": "pbn, lin",
        "void_deal": null,
        "near": {"honeymoon bridge": "it is for two players"}
      }
    }
  },
  "tricks": {
    "aliases": "trick-taking, whist",
    "games": {
      "hearts": {
        "title": "Hearts",
        "aliases": "black lady, chase the lady, Rickety Kate, Microsoft hearts, hearts game, dirty Lizzy, crubs, dame de pique, червы, ハーツ, Corazones, Copas, Kierki, Maça kızı, Peppa tencia, 红心大战, 红心, 紅心大戰, 传心, 하트, 하츠, Hjerterfri, Fekete macska, черви, κούπες, هارتس, 하트 카드게임, copas fora, jogo de copas, Corações, dama di picche, cuori, Pik Dame, Schwarze Dame, hertta, Hjärter, червонка, 红心大战游戏, เกมหัวใจ, hertat, srdce, srca, Cœurs, dama de espadas, la dama de picas, dama pikowa, пиковая дама, dame de pique jeu de cartes",
        "source": "Bicycle, Hearts; catsatcards.com, Hearts: of six and seven the cards that are left are a kitty, for the winner of the first trick",
        "second_source": "familyeducation.com, How to Play Hearts: three to seven, and a kitty",
        "removed_by_players": {"3": "2D", "5": "2D, 2C"},
        "players": [3, 7, 4],
        "steps": {
          "3": "each 1×rest",
          "6": "each 1×8, kitty 4 down (face down, for the winner of the first trick)",
          "7": "each 1×7, kitty 3 down (face down, for the winner of the first trick)"
        },
        "void_deal": null,
        "near": {
          "black Maria": "it leaves out the two of clubs when three play",
          "Herzeln": "it is played with 32 cards, and of three players with 24",
          "Hartenjagen": "it is often played with 32 cards in the Netherlands"
        }
      },
      "spades": {
        "title": "Spades",
        "aliases": "partnership spades, call spades, spades game, bid spades, пики, piki, Espadas, 黑桃王, スペード, 스페이드, picche, piques, 黑桃, ספיידס, spader, picas, スペーズ, سبيدز",
        "source": "Bicycle, Spades",
        "second_source": "pagat.com, Spades",
        "players": [4, 4, 4],
        "other_numbers": "spades_two_players, spades_three_players, spades_six_players",
        "steps": "each 1×13",
        "void_deal": null,
        "near": {"spades with jokers": "it has two jokers, and leaves out two of the twos"}
      },
      "call_break": {
        "title": "Call break",
        "aliases": "call bridge, lakdi, lakadi, ghochi, call brake, spades of Nepal, कॉल ब्रेक, কল ব্রিজ, কল ব্রেক, lakdi card game, ताश कॉल ब्रेक",
        "source": "pagat.com, Call Break: counter-clockwise, one at a time",
        "second_source": "a23.com, Call Break",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 1×13",
        "void_deal": null
      },
      "spades_two_players": {
        "title": "Spades for two: a stock, from which the hands are drawn",
        "aliases": "two-player spades, spades for two, two-handed spades",
        "source": "askalink.com, Spades: no deal; each in turn draws a card and keeps it, and discards the next, or discards it and keeps the next; no federation or rule book of this variant was found",
        "second_source": "ourpastimes.com, How to Play Spades With Two People",
        "players": [2, 2, 2],
        "other_numbers": "spades, spades_three_players, spades_six_players",
        "steps": "stock rest (from which each in turn draws two cards, and keeps one of them)",
        "void_deal": null
      },
      "spades_three_players": {
        "title": "Spades for three",
        "aliases": "cutthroat spades, cut-throat spades, three-handed spades, three-player spades",
        "source": "skullwink.com, Official Rules for Cutthroat Spades: without the two of clubs, seventeen each; at other tables the last card is thrown out unseen; no federation or rule book of this variant was found",
        "second_source": "hanna-barbera.info, How do you play 3-hand spades",
        "packs": {"exclude": "2C"},
        "players": [3, 3, 3],
        "other_numbers": "spades, spades_two_players, spades_six_players",
        "steps": "each 1×17",
        "void_deal": null,
        "near": {"three-player spades with jokers": "it is played with 54 cards, eighteen each"}
      },
      "spades_six_players": {
        "title": "Spades for six, with two packs",
        "aliases": "six-handed spades, six-player spades",
        "source": "ourpastimes.com, How to Play Spades With 6 People: two packs without the twos of clubs, seventeen each; or with four jokers, eighteen; no federation or rule book of this variant was found",
        "second_source": "spades.co, Can You Play Spades With Six People: two packs without two low cards, seventeen each",
        "packs": {"decks": 2, "exclude": "2C"},
        "players": [6, 6, 6],
        "other_numbers": "spades, spades_two_players, spades_three_players",
        "steps": "each 1×17",
        "void_deal": null,
        "near": {"six-player spades with jokers": "it is played with 108 cards, eighteen each", "five-suited spades": "it is played with a fifth suit"}
      },
      "whist": {
        "title": "Whist",
        "aliases": "English whist, partnership whist, straight whist, classic whist, вист, uíst, vist, ホイスト, 惠斯特, 휘스트, wist, Whistspiel, uíste, 惠斯特牌, whist inglés, vistas, ουίστ",
        "source": "Bicycle, Whist",
        "second_source": "pagat.com, Whist",
        "players": [4, 4, 4],
        "steps": "each 1×12, others 1, dealer/trump 1 up (The dealer gets the last card, turned face up: the trump.)",
        "void_deal": null
      },
      "euchre": {
        "title": "Euchre, North American",
        "aliases": "North American euchre, eucre, uker, eucher, ukre, right and left bower, ユーカー, юкер, 유커, 尤克, 尤克牌, Euker",
        "source": "Bicycle, Euchre: five each in two rounds, by two and by three",
        "second_source": "euchrestrategy.info, dealer: 3, 2, 3, 2, then 2, 3, 2, 3; other tables give 3 and 2 in other turns",
        "deck": "euchre",
        "players": [4, 4, 4],
        "other_numbers": "euchre_three_players",
        "steps": "turns 3 2 3 2 2 3 2 3, kitty/upcard 1 (turned face up), kitty 3 down (face down)",
        "void_deal": null
      },
      "five_hundred": {
        "title": "Five hundred, for three and four",
        "aliases": "Australian 500, bid 500, five hundred bid, Australian five hundred, ファイブハンドレッド, пятьсот, euchre 500, 500 euchre",
        "source": "Wikipedia, 500 (card game): without twos, threes and black fours; three, four and three, and each time one to the kitty; three players have no card below the seven, and the kitty after the first packet (howstuffworks.com, How to Play Five Hundred)",
        "second_source": "thatbiz.org, Instructions for 500; of three players cardgameheaven.com, Five Hundred",
        "packs": {"jokers": 1, "exclude": "2S, 3S, 2H, 3H, 2D, 3D, 2C, 3C, 4S, 4C"},
        "removed_by_players": {"3": "4H, 4D, 5S, 6S, 5H, 6H, 5D, 6D, 5C, 6C"},
        "players": [3, 4, 4],
        "other_numbers": "five_hundred_six_players",
        "steps": {
          "3": "each 3, kitty 3 down (face down), each 4, each 3",
          "4": "each 3, kitty 1 down (face down), each 4, kitty 1 down (face down), each 3, kitty 1 down (face down)"
        },
        "void_deal": null,
        "near": {
          "Joffre": "it is played with 32 cards, eight each",
          "cinq cents": "it is played in Quebec with 46 cards and two jokers",
          "500": "the name is rummy 500 in the United States and Denmark"
        }
      },
      "five_hundred_six_players": {
        "title": "Five hundred for six, with 63 cards",
        "aliases": "six-handed five hundred, six-handed 500, 500 for six",
        "source": "Wikipedia, 500 (card game): of six players with 63 cards: elevens, twelves and red thirteens; ten each",
        "second_source": "pagat.com, Five Hundred: three, four and three, and each time one to the kitty",
        "deck": "five_hundred63",
        "packs": {"jokers": 1},
        "players": [6, 6, 6],
        "other_numbers": "five_hundred",
        "parameters": "",
        "steps": "each 3, kitty 1 down (face down), each 4, kitty 1 down (face down), each 3, kitty 1 down (face down)",
        "void_deal": null
      },
      "pitch": {
        "title": "Pitch, or setback",
        "aliases": "setback, auction pitch, high low jack",
        "source": "Bicycle, Pitch: six each, three at a time",
        "second_source": "Encyclopædia Britannica, Auction Pitch",
        "players": [2, 7, 4],
        "steps": "each 3×2, stock rest",
        "void_deal": null,
        "near": {"ten-point pitch": "it has two jokers, and nine cards each", "nine-point pitch": "it is dealt nine cards each"}
      },
      "skat": {
        "title": "Skat",
        "aliases": "German skat, Skatspiel, Skat game, Scat German, skaat, シュカート, скат, 斯卡特, Skaten, szkat, Deutscher Skat, scat allemand, skat allemand, 스카트, スカート",
        "source": "Internationale Skatordnung: three, skat, four, three",
        "second_source": "Wikipedia, Skat (card game)",
        "deck": "piquet",
        "players": [3, 3, 3],
        "seating": "Of four players the dealer sits out.",
        "seats": "forehand, middlehand, rearhand",
        "steps": "each 3, skat 2 down, each 4, each 3",
        "void_deal": null,
        "near": {
          "Offiziersskat": "it is for two, sixteen cards each, half of them face up",
          "Bauernskat": "it is for two, sixteen cards each, half of them face up"
        }
      },
      "skat_german": {
        "title": "Skat with German-suited cards",
        "aliases": "Skat with German cards, Skat deutsches Blatt, Altenburg skat",
        "source": "Internationale Skatordnung: French or German cards; three, skat, four, three",
        "second_source": "Wikipedia, Skat (card game), cards",
        "deck": "german32",
        "players": [3, 3, 3],
        "seating": "Of four players the dealer sits out.",
        "seats": "forehand, middlehand, rearhand",
        "steps": "each 3, skat 2 down, each 4, each 3",
        "void_deal": null
      },
      "pinochle": {
        "title": "Pinochle: two-handed, three-handed auction or four-handed partnership",
        "aliases": "pinocle, penuchle, auction pinochle, partnership pinochle, pinockle, peanuckle, pinuckle, binocle, пинокль, ピノクル, 피노클, pinochle a due",
        "source": "Bicycle, Pinochle, Auction Pinochle and Partnership Pinochle",
        "deck": "pinochle",
        "players": [2, 4, 4],
        "steps": {
          "2": "each 3×4, trump 1 (Turn 1 card face up: the trump, which is drawn last, after the stock.), stock rest",
          "3": "each 3, widow 3 down (face down), each 3×4",
          "4": "each 3×4"
        },
        "void_deal": null,
        "near": {"двойной пинокль": "it is pinochle with two packs, of 80 cards"}
      },
      "briscola": {
        "title": "Briscola",
        "aliases": "Italian briscola, briskula, brisca italiana, бришкула, briscula, брискола, brişkola, ブリスコラ, briscola a due, 布里斯科拉, la briscola",
        "source": "Wikipedia, Briscola: three each, the next is turned; of three players without a 2",
        "second_source": "viniciocoletti.it, Regole della briscola: that of clubs; pagat.com, Briscola",
        "deck": "italian40",
        "removed_by_players": {"3": "2B"},
        "players": [2, 4, 2],
        "direction": "anticlockwise",
        "steps": "each 1×3, briscola 1 (Turn 1 card face up: the briscola, which is drawn last, after the stock.), stock rest",
        "void_deal": null
      },
      "tressette": {
        "title": "Tressette",
        "aliases": "tresette, three sevens, trešeta, tresete, tressette in quattro, тресетте, トレッセッテ, il tressette, tressete",
        "source": "pagat.com, Tressette: packets of five",
        "second_source": "intelligiochi.it, Tresette",
        "deck": "italian40",
        "players": [4, 4, 4],
        "other_numbers": "tressette_two_players",
        "direction": "anticlockwise",
        "steps": "each 5×2",
        "void_deal": null,
        "near": {
          "terziglio": "it is for three, twelve cards each and four beside",
          "tressette a perdere": "its aim is to take few points",
          "traversone": "its aim is to take few points",
          "rovescino": "its aim is to take few points",
          "ciapanò": "its aim is to take few points",
          "tressette col morto": "it is for three, with a dummy"
        }
      },
      "widow_whist": {
        "title": "Whist for three, with a widow",
        "aliases": "three-handed whist, whist for three, three-player whist, cut-throat whist, whist with a dummy widow",
        "source": "Wikipedia, Three-handed whist: four hands, the widow at the left of the dealer",
        "players": [3, 3, 3],
        "steps": "13×[widow 1 down, each 1] (The widow and each hand get 13 cards, one at a time. The widow, which lies face down, comes first in every round.)",
        "void_deal": null
      },
      "oh_hell": {
        "title": "Oh hell: its first deal, or that of another number of cards",
        "aliases": "oh well, oh pshaw, blackout, up and down the river, elevator, bust, rikiki, l'ascenseur, Wizard with a plain pack, boerenbridge, podrida, la podrida, Ascenseur, オー・ヘル, oh heck, chinees poepen, op en neer, stiche raten, Stichansage, jeu de l'ascenseur, o ascensor, Up and down, sobe e desce, sobe-desce",
        "source": "Wikipedia, Oh hell: as many as leave a card to turn; at first ten for three to five, eight for six, seven for seven",
        "second_source": "cardgamesplanet.com, Oh Hell",
        "players": [3, 7, 4],
        "parameters": "suit_order, exclude, cards",
        "steps": "each 1×{cards}, trump 1 (Turn 1 card face up: the trump.), stock rest",
        "counts": {"cards": {"3": 10, "6": 8, "7": 7}},
        "max_cards": {"3": 17, "4": 12, "5": 10, "6": 8, "7": 7},
        "void_deal": null,
        "near": {
          "kachuful": "it turns no card: the suits are trumps in turn",
          "judgement": "it turns no card: the suits are trumps in turn",
          "judgment": "it turns no card: the suits are trumps in turn",
          "nomination whist": "it turns no card: the suits are trumps in turn",
          "nomination": "it turns no card: the suits are trumps in turn",
          "Romanian whist": "it is played with eight cards for each player alone",
          "contract whist": "it is at other tables whist for partners with the bids of bridge",
          "la pocha": "it is played with 40 Spanish cards in Spain",
          "plump": "it begins with ten cards in Sweden, at many tables without a trump",
          "расписной покер": "it is played with 36 cards and jokers in Russia",
          "raspisnoy poker": "it is played with 36 cards and jokers in Russia",
          "джокер": "it is played with 36 cards and jokers in Georgia and Russia",
          "jokeri": "it is played with 36 cards and jokers in Georgia",
          "wist rumuński": "it is played with eight cards for each player alone",
          "întrecere": "it is played with eight cards for each player alone"
        }
      },
      "three_o_four": {
        "title": "304, of Sri Lanka",
        "aliases": "304, three nought four, 304 card game, asking 304",
        "source": "pagat.com, 304: batches of four counter-clockwise, the second after the bidding",
        "second_source": "agnilam.com, 304",
        "deck": "piquet",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "first_cards: each 4; last_cards: each 4 (Each hand gets 4 more cards at once.)",
        "void_deal": null
      },
      "twenty_nine": {
        "title": "Twenty-nine",
        "aliases": "29, 29 card game, ২৯, টুয়েন্টি নাইন, twenty nine cards, उनतीस",
        "source": "Wikipedia, Twenty-nine (card game): four cards each, and after the bidding four more; one at a time and clockwise as commonly played, at other tables anticlockwise",
        "second_source": "rummy.in, 29",
        "deck": "piquet",
        "players": [4, 4, 4],
        "steps": "first_cards: each 1×4; last_cards: each 1×4",
        "void_deal": null
      },
      "doppelkopf": {
        "title": "Doppelkopf, with the nines",
        "aliases": "Doko, double head, Doppelkopf mit Neunen, double-headed, ドッペルコップ, доппелькопф, Doppelkopf Turnier, Double-tête",
        "source": "Deutscher Doppelkopf-Verband, Turnierspielregeln: four times three cards",
        "second_source": "lodige.com, Doppelkopf; other tables deal three and then four (bulletscards.de)",
        "deck": "pinochle",
        "players": [4, 4, 4],
        "seating": "Of five players the dealer sits out.",
        "steps": "each 3×4",
        "void_deal": null
      },
      "doppelkopf_without_nines": {
        "title": "Doppelkopf without the nines",
        "aliases": "Doko ohne Neunen, scharfes Doppelkopf, Doppelkopf with 40 cards, double head, Doppelkopf ohne Neunen",
        "source": "de.wikipedia.org, Doppelkopf, Varianten: 40 cards, ten each; packets as commonly played: three, four, three",
        "second_source": "hanne.schliedermann.eu, Doppelkopf",
        "deck": "pinochle",
        "packs": {"exclude": "9S, 9H, 9D, 9C"},
        "players": [4, 4, 4],
        "seating": "Of five players the dealer sits out.",
        "steps": "each 3 4 3",
        "void_deal": null
      },
      "doppelkopf_german": {
        "title": "Doppelkopf with German-suited cards, with the nines",
        "aliases": "Doppelkopf with German cards, Doppelkopf deutsches Blatt",
        "source": "Deutscher Doppelkopf-Verband, Turnierspielregeln, at doppelkopf-spiel.de: four times three cards; with French or German cards: doppelkopf-regeln.com",
        "second_source": "de.wikipedia.org, Doppelkopf, Doppelkopfblatt",
        "deck": "german32",
        "packs": {"decks": 2, "exclude": "7A, 8A, 7L, 8L, 7H, 8H, 7B, 8B"},
        "players": [4, 4, 4],
        "seating": "Of five players the dealer sits out.",
        "steps": "each 3×4",
        "void_deal": null
      },
      "schafkopf": {
        "title": "Schafkopf, Bavarian",
        "aliases": "Bavarian schafkopf, Schafkopfen, Schafkopf langes Blatt, sheephead Bavarian, Schafkopf game, シャーフコップ, bayerischer Schafkopf, bayrisch Schafkopf, шафкопф, Schofkopf",
        "source": "de.wikipedia.org, Schafkopf: twice four cards",
        "second_source": "online-schafkopf-lernen.de, Der Spielverlauf",
        "deck": "german32",
        "players": [4, 4, 4],
        "steps": "each 4×2",
        "void_deal": null
      },
      "sheepshead": {
        "title": "Sheepshead, American",
        "aliases": "American schafkopf, sheephead, Wisconsin sheepshead, shepshead",
        "source": "sheepshead.org, Sheepshead Basic Rules (of five players) and Variations (of three)",
        "second_source": "sheepshead101.com, Four Handed; of three playsheepshead.org: three, four and three, with the blind after the first packet as commonly played",
        "deck": "piquet",
        "players": [3, 5, 5],
        "steps": {
          "3": "each 3, blind 2 down (face down), each 4, each 3",
          "4": "each 2, blind 2 down (face down), each 3, blind 2 down (face down), each 2",
          "5": "each 3, blind 2 down (face down), each 3"
        },
        "void_deal": null
      },
      "belote": {
        "title": "Belote, up to the choice of trumps",
        "aliases": "French belote, belote classique, ブロット, jeu de belote, belotte, la belote, belote simple, belote à quatre, belote sans annonce",
        "source": "fr.wikipedia.org, Belote: three, two, one turned up, anticlockwise, and the stock completes the hands; at other tables clockwise",
        "second_source": "belotejeu.fr, Règle de la belote",
        "deck": "piquet",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 3 2, upcard 1 (Turn 1 card face up: the upcard.), stock rest",
        "void_deal": null,
        "near": {
          "bela": "it is dealt 6 and 2 with a talon in Croatia",
          "belot": "it turns no card in Bulgaria, and has a talon in Croatia",
          "blot": "it is mostly bid for in Armenia, without a turned card",
          "белот": "it turns no card in Bulgaria, and has a talon in Croatia",
          "бридж-белот": "it turns no card in Bulgaria"
        }
      },
      "coinche": {
        "title": "Coinche, or belote contrée",
        "aliases": "belote coinchée, belote contrée, contrée, belote coinche, la coinche, belote à la coinche, コワンシュ",
        "source": "fr.wikipedia.org, Coinche: three, two, three",
        "second_source": "coinche-en-ligne.com, Règles du jeu",
        "deck": "piquet",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 3 2 3",
        "void_deal": null,
        "near": {"belote bridgée": "it has further bids, without a trump and with all suits as trumps"}
      },
      "jass": {
        "title": "Jass, as for Schieber",
        "aliases": "Schieber, Swiss jass, yass, Schweizer Jass, jassen, Schieber Jass, Coiffeur, differenzler, ヤス, Jassspiel, Jass-Spiel, le jass, яс, ясс, Sidi Barrani",
        "source": "de.wikipedia.org, Jass: three times three",
        "second_source": "jassclubkilchberg.jimdo.com, Regeln Einzelschieber",
        "deck": "swiss36",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 3×3",
        "void_deal": null
      },
      "klaverjas": {
        "title": "Klaverjas",
        "aliases": "klaverjassen, klaverjas kaartspel, Dutch jass, klaverjasse, Rotterdams klaverjassen, Amsterdams klaverjassen, klaverjas Rotterdams, klaverjas Amsterdams, klaverjasen",
        "source": "Nederlandse Klaverjas Unie, Het spel: three, two, three",
        "second_source": "nl.wikipedia.org, Klaverjassen; at other tables four, four",
        "deck": "piquet",
        "players": [4, 4, 4],
        "steps": "each 3 2 3",
        "void_deal": null,
        "near": {
          "kruisjassen": "it has other bids, and is played with 32 cards too",
          "smousjassen": "it is for two"
        }
      },
      "manille": {
        "title": "Manille, with a turned trump",
        "aliases": "manille muette, manille parlée, la manille, manille à quatre",
        "source": "Boussac, Encyclopédie des jeux de cartes (1896), La Manille: eight each, four by four, from the right; the dealer's last card is the trump; at other tables two by two",
        "second_source": "stratejeux.xyz, Manille",
        "deck": "piquet",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 4, others 4, dealer 3, dealer/trump 1 up (The dealer gets the last card, turned face up: the trump.)",
        "void_deal": null,
        "near": {"manille aux enchères": "no card is turned, and each plays alone", "manilla": "it is played with 48 Spanish cards, twelve each", "malilla": "it is played with 48 Spanish cards, twelve each"}
      },
      "manillen": {
        "title": "Manillen, whose dealer names the trump",
        "aliases": "manilln, trammelanten, Flemish manille",
        "source": "catsatcards.com, Manille: three, two and three, clockwise; no federation or rule book was found",
        "second_source": "fr.wikibooks.org, Boîte à jeux, La manille",
        "deck": "piquet",
        "players": [4, 4, 4],
        "steps": "each 3 2 3",
        "void_deal": null,
        "near": {"manille coinchée": "the dealer or his partner names the trump"}
      },
      "thousand": {
        "title": "Thousand, or tysiacha",
        "aliases": "1000, tysiąc, tysiacha, тысяча, Tausend, tysiacha 3 players, mille polonais, russian schnapsen, тисяча, mille russe, Tūkstantis, gra w tysiąca, 1000 kartenspiel",
        "source": "pagat.com, 1000: one at a time, in each of the first three rounds one to the widow, here before the third hand",
        "second_source": "lodige.com, Tysiąc",
        "deck": "euchre",
        "players": [3, 3, 3],
        "other_numbers": "thousand_two_players",
        "seating": "Of four players the dealer sits out.",
        "steps": "3×[others 1, widow 1 down, dealer 1] (Each hand gets 7 cards, one at a time. In each of the first 3 rounds 1 card goes to the widow, face down, before the dealer's.), each 1×4 ()",
        "void_deal": null
      },
      "sueca": {
        "title": "Sueca",
        "aliases": "Portuguese sueca, bisca sueca, sueca portuguesa, sueca de quatro, a sueca, スエカ, jogo da sueca",
        "source": "pagat.com, Sueca: ten each to the right, the bottom card is the trump; a dealer may begin with the own hand instead",
        "second_source": "infokontak.com, Sueca",
        "packs": {"exclude": "8S, 9S, TS, 8H, 9H, TH, 8D, 9D, TD, 8C, 9C, TC"},
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "others 10, dealer 9, dealer/trump 1 up (The dealer gets the bottom card, which was turned face up: the trump.)",
        "void_deal": null,
        "near": {"sueca italiana": "it is for five"}
      },
      "french_tarot": {
        "title": "French tarot",
        "aliases": "tarot, jeu de tarot, tarot français, tarot à 4, tarot à 5, tarot à 3, le tarot, французское таро, tarocco francese, tarot francés, französisches Tarot, Frans tarot, フレンチタロット, フランスタロット, 法国塔罗牌, tarô francês, tarot de cinquante-dix-huit cartes, tarot à quatre, tarot à trois, tarot à cinq",
        "source": "Fédération Française de Tarot, Règlement: three at once; to the dog one by one when the dealer likes, neither first nor last, here one in a round; of three players four at once (normandie-tarot.org)",
        "second_source": "larousse.fr, Tarot",
        "deck": "tarot",
        "players": [3, 5, 4],
        "direction": "anticlockwise",
        "steps": {
          "3": "6×[others 4, dog 1 down, dealer 4] (Each hand gets 4 cards at once, 6 times. In every round 1 card goes to the dog, face down, before the dealer's packet.)",
          "4": "6×[others 3, dog 1 down, dealer 3] (Each hand gets 3 cards at once, 6 times. In every round 1 card goes to the dog, face down, before the dealer's packet.)",
          "5": "3×[others 3, dog 1 down, dealer 3] (Each hand gets 3 cards at once, 5 times. In each of the first 3 rounds 1 card goes to the dog, face down, before the dealer's packet.), each 3×2 ()"
        },
        "void_deal": {
          "sentence": "A hand with the 1 of trumps, no other trump and no fool is a misdeal",
          "where": {
            "3": {"all": [{"not": {"all": [{"hand": "1", "cards": ["1T"]}, {"hand": "1", "length": ["trumps"], "max": 1}, {"hand": "1", "cards": ["FO"], "max": 0}]}}, {"not": {"all": [{"hand": "2", "cards": ["1T"]}, {"hand": "2", "length": ["trumps"], "max": 1}, {"hand": "2", "cards": ["FO"], "max": 0}]}}, {"not": {"all": [{"hand": "dealer", "cards": ["1T"]}, {"hand": "dealer", "length": ["trumps"], "max": 1}, {"hand": "dealer", "cards": ["FO"], "max": 0}]}}]},
            "4": {"all": [{"not": {"all": [{"hand": "1", "cards": ["1T"]}, {"hand": "1", "length": ["trumps"], "max": 1}, {"hand": "1", "cards": ["FO"], "max": 0}]}}, {"not": {"all": [{"hand": "2", "cards": ["1T"]}, {"hand": "2", "length": ["trumps"], "max": 1}, {"hand": "2", "cards": ["FO"], "max": 0}]}}, {"not": {"all": [{"hand": "3", "cards": ["1T"]}, {"hand": "3", "length": ["trumps"], "max": 1}, {"hand": "3", "cards": ["FO"], "max": 0}]}}, {"not": {"all": [{"hand": "dealer", "cards": ["1T"]}, {"hand": "dealer", "length": ["trumps"], "max": 1}, {"hand": "dealer", "cards": ["FO"], "max": 0}]}}]},
            "5": {"all": [{"not": {"all": [{"hand": "1", "cards": ["1T"]}, {"hand": "1", "length": ["trumps"], "max": 1}, {"hand": "1", "cards": ["FO"], "max": 0}]}}, {"not": {"all": [{"hand": "2", "cards": ["1T"]}, {"hand": "2", "length": ["trumps"], "max": 1}, {"hand": "2", "cards": ["FO"], "max": 0}]}}, {"not": {"all": [{"hand": "3", "cards": ["1T"]}, {"hand": "3", "length": ["trumps"], "max": 1}, {"hand": "3", "cards": ["FO"], "max": 0}]}}, {"not": {"all": [{"hand": "4", "cards": ["1T"]}, {"hand": "4", "length": ["trumps"], "max": 1}, {"hand": "4", "cards": ["FO"], "max": 0}]}}, {"not": {"all": [{"hand": "dealer", "cards": ["1T"]}, {"hand": "dealer", "length": ["trumps"], "max": 1}, {"hand": "dealer", "cards": ["FO"], "max": 0}]}}]}
          }
        },
        "near": {"tarocchi": "it has no dog, and some games of it have 62 cards", "scarto": "it has no dog: the dealer gets three cards more", "Danish tarok": "it is for three, and the dealer gets three cards more"}
      },
      "piquet": {
        "title": "Piquet",
        "aliases": "picquet, picket, piket, cent, Pikett, пикет, ピケ, pikiet, le piquet, 皮克牌, piquete",
        "source": "Hoyle's Games Modernized (1909), Piquet: by two at a time, or by three",
        "second_source": "Wikipedia, Piquet",
        "deck": "piquet",
        "players": [2, 2, 2],
        "seats": "elder, younger",
        "steps": "each 2×6, talon rest",
        "void_deal": null
      },
      "ecarte": {
        "title": "Écarté",
        "aliases": "écart, ecarte game, экарте, エカルテ, l'écarté",
        "source": "Club Code in Hoyle's Games Modernized (1909), Écarté, law 8: by two and then by three, or vice versa",
        "second_source": "Wikipedia, Écarté",
        "deck": "piquet",
        "players": [2, 2, 2],
        "steps": "each 2 3, trump 1 (Turn 1 card face up: the trump.), stock rest",
        "void_deal": null
      },
      "bezique": {
        "title": "Bezique",
        "aliases": "besique, two-handed bezique, bésigue, bezigue, безик, ベジーク, ベジック, le bésigue, bezik",
        "source": "Hoyle's Games Modernized (1909), Bézique: three, two, three; the seventeenth card is turned",
        "second_source": "Bicycle, Bezique",
        "deck": "piquet",
        "packs": {"decks": 2},
        "players": [2, 2, 2],
        "steps": "each 3 2 3, trump 1 (Turn 1 card face up: the trump, which is drawn last, after the stock.), stock rest",
        "void_deal": null,
        "near": {"Penchant": "it is played with one pack of 32, six cards each"}
      },
      "rubicon_bezique": {
        "title": "Rubicon bezique",
        "aliases": "Japanese bezique, four-pack bezique, rubicon, rubicon besique",
        "source": "Hoyle's Games Modernized (1909), Rubicon Bézique: nine each, singly or by threes, as here",
        "deck": "piquet",
        "packs": {"decks": 4},
        "players": [2, 2, 2],
        "steps": "each 3×3, stock rest",
        "void_deal": null
      },
      "sixty_six": {
        "title": "Sixty-six",
        "aliases": "66, Sechsundsechzig, santase, сантасе, шестьдесят шесть, hatvanhat, šedesát šest, altmış altı, altmışaltı, sześćdziesiąt sześć, sessantasei, sesenta y seis, soixante-six, sextiosex, zesenzestigen, šezdeset šest, 六十六, シックスティシックス, șaizeci și șase, сантасé, kuusikymmentäkuusi, шістдесят шість",
        "source": "Wikipedia, Sixty-six: six each, three at a time, and the top of the stock turned",
        "second_source": "chereshnitsa.org, Sixty-Six",
        "deck": "euchre",
        "players": [2, 2, 2],
        "steps": "each 3×2, trump 1 (Turn 1 card face up: the trump, which is drawn last, after the stock.), stock rest",
        "void_deal": null
      },
      "schnapsen": {
        "title": "Schnapsen",
        "aliases": "schnapser, snapszer, Austrian sixty-six, Schnapsen for two, Zweierschnapsen, šnops, snapszli, Schnaps'n, šnapsl, schnapsl",
        "source": "pagat.com, Schnapsen: three, the trump, two; at other tables the trump is turned last",
        "second_source": "gamerules.com, Schnapsen",
        "deck": "euchre",
        "packs": {"exclude": "9S, 9H, 9D, 9C"},
        "players": [2, 2, 2],
        "steps": "each 3, trump 1 (Turn 1 card face up: the trump, which is drawn last, after the stock.), each 2, stock rest",
        "void_deal": null
      },
      "schnapsen_german": {
        "title": "Schnapsen with double German cards, or snapszer",
        "aliases": "snapszer, Schnapsen with German cards, Doppeldeutsche",
        "source": "dbai.tuwien.ac.at, Schnapsen, the rules of nearly all Austrian tournaments: the same twenty cards of the double German pack; dealt as schnapsen (pagat.com, Schnapsen)",
        "second_source": "Wikipedia, Schnapsen: French or William Tell cards",
        "deck": "german32",
        "packs": {"exclude": "7A, 8A, 9A, 7L, 8L, 9L, 7H, 8H, 9H, 7B, 8B, 9B"},
        "players": [2, 2, 2],
        "steps": "each 3, trump 1 (Turn 1 card face up: the trump, which is drawn last, after the stock.), each 2, stock rest",
        "void_deal": null
      },
      "brisca": {
        "title": "Brisca",
        "aliases": "la brisca, Spanish brisca, brisca española, brisca puertorriqueña",
        "source": "Fournier, La brisca: three each, one at a time; of three players without the twos",
        "second_source": "doncomos.com, Reglas de la brisca",
        "deck": "spanish40",
        "removed_by_players": {"3": "2O, 2C, 2E, 2B"},
        "players": [2, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 1×3, trump 1 (Turn 1 card face up: the trump, which is drawn last, after the stock.), stock rest",
        "void_deal": null,
        "near": {
          "bisca": "it is played with French-suited cards, three, seven or nine each",
          "bisca dos nove": "it is played with French-suited cards, nine each",
          "bisca lambida": "it is played with French-suited cards, three each"
        }
      },
      "briscola_chiamata": {
        "title": "Briscola chiamata, for five",
        "aliases": "briscola for five, briscola in cinque, briscola bugiarda, briscola a chiamata, briscola a cinque, briscola pazza, briscolone, giaguaro",
        "source": "it.wikipedia.org, Briscola chiamata: eight each; in two packets: framor.info",
        "second_source": "framor.info, Briscola chiamata",
        "deck": "italian40",
        "players": [5, 5, 5],
        "direction": "anticlockwise",
        "steps": "each 4×2",
        "void_deal": null
      },
      "truco": {
        "title": "Truco, Argentine, for two, four or six",
        "aliases": "truco argentino, Argentine truco, truque, truco gaucho, truco ciego, truco arg, el truco, truco de a dos, truco criollo, truco a la argentina, トゥルーコ",
        "source": "kipdf.com, Truco: Reglamentación, article 4: three each, one at a time; also of six, in two teams of three; whose regulation it is was not found",
        "second_source": "Wikipedia, Truco",
        "deck": "spanish40",
        "players": [2, 6, 4],
        "without_players": [3, 5],
        "direction": "anticlockwise",
        "steps": "each 1×3, stock rest",
        "void_deal": null,
        "near": {
          "truc": "it is played with other packs, in Valencia with 22 cards",
          "truco uruguayo": "it turns a card, the muestra",
          "truco venezolano": "it turns a card, the vira",
          "truco con gallo": "it is for three: the gallo gets four cards and discards one"
        }
      },
      "watten": {
        "title": "Watten",
        "aliases": "Wattn, Watteln, Watten game, wattkartn, watten kartenspiel",
        "source": "ultra-watten.com, Grundregeln: three, then two; allekartenspiele.de: also of two and three players; in Bavaria two, then three (watten_two_three); no federation's rules of it were found",
        "second_source": "de.wikipedia.org, Watten",
        "deck": "german32",
        "players": [2, 4, 4],
        "steps": "each 3 2, stock rest",
        "void_deal": null
      },
      "watten_weli": {
        "title": "Watten with the Weli, with 33 cards, as in South Tyrol",
        "aliases": "South Tyrolean watten, Südtiroler Watten, Watten with 33 cards, Salzburger Watten",
        "source": "Tiroler Wattergemeinschaft, rules: 33 cards with the weli; three, then two, or two, then three; for two and three players: allekartenspiele.de, Watten",
        "second_source": "europaregion.info, Euregio Watt-Karten: 33 cards, five each",
        "deck": "german33",
        "players": [2, 4, 4],
        "steps": "each 3 2, stock rest",
        "void_deal": null,
        "near": {"Perlaggen": "it turns a card for the trump"}
      },
      "watten_two_three": {
        "title": "Watten, dealt by two and then by three",
        "aliases": "Bavarian watten, bayerisches Watten, Watten bayerisch",
        "source": "allekartenspiele.de, Watten: in Bavaria two cards at first, and then three; no federation's rules of it were found",
        "second_source": "online-kartenspiele.net, Watten: three and two, or two and three",
        "deck": "german32",
        "players": [2, 4, 4],
        "steps": "each 2 3, stock rest",
        "void_deal": null
      },
      "konigrufen": {
        "title": "Königrufen",
        "aliases": "Königsrufen, Tarockieren, Austrian tarock, calling the king, Vierertarock, Rufertarock, Königstarock, österreichisches Tarock, Tarock österreichisch, Tarock Österreich",
        "source": "Tarockcup Austria, Spielregeln (tarockcup.at): six cards at first, and the talon in the middle; twice three to it, and anticlockwise: aicher.club, Sitzenberger Königrufen",
        "second_source": "domnanovits.at, Tarock, Regeln",
        "deck": "tarock54",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 6, talon/first_half 3 down (face down), talon/second_half 3 down (face down), each 6",
        "void_deal": null,
        "near": {
          "Tapp-Tarock": "it is for three, sixteen cards each",
          "Zwanzigerrufen": "it is played with 40 cards, ten each, without a talon",
          "tarock": "the name is a game with 36 German-suited cards in Bavaria, and others in Austria"
        }
      },
      "cego": {
        "title": "Cego, for four",
        "aliases": "Zego, Badisches Tarock, Caeco, Zegospiel, Badischer Cego",
        "source": "de.wikipedia.org, Cego: eleven each, and ten to the blind, anticlockwise",
        "second_source": "schwaerzehof.de, Cego: anticlockwise",
        "deck": "tarock54",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 11, blind 10 down (face down)",
        "void_deal": null
      },
      "slovenian_tarok": {
        "title": "Tarok, Slovenian",
        "aliases": "Slovenian tarock, škis, Valat, slovenski tarok",
        "source": "sl.wikipedia.org, Tarok: six to the talon, then twice eight each for three, twelve for four, here twice six",
        "second_source": "valat.si, Pravila: the sense is as the players agree; anticlockwise: gambiter.com, Slovenian Tarok",
        "deck": "tarock54",
        "players": [3, 4, 4],
        "direction": "anticlockwise",
        "steps": "talon 6 down (face down), each {cards}×2",
        "counts": {"cards": {"3": 8, "4": 6}},
        "void_deal": null,
        "near": {
          "tarokk": "it is played with 42 cards in Hungary, nine each",
          "tarok": "the name is a game for three in Denmark, whose dealer gets three cards more"
        }
      },
      "bird_colours": {
        "title": "Four colours with the bird, dealt as Rook (Kentucky discard)",
        "aliases": "Rook, Kentucky discard, tournament Rook, missionary poker, Christian cards",
        "source": "Wikipedia, Rook, Official rules for Tournament Rook: without 1 to 4; one each and one to the nest, five times, and then the rest",
        "second_source": "ourpastimes.com, Instructions for Rook Card Game: nine each and five in the nest",
        "deck": "bird_colours",
        "packs": {"exclude": "1R, 2R, 3R, 4R, 1Y, 2Y, 3Y, 4Y, 1G, 2G, 3G, 4G, 1K, 2K, 3K, 4K"},
        "players": [4, 4, 4],
        "steps": "5×[each 1, nest 1 down] (Five times, each hand gets 1 card and then the nest gets 1, face down.), each 1×4",
        "void_deal": null
      },
      "wizards": {
        "title": "Tricks with wizards and jesters, dealt as Wizard: the first round, or that of another number of cards",
        "aliases": "predict the tricks",
        "source": "wizardcards.com, Getting Started: one card more in each round, and the next is turned",
        "second_source": "en.doc.boardgamearena.com, Wizard; of the last round, in which all are dealt out, one card less",
        "deck": "wizards",
        "players": [3, 6, 4],
        "parameters": "cards, exclude",
        "steps": "each 1×{cards}, trump 1 (Turn 1 card face up: its colour is the trump. If it is a jester there is no trump, and if it is a wizard the dealer names one.), stock rest",
        "counts": {"cards": {"3": 1}},
        "max_cards": {"3": 19, "4": 14, "5": 11, "6": 9},
        "other_cards": "wizards_last_round",
        "void_deal": null
      },
      "wizards_last_round": {
        "title": "Tricks with wizards and jesters, dealt as Wizard: the last round, without a trump",
        "aliases": "the last round of wizards",
        "source": "goodsams-florida.org, Wizard: on the last round all cards are dealt out, so there is no trump; the maker's own words on that round were not found",
        "second_source": "gamerholic.com.au, Wizard",
        "deck": "wizards",
        "players": [3, 6, 4],
        "steps": "each 1×{cards}",
        "counts": {"cards": {"3": 20, "4": 15, "5": 12, "6": 10}},
        "other_cards": "wizards",
        "void_deal": null
      },
      "sheng_ji": {
        "title": "Sheng ji, or tractor, with two packs",
        "aliases": "tractor, tuo la ji, bashi fen, 80 points, 升级, 拖拉机, 八十分, 双升, 雙升, 升級, 打升级, 双升级, трактор, 升级 拖拉机, 拖拉機, sheng ji tractor, 升级牌",
        "source": "Wikipedia, Sheng ji: drawn one at a time, counter-clockwise, until eight cards are left",
        "second_source": "pagat.com, Tractor",
        "packs": {"decks": 2, "jokers": 2},
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 1×25, kitty 8 down (face down)",
        "void_deal": null,
        "near": {
          "打百分": "it is played with one pack",
          "四十分": "it is played with one pack"
        }
      },
      "sheng_ji_drawn": {
        "title": "Sheng ji, or tractor: a stock, from which the hands are drawn one card at a time",
        "aliases": "sheng ji drawn card by card, tractor drawn card by card",
        "source": "Wikipedia, Sheng ji: each in turn draws a card, counter-clockwise, and may declare trumps meanwhile, until eight cards are left",
        "second_source": "pagat.com, Tractor",
        "packs": {"decks": 2, "jokers": 2},
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "stock rest (from which each in turn draws 1 card, until 8 are left: the kitty)",
        "void_deal": null
      },
      "knockout_whist": {
        "title": "Knockout whist: its first deal",
        "aliases": "trumps, diminishing whist, rat, reduction whist, Diminishing trumps, whist à élimination",
        "source": "Wikipedia, Knock-out whist: seven each, and the next is turned",
        "second_source": "pagat.com, Knockout Whist",
        "players": [2, 7, 4],
        "other_cards": "knockout_whist_later_deals",
        "steps": "each 1×7, trump 1 (Turn 1 card face up: the trump.), stock rest",
        "void_deal": null
      },
      "knockout_whist_later_deals": {
        "title": "Knockout whist: a later deal, of six cards to one",
        "aliases": "later rounds of knockout whist",
        "source": "Wikipedia, Knock-out whist: one card less each time, and the winner of most tricks names the trump; none is turned",
        "second_source": "University of Exeter, 40 home-based games, 5: the trump is named after the hands are dealt",
        "players": [2, 7, 4],
        "other_cards": "knockout_whist",
        "parameters": "suit_order, exclude, cards",
        "steps": "each 1×{cards}, stock rest",
        "counts": {"cards": {"2": 6}},
        "max_cards": {"2": 6},
        "void_deal": null
      },
      "german_whist": {
        "title": "German whist, for two",
        "aliases": "whist for two, two-handed whist",
        "source": "Wikipedia, German whist: thirteen each, one at a time, and the next is turned",
        "second_source": "pagat.com, German Whist",
        "players": [2, 2, 2],
        "steps": "each 1×13, trump 1 (Turn 1 card face up: the trump.), stock rest",
        "void_deal": null
      },
      "solo_whist": {
        "title": "Solo whist",
        "aliases": "English solo",
        "source": "Hoyle's Games Modernized (1909), Solo Whist: four times three, then singly; the last card is turned",
        "second_source": "Wikipedia, Solo whist",
        "players": [4, 4, 4],
        "steps": "each 3×4, others 1, dealer/trump 1 up (The dealer gets the last card, turned face up: the trump.)",
        "void_deal": null,
        "near": {"solo": "the name is a game with 32 or 36 cards in Germany and the United States"}
      },
      "bid_whist": {
        "title": "Bid whist, with two jokers",
        "aliases": "bid whist with jokers, ビッドホイスト",
        "source": "Wikipedia, Bid whist: twelve each and a kitty of six",
        "second_source": "pagat.com, Bid Whist",
        "packs": {"jokers": 2},
        "players": [4, 4, 4],
        "steps": "each 1×12, kitty 6 down (face down)",
        "void_deal": null
      },
      "sergeant_major": {
        "title": "Sergeant major, or eight five three",
        "aliases": "8-5-3, eight five three, 9-5-2, 3-5-8, three five eight",
        "source": "Wikipedia, Sergeant Major (card game): sixteen each and a kitty of four",
        "second_source": "pagat.com, Sergeant Major",
        "players": [3, 3, 3],
        "steps": "each 1×16, kitty 4 down (face down)",
        "void_deal": null,
        "near": {"üç beş sekiz": "it is the Turkish game, which is almost the same", "3-2-5": "it is played with 30 cards, ten each"}
      },
      "shelem": {
        "title": "Shelem",
        "aliases": "rok, roque, rokm, شلم, shalem, بازی شلم",
        "source": "Wikipedia, Shelem: twelve each, four at a time, and the remaining four are the widow",
        "second_source": "boresh.ca, Rules: twelve each and four face down, anticlockwise; at other tables the dealer's cards come after the widow",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 4×3, widow 4 down (face down)",
        "void_deal": null,
        "near": {"shelem with jokers": "it is played with 54 cards"}
      },
      "nap": {
        "title": "Nap, or Napoleon",
        "aliases": "napoleon, blucher, wellington",
        "source": "Hoyle's Games Modernized (1909), Nap: five each, singly or as here by three and two",
        "second_source": "Wikipedia, Nap (card game)",
        "players": [2, 7, 5],
        "steps": "each 3 2, stock rest",
        "void_deal": null
      },
      "twenty_five": {
        "title": "Twenty-five, of Ireland",
        "aliases": "25, spoil five, cúig is fiche, cúig fichead, Irish twenty-five",
        "source": "Wikipedia, Twenty-five (card game): five each, three and two, and the next is turned",
        "second_source": "pagat.com, Twenty-five",
        "players": [2, 9, 5],
        "steps": "each 3 2, trump 1 (Turn 1 card face up: the trump.), stock rest",
        "void_deal": null,
        "near": {
          "auction forty-fives": "it has a kitty of three cards for the highest bidder",
          "forty-fives": "it is dealt as twenty-five in Ireland, but has a kitty of three cards in New England and Canada",
          "45s": "it is dealt as twenty-five in Ireland, but has a kitty of three cards in New England and Canada",
          "45": "it is dealt as twenty-five in Ireland, but has a kitty of three cards in New England and Canada"
        }
      },
      "all_fours": {
        "title": "All fours",
        "aliases": "old sledge, high low jack, Trinidad all fours",
        "source": "Hoyle's Games Modernized (1909), All Fours: six each, three at a time, and the next is turned",
        "second_source": "Wikipedia, All fours",
        "players": [2, 4, 2],
        "steps": "each 3×2, trump 1 (Turn 1 card face up: the trump.), stock rest",
        "void_deal": null,
        "near": {"seven up": "it is dealt as all fours in the United States, but is a game of sevens in India"}
      },
      "cinch": {
        "title": "Cinch, or high five",
        "aliases": "high five, double pedro",
        "source": "Wikipedia, Cinch (card game): nine each, three at a time; the hands are filled up after the bidding",
        "second_source": "Encyclopædia Britannica, Cinch",
        "players": [4, 4, 4],
        "steps": "each 3×3, stock rest",
        "void_deal": null,
        "near": {"pedro": "it has one five that counts, or other scores, in places of the United States and Central America"}
      },
      "double_deck_pinochle": {
        "title": "Double-deck pinochle, with 80 cards",
        "aliases": "double pinochle, 80-card pinochle, pinochle with two decks",
        "source": "Wikipedia, Pinochle: double-deck, without nines, twenty each; five at a time: gambiter.com, Double Deck Pinochle, beside other ways",
        "second_source": "pagat.com, Double Deck Pinochle",
        "deck": "pinochle",
        "packs": {"decks": 2, "exclude": "9S, 9H, 9D, 9C"},
        "players": [4, 4, 4],
        "steps": "each 5×4",
        "void_deal": null
      },
      "british_euchre": {
        "title": "Euchre, British, with the benny",
        "aliases": "euchre with a joker, Cornish euchre, Devon euchre, English euchre, Benny euchre",
        "source": "pagat.com, British Euchre: 25 cards with the benny; three and two; the next is turned",
        "second_source": "Wikipedia, Euchre",
        "deck": "euchre",
        "packs": {"jokers": 1},
        "players": [4, 4, 4],
        "other_numbers": "euchre_three_players",
        "steps": "each 3 2, kitty/upcard 1 (turned face up), kitty 4 down (face down)",
        "void_deal": null
      },
      "euchre_three_players": {
        "title": "Euchre for three, cut-throat",
        "aliases": "cutthroat euchre, three-handed euchre",
        "source": "Wikipedia, Euchre variants: five each of 24 cards, and the next is turned; three and two",
        "second_source": "Bicycle, Euchre, cutthroat",
        "deck": "euchre",
        "players": [3, 3, 3],
        "other_numbers": "euchre, british_euchre",
        "steps": "each 3 2, kitty/upcard 1 (turned face up), kitty 8 down (face down)",
        "void_deal": null
      },
      "bid_euchre": {
        "title": "Bid euchre, with 24 cards",
        "aliases": "auction euchre, bid euchre for four, pepper",
        "source": "Wikipedia, Bid euchre: all 24 cards, six each; three at a time as in its variant Hasenpfeffer",
        "second_source": "pagat.com, Bid Euchre",
        "deck": "euchre",
        "players": [4, 4, 4],
        "steps": "each 3×2",
        "void_deal": null,
        "near": {"Hasenpfeffer": "it has a joker, and one card is left over"}
      },
      "mendikot": {
        "title": "Mendikot, or catch the tens",
        "aliases": "mendicot, mindi, mindikot, mendhi coat, mindicot, mendicoat",
        "source": "pagat.com, Mendikot: five, four and four, counter-clockwise",
        "second_source": "catsatcards.com, Mendikot",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 5 4 4",
        "void_deal": null,
        "near": {
          "dehla pakad": "it is dealt five each, then trumps are settled, then eight",
          "catch the ten": "the name is Scotch whist in Britain"
        }
      },
      "court_piece": {
        "title": "Court piece, or hokm: trumps are called after five cards",
        "aliases": "hokm, rang, rung, coat piece, kot pees, court pees, seven hands, troefcall, satat, chokri, حکم, Hokm card game, rung game, कोर्ट पीस, hukm, hokum, بازی حکم, رنگ, रंग, rang card, coat pees, حكم, court piece rang, rung card",
        "source": "Wikipedia, Court piece: five each, the trump is called, then four and four, counter-clockwise; other tables give 3, 3 and 2 at last",
        "second_source": "pagat.com, Court Piece",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "first_cards: each 5; last_cards: each 4×2",
        "void_deal": null
      },
      "twenty_eight": {
        "title": "Twenty-eight",
        "aliases": "28, irupathiyettu, thuruppu",
        "source": "catsatcards.com, Twenty-Eight: four each, one at a time and counter-clockwise, and after the bidding four more; no federation or rule book was found",
        "second_source": "Wikipedia, Twenty-eight (card game)",
        "deck": "piquet",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "first_cards: each 1×4; last_cards: each 1×4",
        "void_deal": null
      },
      "fifty_six": {
        "title": "Fifty-six, for six",
        "aliases": "56, ambathiyaru, ambathiyaaru",
        "source": "Rajagopal Nair, The Card Game called Fifty-Six: four at a time; counter-clockwise as most tables; no federation or rule book was found",
        "second_source": "gambiter.com, Fifty Six: 48 cards of two packs",
        "deck": "pinochle",
        "players": [6, 6, 6],
        "direction": "anticlockwise",
        "steps": "each 4×2",
        "void_deal": null
      },
      "tarneeb": {
        "title": "Tarneeb",
        "aliases": "tarnib, tarnibe, hakam, طرنيب, tarneb, الطرنيب, لعبة طرنيب",
        "source": "pagat.com, Tarneeb: counter-clockwise, one at a time",
        "second_source": "Wikipedia, Tarneeb: thirteen each, counter-clockwise",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 1×13",
        "void_deal": null
      },
      "four_hundred": {
        "title": "Four hundred (400)",
        "aliases": "400, arbameyeh, arbaamiye",
        "source": "pagat.com, 400: counter-clockwise, thirteen each",
        "second_source": "Wikipedia, 400 (card game)",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 1×13",
        "void_deal": null
      },
      "baloot": {
        "title": "Baloot, up to the choice of trumps",
        "aliases": "belote of Saudi Arabia, balot, بلوت, البلوت, لعبة البلوت, بالوت, belot saudi, balout",
        "source": "pagat.com, Baloot: three, two and one turned up, counter-clockwise; the stock completes the hands",
        "second_source": "Wikipedia, Baloot",
        "deck": "piquet",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 3 2, upcard 1 (Turn 1 card face up: the upcard.), stock rest",
        "void_deal": null
      },
      "trix": {
        "title": "Trix",
        "aliases": "tricks of the Levant, ticks, trex, تركس, تريكس, تركس كمبلكس, trex complex, لعبة التركس, trix game",
        "source": "pagat.com, Trix: counter-clockwise, thirteen each",
        "second_source": "Wikipedia, Trix (card game)",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 1×13",
        "void_deal": null
      },
      "batak": {
        "title": "Batak",
        "aliases": "ihaleli batak, koz maça, eşli batak, klasik batak, ihale, tekli batak, batak oyunu, tahta batak, tahtalı batak",
        "source": "iskambilci.com, Batak nasıl oynanır: thirteen each, to the right; one at a time, as commonly played; no federation or rule book was found",
        "second_source": "gamer.com.tr, Batak oyunu nasıl oynanır: thirteen each, counter-clockwise",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 1×13",
        "void_deal": null,
        "near": {"gömmeli batak": "four cards are put aside; in one form it is for three", "defineli batak": "four cards are put aside, twelve each"}
      },
      "king": {
        "title": "King, with 52 cards",
        "aliases": "jogo do King, King of Portugal, King of Brazil, jogo king",
        "source": "wikarta.com, King: 52 cards, all dealt out, one at a time, to four; no federation or rule book was found",
        "second_source": "pt.wikipedia.org, King (jogo de cartas): thirteen each, one at a time, to the left",
        "players": [4, 4, 4],
        "steps": "each 1×13",
        "void_deal": null,
        "near": {
          "barbu": "its contracts are others",
          "Koroli": "it is played with 36 cards",
          "King of Russia": "it is played with 36 cards by three, or 32 by four",
          "кинг": "it is played with 36 cards by three, or 32 by four, in Russia",
          "kingen": "its contracts are others in the Netherlands"
        }
      },
      "rifki": {
        "title": "Rıfkı, or Turkish king",
        "aliases": "Turkish king, King of Turkey, king rıfkı, рыфкы",
        "source": "gamerules.com, Rıfkı: thirteen each, one at a time, counter-clockwise, by the player at the left of the declarer; no federation or rule book was found",
        "second_source": "Wikipedia, Turkish king: 52 cards, all dealt, anticlockwise",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 1×13",
        "void_deal": null,
        "near": {"king": "the name is another game in Portugal and Brazil"}
      },
      "estimation": {
        "title": "Estimation, Egyptian",
        "aliases": "estimation whist, Egyptian estimation, استميشن, استيميشن, estimation card game, استميشين",
        "source": "pagat.com, Estimation: counter-clockwise, thirteen each",
        "second_source": "catsatcards.com, Estimation: one at a time",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 1×13",
        "void_deal": null
      },
      "gong_zhu": {
        "title": "Gong zhu, or chase the pig",
        "aliases": "chase the pig, push out the pig, Chinese hearts, 拱猪, 拱豬, 捉猪, 捉豬, 赶猪, 养猪, 拱猪大战",
        "source": "pagat.com, Gong Zhu: counter-clockwise, all the cards",
        "second_source": "Wikipedia, Gong Zhu",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 1×13",
        "void_deal": null
      },
      "preferans": {
        "title": "Preferans",
        "aliases": "преферанс, pref, преф, preferanc, プレフェランス, préférence russe, russischer Preference, preferansas, russische Preference, преферанс сочи",
        "source": "Кодекс преферанса: two at a time, and two to the talon, here after the first round, neither first nor last",
        "second_source": "pagat.com, Preferans",
        "deck": "piquet",
        "players": [3, 3, 3],
        "seating": "Of four players the dealer sits out.",
        "steps": "each 2, widow 2 down (or talon, face down), each 2×4",
        "void_deal": null,
        "near": {
          "preference": "it is dealt in other packets in Austria and the Balkans",
          "πρέφα": "it is played in Greece with other bids",
          "prefa": "it is played in Greece with other bids"
        }
      },
      "thousand_two_players": {
        "title": "Thousand for two, with two widows",
        "aliases": "tysiąc for two, 1000 for two, two-handed thousand, tysiąc na dwóch, tysiąc we dwóch, тысяча на двоих",
        "source": "pl.wikipedia.org, Tysiąc (gra karciana): ten each, and two widows of two; one at a time, as commonly played",
        "second_source": "pagat.com, 1000, two players",
        "deck": "euchre",
        "players": [2, 2, 2],
        "other_numbers": "thousand",
        "steps": "each 1×10, widows/first 2 down (face down), widows/second 2 down (face down)",
        "void_deal": null
      },
      "marias": {
        "title": "Mariáš, for three",
        "aliases": "volený mariáš, mariáš volený, marjáš",
        "source": "pagat.com, Mariáš: seven to forehand, who names the trumps, and five to the others, then five to each",
        "second_source": "cs.wikipedia.org, Mariáš",
        "deck": "german32",
        "players": [3, 3, 3],
        "seating": "Of four players the dealer sits out.",
        "seats": "forehand, middlehand, rearhand",
        "steps": "first_cards: forehand 7 (Forehand gets 7 cards at once and names the trumps.); last_cards: middlehand 5 (Middlehand gets 5 cards at once.), rearhand 5 (Rearhand gets 5 cards at once.), each 5 (Each hand gets 5 more cards at once.)",
        "void_deal": null,
        "near": {
          "licitovaný mariáš": "it has a talon of two, and is dealt five and five",
          "křížový mariáš": "it is for four, eight cards each",
          "mariasz": "it is for two or three in Poland, with 24 cards"
        }
      },
      "ulti": {
        "title": "Ulti, for three",
        "aliases": "rablóulti, rabló ulti, robber ulti, Hungarian ulti, ultimó, ulti kártya, ultizás",
        "source": "Wikipedia, Ulti: seven to the first and five to the others, then five to each, to the right; of four the dealer sits out",
        "second_source": "gamerules.com, Ulti",
        "deck": "german32",
        "players": [3, 3, 3],
        "seating": "Of four players the dealer sits out.",
        "direction": "anticlockwise",
        "steps": "turns 7 5 5 5 5 5",
        "void_deal": null,
        "near": {"talonmáriás": "it has no auction"}
      },
      "sedma": {
        "title": "Sedma",
        "aliases": "klasická sedma, Seventh",
        "source": "pagat.com, Sedma: four each, two at a time; of three without two of the eights and nines, here those of bells",
        "second_source": "kartovehry.com, Klasická sedma",
        "deck": "german32",
        "removed_by_players": {"3": "8B, 9B"},
        "players": [2, 4, 4],
        "steps": "each 2×2, stock rest (from which each hand is filled up to 4 cards)",
        "void_deal": null,
        "near": {"șeptică": "with three players the eights are wild too", "hola": "the twos are wild too", "ristikontra": "it is played with 52 cards"}
      },
      "zsirozas": {
        "title": "Zsírozás",
        "aliases": "zsíros, zsír, Hungarian sedma",
        "source": "pagat.com, Zsírozás: four each, to the right; one at a time, as commonly played",
        "second_source": "hogyankell.hu, Zsírozás",
        "deck": "german32",
        "players": [2, 4, 4],
        "without_players": [3],
        "direction": "anticlockwise",
        "steps": "each 1×4, stock rest (from which each hand is filled up to 4 cards)",
        "void_deal": null
      },
      "bauernschnapsen": {
        "title": "Bauernschnapsen, for four",
        "aliases": "Viererschnapsen, schnapsen for four",
        "source": "de.wikipedia.org, Bauernschnapsen: three each, trumps are called, and two more",
        "second_source": "pagat.com, Bauernschnapsen",
        "deck": "euchre",
        "packs": {"exclude": "9S, 9H, 9D, 9C"},
        "players": [4, 4, 4],
        "steps": "first_cards: each 3; last_cards: each 2 (Each hand gets 2 more cards at once.)",
        "void_deal": null
      },
      "binokel": {
        "title": "Binokel, with 40 cards",
        "aliases": "binocle, benogl, Kreuzbinokel, Württemberg binokel",
        "source": "binokel-palast.de, Steckbrief: of three 4-2-4-2-4, of four 3-2-3-2-3, the twos to the dabb; no federation was found, but clubs' tournaments deal so to three (bsv-ennahofen.de)",
        "second_source": "de.wikibooks.org, Kartenspiele: Binokel: to the right",
        "deck": "german32",
        "packs": {"decks": 2, "exclude": "7A, 8A, 9A, 7L, 8L, 9L, 7H, 8H, 9H, 7B, 8B, 9B"},
        "players": [3, 4, 3],
        "direction": "anticlockwise",
        "steps": {
          "3": "each 4, dabb 2 down (face down), each 4, dabb 2 down (face down), each 4",
          "4": "each 3, dabb 2 down (face down), each 3, dabb 2 down (face down), each 3"
        },
        "void_deal": null
      },
      "binokel_with_sevens": {
        "title": "Binokel, with 48 cards",
        "aliases": "Binokel mit Siebenern",
        "source": "binokel-palast.de, Steckbrief: of three 5-1-5-2-5, of four 4-2-3-2-4, the smaller ones to the dabb; no federation or rule book of this variant was found",
        "second_source": "de.wikipedia.org, Binokel: to the right",
        "deck": "german32",
        "packs": {"decks": 2, "exclude": "8A, 9A, 8L, 9L, 8H, 9H, 8B, 9B"},
        "players": [3, 4, 3],
        "direction": "anticlockwise",
        "steps": {
          "3": "each 5, dabb 1 down (face down), each 5, dabb 2 down (face down), each 5",
          "4": "each 4, dabb 2 down (face down), each 3, dabb 2 down (face down), each 4"
        },
        "void_deal": null,
        "near": {"Gaigel": "it is dealt five cards each, with a trump and a stock"}
      },
      "schafkopf_short": {
        "title": "Schafkopf, Bavarian, with the short pack",
        "aliases": "short schafkopf, Schafkopf kurzes Blatt, Schafkopf with 24 cards",
        "source": "de.wikipedia.org, Schafkopf, kurzes Blatt: without sevens and eights, six each; twice three",
        "second_source": "Bayerischer Schafkopf-Verein, rules, short pack",
        "deck": "german32",
        "packs": {"exclude": "7A, 8A, 7L, 8L, 7H, 8H, 7B, 8B"},
        "players": [4, 4, 4],
        "steps": "each 3×2",
        "void_deal": null
      },
      "jass_french": {
        "title": "Jass with French-suited cards, as for Schieber",
        "aliases": "Schieber with French cards, jass romand, chibre",
        "source": "de.wikipedia.org, Jass: west of the Brünig-Napf-Reuss line with French-suited cards; three times three",
        "second_source": "pagat.com, Schieber",
        "packs": {"exclude": "2S, 3S, 4S, 5S, 2H, 3H, 4H, 5H, 2D, 3D, 4D, 5D, 2C, 3C, 4C, 5C"},
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 3×3",
        "void_deal": null
      },
      "klaberjass": {
        "title": "Klaberjass, or clob, for two",
        "aliases": "clobyosh, clob, klabberjass, Belle for two, Klobiosh, klabber, klob, klabrias, kalabriasz, kalábriás, kalaber, klabriaspartie, клабор, клаббер, klabriasch, Klammern, Klammerjass",
        "source": "Wikipedia, Klaberjass: six each, three at a time, the next is turned; three more after the bidding",
        "second_source": "pagat.com, Klaberjass",
        "deck": "piquet",
        "players": [2, 2, 2],
        "steps": "first_cards: each 3×2, upcard 1 (Turn 1 card face up: the upcard.); last_cards: each 3, stock rest",
        "void_deal": null,
        "near": {"clabber": "it is for four in Indiana, with 24 cards, six each"}
      },
      "tute": {
        "title": "Tute, for four",
        "aliases": "Spanish tute, tute por parejas, tute de parejas, el tute, tute en parejas, tute a cuatro",
        "source": "es.wikipedia.org, Tute: all the cards, ten each, one at a time; the dealer's last is the trump",
        "second_source": "Fournier, El tute",
        "deck": "spanish40",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 1×9, others 1, dealer/trump 1 up (The dealer gets the last card, turned face up: the trump.)",
        "void_deal": null
      },
      "guinote": {
        "title": "Guiñote",
        "aliases": "guiñote aragonés, guinyote, el guiñote, guiñote a cuatro",
        "source": "es.wikipedia.org, Guiñote: six each, three at a time, and the next is turned",
        "second_source": "pagat.com, Guiñote",
        "deck": "spanish40",
        "players": [2, 4, 4],
        "without_players": [3],
        "direction": "anticlockwise",
        "steps": "each 3×2, trump 1 (Turn 1 card face up: the trump, which is drawn last, after the stock.), stock rest",
        "void_deal": null
      },
      "botifarra": {
        "title": "Botifarra",
        "aliases": "butifarra, Catalan botifarra, la botifarra, butifarra catalana",
        "source": "pagat.com, Botifarra: twelve each, four at a time, counter-clockwise",
        "second_source": "ca.wikipedia.org, Botifarra (joc)",
        "deck": "spanish48",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 4×3",
        "void_deal": null
      },
      "truco_paulista": {
        "title": "Truco paulista, with the vira",
        "aliases": "Brazilian truco, truco brasileiro, truco com vira, truco sp, truco com manilha, truco de São Paulo, truco paulistano",
        "source": "pt.wikipedia.org, Truco: 40 French-suited cards, three each, and one turned, the vira",
        "second_source": "pagat.com, Truco (Brazil)",
        "packs": {"exclude": "8S, 9S, TS, 8H, 9H, TH, 8D, 9D, TD, 8C, 9C, TC"},
        "players": [2, 6, 4],
        "without_players": [3, 5],
        "direction": "anticlockwise",
        "steps": "each 1×3, vira 1 (Turn 1 card face up: the vira. The rank that follows it is the highest.), stock rest",
        "void_deal": null,
        "near": {"truco": "it is played in Argentina with a Spanish pack"}
      },
      "truco_mineiro": {
        "title": "Truco mineiro, without a vira",
        "aliases": "truco de Minas, truco with fixed manilhas",
        "source": "pt.wikipedia.org, Truco: 40 French-suited cards, three each; the highest cards are fixed",
        "second_source": "pagat.com, Truco (Brazil)",
        "packs": {"exclude": "8S, 9S, TS, 8H, 9H, TH, 8D, 9D, TD, 8C, 9C, TC"},
        "players": [2, 6, 4],
        "without_players": [3, 5],
        "direction": "anticlockwise",
        "steps": "each 1×3, stock rest",
        "void_deal": null,
        "near": {"truco": "it is played in Argentina with a Spanish pack"}
      },
      "tressette_two_players": {
        "title": "Tressette for two",
        "aliases": "tressette in due, two-handed tressette, pizzichino",
        "source": "pagat.com, Tressette, for two: ten each, packets of five, and a stock",
        "second_source": "it.wikipedia.org, Tressette",
        "deck": "italian40",
        "players": [2, 2, 2],
        "other_numbers": "tressette",
        "direction": "anticlockwise",
        "steps": "each 5×2, stock rest",
        "void_deal": null
      },
      "kozel": {
        "title": "Kozel, of cards: with 24 cards",
        "aliases": "козёл, козёл в карты, карточный козёл, kozyol, козлик",
        "source": "horoshie-igri.ru, Козёл: aces, kings, queens, jacks, tens and sixes, six each, one at a time; pairs of partners; no federation or rule book was found",
        "second_source": "S. Kulikov, Карточная игра Козёл, summary at 300.ya.ru",
        "packs": {"exclude": "2S, 3S, 4S, 5S, 7S, 8S, 9S, 2H, 3H, 4H, 5H, 7H, 8H, 9H, 2D, 3D, 4D, 5D, 7D, 8D, 9D, 2C, 3C, 4C, 5C, 7C, 8C, 9C"},
        "players": [4, 4, 4],
        "steps": "each 1×6",
        "void_deal": null,
        "near": {
          "буркозёл": "it is a game of four cards each with a stock, as bura",
          "burkozel": "it is a game of four cards each with a stock, as bura",
          "козёл с 32 картами": "it is played with the cards from the seven up, eight each"
        }
      },
      "fodinha": {
        "title": "Fodinha: its first deal, or that of another number of cards",
        "aliases": "sodinha, fodiña",
        "source": "gl.wikipedia.org, Fodiña: one card each at first, then one more each time; without eights, nines and tens",
        "second_source": "danielvandormael/Fodinha: a card is turned, and the next rank has the highest cards",
        "packs": {"exclude": "8S, 9S, TS, 8H, 9H, TH, 8D, 9D, TD, 8C, 9C, TC"},
        "players": [2, 10, 4],
        "direction": "anticlockwise",
        "parameters": "suit_order, exclude, cards",
        "steps": "each 1×{cards}, vira 1 (Turn 1 card face up: the vira. The rank that follows it is the highest.), stock rest",
        "counts": {"cards": {"2": 1}},
        "max_cards": {"2": 10, "4": 9, "5": 7, "6": 6, "7": 5, "8": 4, "10": 3},
        "void_deal": null
      },
      "japanese_napoleon": {
        "title": "Napoleon, Japanese, with one joker",
        "aliases": "ナポレオン, Napoleon of Japan, トランプ ナポレオン, ナポレオン トランプ",
        "source": "gamefarm.jp, ナポレオン: 53 cards, one at a time; four get twelve each, five get ten; what is left is the widow; no federation or rule book was found",
        "second_source": "pinewind.jp, ナポレオン: of five players ten each and a widow of three",
        "packs": {"jokers": 1},
        "players": [4, 7, 5],
        "parameters": "suit_order",
        "steps": "each 1×{cards}, widow {widow} down (face down, for the declarer)",
        "counts": {"cards": {"4": 12, "5": 10, "6": 8, "7": 7}, "widow": {"4": 5, "5": 3, "6": 5, "7": 4}},
        "void_deal": null,
        "near": {"napoleon": "the name is nap in Britain"}
      },
      "bura": {
        "title": "Bura, with 36 cards",
        "aliases": "бура, bura 36, тридцать одно бура, bura kartı, игра бура",
        "source": "pagat.com, Bura: three cards each, one at a time, and one is turned",
        "second_source": "darwinaward.ru, Бура и буркозёл",
        "packs": {"exclude": "2S, 3S, 4S, 5S, 2H, 3H, 4H, 5H, 2D, 3D, 4D, 5D, 2C, 3C, 4C, 5C"},
        "players": [2, 6, 3],
        "steps": "each 1×3, trump 1 (Turn 1 card face up: the trump, which is drawn last, after the stock.), stock rest",
        "void_deal": null,
        "near": {"буркозёл": "it is dealt four cards each", "burkozel": "it is dealt four cards each"}
      },
      "debertz": {
        "title": "Debertz, for two and three",
        "aliases": "деберц, deberc, debertc, деберц вдвоём, дебертц, deberts, debertc na dvoih",
        "source": "horoshie-igri.ru, Правила игры в деберц: 32 cards; six each, and one is turned; after the bids three more each; the bottom card is shown; the Ukrainian federation (fdu.com.ua) has rules, whose deal was not found",
        "second_source": "help.igrafan.ru, Деберц, for two and three",
        "deck": "piquet",
        "players": [2, 3, 2],
        "steps": "first_cards: each 3×2, upcard 1 (Turn 1 card face up: the upcard.); last_cards: each 3, stock rest (The cards that are left are the stock, whose bottom card is shown.)",
        "void_deal": null,
        "near": {
          "деберц вчетвером": "it is dealt out, eight cards each",
          "терц": "it is dealt otherwise at many tables"
        }
      },
      "tute_cabrero": {
        "title": "Tute cabrero, for four and five",
        "aliases": "tute argentino, cabrero, tute uruguayo",
        "source": "tute.com.ar, Reglamento de Tute Cabrero: all the cards are dealt, and the last is the trump; to the right",
        "second_source": "es.wikipedia.org, Tute cabrero",
        "deck": "spanish40",
        "players": [4, 5, 4],
        "seating": "Of six players the dealer sits out.",
        "direction": "anticlockwise",
        "parameters": "",
        "steps": "each 1×{cards}, others 1, dealer/trump 1 up (The dealer gets the last card, turned face up: the trump.)",
        "counts": {"cards": {"4": 9, "5": 7}},
        "void_deal": null
      }
    }
  },
  "rummies": {
    "aliases": "rummy, draw and discard, melding",
    "games": {
      "gin_rummy": {
        "title": "Gin rummy",
        "aliases": "gin, Oklahoma gin, Hollywood gin, gin rumy, djin, джин, ジンラミー, 진러미, gin rami, Gin Rommé, gin rumi, 金拉米, 金罗美, джин-рамми, gin remik, gin remi, جن رامي, Gin Romy, 진 루미, gin ramino",
        "source": "Bicycle, Gin Rummy",
        "second_source": "pagat.com, Gin Rummy",
        "players": [2, 2, 2],
        "steps": "each 1×10, discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "void_deal": null,
        "near": {"knock rummy": "it is dealt as rummy is, for two to six players"}
      },
      "tonk": {
        "title": "Tonk, or tunk",
        "aliases": "tunk",
        "source": "pagat.com, Tonk, as gambiter.com has its text: five each, one at a time, and the next is turned",
        "second_source": "Wikipedia, Tonk",
        "players": [2, 4, 3],
        "steps": "each 1×5, discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "void_deal": null,
        "near": {"tunk with seven cards": "each hand gets seven cards"}
      },
      "rummy": {
        "title": "Rummy",
        "aliases": "rum, basic rummy, straight rummy, rummi, rummy 7 cards, рамми, ラミー, 루미, rommy, 拉米牌, ρούμι, rummi game, ラミィ",
        "source": "Bicycle, Rummy",
        "players": [2, 6, 4],
        "steps": "each 1×{cards}, discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "counts": {"cards": {"2": 10, "3": 7, "5": 6}},
        "void_deal": null,
        "near": {
          "remigio": "it is dealt nine or more cards each in Spain, with jokers",
          "rabino": "it is dealt nine or more cards each in Spain, with jokers"
        }
      },
      "canasta": {
        "title": "Canasta, classic",
        "aliases": "classic canasta, basket rummy, kanasta, canasta for four, канаста, カナスタ, 卡纳斯塔, 카나스타, la canasta, κανάστα, canastra clássica, kanaste, Kanaster, כנסטה, كاناستا, カナスタゲーム",
        "source": "Bicycle, Canasta: fifteen cards for two, thirteen for three, eleven for four; as commonly played eleven for five and six too, of whom other tables play canasta_six_players",
        "second_source": "pagat.com, Canasta",
        "packs": {"decks": 2, "jokers": 2},
        "players": [2, 6, 4],
        "other_numbers": "canasta_six_players",
        "steps": "each 1×{cards}, natural, stock rest",
        "counts": {"cards": {"2": 15, "3": 13, "4": 11}},
        "void_deal": null,
        "near": {
          "samba": "it is played with three packs, fifteen cards each",
          "modern American canasta": "it is dealt thirteen cards each, with two talons beside",
          "canasta uruguaya": "its rules on wild cards differ"
        }
      },
      "canasta_six_players": {
        "title": "Canasta for six, with three packs",
        "aliases": "six-handed canasta, three-pack canasta, canasta for six",
        "source": "rummy-games.com, Canasta for Six Players: three packs with six jokers, thirteen each; no federation or rule book of this variant was found",
        "packs": {"decks": 3, "jokers": 2},
        "players": [6, 6, 6],
        "other_numbers": "canasta",
        "steps": "each 1×13, natural, stock rest",
        "void_deal": null
      },
      "rummy_500": {
        "title": "Rummy 500, with one pack",
        "aliases": "500 rum, five hundred rum, five hundred rummy, pinochle rummy, 500 rummy, Michigan rum, femhundra",
        "source": "Bicycle, 500 Rum: thirteen cards for two, seven for more",
        "second_source": "howstuffworks.com, 500 Rum",
        "players": [2, 4, 4],
        "other_numbers": "rummy_500_two_packs",
        "steps": "each 1×{cards}, discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "counts": {"cards": {"2": 13, "3": 7}},
        "void_deal": null,
        "near": {
          "Persian rummy": "it has four jokers, and is for two pairs of partners",
          "500": "the name is a game of tricks in Australia and New Zealand"
        }
      },
      "rummy_500_two_packs": {
        "title": "Rummy 500, with two packs",
        "aliases": "500 rum with two packs, 500 rummy with two decks, 500 rummy for six",
        "source": "Bicycle, 500 Rum: seven cards each; two packs for five players or more",
        "second_source": "howstuffworks.com, 500 Rum",
        "packs": {"decks": 2},
        "players": [5, 8, 5],
        "other_numbers": "rummy_500",
        "steps": "each 1×7, discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "void_deal": null
      },
      "indian_rummy": {
        "title": "Indian rummy, with 13 cards",
        "aliases": "13-card rummy, thirteen-card rummy, rummy 13, paplu, Indian 13 card rummy, rummy circle, points rummy, papplu, 13 patti rummy, रमी, भारतीय रमी, रम्मी, ரம்மி, రమ్మీ, ರಮ್ಮಿ, rummy India, paplu rummy, Indisches Rommé, इंडियन रमी",
        "source": "Wikipedia, Indian rummy: thirteen each, one card begins the discards and one is the joker; counter-clockwise and with packs of 53, as commonly played",
        "second_source": "rummyculture.com, How to get started with rummy",
        "packs": {"decks": 2, "jokers": 1},
        "players": [2, 6, 6],
        "direction": "anticlockwise",
        "steps": "each 1×13, discards 1 (Turn 1 card face up: it begins the discards.), joker 1 (Turn 1 card face up, under the stock: the joker of this deal.), stock rest",
        "void_deal": null,
        "near": {"rummy": "the name is outside India a game of six to ten cards each"}
      },
      "panguingue": {
        "title": "Panguingue, of the United States",
        "aliases": "panguinge, pangini, panguingui",
        "source": "Encyclopædia Britannica, Pan: ten cards in two batches of five",
        "second_source": "denexa.com, Panguingue: the first card of the stock is turned",
        "packs": {"decks": 8, "exclude": "8S, 9S, TS, 8H, 9H, TH, 8D, 9D, TD, 8C, 9C, TC"},
        "players": [2, 15, 6],
        "direction": "anticlockwise",
        "parameters": "suit_order, exclude, decks",
        "steps": "each 5×2, discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "void_deal": null,
        "near": {"pan": "the name is polish_pan in Poland"}
      },
      "twenty_one_card_rummy": {
        "title": "Indian rummy, with 21 cards (marriage)",
        "aliases": "21-card rummy, rummy 21, marriage rummy, Indian marriage, 21 patti rummy",
        "source": "jungleerummy.com, 21-Card Rummy: three packs of 53, 21 each, one card begins the discards and one is the joker; no federation or rule book was found",
        "second_source": "rummy.com, 21 Cards Rummy; dealt as indian_rummy",
        "packs": {"decks": 3, "jokers": 1},
        "players": [2, 6, 4],
        "direction": "anticlockwise",
        "steps": "each 1×21, discards 1 (Turn 1 card face up: it begins the discards.), joker 1 (Turn 1 card face up, under the stock: the joker of this deal.), stock rest",
        "void_deal": null,
        "near": {"marriage": "it turns no joker in Nepal: that is chosen in the play", "myarij": "it turns no joker in Nepal: that is chosen in the play"}
      },
      "burraco": {
        "title": "Burraco, for two pairs of partners",
        "aliases": "Italian burraco, burraco a coppie, буррако, il burraco, burraco italiano, burraco all'italiana",
        "source": "Federazione Italiana Burraco, Codice di gara, article 4, as eburraco.com has it: eleven each, one at a time; two pozzetti of eleven, in turn (from the bottom of the pack, here after the hands); one is turned",
        "second_source": "it.wikipedia.org, Burraco",
        "packs": {"decks": 2, "jokers": 2},
        "players": [4, 4, 4],
        "other_numbers": "burraco_two_players",
        "steps": "each 1×11, pozzetti 1-2×11 down (11 cards to each of the two pozzetti, one at a time, face down.), discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "void_deal": null,
        "near": {
          "buraco": "it turns no card in Brazil: the discards begin empty",
          "buraco fechado": "it turns no card in Brazil: the discards begin empty",
          "buraco aberto": "it turns no card in Brazil: the discards begin empty"
        }
      },
      "burraco_two_players": {
        "title": "Burraco, for two",
        "aliases": "burraco a due, burraco for two",
        "source": "burraco2.com, Le regole del Burraco per 2 giocatori: eleven each, two pozzetti, and a card is turned, as for four; no federation or rule book of this variant was found",
        "second_source": "eburraco.com, Distribuire le carte",
        "packs": {"decks": 2, "jokers": 2},
        "players": [2, 2, 2],
        "other_numbers": "burraco",
        "steps": "each 1×11, pozzetti 1-2×11 down (11 cards to each of the two pozzetti, one at a time, face down.), discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "void_deal": null
      },
      "tranca": {
        "title": "Tranca, for two pairs of partners",
        "aliases": "Brazilian tranca, tranca em duplas",
        "source": "Jogatina, Regras de tranca online: 104 cards; eleven each, and two mortos of eleven; none is turned",
        "second_source": "mundigames.com, Rules of Tranca; at other tables with jokers",
        "packs": {"decks": 2},
        "players": [4, 4, 4],
        "other_numbers": "tranca_two_players",
        "steps": "each 1×11, mortos 1-2×11 down (11 cards to each of the two mortos, one at a time, face down.), stock rest",
        "void_deal": null
      },
      "tranca_two_players": {
        "title": "Tranca, for two",
        "aliases": "tranca for two",
        "source": "Jogatina, Regras de tranca online: for two as for four",
        "second_source": "mundigames.com, Rules of Tranca",
        "packs": {"decks": 2},
        "players": [2, 2, 2],
        "other_numbers": "tranca",
        "steps": "each 1×11, mortos 1-2×11 down (11 cards to each of the two mortos, one at a time, face down.), stock rest",
        "void_deal": null
      },
      "conquian": {
        "title": "Conquian, Mexican",
        "aliases": "tercerilla, con quién, konkian, konquián",
        "source": "pagat.com, Conquian: eight cards each, one at a time, anticlockwise",
        "second_source": "gamevelvet.com, Conquian",
        "deck": "spanish40",
        "players": [2, 3, 2],
        "direction": "anticlockwise",
        "steps": "each 1×8, stock rest",
        "void_deal": null,
        "near": {"coon can": "it is dealt ten cards each in the United States", "cooncan": "it is dealt ten cards each in the United States"}
      },
      "six_card_golf": {
        "title": "Golf with six cards",
        "aliases": "golf card game, Polish polka, Polish poker",
        "source": "rversofidaho.org, Six Card Golf: six each, one at a time, face down; the next is turned, and each player turns two of his own; more than four need a second pack; no federation or rule book was found",
        "second_source": "nathanmfast.com, Six Card Golf Rules",
        "players": [2, 4, 4],
        "other_numbers": "golf, four_card_golf",
        "steps": "each 1×6 down (Each hand gets 6 cards, one at a time, face down, in two rows of three.), discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "void_deal": null,
        "near": {
          "eight-card golf": "each hand gets eight cards",
          "nine-card golf": "each hand gets nine cards",
          "croquet": "each hand gets five cards more, which it holds",
          "skyjo": "it has a pack of its own",
          "golf": "the name is a patience for one player"
        }
      },
      "four_card_golf": {
        "title": "Golf with four cards",
        "aliases": "turtle",
        "source": "nickandrileyblack.com, 4-card Golf: four each, face down, in a square; the next is turned; no federation or rule book was found",
        "second_source": "gronemangames, 4 Card Golf: one at a time; each sees his two nearest cards",
        "players": [2, 4, 4],
        "other_numbers": "golf, six_card_golf",
        "steps": "each/near 1×2 (Each hand gets 2 cards, one at a time: the near row of its square, which it may look at.), each/far 1×2 down (Each hand gets 2 more cards, one at a time, face down: the far row of its square.), discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "void_deal": null,
        "near": {
          "cabo": "some of its cards have powers",
          "cambio": "some of its cards have powers",
          "rat-a-tat cat": "some of its cards have powers",
          "golf": "the name is a patience for one player"
        }
      },
      "chinchon": {
        "title": "Chinchón",
        "aliases": "conga, txintxon, el chinchón",
        "source": "Fournier, Chinchón: seven each, one at a time, and the next is turned; with 40 or 48 cards, here 40",
        "second_source": "cccj.es, Chinchón: anticlockwise",
        "deck": "spanish40",
        "players": [2, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 1×7, discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "void_deal": null,
        "near": {"golpeado": "it is played with 52 French-suited cards in Peru"}
      },
      "loba_de_menos": {
        "title": "Loba de menos",
        "aliases": "loba, la loba, Argentine loba",
        "source": "gambiter.com, Loba: 108 cards with the jokers; nine each, one at a time, and the next is turned; no federation or rule book was found",
        "second_source": "e-eduanswers.com, La loba",
        "packs": {"decks": 2, "jokers": 2},
        "players": [2, 5, 4],
        "steps": "each 1×9, discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "void_deal": null,
        "near": {"loba de más": "each hand gets eleven cards, and none is turned"}
      },
      "scala_40": {
        "title": "Scala quaranta",
        "aliases": "scala quaranta, ramino quaranta, skala 40, scala 40 carte, scala a quaranta",
        "source": "Federazione Italiana Scala 40, at it.wikipedia.org: thirteen each, one at a time; the next is turned, and goes back if it is a joker",
        "second_source": "iogames.studenti.it, Regole per giocare a scala quaranta",
        "packs": {"decks": 2, "jokers": 2},
        "players": [2, 6, 4],
        "steps": "each 1×13, no_joker, stock rest",
        "void_deal": null,
        "near": {
          "reme": "it is dealt 13 or 14 each, and its first melds need other points at many tables",
          "ράμι": "it is dealt thirteen each, and its first melds need other points at many tables",
          "remmi": "it is dealt thirteen each, and its first melds need other points at many tables",
          "реми": "it is dealt 13 or 14 each, and its first melds need other points at many tables",
          "jokeren": "it is dealt thirteen each, and its first melds need other points at many tables",
          "ramino pokerato": "it is dealt ten each, of 108 cards too",
          "ramino": "it is dealt 10 or 13 each, and its first melds need other points at many tables",
          "remi": "it is dealt 13 or 14 each, and its first melds need other points at many tables",
          "rami français": "it is dealt thirteen each, and its first melds need other points at many tables",
          "rami": "it is dealt thirteen each, and its first melds need other points at many tables",
          "Kaluki": "it is dealt thirteen or fifteen cards each, by the country",
          "remik": "it often gives the first player a fourteenth card"
        }
      },
      "german_rummy": {
        "title": "Rommé, German",
        "aliases": "Rommé, Rommee, Deutsches Rommé, Rommé mit Auslegen, Jolly, rummy with six jokers, Rommé deutsch, Rommee mit sechs Jokern, Rommé für Familien, romé",
        "source": "rummy.ch, Deutsches Rommé: two packs with six jokers; thirteen each for two to four, one at a time, and the next is turned; as commonly played for five and six too (Wikipedia, Rommé: two to six); no federation or rule book was found",
        "second_source": "Wikipedia, Rommé: 110 cards, thirteen each; at other tables in packets",
        "packs": {"decks": 2, "jokers": 3},
        "players": [2, 6, 4],
        "steps": "each 1×13, discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "void_deal": null
      },
      "contract_rummy": {
        "title": "Contract rummy, with two packs: its first deal, or that of another number of cards",
        "aliases": "combination rummy, joker rummy, Liverpool rummy, contract rummie, ramino a contratto",
        "source": "Wikipedia, Contract rummy: packs of 54; ten each in the first four deals, twelve in the last three",
        "second_source": "Bicycle, Contract Rummy: ten, then twelve, two packs for three or four; with one joker",
        "packs": {"decks": 2, "jokers": 2},
        "players": [3, 4, 4],
        "other_numbers": "contract_rummy_three_packs",
        "parameters": "suit_order, exclude, jokers, cards",
        "steps": "each 1×{cards}, discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "counts": {"cards": {"3": 10}},
        "max_cards": {"3": 12},
        "void_deal": null,
        "near": {
          "Shanghai rummy": "it is dealt eleven cards each in every deal",
          "carioca": "it is dealt twelve cards each in every deal",
          "Phase 10": "it is played with a pack of its own, of 108 cards",
          "Shanghai rum": "it is dealt eleven cards each in every deal"
        }
      },
      "contract_rummy_three_packs": {
        "title": "Contract rummy for five to eight, with three packs: its first deal, or that of another number of cards",
        "aliases": "contract rummy with three packs, contract rummy for six",
        "source": "Bicycle, Contract Rummy: three packs for five to eight; ten cards, then twelve",
        "second_source": "Wikipedia, Contract rummy: packs of 54; ten each in the first four deals, twelve in the last three",
        "packs": {"decks": 3, "jokers": 2},
        "players": [5, 8, 6],
        "other_numbers": "contract_rummy",
        "parameters": "suit_order, exclude, jokers, cards",
        "steps": "each 1×{cards}, discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "counts": {"cards": {"5": 10}},
        "max_cards": {"5": 12},
        "void_deal": null
      },
      "hand_and_foot": {
        "title": "Hand and foot, for two pairs of partners, or two teams of three",
        "aliases": "hand & foot, American canasta with a foot",
        "source": "Bill Whitnack, Our Rules for Hand and Foot: five packs with their jokers; thirteen cards to the hand and thirteen to the foot, and the next is turned; at other tables eleven; these are the rules of one circle, and no federation or rule book was found",
        "second_source": "reference.com, What Is the Hand and Foot Card Game: five packs, also for six in two teams of three",
        "packs": {"decks": 5, "jokers": 2},
        "players": [4, 6, 4],
        "without_players": [5],
        "steps": "each 13, each/foot 13 down (Each hand gets 13 more cards at once, face down: the foot.), discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "void_deal": null
      },
      "scat": {
        "title": "Scat, or thirty-one",
        "aliases": "thirty-one, blitz, scat 31, treinta y una, treinta y uno",
        "source": "pagat.com, Thirty-One: three cards each, one at a time; the next is turned",
        "second_source": "Bicycle, Thirty-One",
        "players": [2, 9, 4],
        "steps": "each 1×3, discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "void_deal": null,
        "near": {
          "ride the bus": "it is at other tables a game of guesses at the next card",
          "commerce": "three cards lie open, and are exchanged",
          "31": "the name is schwimmen in Germany and Austria",
          "trente et un": "three cards lie open in France",
          "trentuno": "it is played with 40 Italian cards"
        }
      },
      "konkan": {
        "title": "Konkan, or fifty-one, with two jokers",
        "aliases": "konken, كونكان, كونكن, elli bir, ellibir, 51 kağıt, كونكان 51",
        "source": "github.com/alnah005/Konkan: two packs and two jokers, fourteen cards each, one more to the first; the cut is left out, in which the bottom one to three cards of the stock are shown and a joker is the cutter's; no federation or rule book was found",
        "second_source": "newstodaybengal.com, 51 kağıt oyunu: two cards at a time",
        "packs": {"decks": 2, "jokers": 1},
        "players": [2, 4, 4],
        "direction": "anticlockwise",
        "parameters": "suit_order",
        "steps": "each 2×7, 1 1 (The first hand, which begins, gets 1 extra card.), stock rest",
        "void_deal": null,
        "near": {
          "römi": "it is dealt 14 each, and has more jokers",
          "žolíky": "it is dealt 14 or 15 each, and has four jokers",
          "51": "the name is in Japan a game of exchanging cards with five on the table",
          "кункен": "it is dealt twelve cards each in Russia",
          "konkan of one pack": "each hand gets thirteen cards"
        }
      },
      "machiavelli": {
        "title": "Machiavelli",
        "aliases": "Macchiavelli, machiavelli carte, ramino machiavelli",
        "source": "Wikipedia, Machiavelli (Italian card game): two packs without jokers; fifteen each, and fewer of more than five players",
        "second_source": "pagat.com, Machiavelli",
        "packs": {"decks": 2},
        "players": [2, 5, 4],
        "parameters": "suit_order, exclude, jokers",
        "steps": "each 1×15, stock rest",
        "void_deal": null,
        "near": {
          "Räuberrommé": "it is dealt with jokers in Germany",
          "Räuber-Rummy": "it is dealt with jokers in Germany",
          "mexe-mexe": "it is dealt eleven cards each in Brazil",
          "manipulation rummy": "it is dealt other numbers of cards"
        }
      },
      "pife": {
        "title": "Pife, or pif-paf",
        "aliases": "pif-paf, pif paf, pife pafe",
        "source": "oocities.org, Regras do Pif Paf: nine cards each, one at a time, and no card is turned; no federation or rule book was found",
        "second_source": "auditorioibirapuera.com.br, Quais as regras do Pife: two packs without jokers, two to eight players",
        "packs": {"decks": 2},
        "players": [2, 8, 4],
        "steps": "each 1×9, stock rest",
        "void_deal": null
      },
      "cacheta": {
        "title": "Cacheta",
        "aliases": "caxeta, cachetão, cacheta brasileira, caixeta",
        "source": "oocities.org, Cacheta: two packs, nine cards each, one at a time; a card is turned, and the next above it in its suit is the joker; no federation or rule book was found",
        "second_source": "jogadamestra.com.br, Cachetão: the player on the dealer's right begins",
        "packs": {"decks": 2},
        "players": [2, 5, 4],
        "direction": "anticlockwise",
        "steps": "each 1×9, vira 1 (Turn 1 card face up: the vira. The next card above it in its suit is the joker.), stock rest",
        "void_deal": null
      },
      "continental": {
        "title": "Continental, with two packs: its first deal, or that of another number of cards",
        "aliases": "continental de cartas, el continental, continental rummy of Spain",
        "source": "continental.org.es, Continental: seven cards each in the first deal, and one more each time, up to thirteen",
        "second_source": "nhfournier.es, Continental: packs with two jokers, one card at a time, to the right; three packs in later deals",
        "packs": {"decks": 2, "jokers": 2},
        "players": [2, 5, 4],
        "direction": "anticlockwise",
        "parameters": "suit_order, exclude, decks, jokers, cards",
        "steps": "each 1×{cards}, discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "counts": {"cards": {"2": 7}},
        "max_cards": {"2": 13},
        "void_deal": null,
        "near": {"progressive rummy": "it begins with six cards each, and one more each deal", "continental rummy": "it is dealt fifteen cards each in the United States"}
      },
      "hoola": {
        "title": "Hoola",
        "aliases": "훌라, hula, hulla, Korean rummy, 훌라 카드, フルラ",
        "source": "pagat.com, Hoola: seven cards each, one at a time, and one is turned; to the right: gambiter.com, Hoola; an older text of pagat.com has it clockwise",
        "second_source": "gambiter.com, Hoola: seven cards each, one at a time, and one is turned; to the right",
        "players": [2, 5, 4],
        "direction": "anticlockwise",
        "steps": "each 1×7, discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "void_deal": null,
        "near": {
          "세븐브릿지": "it is the game of Japan, where the next player may not always take a discard",
          "セブンブリッジ": "it is the game of Japan, where the next player may not always take a discard",
          "Seven Bridge": "it is the game of Japan, where the next player may not always take a discard"
        }
      }
    }
  },
  "shedding": {
    "aliases": "climbing, eights, going out",
    "games": {
      "wild_colours": {
        "title": "Four colours with wild cards, dealt as Uno",
        "aliases": "Uno, wild colors, four colours, crazy colours, Un0, four-colour shedding game, ウノ, УНО, 우노, 优诺, 優諾牌, ΟΥΝΟ, أونو, אונו, ओनो, อูโน่, 乌诺",
        "source": "RLCard (datamllab/rlcard), its dealer",
        "second_source": "the maker's instruction sheet (scribd.com/document/51574355): a wild draw four that is turned first goes back into the pack, and the next card is turned",
        "deck": "wild_colours",
        "players": [2, 10, 4],
        "steps": "each 1×7, no_draw_four, stock rest",
        "void_deal": null,
        "near": {"Uno Flip": "it has a pack whose cards have two faces"}
      },
      "wild_colours112": {
        "title": "Four colours with wild cards, dealt as Uno with 112 cards",
        "aliases": "Uno, Uno 112, wild colors 112",
        "source": "the maker's instruction sheet of the pack of 112 cards; dealt as wild_colours",
        "second_source": "punditweb.com, Shuffle Hands: the cards",
        "deck": "wild_colours112",
        "players": [2, 10, 4],
        "steps": "each 1×7, no_draw_four, stock rest",
        "void_deal": null
      },
      "crazy_eights": {
        "title": "Crazy eights",
        "aliases": "eights, Swedish rummy, crazy 8s, ocho loco, vri åtter, クレイジーエイト, 疯狂八点, 瘋狂八點, 크레이지 에이트, oito maluco, oitos loucos, verrückte Achter, verrückte Achten, сумасшедшие восьмёрки, сумасшедшая восьмёрка, szalone ósemki, çılgın sekizler, huit fous, gekke achten, otto pazzi, šílené osmičky, クレイジーエイツ",
        "source": "Bicycle, Crazy Eights: seven cards for two, five for more; an eight that is turned is buried in the stock",
        "second_source": "Encyclopædia Britannica, Eights",
        "players": [2, 8, 4],
        "steps": "each 1×{cards}, no_eight, stock rest",
        "counts": {"cards": {"2": 7, "3": 5}},
        "void_deal": null,
        "near": {
          "switch": "it is usually dealt seven cards each, however many play",
          "last card": "it is usually dealt seven cards each, however many play",
          "last one": "it is usually dealt seven cards each, however many play",
          "black jack of England": "it is usually dealt seven cards each, however many play",
          "macau": "it is dealt five cards each, of two players too",
          "makao": "it is dealt five cards each, of two players too",
          "pesten": "it is played with jokers, and dealt seven cards each",
          "huit américain": "it is usually dealt eight cards each, often from two packs",
          "jack change it": "it is usually dealt seven cards each, however many play",
          "pis yedili": "it is dealt seven cards each, and the sevens are played otherwise",
          "ページワン": "it is dealt four or five cards each in Japan, and the last one is called",
          "원카드": "it is played with jokers in Korea",
          "vändåtta": "it is dealt five or seven cards each in Sweden",
          "olsen": "it is dealt seven cards each in Denmark",
          "αγωνία": "it is dealt seven cards each in Greece",
          "agonia": "it is dealt seven cards each in Greece",
          "makaó": "it is dealt five cards each, of two players too",
          "macao": "it is dealt five cards each, of two players too",
          "otto americano": "it is often dealt eight cards each",
          "américain": "it is usually dealt eight cards each, often from two packs",
          "le huit américain": "it is usually dealt eight cards each, often from two packs",
          "jodete": "it is played with Spanish cards in Argentina"
        }
      },
      "mau_mau": {
        "title": "Mau-mau",
        "aliases": "мау-мау, マウマウ, maumau karten, μάου μάου",
        "source": "David Parlett, The Penguin Book of Card Games, Mau-Mau: five each of 32 cards, and the next is turned; one at a time, from the dealer's left: spielfibel.de, Mau Mau; at other tables six or seven each",
        "second_source": "kartenspiele.net, Mau-Mau: 32 cards, two to five players, five each, one turned",
        "deck": "piquet",
        "players": [2, 5, 4],
        "steps": "each 1×5, discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "void_deal": null,
        "near": {
          "Tschau Sepp": "it is played with the Swiss pack of 36",
          "чешский дурак": "it is played with 36 cards in Russia",
          "101": "it is played with 36 cards in Russia; elsewhere the name is okey_101",
          "сто одно": "it is played with 36 cards, and the dealer's last is turned",
          "Neunerln": "its rules differ; it is a kin of mau-mau",
          "Pumba": "its rules differ; it is a kin of mau-mau"
        }
      },
      "go_fish": {
        "title": "Go fish",
        "aliases": "fish, ゴーフィッシュ, Finns i sjön, vai a pescare, 고피쉬, ve a pescar, ve a pesca, pescaria, peixinho, va à la pêche, va pêcher, à la pêche, idź na ryby, иди рыбачить, Geh fischen, Geh angeln, pesca pesca, balık tut, jogo do peixinho, ga vissen, 고 피시, a pescar",
        "source": "Bicycle, Go Fish: seven cards for two or three, five for more; at other tables five for three",
        "second_source": "botvfx.com, Go Fish: four to six",
        "players": [2, 6, 4],
        "steps": "each 1×{cards}, stock rest",
        "counts": {"cards": {"2": 7, "4": 5}},
        "void_deal": null,
        "near": {
          "authors": "it is dealt out wholly, without a stock",
          "quartet": "it has packs of its own, and is dealt out wholly",
          "literature for children": "it is dealt out wholly, without a stock",
          "happy families": "it has a pack of its own, and is dealt out wholly",
          "jeu des sept familles": "it has packs of its own, and is dealt out wholly",
          "sept familles": "it has packs of its own, and is dealt out wholly",
          "kwartet": "it has packs of its own, and is dealt out wholly",
          "kvarteto": "it has packs of its own, and is dealt out wholly",
          "сундучок": "it is played with 36 cards",
          "kwartetten": "it has packs of its own, and is dealt out wholly",
          "钓鱼": "it is a game of pairs that make fourteen in China",
          "釣魚": "it is a game of pairs that make ten or fourteen in China and Taiwan"
        }
      },
      "kings_in_the_corner": {
        "title": "Kings in the corner",
        "aliases": "kings corners, kings corner, kings on the corner",
        "source": "horje.com, How to Play Kings Corners: seven each, and four turned in a cross; players move a king that lies there to a corner, and the next card takes its place; no federation or rule book was found",
        "second_source": "Wikipedia, Kings in the Corner",
        "players": [2, 4, 4],
        "steps": "each 1×7, tableau 1-4 (1 card to each of the four sides of the tableau, face up: north, east, south and west.), stock rest",
        "void_deal": null
      },
      "old_maid": {
        "title": "Old maid",
        "aliases": "",
        "source": "Encyclopædia Britannica (1911), Old Maid: without the queen of hearts, all dealt out one by one; at other tables without that of clubs",
        "second_source": "Bicycle, Old Maid",
        "packs": {"exclude": "QH"},
        "players": [2, 8, 4],
        "steps": "all_out",
        "void_deal": null,
        "near": {
          "Schwarzer Peter": "it is played with 31 cards, or a pack of pictures",
          "black Peter": "it is played with 31 cards, or a pack of pictures",
          "чёрный Пётр": "it leaves out other cards than the queen of hearts",
          "babanuki": "it is played with all 52 cards and a joker",
          "ババ抜き": "it is played with all 52 cards and a joker",
          "도둑잡기": "it is played with all 52 cards and a joker",
          "pouilleux": "it leaves out the jack of clubs, not a queen",
          "le vieux garçon": "it leaves out jacks, not a queen",
          "mistigri": "it leaves out the jack of clubs, not a queen",
          "papaz kaçtı": "it leaves out three kings, not a queen",
          "la mona": "it is played with a Spanish pack, and leaves out another card",
          "uomo nero": "it leaves out a black jack, not a queen",
          "mico": "it has a pack of its own, of animals, in Brazil",
          "Piotruś": "it has a pack of its own, or leaves out a black jack",
          "Czarny Piotruś": "it has a pack of its own, or leaves out a black jack",
          "Svarte Petter": "it has a pack of its own, or leaves out a black jack",
          "Svarteper": "it has a pack of its own, or leaves out a black jack",
          "Sorteper": "it has a pack of its own, or leaves out a black jack",
          "Musta Pekka": "it has a pack of its own, or leaves out a black jack",
          "Zwartepieten": "it has a pack of its own, or leaves out a black jack",
          "Černý Petr": "it has a pack of its own, or leaves out a black jack",
          "Fekete Péter": "it has a pack of its own, or leaves out a black jack",
          "抽乌龟": "it is played with a joker, or with a card left out that nobody knows",
          "抽鬼牌": "it is played with a joker, or with a card left out that nobody knows",
          "抽王八": "it is played with a joker, or with a card left out that nobody knows",
          "ばばぬき": "it is played with a joker, or with a card left out that nobody knows",
          "ジジ抜き": "a card that nobody knows is left out",
          "μουτζούρης": "it leaves out kings, not a queen",
          "moutzouris": "it leaves out kings, not a queen",
          "ведьма": "it is played with 36 cards as often as with 52, and keeps a queen of spades, in Russia",
          "mico preto": "it has a pack of its own, of animals, in Brazil",
          "Zwarte Piet": "it has a pack of its own, or leaves out a black jack",
          "Акулина": "it keeps a queen of spades in Russia, and leaves none out",
          "culo sucio": "it is played with a Spanish pack, and leaves out another card",
          "asino": "it leaves out another card in Italy",
          "Scabby queen": "it leaves out another queen in Scotland"
        }
      },
      "fan_tan": {
        "title": "Fan tan, or sevens",
        "aliases": "sevens, parliament, card dominoes, play or pay, laying out sevens, Satti Centre, Badaam Saat, satte pe satta, सत्ते पे सत्ता, 排七, badam satti, jogo do sete, kartendomino, card domino, домино картами, domino karciane, Satti laava, Sevens game, カードドミノ",
        "source": "Encyclopædia Britannica, Fan-tan: the whole pack, one at a time; some may get one more; up to eight players",
        "second_source": "howtoplay.nz, Seven: the whole pack, one at a time, clockwise; three to eight players",
        "players": [3, 8, 4],
        "steps": "all_out",
        "void_deal": null,
        "near": {
          "cinquillo": "it is played with a Spanish pack of 40 cards and begins with the fives",
          "shichi narabe": "the four sevens are laid out before play",
          "七並べ": "the four sevens are laid out before play",
          "7並べ": "the four sevens are laid out before play",
          "seven up": "the name is all_fours in the United States",
          "девятка": "it is played with 36 cards and begins with the nines",
          "接龙": "the name is a patience and dominoes as well in China",
          "ristiseiska": "it begins with the seven of clubs alone"
        }
      },
      "president": {
        "title": "President",
        "aliases": "asshole, scum, bum, Arschloch, trou du cul, capitalism, rich man poor man, prezydent, สลาฟ, slave, президент, Präsident, le président, presidente, trouduc, troufion, klootzakken, presidenten, プレジデント, presidents and assholes, Scumbag, Kings and assholes, președinte, 대통령 게임, Arschloch kartenspiel, los presidentes, jeu du président",
        "source": "Wikipedia, President (card game): all dealt out, as evenly as possible; two jokers more at some tables",
        "second_source": "palace-of-cards.com, President",
        "players": [3, 8, 4],
        "parameters": "suit_order, exclude, jokers",
        "steps": "all_out",
        "void_deal": null,
        "near": {
          "daifugō": "it has a joker more: 53 cards",
          "daihinmin": "it has a joker more: 53 cards",
          "大富豪": "it has a joker more: 53 cards",
          "대부호": "it has a joker more: 53 cards",
          "Zheng Shangyou": "it has two jokers: 54 cards, dealt anticlockwise",
          "大貧民": "it has a joker more: 53 cards",
          "culo": "it is played with a Spanish pack of 40"
        }
      },
      "cheat": {
        "title": "Cheat, or I doubt it",
        "aliases": "BS, bullshit, bluff, I doubt it, doubt it, Peter Beater, ダウト, moscow, Schummeln, Mogeln, Lügen, Menteur, le menteur, Mentiroso, Desconfío, Dubito, Blöf, Oszust, bugiardo, 吹牛, 唬牌, 다우트, בלוף, liegen, bluffen, kłamca, kłamstwo, duvido, mentira, zweifeln, ich zweifle, podvodník, yalancı, обманщик, врун, 吹牛皮, 说谎, dubito carte, je doute, blef, I doubt, Bluffen kartenspiel",
        "source": "Bicycle, I Doubt It: all dealt out, one at a time",
        "second_source": "classicgamesandpuzzles.com, I Doubt It",
        "players": [3, 6, 4],
        "steps": "all_out",
        "void_deal": null,
        "near": {
          "верю не верю": "it is played with 36 cards as often as with 52",
          "snyd": "it is as often a game of dice in Denmark",
          "valepaska": "each hand gets five cards in Finland, and the rest are a stock",
          "bluffstopp": "each hand gets seven cards in Sweden, and the rest are a stock"
        }
      },
      "palace": {
        "title": "Palace, or shithead",
        "aliases": "shithead, shed, karma, Idiot, Ten-two slide, China hand, danish shithead, シットヘッド, Zweeds pesten, Scheißkopf, cabeza de mierda, paleis, shithead game",
        "source": "Wikipedia, Shithead (card game): three down, three up, three in hand",
        "second_source": "spielregeln.de, Shithead",
        "players": [2, 5, 3],
        "steps": "each/face_down 1×3 down (Each hand gets 3 cards, one at a time, face down on the table.), each/face_up 1×3 up (Each hand gets 3 more cards, one at a time, face up on top of these.), each 1×3, stock rest",
        "void_deal": null,
        "near": {"vändtia": "the tens turn the pile in Sweden, and other cards are dealt"}
      },
      "speed": {
        "title": "Speed, for two",
        "aliases": "speed card game",
        "source": "Wikipedia, Speed (card game): five to each hand, fifteen to its draw pile; five and one to each side of the centre",
        "second_source": "appszoom.com, Speed",
        "players": [2, 2, 2],
        "seats": "1, …, n",
        "direction": "none",
        "steps": "hands: each 1×5, each/draw_pile 1×15 down (Each hand gets 15 more cards as its draw pile, one at a time, face down.), side 1-2×5 down (The two side piles get 5 cards each, one at a time, face down.); start: centre 1-2 (Turn 1 card to each of the two piles in the centre, face up.)",
        "void_deal": null,
        "near": {"spit": "all 52 cards are dealt out, and each hand lays five stock piles of one to five cards", "California speed": "all the cards are dealt out to two draw piles and open piles", "Japanese speed": "one hand gets the red cards and the other the black ones, and each draws four", "スピード": "one hand gets the red cards and the other the black ones, and each draws four"}
      },
      "big_two": {
        "title": "Big two",
        "aliases": "deuces, cho dai di, pusoy dos, da lao er, 大老二, 锄大地, big deuce, top dog, chor dai di, ビッグツー, capsa banting, 鋤大弟, 鋤大D, 大2, 鋤大地, 鋤大第, 빅투, 大D, 大二, pusoy dos game, 老二",
        "source": "Wikipedia, Big two: singly and counter-clockwise; of three the last card face up, for the holder of 3D, as commonly played",
        "second_source": "pagat.com, Big Two",
        "players": [3, 4, 4],
        "other_numbers": "big_two_two_players",
        "direction": "anticlockwise",
        "steps": {
          "3": "each 1×17, table 1 (face up)",
          "4": "each 1×13"
        },
        "void_deal": null,
        "near": {"capsa": "the name is chinese_poker, or capsa susun, as well in Indonesia"}
      },
      "dou_dizhu": {
        "title": "Dou dizhu, for three",
        "aliases": "fight the landlord, landlord, DDZ, 斗地主, 鬥地主, dzd, fight landlord, 闘地主, đấu địa chủ, 두디주, 斗地主游戏, 투지주, 欢乐斗地主, 歡樂鬥地主",
        "source": "denexa.com, Dou Dizhu: seventeen each, three for the landlord; no card is turned to name the first bidder; the Chinese competition rules (中国二打一扑克竞赛规则, 2011) were not found",
        "second_source": "RLCard (datamllab/rlcard), doudizhu",
        "packs": {"jokers": 2},
        "players": [3, 3, 3],
        "other_numbers": "dou_dizhu_four_players",
        "direction": "anticlockwise",
        "steps": "each 1×17, widow 3 down (face down)",
        "void_deal": null,
        "near": {"two-player dou dizhu": "it is for two, seventeen each"}
      },
      "dou_dizhu_four_players": {
        "title": "Dou dizhu, for four, with two packs",
        "aliases": "four-player dou dizhu, four-player landlord, 四人斗地主, 四人鬥地主, 两副牌斗地主, 上海斗地主, double-deck dou dizhu, doudizhu for four",
        "source": "QuiQiJingFeng/M2_CLIENT, 上海四人斗地主: two packs, 25 each, and eight for the landlord; one at a time, as commonly played; no federation or rule book of this variant was found",
        "second_source": "四人斗地主 and 江浙四人, the rules of two online games: 25 each and eight, face down",
        "packs": {"decks": 2, "jokers": 2},
        "players": [4, 4, 4],
        "other_numbers": "dou_dizhu",
        "direction": "anticlockwise",
        "steps": "each 1×25, widow 8 down (face down)",
        "void_deal": null
      },
      "pao_de_kuai": {
        "title": "Pao de kuai, or run fast, for three",
        "aliases": "run fast, running fast, 跑得快, 跑得快三人, 跑的快",
        "source": "567ppt.com, 三人跑得快: without the ace of spades and all twos but that of spades; sixteen each, counter-clockwise; no federation or rule book was found",
        "second_source": "hackmd.io, 跑得快: without 2H, 2C, 2D and AS, sixteen each of three; one at a time: m.ac.qq.com, 跑得快",
        "packs": {"exclude": "2H, 2D, 2C, AS"},
        "players": [3, 3, 3],
        "direction": "anticlockwise",
        "steps": "each 1×16",
        "void_deal": null,
        "near": {"run fast with fifteen cards": "it is played with 45 cards", "run fast for four": "it is played with 52 cards, thirteen each", "zheng shangyou": "it is another climbing game; some places use the name for run fast", "争上游": "it is another climbing game; some places use the name for run fast"}
      },
      "durak": {
        "title": "Durak, with 36 cards",
        "aliases": "fool, podkidnoy durak, дурак, durak podkidnoy, durak perevodnoy, дурак подкидной, переводной дурак, подкидной дурак, дурень, dureń, דורק, ドゥラーク, ドゥラック, 杜拉克, дурачок, подкидной, переводной, podkidnoy, perevodnoy, podkidnoy durak, perevodnoy durak, durachok, игра в дурака, دوراك, 두락, durak kartenspiel, Der Dummkopf, Durak transfer, подкидной дурень, dureń karty, jeu du durak",
        "source": "Wikipedia, Durak: six each, the next is the trump, under the stock; of six hands the last card dealt is the trump",
        "second_source": "durak.app, rules",
        "packs": {"exclude": "2S, 3S, 4S, 5S, 2H, 3H, 4H, 5H, 2D, 3D, 4D, 5D, 2C, 3C, 4C, 5C"},
        "players": [2, 6, 4],
        "steps": {
          "2": "each 1×6, trump 1 (Turn 1 card face up: the trump, which is drawn last, after the stock.), stock rest",
          "6": "each 1×5, others 1, dealer/trump 1 up (The dealer gets the last card, turned face up: the trump.)"
        },
        "void_deal": null
      },
      "tichu": {
        "title": "Tichu, for four",
        "aliases": "Tichu Nanjing, tichu card game, 티츄, ティチュー",
        "source": "Fata Morgana Spiele, Tichu, rules: eight cards each before grand tichu is called, and then six; to the right",
        "second_source": "gamecabinet.com, Tichu",
        "deck": "tichu",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "first_cards: each 1×8; last_cards: each 1×6",
        "void_deal": null,
        "near": {"zheng fen": "it is played with 54 cards, for three to six players"}
      },
      "big_two_two_players": {
        "title": "Big two, for two",
        "aliases": "two-player big two, big two for two, deuces for two",
        "source": "denexa.com, Big Two: thirteen each, and the others are set aside; at other tables the holder of the lowest card gets them; no federation or rule book of this variant was found",
        "second_source": "pokerrule-online.com, Big 2 Poker: two to four players, thirteen each",
        "players": [2, 2, 2],
        "other_numbers": "big_two",
        "direction": "anticlockwise",
        "steps": "each 1×13, stock rest (which is not used)",
        "void_deal": null
      },
      "tien_len": {
        "title": "Tiến lên, or thirteen",
        "aliases": "thirteen, Vietnamese cards, tien len mien nam, killer, Viet Cong, TLMN, bài tiến lên, ティエンレン, tiến lên đếm lá",
        "source": "Wikipedia, Tiến lên: thirteen each, and any others are set aside; one at a time and clockwise as commonly played, at other tables counter-clockwise",
        "second_source": "Union of North American Vietnamese Student Associations, Tiến Lên",
        "players": [2, 4, 4],
        "parameters": "suit_order",
        "steps": {
          "2": "each 1×13, stock rest (which is not used)",
          "4": "each 1×13"
        },
        "void_deal": null,
        "near": {"tiến lên miền bắc": "it is dealt alike, and its rules of play differ"}
      },
      "guandan": {
        "title": "Guandan",
        "aliases": "throwing eggs, 掼蛋, 淮安掼蛋, 惯蛋, 摜蛋, 贯蛋, 掼蛋扑克",
        "source": "Wikipedia, Guandan: two packs with their jokers, 27 each; drawn one at a time",
        "second_source": "wgf.sport, Guandan: counterclockwise",
        "packs": {"decks": 2, "jokers": 2},
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 1×27",
        "void_deal": null
      },
      "tongits": {
        "title": "Tongits",
        "aliases": "tong-its, tong its, tongits go, тонгитс",
        "source": "pagat.com, Tong-its: twelve each, and thirteen to the dealer, one at a time, counter-clockwise; here the dealer is last",
        "second_source": "Wikipedia, Tong-its",
        "players": [3, 3, 3],
        "direction": "anticlockwise",
        "steps": "each 1×12, dealer 1, stock rest",
        "void_deal": null
      },
      "ta_la": {
        "title": "Tá lả, or phỏm",
        "aliases": "phỏm, Vietnamese rummy, tá lả phỏm, bài phỏm",
        "source": "vinagames.com, Phỏm: two to four players, nine each, and ten to the one who plays first; no federation or rule book was found",
        "second_source": "jzi.cc, Phỏm: the dealer, who won the last hand, gets the tenth; counter-clockwise; here the dealer is last",
        "players": [2, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 1×9, dealer 1 (The dealer, who plays first, gets 1 more card.), stock rest",
        "void_deal": null,
        "near": {"chắn": "it is played with other cards"}
      },
      "prsi": {
        "title": "Prší",
        "aliases": "Czech mau-mau, mau-mau prší, prší karetní hra",
        "source": "pagat.com, Prší: four cards each, and one is turned",
        "second_source": "cs.wikipedia.org, Prší",
        "deck": "german32",
        "players": [2, 6, 4],
        "steps": "each 1×4, discards 1 (Turn 1 card face up: it begins the discards.), stock rest",
        "void_deal": null
      },
      "bhabhi": {
        "title": "Bhabhi, or get away",
        "aliases": "get away, thulla, bhabi, ਭਾਬੀ, भाभी",
        "source": "pagat.com, Bhabhi: all the cards are dealt, one at a time; some may get one more",
        "second_source": "Wikipedia, Bhabhi (card game)",
        "players": [3, 8, 4],
        "steps": "all_out",
        "void_deal": null
      },
      "whot": {
        "title": "Whot",
        "aliases": "naija whot, Nigerian whot, WHOT card game, whot naija, whot cards",
        "source": "Wikipedia, Whot!: six cards each, and the top one is turned",
        "second_source": "whotlive.com, WHOT! Game Rules: five cards each",
        "deck": "whot",
        "players": [2, 8, 4],
        "parameters": "exclude, cards",
        "steps": "each 1×{cards}, discards 1 (Turn 1 card face up: it begins the discards.), stock rest (or market)",
        "counts": {"cards": {"2": 6}},
        "max_cards": {"2": 10, "6": 8, "7": 7, "8": 6},
        "void_deal": null
      },
      "rows_from_eleven": {
        "title": "Rows from the elevens, dealt as Elfer raus!",
        "aliases": "Elfer raus, Elfer raus!, elferraus, eleven out, 11er raus, elferaus, 11 raus",
        "source": "de.wikipedia.org, Elfer raus!: all but twenty of the cards are dealt, to two players all but forty",
        "second_source": "allekartenspiele.de, Elfer raus",
        "deck": "colours80",
        "players": [2, 6, 4],
        "steps": "each 1×{cards}, stock rest",
        "counts": {"cards": {"2": 20, "4": 15, "5": 12, "6": 10}},
        "void_deal": null,
        "near": {"elevens": "the name is as often a patience, elevens_patience"}
      },
      "newmarket": {
        "title": "Newmarket, or Michigan",
        "aliases": "Michigan, boodle, Newmarket horses",
        "source": "pagat.com, Newmarket: all the cards are dealt, one at a time, with a spare hand; the horses are four cards of another pack",
        "second_source": "The Guardian, Rules of card games: Newmarket: of five players the dealer and the dummy have eight cards, the others nine",
        "players": [3, 8, 4],
        "parameters": "suit_order",
        "steps": {
          "3": "{rounds}×[each 1, spare 1 down] ({rounds} times, each hand gets 1 card, and then the spare hand gets 1, face down.)",
          "4": "{rounds}×[each 1, spare 1 down] ({rounds} times, each hand gets 1 card, and then the spare hand gets 1, face down.), all_out (The cards that are left go one at a time to the first hands.)"
        },
        "counts": {"rounds": {"3": 13, "4": 10, "5": 8, "6": 7, "7": 6, "8": 5}},
        "void_deal": null,
        "near": {
          "Saratoga": "its stakes are laid on chosen cards",
          "Michigan rummy": "it has a board, and poker hands"
        }
      },
      "nain_jaune": {
        "title": "Nain jaune",
        "aliases": "le nain jaune, yellow dwarf, lindor, le jeu du nain jaune, nano giallo, gelber Zwerg, enano amarillo, żółty karzeł",
        "source": "fr.wikipedia.org, Nain jaune: 15, 12, 9, 8, 7 or 6 cards each for three to eight",
        "second_source": "maison-facile.com, Le nain jaune",
        "players": [3, 8, 4],
        "steps": "each 1×{cards}, talon rest (which is not used)",
        "counts": {"cards": {"3": 15, "4": 12, "5": 9, "6": 8, "7": 7, "8": 6}},
        "void_deal": null,
        "near": {"Poch": "it is played with 32 cards, and its board has eight or nine pools"}
      },
      "polish_pan": {
        "title": "Pan, of Poland",
        "aliases": "pan of Poland, gra w pana, pan gra karciana, pan karty, Pan (gra)",
        "source": "pagat.com, Pan: 24 cards, from the nine to the ace, all dealt; of five players one gets a card less",
        "second_source": "pl.wikipedia.org, Pan (gra karciana)",
        "deck": "euchre",
        "players": [2, 6, 4],
        "parameters": "suit_order",
        "steps": "all_out",
        "void_deal": null,
        "near": {"pan": "the name is panguingue in the United States"}
      },
      "sam_loc": {
        "title": "Sâm lốc",
        "aliases": "sâm, đánh sâm, bài sâm, xâm, bài sâm lốc",
        "source": "ciao33.com, Hướng dẫn chơi game Sâm: ten cards each; to the right; no federation or rule book was found",
        "second_source": "win79h.cz, Sâm lốc bao nhiêu lá: two to five players",
        "players": [2, 5, 4],
        "direction": "anticlockwise",
        "steps": "each 1×10, stock rest (which is not used)",
        "void_deal": null
      }
    }
  },
  "classics": {
    "aliases": "others, fishing",
    "games": {
      "cribbage": {
        "title": "Cribbage",
        "aliases": "crib, crib board, cribbage game, クリベッジ, криббидж, криббедж, 克里比奇, 크리비지, le crib, kribbidž, Kribbage, クリベージ, krybedż",
        "source": "American Cribbage Congress, rules; of three and four Bicycle, Three-Hand Cribbage",
        "second_source": "Bicycle, Cribbage",
        "players": [2, 4, 2],
        "seats": {"2": "pone, dealer", "3": "1, …, n - 1, dealer"},
        "ranking": "cribbage",
        "steps": "hands: each 1×{cards}, crib {extra} down (and each hand discards into it); starter: starter 1 (1 card is the starter, turned up after these discards.), stock rest",
        "counts": {"cards": {"2": 6, "3": 5}, "extra": {"2": 0, "3": 1, "4": 0}},
        "void_deal": null,
        "near": {"noddy": "it is dealt three cards each, without a crib"}
      },
      "scopa": {
        "title": "Scopa",
        "aliases": "broom, scopa napoletana, scopa a due, scopa italiana, スコパ, скопа, escopa, σκόπα, la scopa, 斯科帕, škopa",
        "source": "pagat.com, Scopa: three each, one at a time; four to the table, here after the hands; with three or four kings there all are dealt again",
        "second_source": "siciliansintheworld.com, Scopa",
        "deck": "italian40",
        "players": [2, 4, 2],
        "direction": "anticlockwise",
        "steps": "each 1×3, table 4 (face up), stock rest",
        "void_deal": {
          "sentence": "Three or four kings on the table are a misdeal",
          "where": {"hand": "table", "points": {"K": 1}, "max": 2}
        },
        "near": {"escova": "it is the escoba of Brazil, often with French-suited cards"}
      },
      "scopone": {
        "title": "Scopone, with four cards on the table",
        "aliases": "scopone non scientifico, scopone a nove, lo scopone, スコポーネ",
        "source": "Federazione Italiana Gioco Scopone, Regolamento federale, articles 1 to 4: three each, two to the table, three, two to the table, three, anticlockwise",
        "second_source": "scoponescientifico.tripod.com, Regole",
        "deck": "italian40",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 3, table 2, each 3, table 2, each 3",
        "void_deal": {
          "sentence": "Three or four kings on the table are a misdeal",
          "where": {"hand": "table", "points": {"K": 1}, "max": 2}
        }
      },
      "scopone_scientifico": {
        "title": "Scopone scientifico, with ten cards each",
        "aliases": "scientific scopone, ten-card scopone, scopone a dieci, lo scopone scientifico",
        "source": "it.wikipedia.org, Scopone scientifico: ten each, from the dealer's right; five at a time: ideefesta.it",
        "second_source": "ideefesta.it, Scopone Scientifico",
        "deck": "italian40",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 5×2",
        "void_deal": null
      },
      "cassino": {
        "title": "Cassino",
        "aliases": "casino, royal cassino, cassino game, Kasino, кассино, grand cassino, カシノ, カッシーノ, kassino, Kasino kartenspiel, 卡西诺",
        "source": "Bicycle, Casino: two to the other hands, two to the table and two to the dealer, twice",
        "second_source": "Encyclopædia Britannica, Casino",
        "players": [2, 4, 2],
        "steps": "2×[others 2, table 2 (face up), dealer 2], stock rest (from which later hands come, two cards at once)",
        "void_deal": null
      },
      "escoba": {
        "title": "Escoba",
        "aliases": "escoba de quince, escoba del 15, Spanish scopa, escoba del quince, la escoba, la escoba de 15, escoba de 15, escoba española, escoba del quinze",
        "source": "es.wikipedia.org, Escoba de quince: three each, then four to the table; one at a time",
        "second_source": "studylib.es, Escoba de quince",
        "deck": "spanish40",
        "players": [2, 4, 2],
        "direction": "anticlockwise",
        "steps": "each 1×3, table 4 (face up), stock rest",
        "void_deal": null
      },
      "chkobba": {
        "title": "Chkobba",
        "aliases": "chkouba, chcobba, chkoba, schkouba, shkobba, شكبة, Tunisian scopa",
        "source": "pagat.com, Card games in Tunisia: 40 cards, much as Scopa; three each, four to the table, anticlockwise, and with three or four of one rank there all are dealt again: chkobbeta.tn, as an open implementation has its rules",
        "second_source": "chkobagame.xyz, How to play Chkobba: at its tables clockwise, and kings alone void a deal",
        "packs": {"exclude": "8S, 9S, TS, 8H, 9H, TH, 8D, 9D, TD, 8C, 9C, TC"},
        "players": [2, 4, 2],
        "direction": "anticlockwise",
        "steps": "each 1×3, table 4 (face up), stock rest (from which later hands come, 3 cards each)",
        "void_deal": {
          "sentence": "Three or four cards of one rank on the table are a misdeal",
          "where": {"all": [{"hand": "table", "points": {"A": 1}, "max": 2}, {"hand": "table", "points": {"2": 1}, "max": 2}, {"hand": "table", "points": {"3": 1}, "max": 2}, {"hand": "table", "points": {"4": 1}, "max": 2}, {"hand": "table", "points": {"5": 1}, "max": 2}, {"hand": "table", "points": {"6": 1}, "max": 2}, {"hand": "table", "points": {"7": 1}, "max": 2}, {"hand": "table", "points": {"J": 1}, "max": 2}, {"hand": "table", "points": {"Q": 1}, "max": 2}, {"hand": "table", "points": {"K": 1}, "max": 2}]}
        },
        "near": {"ronda": "it is played with 40 Spanish cards, and no two cards of one rank may lie on the table"}
      },
      "basra": {
        "title": "Basra",
        "aliases": "ashush, basra card game, بصرة, باصرة, الباصرة, lebanese basra, el basra",
        "source": "pagat.com, Basra: four each and then four to the table, anticlockwise; jacks and the seven of diamonds are buried, here in the middle",
        "second_source": "Parlett, The Penguin Book of Card Games, Basra; one at a time: Wikipedia, Bastra",
        "players": [2, 4, 2],
        "direction": "anticlockwise",
        "steps": "each 1×4, floor, stock rest",
        "void_deal": null,
        "near": {"bastra": "it is dealt clockwise in Cyprus, and buries jacks alone", "pastra": "it is dealt clockwise in Cyprus, and buries jacks alone"}
      },
      "tablanet": {
        "title": "Tablić, or tablanet",
        "aliases": "tablić, табланет, таблић, tablići, tablanet igra",
        "source": "David Parlett, The Penguin Book of Card Games, Tablanette, after Hubert Phillips (1939): six each and four to the table; three at a time and anticlockwise: extramagazin.rs, Tablić; at other tables the cut shows the four",
        "second_source": "gambiter.com, Tablić",
        "players": [2, 4, 2],
        "without_players": [3],
        "direction": "anticlockwise",
        "steps": "each 3×2, table 4 (face up), stock rest (from which later hands come, 6 cards each)",
        "void_deal": null,
        "near": {"tabinet": "it is the Romanian game, which is almost the same", "tablanette": "jacks on the table are replaced, and six cards are dealt one at a time"}
      },
      "pisti": {
        "title": "Pişti",
        "aliases": "pishti, pişpirik, pişti oyunu, пишти, klasik pişti",
        "source": "gambiter.com, Pişti: four to the table, then a packet of four to each, from the dealer's right; one of the table's is turned, another if it is a jack, and of four jacks all are dealt again; no federation or rule book was found",
        "second_source": "hurriyet.com.tr, Pişti nasıl oynanır: the first four to the table, three face down and the fourth face up, then the hands from the right",
        "players": [2, 4, 4],
        "direction": "anticlockwise",
        "steps": "table/covered 3 down (3 cards to the table, covered.), table/upcard 1 up (Turn 1 card face up on top of these: the upcard. If it is a jack, turn another one of them as well.), each 4, stock rest (from which later hands come, four cards at once)",
        "void_deal": {
          "sentence": "Four jacks on the table are a misdeal",
          "where": {"hand": "table", "points": {"J": 1}, "max": 3}
        },
        "near": {"ξερή": "it is the Greek game, which is almost the same", "xeri": "it is the Greek game, which is almost the same"}
      },
      "pisti_exposed_card": {
        "title": "Pişti, with the bottom card face up under the stock",
        "aliases": "pişti with an exposed card, pishti with the bottom card",
        "source": "gambiter.com, Pişti: the cutter looks at the bottom card, and on to one that is no jack, which lies face up under the stock; four to the table, then a packet of four to each; no federation or rule book was found",
        "second_source": "iamtravelr.com, Pisti",
        "players": [2, 4, 4],
        "direction": "anticlockwise",
        "steps": "bottom_card, table/covered 3 down (3 cards to the table, covered.), table/upcard 1 up (Turn 1 card face up on top of these: the upcard. If it is a jack, turn another one of them as well.), each 4, stock rest (from which later hands come, four cards at once, and the bottom card with the last)",
        "void_deal": {"sentence": "Four jacks on the table are a misdeal", "where": {"hand": "table", "points": {"J": 1}, "max": 3}}
      },
      "pasur": {
        "title": "Pasur",
        "aliases": "pasour, chahar barg, haft khaj, haft va chahar yazdah, پاسور, چهاربرگ, 4 barg, pasoor, پاسور بازی, haft o chahar yazdah, هفت و چهار یازده",
        "source": "pagat.com, Pâsur: four each in one batch and then four to the table, anticlockwise; a jack there is buried, here in the middle, and two jacks, three queens or three kings are dealt again",
        "second_source": "Wikipedia, Pasur (card game): four each and four face up; all are dealt again also if the jack's replacement is a jack; clockwise",
        "players": [2, 4, 2],
        "direction": "anticlockwise",
        "steps": "each 4, one_jack, stock rest (from which later hands come, four cards at once)",
        "void_deal": {
          "sentence": "A second jack, three queens or three kings on the table are a misdeal",
          "where": {"all": [{"hand": "table", "points": {"J": 1}, "max": 0}, {"hand": "table", "points": {"Q": 1}, "max": 2}, {"hand": "table", "points": {"K": 1}, "max": 2}]}
        }
      },
      "mus": {
        "title": "Mus, for two to four",
        "aliases": "Basque mus, muslari, mus vasco, mus a cuatro reyes, el mus, ムス, juego del mus",
        "source": "es.wikipedia.org, Mus: four each, one at a time, to the right",
        "second_source": "tomasito-space.de, Rules of the Mus",
        "deck": "spanish40",
        "players": [2, 4, 4],
        "direction": "anticlockwise",
        "steps": "each 1×4, stock rest",
        "void_deal": null
      },
      "cuarenta": {
        "title": "Cuarenta",
        "aliases": "40, el cuarenta, juego de cuarenta, el 40, 40 ecuatoriano, juego del 40",
        "source": "David Parlett, The Penguin Book of Card Games, Cuarenta: a single batch of five to each; without eights, nines and tens; to the right: carrieandjonathan.com; at other tables clockwise, from the dealer's left (pagat.com, Cuarenta)",
        "second_source": "Wikipedia, Cuarenta",
        "packs": {"exclude": "8S, 9S, TS, 8H, 9H, TH, 8D, 9D, TD, 8C, 9C, TC"},
        "players": [2, 4, 4],
        "without_players": [3],
        "direction": "anticlockwise",
        "steps": "each 5, stock rest (from which later hands come, 5 cards at once)",
        "void_deal": null,
        "near": {"caída": "each hand gets three cards, and four lie on the table", "quarante de roi": "it is played with 32 cards"}
      },
      "schwimmen": {
        "title": "Schwimmen, or Einunddreißig",
        "aliases": "Einunddreißig, Knack, Schnauz, Wutz, Hosn obi, Hosen runter, Hosenabe, swimming, einunddreißig kartenspiel, Wutzen, Schnauzen",
        "source": "de.wikipedia.org, Schwimmen (Kartenspiel): three each, one at a time, of 32 cards, and two packets to the dealer; the one that is not kept lies face up",
        "second_source": "kartenspiele.net, Schnauz: singly, the two packets too, of 36 cards; of 32: partygames24.com",
        "deck": "piquet",
        "players": [2, 9, 4],
        "steps": "3×[each 1, spare 1 down] (Each hand and the dealer's spare packet get 3 cards, one at a time, face down. The dealer looks at one of the two packets, and keeps it or takes the other. The one that remains is shown on the table.), stock rest",
        "void_deal": null,
        "near": {
          "stop the bus": "it is played with 52 cards, and three common cards are dealt between the rounds",
          "bastard brag": "it is played with 52 cards, and three common cards are dealt between the rounds",
          "commerce": "it is the ancestor of schwimmen",
          "Schnautz": "it is an ancestor of schwimmen",
          "31": "the name is scat in the United States and Britain",
          "eenendertigen": "it is the Dutch game, which is almost the same"
        }
      },
      "war": {
        "title": "War",
        "aliases": "battle, bataille, guerra, Krieg, card war, бой, 戦争, 전쟁, Wojna, Krig, Sota, oorlog, oorlogje, válka, vojna, háború, război, πόλεμος, batalha, batalla, война, війна, 战争, מלחמה, 戰爭, la guerra, savaş, guerre, batalla de cartas, jeu de bataille, la bataille, gra w wojnę, бой карт, oorlogje spelen, krigsspel, 战争牌, guerra de cartas, jogo da guerra, حرب الورق",
        "source": "Bicycle, War",
        "second_source": "familydinnernight.com, War: 26 each, one at a time",
        "players": [2, 2, 2],
        "steps": "each 1×rest down",
        "void_deal": null,
        "near": {
          "Tod und Leben": "it is played with 32 cards",
          "пьяница": "it is usually played with 36 cards",
          "pyanitsa": "it is usually played with 36 cards",
          "beggar my neighbour": "its court cards take one to four cards of the other player",
          "Leben und Tod": "it is played with 32 cards",
          "Bettelmann": "its court cards take one to four cards of the other player",
          "п'яниця": "it is usually played with 36 cards",
          "straccia camicia": "its court cards take one to three cards of the other player",
          "cavacamicia": "its court cards take one to three cards of the other player",
          "beggar-my-neighbor": "its court cards take one to four cards of the other player"
        }
      },
      "spite_and_malice": {
        "title": "Spite and malice",
        "aliases": "cat and mouse, spite & malice, cat & mouse, スパイト・アンド・マリス, skip-bo with cards, Katz und Maus",
        "source": "pagat.com, Spite and Malice: both packs shuffled together, twenty cards to each pay-off pile",
        "second_source": "Bicycle, Spite & Malice",
        "packs": {"decks": 2},
        "players": [2, 2, 2],
        "seats": "1, …, n",
        "direction": "none",
        "steps": "payoff 1-2×20 down/up (The payoff pile of each hand gets 20 cards, one at a time, face down. The last of each is turned face up.), each 1×5 (Each hand is dealt 5 cards, one at a time.), stock rest",
        "void_deal": null,
        "near": {"screw your neighbour": "the name is usually chase_the_ace, of one card each"}
      },
      "number_piles": {
        "title": "Piles from 1 to 12 with wild cards, dealt as Skip-Bo",
        "aliases": "Skip-Bo, skipbo, スキップボー, скип-бо, 스킵보",
        "source": "Mattel, Skip-Bo instructions: thirty cards to each stock pile for two to four players, twenty for more, and the last is turned; the hands are drawn later",
        "second_source": "everything2.com, Skip-Bo; reference.com, Rules for Playing the Skip-Bo Card Game",
        "deck": "numbers162",
        "players": [2, 6, 4],
        "steps": "each/payoff 1×{covered} down (Each hand gets {covered} cards as its payoff pile, one at a time, face down.), each/payoff 1 up (Each payoff pile gets 1 more card, face up on top.), stock rest (from which each hand draws 5 cards at its turn)",
        "counts": {"covered": {"2": 29, "5": 19}},
        "void_deal": null
      },
      "fireworks": {
        "title": "Fireworks built together, dealt as Hanabi",
        "aliases": "Hanabi, 花火, ハナビ, ханаби, 하나비",
        "source": "google-deepmind/hanabi-learning-environment: five cards each for two or three, four for more",
        "second_source": "Wikipedia, Hanabi (card game)",
        "deck": "fireworks",
        "players": [2, 5, 4],
        "steps": "each 1×{cards} others (which only the other players see), stock rest",
        "counts": {"cards": {"2": 5, "4": 4}},
        "void_deal": null
      },
      "egyptian_ratscrew": {
        "title": "Egyptian ratscrew",
        "aliases": "ERS, Egyptian war, ratscrew, Egyptian rat slap, rat slap, Egyptian snap, bataille corse, エジプシャン・ラット・スクリュー",
        "source": "pagat.com, Egyptian Ratscrew: all the cards are dealt, one at a time, face down",
        "second_source": "Bicycle, Egyptian Rat Screw",
        "players": [2, 8, 4],
        "steps": "all_out down",
        "void_deal": null
      },
      "slapjack": {
        "title": "Slapjack",
        "aliases": "スラップジャック, слэпджек, slap the jack, tapão, jogo do tapão",
        "source": "Bicycle, Slapjack: all the cards are dealt, one at a time, face down; some may get one more",
        "second_source": "pagat.com, Slapjack",
        "players": [2, 8, 4],
        "steps": "all_out down",
        "void_deal": null
      },
      "snap": {
        "title": "Snap",
        "aliases": "snap card game, スナップ, снэп",
        "source": "pagat.com, Snap: all the cards are dealt, one at a time, face down; some may get one more",
        "second_source": "Wikipedia, Snap (card game)",
        "players": [2, 8, 4],
        "steps": "all_out down",
        "void_deal": null
      },
      "spoons": {
        "title": "Spoons",
        "aliases": "spoons game, tongue, le jeu des cuillères, Löffeln, cucharas, juego de las cucharas, cucharita, cucchiai, colheres, jogo das colheres, lepelen, łyżki, ложки, kaşık oyunu, cuillères, lžíce",
        "source": "pagat.com, Pig: Spoons: four cards each of the whole pack; the dealer draws from the stock",
        "second_source": "ladiespampernight.com, Games: Spoons",
        "players": [3, 12, 4],
        "steps": "each 1×4, stock rest (from which the dealer draws)",
        "void_deal": null,
        "near": {
          "pig": "it is played with four cards of a rank for each player, and without a stock",
          "Donkey": "it is played with four cards of a rank for each player, and without a stock",
          "burro": "it is played in Spain and Portugal without a stock; in Brazil it is a game of suits that are followed",
          "ezelen": "it is played with four cards of a rank for each player, and without a stock",
          "porco": "it is played with four cards of a rank for each player, and without a stock",
          "chancho": "it is played with four cards of a rank for each player, and without a stock",
          "cochon": "it is played with four cards of a rank for each player, and without a stock",
          "chancho va": "it is played with four cards of a rank for each player, and without a stock"
        }
      },
      "memory": {
        "title": "Memory, or concentration, with 52 cards",
        "aliases": "concentration, pelmanism, 神経衰弱, shinkei-suijaku, memory with cards, memorama, pexeso, Gedächtnisspiel, jeu de mémoire, memoria, jogo da memória, 기억력 게임, 카드 뒤집기, мемори, memotest, mémoire, 神经衰弱, 记忆翻牌, 記憶遊戲, 翻牌配對, 翻牌游戏, parejas, juego de parejas, juego de memoria, gioco delle coppie, gioco memory, gioco di memoria, hafıza oyunu, eşleştirme oyunu, Paare finden, Pärchen, geheugenspel, парочки, memo, メモリー, jeu des paires, pary, gra w pary, gra pamięciowa, найди пару, pairs, matching pairs, memory game, memory card game, hukommelsesspil, vendespill, vändspel, muistipeli, しんけいすいじゃく, 짝맞추기, 같은 그림 찾기, 카드 짝 맞추기, Paare suchen, Paarsuche, Pärchensuche, Paarspiel",
        "source": "Bicycle, Concentration: all the cards are laid out face down, in rows",
        "second_source": "Wikipedia, Concentration (card game)",
        "players": [1, 8, 4],
        "seats": "none",
        "direction": "none",
        "parameters": "suit_order",
        "steps": "layout: table 1-52 down (The cards are laid out on the table, face down, each by itself: 4 rows of 13, from left to right.)",
        "void_deal": null
      },
      "asso_pigliatutto": {
        "title": "Asso pigliatutto, for two",
        "aliases": "scopa d'assi, scaragoccia, asso prende tutto, ace takes all",
        "source": "it.wikipedia.org, Scopa d'assi: for two three each and four to the table; to the right",
        "second_source": "lottomatica.it, Asso pigliatutto: with three kings on the table all are dealt again",
        "deck": "italian40",
        "players": [2, 2, 2],
        "other_numbers": "asso_pigliatutto_four_players",
        "direction": "anticlockwise",
        "steps": "each 1×3, table 4 (face up), stock rest",
        "void_deal": {"sentence": "Three or four kings on the table are a misdeal", "where": {"hand": "table", "points": {"K": 1}, "max": 2}}
      },
      "asso_pigliatutto_four_players": {
        "title": "Asso pigliatutto, for four",
        "aliases": "scopa d'assi in quattro, asso piglia tutto a coppie",
        "source": "it.wikipedia.org, Scopa d'assi: for four ten each, three, three and four at a time; to the right",
        "second_source": "lottomatica.it, Asso pigliatutto",
        "deck": "italian40",
        "players": [4, 4, 4],
        "other_numbers": "asso_pigliatutto",
        "direction": "anticlockwise",
        "steps": "each 3 3 4",
        "void_deal": null
      },
      "chase_the_ace": {
        "title": "Chase the ace, or ranter-go-round",
        "aliases": "ranter-go-round, cuckoo, cuckoo with cards, ranter go round, Kuckuck, coucou, le coucou, l'as qui court, as qui court, asso che fugge, l'asso che fugge",
        "source": "pagat.com, Ranter Go Round: one card each",
        "second_source": "Wikipedia, Cuckoo (card game): with 52 cards",
        "players": [3, 20, 6],
        "steps": "each 1, stock rest",
        "void_deal": null,
        "near": {
          "screw your neighbour": "the name is at other tables spite_and_malice",
          "gnav": "it has a pack of its own",
          "cucù": "it has a pack of its own",
          "kille": "it has a pack of its own"
        }
      },
      "zwicker": {
        "title": "Zwicker, with three jokers",
        "aliases": "Zwickern, Zwickeln",
        "source": "pagat.com, Zwicker: 55 cards, with three jokers",
        "second_source": "cardgames.wiki, Zwicker: four cards each, one at a time, and three to the table",
        "packs": {"jokers": 3},
        "players": [2, 4, 4],
        "parameters": "suit_order, exclude, jokers",
        "steps": "each 1×4, table 3 (face up), stock rest (from which later hands come)",
        "void_deal": null,
        "near": {
          "Zwicken": "it is a game of tricks, of Austria",
          "Zwikken": "it is a game of tricks, of the Netherlands"
        }
      },
      "seep": {
        "title": "Seep, or sweep",
        "aliases": "sweep, sip, siv, shiv, सीप, ਸੀਪ, seep sweep",
        "source": "pagat.com, Seep: four cards to the player on the dealer's right, who bids, and four to the floor; then four at a time until each has twelve; the floor is turned after the bid",
        "second_source": "gamerules.com, Seep",
        "players": [4, 4, 4],
        "direction": "anticlockwise",
        "parameters": "suit_order",
        "steps": "first_cards: 1 4 (Player 1 gets 4 cards at once, and bids.); last_cards: table 4 (4 cards to the table, the floor, turned face up after the bid.), 2 4, 3 4, dealer 4, each 4×2",
        "void_deal": null
      },
      "casita_robada": {
        "title": "Casita robada",
        "aliases": "robamontón, roba montón, robar el montón, quita montón, roba paquete, roba pilón, la casita robada, casita roba, robar casita, roba montones",
        "source": "guiaparaninos.com.ar, La casita robada: three cards each, one at a time, then four to the table; no federation or rule book was found",
        "second_source": "es.wikipedia.org, Casita robada",
        "deck": "spanish40",
        "players": [2, 6, 4],
        "without_players": [5],
        "direction": "anticlockwise",
        "steps": "each 1×3, table 4 (face up), stock rest (from which later hands come, 3 cards each)",
        "void_deal": null,
        "near": {
          "rubamazzo": "it is played with 40 Italian cards, or 52",
          "rouba monte": "it is played with 52 cards in Brazil",
          "rubamazzetto": "it is played with 40 Italian cards, or 52",
          "rubamonte": "it is played with 40 Italian cards, or 52"
        }
      }
    }
  },
  "patience": {
    "aliases": "solitaire, Solitär, solitario, réussite, paciencia, pasjans, пасьянс, ソリティア, 纸牌接龙",
    "games": {
      "klondike": {
        "title": "Klondike",
        "aliases": "solitaire, patience, classic solitaire, Windows solitaire, Microsoft solitaire, klondike solitaire, Canfield of Europe, косынка, kosynka, ソリティア, 솔리테어, solitaire draw three, solitaire draw one, Solitär, Solitario, solitario clásico, Solitario Klondike, Paciência, Réussite, Pasjans, 纸牌接龙, 經典接龍, 카드놀이, 클론다이크, クロンダイク, Harpan, 7-kabale, kabale, kabal, Pasianssi, Pasziánsz, Solitér, косинка, Πασιέντζα, سوليتير, סוליטר, Xếp bài, โซลิแทร์, सॉलिटेयर, клондайк, Klondike-Solitär, Klondike-Patience, Windows-Solitär, 古典接龙, Windows 纸牌, クロンダイク ソリティア, 经典纸牌, solitaire Klondike, kabalen, syvkabale, แพเชียนซ์, cărți solitaire, solitaire traditionnel, 클론다이크 솔리테어, pasjans klasyczny, pasjans windows, solitario tradicional, классический пасьянс, klasik solitaire, klassischer Solitär, paciência clássica, paciência Klondike, ソリテア, 페이션스, 纸牌游戏接龙, jeu du solitaire, jeu de solitaire, le solitaire, el solitario, il solitario, Solitaire spielen, kleine Harfe, 纸牌",
        "source": "Wikipedia, Klondike (solitaire); numbered deals up to 31999 as PySol's of that number, and above as its deals with ms before the number",
        "second_source": "GNOME AisleRiot, Klondike",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order, deal_number",
        "steps": "layout: tableau 1-7 2-7 3-7 4-7 5-7 6-7 7-7 down/up (the last of each column face up), foundation 0, stock rest",
        "numbered_order": "klondike",
        "void_deal": null,
        "near": {
          "double solitaire": "it is for two players, each with a pack",
          "солитёр": "it was in Russian Windows the name of freecell",
          "接龙": "the name is fan_tan and dominoes as well in China"
        }
      },
      "freecell": {
        "title": "FreeCell",
        "aliases": "patience, Microsoft FreeCell, фрисел, свободная ячейка, フリーセル, carta blanca, 空当接龙, 新接龍, 프리셀, фриселл, FreeCell-Solitär, FreeCell-Patience, celda libre, 自由接龙, свободная клетка, Свободные ячейки, 空當接龍, célula livre, вольные ячейки, cellule libre",
        "source": "Wikipedia, FreeCell; numbered deals: Rosetta Code, Deal cards for FreeCell",
        "second_source": "pysol-cards (shlomif/pysol_cards), deals with ms before the number",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order, deal_number",
        "steps": "layout: tableau 1-8×6 1-4 (all face up), foundation 0",
        "numbered_order": "freecell",
        "void_deal": null,
        "near": {"солитёр": "it is in new programs the name of klondike"}
      },
      "spider": {
        "title": "Spider",
        "aliases": "patience, spider solitaire, spider with four suits, паук, スパイダー, Spinne, araignée, ragno, solitario ragno, araña, aranha, pająk, örümcek, 蜘蛛纸牌, 蜘蛛接龙, スパイダーソリティア, 스파이더, 스파이더 카드놀이, Spindelharpan, Edderkoppkabal, Edderkopkabale, hämähäkkipasianssi, pavouk, pók, павук, ไพ่แมงมุม, 蜘蛛牌, Spider-Solitär, Spinnen-Solitär, Spinnenpatience, solitario araña, pasjans pająk, пасьянс паук, solitaire araignée, örümcek solitaire, スパイダ, 蜘蛛紙牌, spider kabal, edderkopp, hämähäkki, spin patience, Spinne Solitär",
        "source": "Morehead and Mott-Smith, The Complete Book of Solitaire and Patience Games, Spider",
        "second_source": "GNOME AisleRiot, Spider",
        "packs": {"decks": 2},
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-10×4 down (face down), tableau 1-4 down (1 more card to each of the first four columns, face down.), tableau 1-10 (1 more card to each of the ten columns, face up.), foundation 0, stock rest (from which each later deal takes ten)",
        "void_deal": null
      },
      "spider_two_suits": {
        "title": "Spider with two suits: spades and hearts",
        "aliases": "two-suit spider, spider solitaire two suits, medium spider",
        "source": "Wikipedia, Spider (solitaire): 104 cards of two suits, here spades and hearts",
        "second_source": "PySolFC, Spider (2 Suits)",
        "packs": {"decks": 4, "exclude": "AD, 2D, 3D, 4D, 5D, 6D, 7D, 8D, 9D, TD, JD, QD, KD, AC, 2C, 3C, 4C, 5C, 6C, 7C, 8C, 9C, TC, JC, QC, KC"},
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-10×4 down (face down), tableau 1-4 down (1 more card to each of the first four columns, face down.), tableau 1-10 (1 more card to each of the ten columns, face up.), foundation 0, stock rest (from which each later deal takes ten)",
        "void_deal": null
      },
      "spider_one_suit": {
        "title": "Spider with one suit: spades",
        "aliases": "one-suit spider, spider solitaire one suit, easy spider",
        "source": "Wikipedia, Spider (solitaire): 104 cards of one suit, here spades",
        "second_source": "PySolFC, Spider (1 Suit)",
        "packs": {"decks": 8, "exclude": "AH, 2H, 3H, 4H, 5H, 6H, 7H, 8H, 9H, TH, JH, QH, KH, AD, 2D, 3D, 4D, 5D, 6D, 7D, 8D, 9D, TD, JD, QD, KD, AC, 2C, 3C, 4C, 5C, 6C, 7C, 8C, 9C, TC, JC, QC, KC"},
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-10×4 down (face down), tableau 1-4 down (1 more card to each of the first four columns, face down.), tableau 1-10 (1 more card to each of the ten columns, face up.), foundation 0, stock rest (from which each later deal takes ten)",
        "void_deal": null
      },
      "pyramid": {
        "title": "Pyramid",
        "aliases": "pyramid solitaire, solitaire 13, Tut's tomb, пирамида, ピラミッド, Pyramide, pirámide, piramide, piramida, 金字塔, 피라미드, Pyramiden-Patience, Pyramiden-Solitär, solitaire pyramide, 金字塔接龙, piramit, pyramida, pyramidi, pyramiden, 金字塔纸牌, пасьянс пирамида, pyramide 13, pasjans piramida",
        "source": "Wikipedia, Pyramid (card game): the rows face up, from the top",
        "second_source": "PySolFC, Pyramid",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: [pyramid/1 1, pyramid/2 2, pyramid/3 3, pyramid/4 4, pyramid/5 5, pyramid/6 6, pyramid/7 7] (Row by row, from the top, lay out the pyramid of 7 rows: 1 to 7 cards, face up.), foundation 0, stock rest",
        "void_deal": null
      },
      "yukon": {
        "title": "Yukon",
        "aliases": "Yukon solitaire, Юкон, ユーコン, 育空接龙, юкон пасьянс, Jukon",
        "source": "Wikipedia, Yukon (solitaire): the piles of Klondike, then four rows upon all but the first",
        "second_source": "GNOME AisleRiot, Yukon",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-7 2-7 3-7 4-7 5-7 6-7 7-7 down/up (the last of each column face up), tableau 2-7×4 (4 more cards to each column but the first, row by row, face up.), foundation 0",
        "void_deal": null
      },
      "forty_thieves": {
        "title": "Forty Thieves",
        "aliases": "40 thieves, Napoleon at St Helena, Roosevelt at San Juan, big forty, quarante voleurs, cuarenta ladrones, quaranta ladroni, 40 Räuber, сорок разбойников, 40 ladri, i quaranta ladroni, czterdziestu rozbójników, 40 rozbójników, 四十大盗, フォーティ・シーブス, kırk haramiler, 40 haramiler, veertig rovers, quarenta ladrões, Napoleon auf St. Helena, 40 разбойников, 40 ladrones, les quarante voleurs, vierzig Räuber, 40 voleurs, 40 haydut, fyrtio rövare, čtyřicet loupežníků, Vierzig Diebe, 40 Diebe",
        "source": "GNOME AisleRiot, Forty Thieves: four rows face up, and a stock",
        "second_source": "Wikipedia, Forty Thieves (solitaire)",
        "packs": {"decks": 2},
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-10×4 (all face up), foundation 0, stock rest",
        "void_deal": null
      },
      "golf": {
        "title": "Golf",
        "aliases": "golf solitaire, Golf-Patience, solitario golf, гольф пасьянс, гольф, solitaire golf, paciência golf, solitario de golf",
        "source": "Wikipedia, Golf (patience): seven columns of five; the waste begins with the first card of the stock",
        "second_source": "GNOME AisleRiot, Golf",
        "players": [1, 1, 1],
        "other_numbers": "six_card_golf, four_card_golf",
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-7×5 (all face up), waste 1 (face up), stock rest",
        "void_deal": null
      },
      "canfield": {
        "title": "Canfield",
        "aliases": "demon, demon patience, キャンフィールド, кэнфилд, Dämon-Patience, Kanfild, кенфилд",
        "source": "Bicycle, Canfield",
        "second_source": "GNOME AisleRiot, Canfield",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: reserve 12 down (face down), reserve 1 (1 card on top of the reserve, face up.), foundation 1 (face up: every foundation begins with its rank), tableau 1-4 (1 card to each of the four columns of the tableau, face up.), stock rest",
        "void_deal": null
      },
      "nerts": {
        "title": "Nerts, or racing demon: the layout of one player",
        "aliases": "nertz, pounce, racing demon, peanuts, squeal, scrooge, racing Canfield, Rasender Teufel",
        "source": "David Parlett, The Penguin Book of Card Games, Racing Demon: thirteen cards face down in a pile, and the top one is turned; four work piles: groupgames.tripod.com, Nerts; each player has a pack, here each layout of a batch",
        "second_source": "Wikipedia, Nerts",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: reserve 12 down (face down: the nerts pile), reserve 1 (1 card on top of the reserve, face up.), tableau 1-4 (1 card to each of the four work piles of the tableau, face up.), foundation 0, stock rest",
        "void_deal": null,
        "near": {"dutch blitz": "it has packs of its own", "ligretto": "it has packs of its own"}
      },
      "aces_up": {
        "title": "Aces Up",
        "aliases": "idiot's delight, aces high, firing squad, Asse hoch, ases arriba, エイセス・アップ, тузы вверх, asy do góry, Assi in alto, Asse nach oben, as en haut",
        "source": "Wikipedia, Aces Up: four cards in a row, and four more from the stock whenever nothing moves",
        "second_source": "PySolFC, Aces Up",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-4 (1 card to each of the four columns of the tableau, face up.), stock rest (from which each later deal takes four)",
        "void_deal": null
      },
      "tripeaks": {
        "title": "Tri Peaks",
        "aliases": "three peaks, tri towers, triple peaks, tri-peaks solitaire, три пика, 三峰, drei Gipfel, tres picos, trois pics, トリピークス, три вершины, trzy szczyty, üç tepe, tre cime, drie toppen, トライピークス, drei Spitzen, trois sommets, tres cumbres, тройной пик",
        "source": "Wikipedia, Tri Peaks: 18 cards face down and ten face up; one begins the waste",
        "second_source": "PySolFC, pysollib/games/threepeaks.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: [peaks/1 3 down, peaks/2 6 down, peaks/3 9 down] (Row by row, from the top, lay out the three peaks: rows of 3, 6 and 9 cards, face down.), peaks/4 10 (10 cards in a row under the peaks, face up.), waste 1 (face up), stock rest",
        "void_deal": null
      },
      "bakers_dozen": {
        "title": "Baker's Dozen",
        "aliases": "bakers dozen solitaire, Bäckerdutzend, docena del panadero, treizaine du boulanger, dozzina del fornaio, dúzia do padeiro",
        "source": "Wikipedia, Baker's Dozen: thirteen columns of four, whose kings go to the bottom",
        "second_source": "PySolFC, pysollib/games/bakersdozen.py, where a king changes places with the lowest card that is none",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-13×4 (all face up), kings_down, foundation 0",
        "void_deal": null,
        "near": {"чёртова дюжина": "the name is bakers_game as well in Russia"}
      },
      "accordion": {
        "title": "Accordion",
        "aliases": "idle year, tower of Babel, Methuselah, Akkordeon, Ziehharmonika, Ziehharmonika-Patience, acordeón, accordéon, fisarmonica, akordeon, гармошка, アコーディオン, acordeão, 手风琴, Harmonika, аккордеон, harmonia",
        "source": "Wikipedia, Accordion: all cards in one line",
        "second_source": "PySolFC, pysollib/games/pushpin.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: row 52 (Lay all the cards out in one row, face up, from left to right.)",
        "void_deal": null
      },
      "scorpion": {
        "title": "Scorpion",
        "aliases": "scorpion solitaire, скорпион, Skorpion, escorpión, scorpione, escorpião, スコーピオン, 蝎子接龙, akrep, schorpioen",
        "source": "Wikipedia, Scorpion: seven columns of seven, of which three cards are down in the first four",
        "second_source": "PySolFC, pysollib/games/spider.py, row by row",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-4×3 down (3 cards to each of the first four columns of the tableau, face down.), tableau 5-7×3 (3 cards to each of the other three columns of the tableau, face up.), tableau 1-7×4 (4 more cards to each of the seven columns, face up.), stock rest",
        "void_deal": null
      },
      "wasp": {
        "title": "Wasp",
        "aliases": "wasp solitaire, Wespe, оса, guêpe, avispa, vespa, osa",
        "source": "PySolFC, pysollib/games/spider.py: as scorpion, but any card goes to an empty column",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-4×3 down (3 cards to each of the first four columns of the tableau, face down.), tableau 5-7×3 (3 cards to each of the other three columns of the tableau, face up.), tableau 1-7×4 (4 more cards to each of the seven columns, face up.), stock rest",
        "void_deal": null
      },
      "russian": {
        "title": "Russian solitaire",
        "aliases": "Russian patience, russisch Solitär, russisches Solitär, русский солитер, русский пасьянс, solitaire russe, solitario ruso, solitario russo, paciência russa, pasjans rosyjski, Rus solitaire",
        "source": "Wikipedia, Russian Solitaire: dealt as Yukon",
        "second_source": "PySolFC, pysollib/games/yukon.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-7 2-7 3-7 4-7 5-7 6-7 7-7 down/up (the last of each column face up), tableau 2-7×4 (4 more cards to each column but the first, row by row, face up.), foundation 0",
        "void_deal": null
      },
      "alaska": {
        "title": "Alaska",
        "aliases": "Alaska solitaire, Аляска",
        "source": "Wikipedia, Alaska: dealt as Yukon",
        "second_source": "PySolFC, pysollib/games/yukon.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-7 2-7 3-7 4-7 5-7 6-7 7-7 down/up (the last of each column face up), tableau 2-7×4 (4 more cards to each column but the first, row by row, face up.), foundation 0",
        "void_deal": null
      },
      "bisley": {
        "title": "Bisley",
        "aliases": "Bisley solitaire, Бисли",
        "source": "Wikipedia, Bisley: the four aces, three cards below each, and nine columns of four",
        "second_source": "PySolFC, pysollib/games/bisley13.py (Bisley 13); its Bisley has twelve columns of four",
        "packs": {"exclude": "AS, AH, AD, AC"},
        "players": [1, 1, 1],
        "laid": {"foundation": "AS, AH, AD, AC"},
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-13×3 5-13 (all face up), foundation 0 (The four aces, which are not dealt, lie on the foundation.)",
        "void_deal": null,
        "near": {"PySolFC's Bisley": "it has twelve columns of four", "Double Bisley": "it is played with two packs"}
      },
      "bakers_game": {
        "title": "Baker's Game",
        "aliases": "FreeCell in suit, Lara's Spiel, Bäckers Spiel, jeu du boulanger, juego del panadero, gioco del fornaio",
        "source": "Wikipedia, Baker's Game: dealt as FreeCell",
        "second_source": "PySolFC, pysollib/games/bakersgame.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-8×6 1-4 (all face up), foundation 0",
        "void_deal": null,
        "near": {"чёртова дюжина": "the name is bakers_dozen as well in Russia"}
      },
      "eight_off": {
        "title": "Eight Off",
        "aliases": "eight-off solitaire, Acht aus, восемь удалённых, восемь прочь, ocho fuera, huit dehors, otto fuori",
        "source": "Wikipedia, Eight Off: eight columns of six, and four cards in the eight cells",
        "second_source": "PySolFC, pysollib/games/bakersgame.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-8×6 (all face up), reserve 4 (1 card to each of four cells of the reserve, face up.), foundation 0",
        "void_deal": null
      },
      "penguin": {
        "title": "Penguin",
        "aliases": "beak and flipper, Pinguin, пингвин, pingüino, pinguim, pingouin, manchot, pingwin, ペンギン",
        "source": "David Parlett, Penguin: the first card is the beak; the three others of its rank are the foundations; seven columns of seven, row by row",
        "second_source": "PySolFC, pysollib/games/bakersgame.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: beak, flipper 0",
        "void_deal": null,
        "near": {"Tuxedo": "no cards go to the foundations, and the last three come to the columns 1, 4 and 7", "Opus": "it has five cells", "Flipper": "the cells are filled at first"}
      },
      "seahaven_towers": {
        "title": "Seahaven Towers",
        "aliases": "sea towers, towers, Hafentürme, приморские башни, torres de Seahaven, tours de Seahaven, torri di Seahaven",
        "source": "Wikipedia, Seahaven Towers: ten columns of five, and two cards in the cells",
        "second_source": "PySolFC, pysollib/games/bakersgame.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-10×5 (all face up), reserve 2 (1 card to each of two cells of the reserve, face up.), foundation 0",
        "void_deal": null
      },
      "beleaguered_castle": {
        "title": "Beleaguered Castle",
        "aliases": "laying siege, sham battle, castle, belagerte Burg, belagertes Schloss, castillo sitiado, château assiégé, осаждённый замок, castello assediato, zamek Beleaguered, oblężony zamek, castelo sitiado",
        "source": "Wikipedia, Beleaguered Castle: the aces in a column, eight rows of six cards",
        "second_source": "PySolFC, pysollib/games/beleagueredcastle.py",
        "packs": {"exclude": "AS, AH, AD, AC"},
        "players": [1, 1, 1],
        "laid": {"foundation": "AS, AH, AD, AC"},
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-8×6 (all face up), foundation 0 (The four aces, which are not dealt, lie on the foundation.)",
        "void_deal": null
      },
      "streets_and_alleys": {
        "title": "Streets and Alleys",
        "aliases": "streets & alleys, Straßen und Gassen, rues et ruelles, улицы и аллеи, улицы и переулки, calles y callejones, strade e vicoli, ulice i zaułki",
        "source": "Wikipedia, Streets and Alleys: four rows of seven cards and four of six, the aces among them",
        "second_source": "PySolFC, pysollib/games/beleagueredcastle.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-8×6 1-4 (all face up), foundation 0",
        "void_deal": null
      },
      "fortress": {
        "title": "Fortress",
        "aliases": "fort, Festung, fortaleza, forteresse, крепость, fortezza, twierdza",
        "source": "Wikipedia, Fortress: ten rows of five, two of which have one card more",
        "second_source": "PySolFC, pysollib/games/beleagueredcastle.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-10×5 1-2 (all face up), foundation 0",
        "void_deal": null
      },
      "la_belle_lucie": {
        "title": "La Belle Lucie",
        "aliases": "lovely Lucy, fair Lucy, midnight oil, clover leaf, the fan, three shuffles and a draw, Schöne Lucie, die schöne Lucie, la bella Lucía, прекрасная Люси, piękna Łucja, a bela Lúcia",
        "source": "Wikipedia, La Belle Lucie: 17 fans of three, and one of the card that is left",
        "second_source": "PySolFC, pysollib/games/fan.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-17×2 1-18 (The tableau is 17 fans of 3 cards, face up, and the last card as a fan of its own.), foundation 0",
        "void_deal": null
      },
      "cruel": {
        "title": "Cruel",
        "aliases": "cruel solitaire, Grausam, изнурительный, crudele, okrutny",
        "source": "Wikipedia, Cruel: the aces are the foundations; twelve piles of four",
        "second_source": "PySolFC, pysollib/games/bakersdozen.py",
        "packs": {"exclude": "AS, AH, AD, AC"},
        "players": [1, 1, 1],
        "laid": {"foundation": "AS, AH, AD, AC"},
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-12×4 (all face up), foundation 0 (The four aces, which are not dealt, lie on the foundation.)",
        "void_deal": null
      },
      "flower_garden": {
        "title": "Flower Garden",
        "aliases": "the bouquet, the garden, parterre, Blumengarten, jardín de flores, jardin fleuri, цветник, kwiatowy ogród, цветочный сад, giardino fiorito, giardino di fiori, jardim de flores, jardín florido, le jardin fleuri, ogród kwiatowy",
        "source": "Wikipedia, Flower Garden: six beds of six, and a bouquet of 16",
        "second_source": "PySolFC, pysollib/games/klondike.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-6×6 (all face up), reserve 16 (face up: the bouquet), foundation 0",
        "void_deal": null
      },
      "calculation": {
        "title": "Calculation",
        "aliases": "broken intervals, hopscotch, four kings, Kalkulation, расчёт, calcul, cálculo, calcolo, вычисление, Berechnung, kalkulacja, obliczanie",
        "source": "Wikipedia, Calculation: any ace, 2, 3 and 4 are the foundations; here those of spades",
        "second_source": "PySolFC, pysollib/games/calculation.py",
        "packs": {"exclude": "AS, 2S, 3S, 4S"},
        "players": [1, 1, 1],
        "laid": {"foundation": "AS, 2S, 3S, 4S"},
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: foundation 0 (The ace, 2, 3 and 4 of spades, which are not dealt, lie on the foundation.), stock rest",
        "void_deal": null
      },
      "clock": {
        "title": "Clock",
        "aliases": "clock patience, clock solitaire, dial, sundial, travellers, hidden cards, Uhr, Uhr-Patience, Uhrenpatience, reloj, solitario del reloj, horloge, l'horloge, orologio, solitario dell'orologio, relógio, zegar, часы, 時計, 時計占い, klok, klokpatience, saat, hodiny, klockan, 시계, la pendule, 时钟",
        "source": "Wikipedia, Clock Patience: twelve piles of four in a circle and one in the middle, face down",
        "second_source": "PySolFC, pysollib/games/grandfathersclock.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: dial 1-13×4 down (4 cards to each of the 13 piles of the dial, one at a time, face down. Piles 1 to 12 are the hours, and 13 is the middle.)",
        "void_deal": null
      },
      "grandfathers_clock": {
        "title": "Grandfather's Clock, with the suits of PySolFC",
        "aliases": "grandfather's clock solitaire, Großvaters Uhr, reloj del abuelo, horloge de grand-père, дедушкины часы, zegar dziadka",
        "source": "Wikipedia, Grandfather's Clock: twelve cards are the clock, of one rank each and every suit in turn; eight columns of five",
        "second_source": "PySolFC, pysollib/games/grandfathersclock.py: the suits in turn are spades, hearts, clubs and diamonds",
        "packs": {"exclude": "2S, 3H, 4C, 5D, 6S, 7H, 8C, 9D, TS, JH, QC, KD"},
        "players": [1, 1, 1],
        "laid": {"foundation": "2S, 3H, 4C, 5D, 6S, 7H, 8C, 9D, TS, JH, QC, KD"},
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-8×5 (all face up), foundation 0 (The twelve cards of the clock, which are not dealt, lie on the foundation: from the 2 of spades at five o'clock to the king of diamonds at four.)",
        "void_deal": null
      },
      "grandfathers_clock_common_suits": {
        "title": "Grandfather's Clock, with the common suits",
        "aliases": "grandfather's clock solitaire",
        "source": "playsolitaire-online.com, Grandfather's Clock: the nine of clubs at twelve o'clock; eight columns of five",
        "second_source": "Wikipedia, Grandfather's Clock: from the 2 of hearts at five o'clock, every suit in turn",
        "packs": {"exclude": "2H, 3S, 4D, 5C, 6H, 7S, 8D, 9C, TH, JS, QD, KC"},
        "players": [1, 1, 1],
        "laid": {"foundation": "2H, 3S, 4D, 5C, 6H, 7S, 8D, 9C, TH, JS, QD, KC"},
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-8×5 (all face up), foundation 0 (The twelve cards of the clock, which are not dealt, lie on the foundation: from the 2 of hearts at five o'clock to the king of clubs at four.)",
        "void_deal": null
      },
      "elevens_patience": {
        "title": "Elevens, a patience of nine cards",
        "aliases": "elevens solitaire, eleven up, elevens up, по одиннадцать, Elferpatience, elf uit",
        "source": "Wikipedia, Elevens: three rows of three",
        "second_source": "PySolFC, pysollib/games/pyramid.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-3×3 (all face up), stock rest",
        "void_deal": null,
        "near": {
          "elevens": "the name is also a game of rows from the elevens, rows_from_eleven",
          "block eleven": "it lays twelve cards"
        }
      },
      "monte_carlo": {
        "title": "Monte Carlo",
        "aliases": "good neighbours, weddings, Монте-Карло, モンテカルロ, 蒙特卡洛接龙",
        "source": "Wikipedia, Monte Carlo: five rows of five",
        "second_source": "PySolFC, pysollib/games/montecarlo.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-5×5 (all face up), stock rest",
        "void_deal": null,
        "near": {"quilt": "it is laid out of two packs, eight by eight", "double or quits": "it lays seven cards around one foundation"}
      },
      "gaps": {
        "title": "Gaps, or Montana",
        "aliases": "Montana, addiction, spaces, Lücken-Patience, huecos, lacunes, пробелы, Монтана, brechas, huecos y montana, vuoti, luki, lacunas",
        "source": "Wikipedia, Gaps: four rows of thirteen, from which the aces are taken",
        "second_source": "PySolFC, pysollib/games/montana.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-13×4 (The tableau is 4 rows of 13 cards, face up. Then the aces are taken away, which leaves the gaps.)",
        "void_deal": null,
        "near": {
          "Blue Moon": "the aces begin the rows, in a column of their own"
        }
      },
      "easthaven": {
        "title": "Easthaven",
        "aliases": "Easthaven solitaire, Osten",
        "source": "Wikipedia, Easthaven: seven columns of three, the last card up; seven are dealt at a time",
        "second_source": "PySolFC, pysollib/games/klondike.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-7×3 down/up (the last of each column face up), foundation 0, stock rest (from which each later deal takes seven, and the last three)",
        "void_deal": null
      },
      "westcliff": {
        "title": "Westcliff",
        "aliases": "Westcliff solitaire, Westen",
        "source": "Wikipedia, Westcliff: ten columns of three, the last card up",
        "second_source": "PySolFC, pysollib/games/klondike.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-10×3 down/up (the last of each column face up), foundation 0, stock rest",
        "void_deal": null
      },
      "simple_simon": {
        "title": "Simple Simon",
        "aliases": "Simple Simon solitaire, Einfacher Simon, シンプル・サイモン, простой Симон, Простак Саймон, prosty Szymon, Симон-простофиля, Simon le simple, Simón el simple",
        "source": "Wikipedia, Simple Simon: ten columns, of eight cards to one",
        "second_source": "PySolFC, pysollib/games/spider.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-9 1-8 1-7 1-6 1-5 1-4 1-3 1-10 (Row by row, from left to right, lay out the tableau of 10 columns: 3 of 8 cards, then 7 down to 1, all face up.), foundation 0",
        "void_deal": null
      },
      "spiderette": {
        "title": "Spiderette",
        "aliases": "spider with one pack, small spider, паучиха, petite araignée, arañita, kleine Spinne, ragnetto",
        "source": "Wikipedia, Spiderette: dealt as Klondike",
        "second_source": "PySolFC, pysollib/games/spider.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-7 2-7 3-7 4-7 5-7 6-7 7-7 down/up (the last of each column face up), foundation 0, stock rest (from which each later deal takes seven, and the last three)",
        "void_deal": null
      },
      "agnes": {
        "title": "Agnes, as Sorel",
        "aliases": "Agnes Sorel",
        "source": "Wikipedia, Agnes: columns of one to seven, all face up, and one card that begins the foundations",
        "second_source": "PySolFC, pysollib/games/klondike.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-7 2-7 3-7 4-7 5-7 6-7 7-7 (all face up), foundation 1 (face up: every foundation begins with its rank), stock rest (from which each later deal takes seven, and the last two)",
        "void_deal": null
      },
      "agnes_bernauer": {
        "title": "Agnes, as Bernauer, with a reserve",
        "aliases": "Agnes solitaire",
        "source": "Wikibooks, Solitaire card games, Agnes: columns of one to seven, one card that begins the foundations, and a reserve of seven",
        "second_source": "PySolFC, pysollib/games/klondike.py: all face up, and the reserve before the foundation",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-7 2-7 3-7 4-7 5-7 6-7 7-7 (all face up), foundation 1 (face up: every foundation begins with its rank), reserve 7 (face up), stock rest (from which seven cards go to the reserve in each later deal, and two in the last)",
        "void_deal": null,
        "near": {"Jane": "the columns lie face down but for the last card", "Agnes Two": "it is played with two packs"}
      },
      "king_albert": {
        "title": "King Albert",
        "aliases": "idiot's delight, König Albert, rey Alberto, roi Albert, le roi Albert, re Alberto, король Альберт, koning Albert, król Albert, rei Alberto",
        "source": "Wikipedia, King Albert: columns of one to nine, and seven cards beside them",
        "second_source": "PySolFC, pysollib/games/klondike.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-9 2-9 3-9 4-9 5-9 6-9 7-9 8-9 9-9 (all face up), reserve 7 (face up), foundation 0",
        "void_deal": null
      },
      "black_hole": {
        "title": "Black Hole",
        "aliases": "black hole solitaire, Schwarzes Loch, agujero negro, trou noir, buco nero, чёрная дыра, czarna dziura, buraco negro, zwart gat, ブラックホール, kara delik, 黑洞, Wielka Dziura",
        "source": "David Parlett's game; Wikipedia, Black Hole: the ace of spades in the middle, 17 fans of three",
        "second_source": "PySolFC, pysollib/games/golf.py",
        "packs": {"exclude": "AS"},
        "players": [1, 1, 1],
        "laid": {"foundation": "AS"},
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-17×3 (all face up), foundation 0 (The ace of spades, which is not dealt, lies on the foundation.)",
        "void_deal": null
      },
      "osmosis": {
        "title": "Osmosis",
        "aliases": "treasure trove, Osmose, осмос, osmoza, osmose solitaire",
        "source": "Wikipedia, Osmosis: four reserves of four, the last card up; the 17th is the first foundation",
        "second_source": "PySolFC, pysollib/games/osmosis.py",
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: reserve 1-4×4 down/up (the last of each column face up), foundation 1 (face up: every foundation begins with its rank), stock rest",
        "void_deal": null,
        "near": {"peek": "it lays the cards of its reserves all face up"}
      },
      "gypsy": {
        "title": "Gypsy",
        "aliases": "gypsy solitaire, Zigeuner, Cyganka, цыганский, цыганка, gitana, zingara, cigana, tzigane",
        "source": "Wikipedia, Gypsy: two packs; eight columns of three, the last card up",
        "second_source": "PySolFC, pysollib/games/gypsy.py",
        "packs": {"decks": 2},
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-8×3 down/up (the last of each column face up), foundation 0, stock rest (from which each later deal takes eight)",
        "void_deal": null
      },
      "miss_milligan": {
        "title": "Miss Milligan",
        "aliases": "Miss Milligan solitaire, Frau Milligan, Мисс Миллиган, señorita Milligan, Mademoiselle Milligan, Fräulein Milligan",
        "source": "Wikipedia, Miss Milligan: two packs; a row of eight",
        "second_source": "PySolFC, pysollib/games/gypsy.py",
        "packs": {"decks": 2},
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-8 (1 card to each of the eight columns of the tableau, face up.), foundation 0, stock rest (from which each later deal takes eight)",
        "void_deal": null
      },
      "double_klondike": {
        "title": "Double Klondike",
        "aliases": "Klondike with two packs, Harp, Harfe, die Harfe, große Harfe, doppelt Klondike, doppeltes Klondike, двойной клондайк, doble Klondike, doppio Klondike, Klondike duplo, podwójny Klondike",
        "source": "Wikipedia, Double Klondike: two packs; columns of one to nine",
        "second_source": "PySolFC, pysollib/games/harp.py",
        "packs": {"decks": 2},
        "players": [1, 1, 1],
        "seats": "none",
        "parameters": "suit_order",
        "steps": "layout: tableau 1-9 2-9 3-9 4-9 5-9 6-9 7-9 8-9 9-9 down/up (the last of each column face up), foundation 0, stock rest",
        "void_deal": null
      }
    }
  },
  "tiles": {
    "aliases": "mah-jong, dominoes",
    "games": {
      "mahjong": {
        "title": "Mah-Jong, Chinese, with flowers and seasons",
        "aliases": "mah-jongg, majong, Chinese mahjong, majiang, 麻将, 마작, маджонг, madżong, madzsong, мацзян, mạt chược, 마장, μαζόνγκ, ไพ่นกกระจอก, מהג'ונג, ماهجونغ, mahjong chino, mahjong chinois, chinesisches Mah-Jongg, mahjong cinese, 中国麻将, маджонг китайский",
        "source": "pagat.com, Mah-Jong",
        "second_source": "mahjongbritishrules.com, Deal out the tiles: flowers are replaced at once",
        "deck": "mahjong",
        "players": [4, 4, 4],
        "seats": "east, south, west, north",
        "direction": "anticlockwise",
        "start": ", the dealer first",
        "unit": "tile",
        "steps": "each 4×3, each 1, east 1, flowers, wall rest",
        "void_deal": null,
        "near": {"麻將": "the name is taiwanese_mahjong in Taiwan"}
      },
      "riichi": {
        "title": "Riichi Mah-Jong, Japanese, with three red fives",
        "aliases": "riichi mahjong, Japanese mahjong, reach mahjong, richi, リーチ麻雀, ricchi, 4-player riichi, リーチマージャン, 日本麻将, 日本麻雀, японский маджонг, риичи-маджонг, риичи, 日麻, 立直麻将, japanisches Mah-Jongg, リーチ, mahjong japonais, mahjong japonés, リーチ麻雀 4人, 리치 마작, 일본 마작, 日本麻將",
        "source": "European Mahjong Association, Riichi Rules; three red fives, as is most common: riichi.wiki, Dora; the dead wall as tenhou.net has it",
        "second_source": "riichi.wiki, Wanpai",
        "deck": "riichi",
        "packs": {"red_fives": 3},
        "players": [4, 4, 4],
        "other_numbers": "riichi_three_players",
        "seats": "east, south, west, north",
        "direction": "anticlockwise",
        "start": ", the dealer first",
        "unit": "tile",
        "parameters": "red_fives, exclude",
        "steps": "hands: each 4×3, each 1, east 1; indicator: dead_wall 2, wall rest",
        "extra_fields": "mpsz",
        "void_deal": null,
        "near": {"麻雀": "the name is hong_kong_mahjong in Hong Kong"}
      },
      "riichi_three_players": {
        "title": "Riichi Mah-Jong for three (sanma), without 2 to 8 of characters, with two red fives",
        "aliases": "sanma, three-player mahjong, three-player riichi, 三麻, 三人麻雀, サンマ, 3人麻雀, 三人麻将, 3인 마작",
        "source": "riichi.wiki, Sanma: eight replacements for kans and kitas; red fives: riichi.wiki, Dora; the dead wall as tenhou.net has it; the fourth and the fifth indicator: riichi.wiki, Kan, for each of which a tile of the wall's end joins the dead wall",
        "deck": "riichi",
        "packs": {"red_fives": 3, "exclude": "2m, 3m, 4m, 0m, 5m, 6m, 7m, 8m"},
        "players": [3, 3, 3],
        "other_numbers": "riichi",
        "seats": "east, south, west",
        "direction": "anticlockwise",
        "start": ", the dealer first",
        "unit": "tile",
        "parameters": "red_fives, exclude",
        "steps": "hands: each 4×3, each 1, east 1; indicator: dead_wall 4, wall rest (The tiles that are left are the wall. After each replacement the last tile of the wall moves to the dead wall. Of these tiles the second and the fourth are the fourth and the fifth dora indicators; the first and the third lie under them as ura dora indicators.)",
        "extra_fields": "mpsz",
        "void_deal": null
      },
      "taiwanese_mahjong": {
        "title": "Mah-Jong, Taiwanese, with 16 tiles",
        "aliases": "Taiwan mahjong, 16-tile mahjong, sixteen-tile mahjong, 台湾麻将, 台灣麻將, 十六張麻將, 台湾麻雀, 16張麻將, 台式麻将",
        "source": "4windsmj.com, Taiwanese 16-tile Mah Jong: flowers in rounds; no federation or rule book was found",
        "second_source": "shouchaobaoquan.com, 台湾麻将",
        "deck": "mahjong",
        "players": [4, 4, 4],
        "seats": "east, south, west, north",
        "direction": "anticlockwise",
        "start": ", the dealer first",
        "unit": "tile",
        "steps": "each 4×4, east 1, flower_rounds, wall rest (the last 16 of which are never drawn)",
        "void_deal": null,
        "near": {"麻將": "the name is another game outside Taiwan"}
      },
      "american_mahjong": {
        "title": "Mah-Jongg, American, before the Charleston",
        "aliases": "American mah-jongg, NMJL, National Mah Jongg League, maj, mahjong américain, amerikanisches Mah-Jongg",
        "source": "National Mah Jongg League, Mah Jongg Made Easy: four walls of 38, four at a time, and the first and third top tile to east, here at the end",
        "second_source": "fourfriendsmahjong.com, Rules",
        "deck": "american_mahjong",
        "players": [4, 4, 4],
        "seats": "east, south, west, north",
        "direction": "anticlockwise",
        "start": ", the dealer first",
        "unit": "tile",
        "steps": "each 4×3, each 1, east 1, wall rest",
        "void_deal": null
      },
      "dominoes": {
        "title": "Dominoes, the block game",
        "aliases": "domino, block dominoes, draw dominoes, double six, bones, muggins, all fives, домино, ドミノ, gaple, dominó, 도미노, δόμινο, Dominospiel, 多米诺骨牌, 多米诺, 骨牌遊戲, domina, dominobrikker, dominosteine, dominó clásico, dominobricka, τόμινο, دومينو, الدومينو, ドミノゲーム, jogo de dominó, dominostenen, juego de dominó, דומינו",
        "source": "Wikipedia, Dominoes; seven tiles for two, five for more: getjar.com, Dr. Dominos",
        "second_source": "learnplaywin.net, Dominoes rules, block",
        "deck": "dominoes",
        "players": [2, 4, 2],
        "seats": "1, …, n",
        "direction": "none",
        "unit": "tile",
        "parameters": "highest, exclude",
        "steps": "each 1×{cards}, boneyard rest",
        "counts": {"cards": {"2": 7, "3": 5}},
        "void_deal": null,
        "near": {"aznif": "its ends are added and scored"}
      },
      "dominoes_partnership": {
        "title": "Dominoes for two pairs of partners, without a boneyard",
        "aliases": "partnership dominoes, team dominoes, four-player dominoes",
        "source": "Federación Internacional de Dominó, Reglamento: seven tiles each",
        "second_source": "gamevelvet.com, Dominoes",
        "deck": "dominoes",
        "players": [4, 4, 4],
        "seats": "1, …, n",
        "direction": "none",
        "unit": "tile",
        "steps": "each 1×7",
        "void_deal": null
      },
      "texas_42": {
        "title": "Texas 42, for two pairs of partners",
        "aliases": "42, forty-two, Texas forty-two, 42 dominoes, four-hand Texas",
        "source": "42-online.com, Basic Rules of Texas 42: seven dominoes each; the rules of the National 42 Players Association were not found",
        "second_source": "gamerules.com, Texas 42: the dealer draws last",
        "deck": "dominoes",
        "players": [4, 4, 4],
        "unit": "tile",
        "steps": "each 1×7",
        "void_deal": null,
        "near": {"moon": "it is played by three with another set"}
      },
      "dominoes_cuban": {
        "title": "Cuban dominoes for two pairs of partners, with the double-nine set",
        "aliases": "Cuban dominoes, dominó cubano, double nine",
        "source": "pagat.com, Cuban Dominoes: 10 tiles each; the other 15 are not used",
        "deck": "dominoes",
        "packs": {"highest": 9},
        "players": [4, 4, 4],
        "seats": "1, …, n",
        "direction": "none",
        "unit": "tile",
        "steps": "each 1×10, boneyard rest (which is not used)",
        "void_deal": null
      },
      "mexican_train": {
        "title": "Mexican train, with the double-twelve set",
        "aliases": "train, double twelve, train dominoes, mexican train dominoes, мексиканский поезд, tren mexicano, mexikanischer Zug, train mexicain, le train mexicain, meksykański pociąg, trem mexicano, メキシカントレイン, trenino messicano, Mexicaanse trein",
        "source": "ourpastimes.com, Double-Twelve Dominoes: the double twelve is laid out beforehand; others deal other numbers, and no federation or rule book was found",
        "second_source": "owlshollow.com: sets come with other numbers of tiles, as 15, 11 and 8 for up to four, six and eight",
        "deck": "dominoes",
        "packs": {"highest": 12, "exclude": "12-12"},
        "players": [2, 8, 4],
        "laid": {"engine": "12-12"},
        "seats": "1, …, n",
        "direction": "none",
        "unit": "tile",
        "parameters": "",
        "steps": "each 1×{cards}, boneyard rest (The tiles that are left are the boneyard. The double twelve, which is not dealt, is the engine.)",
        "counts": {"cards": {"2": 16, "4": 15, "5": 14, "6": 12, "7": 10, "8": 9}},
        "void_deal": null
      },
      "hong_kong_mahjong": {
        "title": "Mah-Jong, Hong Kong, with flowers and seasons",
        "aliases": "Cantonese mahjong, old Hong Kong mahjong, HKOS, 港式麻雀, 广东麻将, 香港麻將, 香港麻雀, 廣東麻雀, 港式麻將, 廣東麻將, 香港麻将",
        "source": "Wikipedia, Mahjong, Old Hong Kong rules: 144 tiles; four at a time to twelve, one each, and one more to the dealer, who replaces flowers first",
        "second_source": "pagat.com, Mah-Jong",
        "deck": "mahjong",
        "players": [4, 4, 4],
        "seats": "east, south, west, north",
        "direction": "anticlockwise",
        "start": ", the dealer first",
        "unit": "tile",
        "steps": "each 4×3, each 1, east 1, flowers, wall rest",
        "void_deal": null,
        "near": {
          "Singapore mahjong": "it has four animal tiles more",
          "麻雀": "the name is riichi in Japan"
        }
      },
      "chinese_official_mahjong": {
        "title": "Mah-Jong, Chinese official (competition rules)",
        "aliases": "MCR, Guobiao, Mahjong competition rules, international mahjong, 国标麻将, 國標麻將, официальный маджонг, МСР маджонг",
        "source": "World Mahjong Organization, Mahjong Competition Rules: 144 tiles; a player replaces a flower from the end of the wall when he likes, or discards it, so that the hands have theirs here",
        "second_source": "mahjongtime.com, Mahjong Competition Rules (Chinese Official)",
        "deck": "mahjong",
        "players": [4, 4, 4],
        "seats": "east, south, west, north",
        "direction": "anticlockwise",
        "start": ", the dealer first",
        "unit": "tile",
        "steps": "each 4×3, each 1, east 1, wall rest",
        "void_deal": null
      },
      "sichuan_mahjong": {
        "title": "Mah-Jong, Sichuan (bloody), with the three suits alone",
        "aliases": "Szechuan mahjong, bloody mahjong, Chengdu mahjong, xuezhan daodi, 血战到底, 四川麻将, 四川麻雀, 四川麻將, 血戰到底, 成都麻将, 血战麻将",
        "source": "Mahjong International League, Sichuan Bloody Rules, at mahjongnews.com: 108 tiles",
        "second_source": "worldmahjongtour.live, Sichuan Mahjong Blood Battle Rules",
        "deck": "mahjong",
        "packs": {"exclude": "EW, SW, WW, NW, RD, GD, WD, 1F, 2F, 3F, 4F, 1S, 2S, 3S, 4S"},
        "players": [4, 4, 4],
        "seats": "east, south, west, north",
        "direction": "anticlockwise",
        "start": ", the dealer first",
        "unit": "tile",
        "steps": "each 4×3, each 1, east 1, wall rest",
        "void_deal": null,
        "near": {"血流成河": "it is dealt alike, and players go on after they have won"}
      },
      "okey": {
        "title": "Okey",
        "aliases": "Turkish rummy, düz okey, çanak okey, okey oyunu, Türk okeyi, taş okey",
        "source": "pagat.com, Okey: hands of 14, and one tile more to the dealer's right, anticlockwise",
        "second_source": "Wikipedia, Okey: a false joker that is turned goes back, and another tile is turned; with stacks and a die the tiles come from elsewhere",
        "deck": "okey",
        "players": [2, 4, 4],
        "direction": "anticlockwise",
        "unit": "tile",
        "steps": "each 1×14, 1 1 (The first hand, which begins, gets 1 extra card.), indicator, stock rest",
        "void_deal": null
      },
      "okey_101": {
        "title": "Okey 101",
        "aliases": "101 okey, yüzbir, okey yüzbir, 101 okey plus",
        "source": "okey.gg, How to Play 101: 21 tiles each, 22 to the first; a false joker that is turned goes back; no federation or rule book was found",
        "second_source": "gambiter.com, Okey 101",
        "deck": "okey",
        "players": [2, 4, 4],
        "direction": "anticlockwise",
        "unit": "tile",
        "steps": "each 1×21, 1 1 (The first hand, which begins, gets 1 extra card.), indicator, stock rest",
        "void_deal": null,
        "near": {"101": "the name is a kin of crazy eights in Russia"}
      },
      "rummy_tiles": {
        "title": "Rummy with tiles: fourteen each, and a pool",
        "aliases": "Rummikub, rummy cube, tile rummy, Rummy Kub, руммикуб, румми кубик, ラミィキューブ, ラミーキューブ, 拉密, 拉密牌, 루미큐브, רמיקוב, 以色列麻将, 魔力桥, rumikub, rummicub",
        "source": "Wikipedia, Rummikub: 106 tiles, 14 each for two to four players",
        "second_source": "ourpastimes.com, How to Play Rummy Cube",
        "deck": "okey",
        "players": [2, 4, 4],
        "unit": "tile",
        "steps": "each 1×14, stock rest (or pool)",
        "void_deal": null
      },
      "pai_gow_tiles": {
        "title": "Pai gow, with tiles",
        "aliases": "pai gow, paigow, tile pai gow, 牌九, 排九, パイゴウ, 牌九牌",
        "source": "58 Pennsylvania Code § 621a.6: stacks of four, counterclockwise; the dice say which seat is first, here that beside the dealer",
        "second_source": "luckychances.com, Pai Gow: eight stacks of four",
        "deck": "chinese_dominoes",
        "players": [1, 7, 6],
        "seats": "1, …, n, dealer",
        "direction": "anticlockwise",
        "unit": "tile",
        "steps": {
          "1": "each 4 (Each hand gets 4 cards at once: one of the eight stacks.), stock rest (which is not used)",
          "7": "each 4 (Each hand gets 4 cards at once: one of the eight stacks.)"
        },
        "void_deal": null
      },
      "kozel_dominoes": {
        "title": "Kozel, of dominoes: the goat",
        "aliases": "козёл, домино козёл, козёл в домино, забить козла",
        "source": "ru.wikipedia.org, Козёл (домино): seven tiles each",
        "second_source": "igryman.ru, Домино козёл",
        "deck": "dominoes",
        "players": [2, 4, 4],
        "seats": "1, …, n",
        "direction": "none",
        "unit": "tile",
        "parameters": "",
        "steps": {
          "2": "each 1×7, boneyard rest",
          "4": "each 1×7"
        },
        "void_deal": null,
        "near": {"морской козёл": "it has other rules for who begins and for doubles"}
      }
    }
  },
  "flowers": {
    "aliases": "hanafuda, hwatu, flower cards",
    "games": {
      "koi_koi": {
        "title": "Koi-Koi",
        "aliases": "hanafuda, flower cards, 花札, こいこい, コイコイ, 花札こいこい, кои-кои, hanafuda koi-koi, 코이코이",
        "source": "Nintendo, Hanafuda, Koi-Koi: two at a time; other tables give four; four cards of a month on the field: fudawiki.org, Koi-Koi",
        "second_source": "Nintendo, Mario Hanafuda, How to play Koi-Koi",
        "deck": "hanafuda",
        "players": [2, 2, 2],
        "direction": "anticlockwise",
        "steps": "4×[1 2, field 2, dealer 2] (Player 1, the field and the dealer in turn get 2 cards at once, until each has 8.), stock rest",
        "void_deal": {
          "sentence": "The four cards of one month on the field are a misdeal",
          "where": {"all": [{"hand": "field", "length": ["pine"], "max": 3}, {"hand": "field", "length": ["plum"], "max": 3}, {"hand": "field", "length": ["cherry"], "max": 3}, {"hand": "field", "length": ["wisteria"], "max": 3}, {"hand": "field", "length": ["iris"], "max": 3}, {"hand": "field", "length": ["peony"], "max": 3}, {"hand": "field", "length": ["clover"], "max": 3}, {"hand": "field", "length": ["pampas"], "max": 3}, {"hand": "field", "length": ["chrysanthemum"], "max": 3}, {"hand": "field", "length": ["maple"], "max": 3}, {"hand": "field", "length": ["willow"], "max": 3}, {"hand": "field", "length": ["paulownia"], "max": 3}]}
        },
        "near": {"mushi": "it is played with 40 cards, without two of the months"}
      },
      "hachi_hachi": {
        "title": "Hachi-Hachi, or 88, with the dealer last",
        "aliases": "hanafuda, 88, 八八, eighty-eight",
        "source": "fudawiki.org, Hachi-Hachi, here with the dealer last; of four and more players all get cards, and then some drop out; seven, who need a blank card, are not dealt here; two play hachi_hachi_two_players, with fewer cards and the dealer first",
        "second_source": "boardgamearena.com, Rules of Hachi-hachi",
        "deck": "hanafuda",
        "players": [2, 6, 3],
        "other_numbers": "hachi_hachi_two_players",
        "direction": "anticlockwise",
        "steps": {
          "2": "each 4, field 3 (face up), each 3, field 3 (face up), stock rest",
          "6": "each 4, field 3 (face up), each 3, field 3 (face up)"
        },
        "void_deal": {
          "sentence": "The four cards of one month on the field are a misdeal",
          "where": {"all": [{"hand": "field", "length": ["pine"], "max": 3}, {"hand": "field", "length": ["plum"], "max": 3}, {"hand": "field", "length": ["cherry"], "max": 3}, {"hand": "field", "length": ["wisteria"], "max": 3}, {"hand": "field", "length": ["iris"], "max": 3}, {"hand": "field", "length": ["peony"], "max": 3}, {"hand": "field", "length": ["clover"], "max": 3}, {"hand": "field", "length": ["pampas"], "max": 3}, {"hand": "field", "length": ["chrysanthemum"], "max": 3}, {"hand": "field", "length": ["maple"], "max": 3}, {"hand": "field", "length": ["willow"], "max": 3}, {"hand": "field", "length": ["paulownia"], "max": 3}]}
        }
      },
      "hachi_hachi_two_players": {
        "title": "Hachi-Hachi for two (nuki hachi-hachi), with 34 cards and the dealer first",
        "aliases": "nuki hachi-hachi, nuki hachihachi, two-player hachi-hachi, 抜き八八",
        "source": "fudawiki.org, Nuki Hachi-hachi: without wisteria, iris, bush clover and two of paulownia; dealt as Hachi-Hachi",
        "second_source": "vingel8.neocities.org, Hachi-Hachi: the dealer is the first to receive cards",
        "deck": "hanafuda34",
        "players": [2, 2, 2],
        "other_numbers": "hachi_hachi",
        "seats": "dealer, 1",
        "direction": "anticlockwise",
        "start": ", the dealer first",
        "steps": "each 4, field 3 (face up), each 3, field 3 (face up), stock rest",
        "void_deal": {
          "sentence": "The four cards of one month on the field are a misdeal",
          "where": {"all": [{"hand": "field", "length": ["pine"], "max": 3}, {"hand": "field", "length": ["plum"], "max": 3}, {"hand": "field", "length": ["cherry"], "max": 3}, {"hand": "field", "length": ["peony"], "max": 3}, {"hand": "field", "length": ["pampas"], "max": 3}, {"hand": "field", "length": ["chrysanthemum"], "max": 3}, {"hand": "field", "length": ["maple"], "max": 3}, {"hand": "field", "length": ["willow"], "max": 3}]}
        }
      },
      "go_stop": {
        "title": "Go-Stop, with two jokers",
        "aliases": "hwatu, hwato, godori, matgo, Korean hanafuda, flower cards, 고스톱, 맞고, 화투, 화투 고스톱, 고도리, ゴーストップ, годори, гоу-стоп",
        "source": "fudawiki.org, Go-Stop, with the dealer last; at other tables first",
        "second_source": "ko.wikipedia.org, 고스톱: two jokers",
        "deck": "hwatu",
        "packs": {"jokers": 2},
        "players": [2, 3, 3],
        "direction": "anticlockwise",
        "parameters": "jokers, exclude",
        "steps": {
          "2": "field 4 (face up), each 5, field 4 (face up), each 5, jokers, stock rest",
          "3": "field 3 (face up), each 4, field 3 (face up), each 3, jokers, stock rest"
        },
        "void_deal": null,
        "near": {"민화투": "it has no jokers, and nobody says go"}
      },
      "oicho_kabu": {
        "title": "Oicho-kabu, with kabufuda",
        "aliases": "おいちょかぶ, オイチョカブ, おいちょ, 株札",
        "source": "trumpgame.jp, おいちょかぶ: four cards face up and one to the banker face down; then a second to each of the four, face down",
        "second_source": "sekaiyugi.com, 株札: the first cards are before these four cards that are not played, at other tables",
        "deck": "kabufuda",
        "players": [0, 0, 0],
        "seats": "none",
        "direction": "none",
        "steps": "field 1-4 (1 card to each of the four places of the field, face up.), banker 1 down (1 card to the banker, face down.), field 1-4 down (1 card more to each of the four places, face down.), stock rest (from which the third cards come)",
        "void_deal": null
      },
      "seotda": {
        "title": "Seotda, with 20 cards",
        "aliases": "섯다, sutda, seotta, 섰다, hwatu, 화투, 섰다 화투, 서따, ソッタ",
        "source": "fudawiki.org, Seotda: the two most valuable cards of each of the months 1 to 10, two each; counter-clockwise",
        "second_source": "harryshwatuhowto.blogspot.com, How to Play Seotda",
        "deck": "hwatu",
        "packs": {"exclude": "P1, P2, P3, P4, P5, P6, P7, P8, P9, P10, B11, P11, D11, B12, A12, R12, D12"},
        "players": [2, 10, 4],
        "direction": "anticlockwise",
        "parameters": "exclude",
        "steps": {
          "2": "each 1×2 (face down), stock rest",
          "10": "each 1×2 (face down)"
        },
        "void_deal": null,
        "near": {
          "세 장 섯다": "it is dealt three cards each",
          "도리짓고땡": "it is dealt five cards each"
        }
      }
    }
  },
  "numbers": {
    "aliases": "balls, bingo, keno, lotteries, lottery, lotto",
    "games": {
      "keno": {
        "title": "Keno: 20 of 80",
        "aliases": "kino, 20 of 80, Keno lottery, кено, キノ, 基诺, 키노, 快乐8, κίνο, كينو",
        "source": "Wikipedia, Keno",
        "deck": "keno",
        "players": [0, 0, 0],
        "seats": "none",
        "unit": "ball",
        "steps": "drawn 20 (20 cards are drawn, one after the other.), stock rest",
        "void_deal": null,
        "near": {"German keno": "it draws 20 of 70"}
      },
      "bingo_card": {
        "title": "Bingo with 75 balls: the card of a player",
        "aliases": "bingo, 75-ball bingo card, American bingo card, bingo 75, ビンゴ, бинго, 宾果, 빙고, μπίνγκο, بينغو",
        "source": "Wikipedia, Bingo (American version)",
        "deck": "bingo75",
        "players": [1, 1, 1],
        "seats": "player",
        "unit": "ball",
        "parameters": "",
        "steps": "sheet, stock rest",
        "extra_fields": "grid",
        "void_deal": null,
        "near": {"bingo ticket": "it is the British ticket of 27 spaces: /v1/bingo/strips"}
      },
      "bingo_call": {
        "title": "Bingo with 75 balls: the call of all the balls",
        "aliases": "bingo, bingo balls, 75-ball bingo, American bingo, US bingo, американское бинго, bingo 75 bolas, bingo à 75 boules, bingo americano, 75球ビンゴ, ビンゴ, бинго, 宾果, 빙고, μπίνγκο, بينغو",
        "source": "Wikipedia, Bingo (American version)",
        "deck": "bingo75",
        "players": [0, 0, 0],
        "seats": "none",
        "unit": "ball",
        "steps": "called rest (All the cards are called, one after the other.)",
        "void_deal": null
      },
      "bingo90_call": {
        "title": "Bingo with 90 balls: the call of all the balls; its tickets are /v1/bingo/strips",
        "aliases": "bingo, bingo 90, 90-ball bingo, housie, tombola, tambola, UK bingo, British bingo, русское лото, лото с бочонками, loto quine, loto traditionnel, quine, टम्बोला, тамбола, loto bingo 90, housey-housey, tombala, bingo británico, bingo inglés, bingo francese, лото, лото 90, lotek bingo 90, ビンゴ, бинго, 宾果, 빙고, μπίνγκο, بينغو",
        "source": "Wikipedia, Bingo (British version): 90 balls, drawn one by one",
        "second_source": "augeweb.com, Reglas del bingo",
        "deck": "bingo90",
        "players": [0, 0, 0],
        "seats": "none",
        "unit": "ball",
        "steps": "called rest (All the cards are called, one after the other.)",
        "void_deal": null
      },
      "lottery": {
        "title": "A lottery: 6 of 49; others are /v1/integers, with several drums /v1/integers/draw",
        "aliases": "6 of 49, 6/49, 6 out of 49, lottery 6/49, lotto 6 of 49",
        "source": "lotto.de, Lotto 6aus49; its Superzahl is a draw of its own",
        "deck": "lottery49",
        "players": [0, 0, 0],
        "seats": "none",
        "unit": "ball",
        "steps": "drawn 6 (6 cards are drawn, one after the other.), stock rest",
        "void_deal": null,
        "near": {
          "loto": "it draws 5 of 49 and 1 of 10 in France",
          "UK Lotto": "it draws 6 of 59 and a bonus ball",
          "lotto": "the name is 6 of 49 in Germany, 6 of 59 in Britain, and others elsewhere"
        }
      },
      "powerball": {
        "title": "Powerball: 5 of 69, and 1 of 26 from the other drum",
        "aliases": "US Powerball, US lottery, пауэрбол, パワーボール, 强力球, 파워볼 미국",
        "source": "Multi-State Lottery Association, Powerball: 5 of 69 and 1 of 26 since October 2015",
        "second_source": "Washington Post, How Powerball works",
        "deck": "powerball",
        "players": [0, 0, 0],
        "seats": "none",
        "unit": "ball",
        "parameters": "",
        "steps": "drums/powerball 1, stock rest",
        "void_deal": null,
        "near": {"Australian Powerball": "it draws 7 of 35 and 1 of 20"}
      },
      "mega_millions": {
        "title": "Mega Millions: 5 of 70, and 1 of 24 from the other drum",
        "aliases": "mega, US lottery, мегамиллионс, メガミリオンズ, 超级百万, mega millones",
        "source": "Wisconsin Lottery, Mega Millions New Features: since April 2025, before that 1 of 25",
        "second_source": "megamillions.com, How to Play",
        "deck": "mega_millions",
        "players": [0, 0, 0],
        "seats": "none",
        "unit": "ball",
        "parameters": "",
        "steps": "drums/mega_ball 1, stock rest",
        "void_deal": null
      },
      "euromillions": {
        "title": "EuroMillions: 5 of 50, and 2 of 12 from the other drum",
        "aliases": "Euro lottery, euromillones, euromilhões, евромиллионы, ユーロミリオンズ, 欧洲百万",
        "source": "The National Lottery, EuroMillions, game procedures: 5 of 50 and 2 of 12 since September 2016",
        "second_source": "national-lottery.com, How to Play EuroMillions",
        "deck": "euromillions",
        "players": [0, 0, 0],
        "seats": "none",
        "unit": "ball",
        "parameters": "",
        "steps": "drums/lucky_stars 2, stock rest",
        "void_deal": null,
        "near": {"Eurojackpot": "it has euro numbers for lucky stars"}
      }
    }
  }
}
