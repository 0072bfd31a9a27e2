export const DECK_TABLE = // The table of decks. The rest of this file is JSON, which the service reads as well (docs/recipes/games.md, A deck).
{
  "standard": {
    "title": "Standard 52-card pack, with up to four jokers",
    "aliases": "French, poker, bridge, regular, normal, default, playing cards, 52 cards, 52, Anglo-American pack, baraja francesa",
    "source": "the international French-suited pack; characters: Unicode, Playing Cards",
    "pack": "french",
    "options": "jokers, suit_order",
    "ranks": "A23456789TJQK",
    "near": {
      "36 cards": "it has no 2 to 5: exclude=2,3,4,5, or is the pack german36 or swiss36",
      "durak": "it has no 2 to 5: exclude=2,3,4,5",
      "53 cards": "it has a joker: jokers=1",
      "54 cards": "it has two jokers, jokers=2, or is the pack tarock54",
      "55 cards": "it has three jokers: jokers=3",
      "56 cards": "it has four jokers, jokers=4, or is the pack tichu"
    }
  },
  "piquet": {
    "title": "Piquet or skat pack of 32 cards: 7 to ace, with up to four jokers",
    "aliases": "skat, Skatblatt, belote, klaverjas, 32 cards, 32, French 32, jeu de 32 cartes",
    "source": "Wikibooks, Card Games, Cards (truncated packs); characters: Unicode, Playing Cards",
    "pack": "french",
    "options": "jokers, suit_order",
    "ranks": "A789TJQK"
  },
  "euchre": {
    "title": "Euchre pack of 24 cards: 9 to ace, with up to four jokers",
    "aliases": "24 cards, 24, sixty-six",
    "source": "Wikibooks, Card Games, Cards (truncated packs); characters: Unicode, Playing Cards",
    "pack": "french",
    "options": "jokers, suit_order",
    "ranks": "A9TJQK",
    "near": {
      "schnapsen": "it has 20 cards: exclude=nines"
    }
  },
  "pinochle": {
    "title": "Pinochle pack of 48 cards: two of each, 9 to ace",
    "aliases": "doppelkopf, 48 cards",
    "source": "Wikibooks, Card Games, Cards (truncated packs); characters: Unicode, Playing Cards",
    "pack": "french",
    "options": "suit_order",
    "ranks": "A9TJQK",
    "copies": 2
  },
  "five_hundred63": {
    "title": "Five hundred pack of 62 cards: ace to king with 11 and 12, and 13 in the red suits; with up to four jokers, and 63 cards with one",
    "aliases": "500 pack",
    "source": "Wikipedia, 500 (card game): 11 and 12 in each suit, and 13 in the red suits",
    "pack": "suited",
    "options": "jokers",
    "suits": {"S": {"name": "Spades"}, "H": {"name": "Hearts"}, "D": {"name": "Diamonds"}, "C": {"name": "Clubs"}},
    "ranks": {
      "S": ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "11", "12", "J", "Q", "K"],
      "H": ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "11", "12", "13", "J", "Q", "K"],
      "D": ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "11", "12", "13", "J", "Q", "K"],
      "C": ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "11", "12", "J", "Q", "K"]
    },
    "rank_names": {
      "A": {"name": "Ace", "value": 1, "words": "Ace, 1", "codes": "1"},
      "T": {"name": "10", "value": 10, "codes": "10"},
      "J": {"name": "Jack", "value": 14},
      "Q": {"name": "Queen", "value": 15},
      "K": {"name": "King", "value": 16}
    },
    "other_forms": "{rank} {suit}",
    "near": {
      "six-handed 500": "it has a joker: jokers=1",
      "63 cards": "it has a joker: jokers=1"
    }
  },
  "spanish40": {
    "title": "Spanish pack of 40 cards: ace to 7, jack, knight and king, with up to four jokers",
    "aliases": "Spanish, baraja, baraja española, naipes, truco, mus, brisca, escoba, 40 cards",
    "source": "Wikipedia, Spanish-suited playing cards",
    "pack": "suited",
    "options": "jokers",
    "suits": {
      "O": {"name": "Coins", "words": "oros"},
      "C": {"name": "Cups", "words": "copas"},
      "E": {"name": "Swords", "words": "espadas"},
      "B": {"name": "Clubs", "words": "bastos"}
    },
    "ranks": "A234567JNK",
    "rank_names": {
      "A": {"name": "Ace", "value": 1, "words": "as, 1", "codes": "1"},
      "J": {"name": "Jack", "value": 10, "words": "sota, 10", "codes": "10, S"},
      "N": {"name": "Knight", "value": 11, "words": "caballo, 11", "codes": "11, C"},
      "K": {"name": "King", "value": 12, "words": "rey, 12", "codes": "12, R"}
    },
    "other_forms": "{rank} de {suit}"
  },
  "spanish48": {
    "title": "Spanish pack of 48 cards: ace to 9, jack, knight and king, with up to four jokers",
    "aliases": "Spanish, baraja, baraja española, naipes",
    "source": "Wikipedia, Spanish-suited playing cards",
    "like": "spanish40",
    "ranks": "A23456789JNK"
  },
  "italian40": {
    "title": "Italian pack of 40 cards: ace to 7, fante (jack), cavallo (knight) and re (king)",
    "aliases": "Italian, scopa, briscola, napoletane, Neapolitan, 40 cards",
    "source": "Wikipedia, Italian playing cards; values of the courts: chimica-online.it, Carte da briscola",
    "pack": "suited",
    "suits": {
      "D": {"name": "Coins", "words": "denari, danari, ori"},
      "C": {"name": "Cups", "words": "coppe"},
      "S": {"name": "Swords", "words": "spade"},
      "B": {"name": "Clubs", "words": "bastoni"}
    },
    "ranks": "A234567JNK",
    "rank_names": {
      "A": {"name": "Ace", "value": 1, "words": "asso, 1", "codes": "1"},
      "J": {"name": "Jack", "value": 8, "words": "fante, donna, 8", "codes": "8, F"},
      "N": {"name": "Knight", "value": 9, "words": "cavallo, 9", "codes": "9, C"},
      "K": {"name": "King", "value": 10, "words": "re, 10", "codes": "10, R"}
    },
    "other_forms": "{rank} di {suit}"
  },
  "german32": {
    "title": "German pack of 32 cards: 7 to 10, unter, ober, king and ace",
    "aliases": "German, schafkopf, Skatblatt, Bavarian, William Tell, Hungarian, Tell cards, magyar kártya",
    "source": "pagat.com, Card games in Germany",
    "pack": "suited",
    "suits": {
      "A": {"name": "Acorns", "words": "Eichel, Eicheln, Kreuz", "codes": "E"},
      "L": {"name": "Leaves", "words": "Gras, Grün, Laub, Blatt", "codes": "G"},
      "H": {"name": "Hearts", "words": "Herz, Rot"},
      "B": {"name": "Bells", "words": "Schellen, Schelle", "codes": "S"}
    },
    "ranks": "A789TUOK",
    "rank_names": {
      "A": {"name": "Ace", "value": 1, "words": "Ass, As, Daus, Sau", "codes": "D"},
      "T": {"name": "10", "value": 10, "codes": "10"},
      "U": {"name": "Unter", "value": 11},
      "O": {"name": "Ober", "value": 12},
      "K": {"name": "King", "value": 13, "words": "König"}
    },
    "other_forms": "{suit} {rank}, {suit}-{rank}",
    "near": {
      "watten": "it is played with 33 cards in Tyrol: german33"
    }
  },
  "german36": {
    "title": "German pack of 36 cards: 6 to 10, unter, ober, king and ace",
    "aliases": "German, altdeutsch",
    "source": "pagat.com, Card games in Germany",
    "like": "german32",
    "ranks": "A6789TUOK"
  },
  "german33": {
    "title": "German pack of 33 cards: 7 to 10, unter, ober, king and ace, and the Weli (6 of bells)",
    "aliases": "German, Weli, perlaggen, bieten, Salzburg, Tyrolean",
    "source": "Wikipedia, Weli: a pack of 32 cards and the 6 of bells; pagat.com, Watten",
    "like": "german32",
    "ranks": {"A": "A789TUOK", "L": "A789TUOK", "H": "A789TUOK", "B": "A6789TUOK"},
    "card_names": {"6B": "Weli"},
    "spellings": {"6B": "6 of Bells"},
    "near": {
      "watten": "it is played with 32 cards in Bavaria: german32"
    }
  },
  "swiss36": {
    "title": "Swiss pack of 36 cards for Jass: 6 to 9, banner, under, ober, king and ace",
    "aliases": "Swiss, jass, Jasskarten",
    "source": "Wikipedia, Swiss-suited playing cards; jassen.ch, Spielfarben",
    "pack": "suited",
    "suits": {
      "A": {"name": "Acorns", "words": "Eichel, Eicheln", "codes": "E"},
      "R": {"name": "Roses", "words": "Rosen, Rose"},
      "S": {"name": "Shields", "words": "Schilten, Schilte"},
      "B": {"name": "Bells", "words": "Schellen, Schelle"}
    },
    "ranks": "A6789TUOK",
    "rank_names": {
      "A": {"name": "Ace", "value": 1, "words": "Ass, As"},
      "T": {"name": "Banner", "value": 10, "words": "Banner, 10", "codes": "10"},
      "U": {"name": "Under", "value": 11, "words": "Under, Unter, Bauer"},
      "O": {"name": "Ober", "value": 12},
      "K": {"name": "King", "value": 13, "words": "König"}
    },
    "other_forms": "{suit} {rank}, {suit}-{rank}"
  },
  "tarot": {
    "title": "French tarot pack of 78 cards: four suits with a knight, 21 trumps and the fool",
    "aliases": "French tarot, tarot nouveau, tarock, 78 cards",
    "source": "Wikipedia, Tarot Nouveau; characters: Unicode, Playing Cards",
    "pack": "french",
    "options": "suit_order",
    "ranks": "A23456789TJNQK",
    "trumps": "Atout",
    "spellings": {"FO": "Excuse, Fou"}
  },
  "tarock54": {
    "title": "Tarock pack of 54 cards: four suits of eight with a knight, 21 trumps and the Sküs",
    "aliases": "tarock, tarok, taroky, Industrie und Glück, königrufen, cego, 54 cards",
    "source": "gambiter.com, Slovenian Tarok; ebepe.com, Kings Tarock: black 7 to 10, red ace to 4, four courts; characters: Unicode, Playing Cards",
    "pack": "french",
    "options": "suit_order",
    "ranks": {"S": "789TJNQK", "H": "A234JNQK", "D": "A234JNQK", "C": "789TJNQK"},
    "trumps": "Atout, Tarock",
    "spellings": {"FO": "Excuse, Sküs, Skys, Škis, Gstieß, Stieß", "21T": "Mond", "1T": "Pagat"}
  },
  "hanafuda": {
    "title": "Hanafuda, the Japanese flower cards: twelve months of four",
    "aliases": "flower cards, Japanese, koi-koi, 花札",
    "source": "fudawiki.org, Hanafuda: the plain cards (chaff) of a month are of one kind; points: Wikipedia, Hanafuda, brights 20, animals 10, ribbons 5, plain cards 1",
    "pack": "flowers",
    "months": "Pine BRPP, Plum ARPP, Cherry BRPP, Wisteria ARPP, Iris ARPP, Peony ARPP, Clover ARPP, Pampas BAPP, Chrysanthemum ARPP, Maple ARPP, Willow BARP, Paulownia BPPP"
  },
  "hanafuda34": {
    "title": "Hanafuda for two players of hachi-hachi: 34 cards, without three months and two of paulownia",
    "aliases": "flower cards, nuki hachi-hachi, stripped hanafuda, 抜き八八",
    "source": "fudawiki.org, Nuki Hachi-hachi: without wisteria, iris and bush clover, and two plain cards of paulownia",
    "pack": "flowers",
    "months": "Pine BRPP, Plum ARPP, Cherry BRPP, Wisteria, Iris, Peony ARPP, Clover, Pampas BAPP, Chrysanthemum ARPP, Maple ARPP, Willow BARP, Paulownia BP"
  },
  "hwatu": {
    "title": "Hwatu, the Korean flower cards for go-stop, with up to four jokers",
    "aliases": "flower cards, Korean, 화투, 화투패",
    "source": "fudawiki.org, Hwatu: paulownia before willow; Korean Wikipedia, Go-Stop; points as of hanafuda, of double junk 2, of jokers 2 and 3 in turn",
    "pack": "flowers",
    "options": "jokers",
    "months": "Pine BRPP, Plum ARPP, Cherry BRPP, Wisteria ARPP, Iris ARPP, Peony ARPP, Clover ARPP, Pampas BAPP, Chrysanthemum ARPP, Maple ARPP, Paulownia BPPD, Willow BARD",
    "korean_names": "송학, 매화, 벚꽃, 등꽃, 난초, 모란, 홍싸리, 공산, 국화, 단풍, 오동, 비",
    "near": {
      "go-stop": "it has two jokers: jokers=2",
      "Korean hanafuda": "it has two jokers: jokers=2"
    }
  },
  "mahjong": {
    "title": "Chinese Mah-Jong set of 144 tiles",
    "aliases": "mah-jongg, majong, Chinese mahjong, 144 tiles, 麻将",
    "source": "the Chinese set with flowers and seasons; characters: Unicode, Mahjong Tiles",
    "pack": "mahjong",
    "special": {
      "1F": {"name": "Plum Flower", "rank": "1", "suit": "flowers", "value": 1, "unicode": "🀢", "codes": "plum, F1, 梅"},
      "2F": {"name": "Orchid Flower", "rank": "2", "suit": "flowers", "value": 2, "unicode": "🀣", "codes": "orchid, F2, 蘭, 兰"},
      "3F": {"name": "Chrysanthemum Flower", "rank": "3", "suit": "flowers", "value": 3, "unicode": "🀥", "codes": "chrysanthemum, F3, 菊"},
      "4F": {"name": "Bamboo Flower", "rank": "4", "suit": "flowers", "value": 4, "unicode": "🀤", "codes": "F4, 竹"},
      "1S": {"name": "Spring Season", "rank": "1", "suit": "seasons", "value": 1, "unicode": "🀦", "codes": "spring, S1, 春"},
      "2S": {"name": "Summer Season", "rank": "2", "suit": "seasons", "value": 2, "unicode": "🀧", "codes": "summer, S2, 夏"},
      "3S": {"name": "Autumn Season", "rank": "3", "suit": "seasons", "value": 3, "unicode": "🀨", "codes": "autumn, S3, 秋"},
      "4S": {"name": "Winter Season", "rank": "4", "suit": "seasons", "value": 4, "unicode": "🀩", "codes": "winter, S4, 冬"}
    }
  },
  "american_mahjong": {
    "title": "American Mah-Jongg set of 152 tiles, with eight flowers and eight jokers",
    "aliases": "American mah-jongg, NMJL, 152 tiles",
    "source": "ilovemahj.com, Tiles used in American Mah Jongg; characters: Unicode, Mahjong Tiles",
    "pack": "mahjong",
    "special": {
      "FL": {"name": "Flower", "suit": "flowers", "unicode": "🀢", "copies": 8},
      "JK": {"name": "Joker", "unicode": "🀪", "copies": 8}
    },
    "spellings": {
      "WD": "soap",
      "FL": "F, 🀢, 🀣, 🀥, 🀤, 🀦, 🀧, 🀨, 🀩, Plum Flower, Orchid Flower, Chrysanthemum Flower, Bamboo Flower, Spring Season, Summer Season, Autumn Season, Winter Season",
      "JK": "J"
    }
  },
  "riichi": {
    "title": "Japanese Mah-Jong set of 136 tiles, without red fives or with up to four; most tables play three",
    "aliases": "riichi mahjong, Japanese mahjong, 136 tiles, 麻雀",
    "source": "riichi.wiki, Dora: three are the most common; order: tenhou.net's tile numbers; characters: Unicode, Mahjong Tiles",
    "pack": "riichi",
    "options": "red_fives",
    "near": {
      "sanma": "it has 108 tiles: red_fives=3&exclude=2m,3m,4m,5m,0m,6m,7m,8m"
    }
  },
  "dominoes": {
    "title": "Dominoes: the double-six set of 28 tiles, or one up to double-eighteen",
    "aliases": "domino, double six, bones",
    "source": "Wikipedia, Dominoes; characters (to double six): Unicode, Domino Tiles",
    "pack": "dominoes",
    "options": "highest",
    "near": {
      "double nine": "it has 55 tiles: highest=9",
      "double twelve": "it has 91 tiles: highest=12",
      "double fifteen": "it has 136 tiles: highest=15",
      "double eighteen": "it has 190 tiles: highest=18"
    }
  },
  "chinese_dominoes": {
    "title": "Chinese dominoes: 32 tiles, eleven civil pairs and ten military tiles",
    "aliases": "pai gow, pai gow tiles, gupai, tien gow, 32 tiles, 牌九, 骨牌, 天九牌, Chinese domino tiles",
    "source": "Pennsylvania Code, title 58, § 621a.3, Pai Gow tiles: the 16 pairs; Wikipedia, Chinese dominoes; characters: Unicode, Domino Tiles",
    "pack": "chinese_dominoes",
    "civil": {
      "6-6": "Heaven",
      "1-1": "Earth",
      "4-4": "Man",
      "3-1": "Goose",
      "5-5": "Plum",
      "3-3": "Long Three",
      "2-2": "Board",
      "6-5": "Axe",
      "6-4": "Partition",
      "6-1": "Long Leg Seven",
      "5-1": "Big Head Six"
    },
    "military": "6-3, 5-4, 6-2, 5-3, 5-2, 4-3, 4-2, 4-1, 3-2, 2-1",
    "spellings": {
      "6-6": "Teen, 天",
      "1-1": "Day, 地",
      "4-4": "Yun, Human, 人",
      "3-1": "Gor, 鵝",
      "5-5": "Mooy, Plum Flower, 梅",
      "3-3": "Chong, 長三",
      "2-2": "Bon, Bench, 板凳",
      "6-5": "Foo, Tiger Head, 斧頭",
      "6-4": "Ping, Red Head Ten, 屏風",
      "6-1": "Tit, 高腳七",
      "5-1": "Look, 零霖六"
    }
  },
  "okey": {
    "title": "Okey or rummy tiles: 106, 1 to 13 twice in four colours, and two jokers",
    "aliases": "Rummikub, rummy tiles, 106 tiles, Turkish",
    "source": "gambiter.com, Okey 101: two of each tile, and two false jokers; Wikipedia, Okey",
    "like": "fireworks",
    "suits": {"R": {"name": "Red"}, "K": {"name": "Black"}, "B": {"name": "Blue"}, "Y": {"name": "Yellow"}},
    "ranks": 13,
    "copies": 2,
    "special": {"JK": {"name": "Joker", "copies": 2}},
    "spellings": {"JK": "false joker, false okey, sahte okey, smiley"}
  },
  "keno": {
    "title": "Keno: balls 1 to 80",
    "aliases": "kino, 80 balls",
    "source": "Wikipedia, Keno",
    "pack": "balls",
    "drums": [{"name": "Ball", "last": 80}]
  },
  "bingo75": {
    "title": "75-ball bingo: B1 to O75",
    "aliases": "bingo, 75-ball bingo, American bingo, US bingo",
    "source": "Wikipedia, Bingo (American version)",
    "pack": "bingo75"
  },
  "bingo90": {
    "title": "90-ball bingo: balls 1 to 90",
    "aliases": "bingo, 90-ball bingo, housie, tombola, UK bingo, British bingo",
    "source": "Wikipedia, Bingo (British version)",
    "pack": "balls",
    "drums": [{"name": "Ball", "last": 90}]
  },
  "lottery49": {
    "title": "A lottery's balls 1 to 49",
    "aliases": "lottery, lotto, 6 of 49, 6/49, 49 balls",
    "source": "lotto.de, Lotto 6aus49",
    "pack": "balls",
    "drums": [{"name": "Ball", "last": 49}]
  },
  "powerball": {
    "title": "Powerball: balls 1 to 69 of the main drum, Powerballs P1 to P26",
    "aliases": "US lottery",
    "source": "Washington Post, How Powerball works; since October 2015: api-ninjas.com, Powerball",
    "pack": "balls",
    "drums": [{"name": "Ball", "last": 69, "suit": "main"}, {"name": "Powerball", "last": 26, "suit": "powerball", "letter": "P"}]
  },
  "mega_millions": {
    "title": "Mega Millions: balls 1 to 70 of the main drum, Mega Balls M1 to M24",
    "aliases": "US lottery, mega",
    "source": "Wisconsin Lottery, Mega Millions New Features: since April 2025",
    "pack": "balls",
    "drums": [{"name": "Ball", "last": 70, "suit": "main"}, {"name": "Mega Ball", "last": 24, "suit": "mega ball", "letter": "M"}]
  },
  "euromillions": {
    "title": "EuroMillions: balls 1 to 50 of the main drum, Lucky Stars S1 to S12",
    "aliases": "Euro lottery",
    "source": "national-lottery.com, How to Play EuroMillions; since September 2016: euromillions.co, How to Play",
    "pack": "balls",
    "drums": [{"name": "Ball", "last": 50, "suit": "main"}, {"name": "Lucky Star", "last": 12, "suit": "lucky star", "letter": "S"}]
  },
  "tichu": {
    "title": "Tichu pack of 56 cards: four suits, Mah Jong, dog, phoenix and dragon",
    "aliases": "zheng fen, 56 cards",
    "source": "Fata Morgana Spiele, Tichu Nanjing, at gamecabinet.com; colours: tichu.net, Anleitung",
    "pack": "suited",
    "suits": {
      "J": {"name": "Jade", "words": "Green, Jade"},
      "W": {"name": "Swords", "words": "Black, Sword, Schwert"},
      "P": {"name": "Pagodas", "words": "Blue, Pagoda, Pagode"},
      "S": {"name": "Stars", "words": "Red, Star, Stern"}
    },
    "ranks": "23456789TJQKA",
    "rank_names": {
      "T": {"name": "10", "value": 10, "codes": "10"},
      "J": {"name": "Jack", "value": 11, "words": "Jack, J, Bube"},
      "Q": {"name": "Queen", "value": 12, "words": "Queen, Q, Dame"},
      "K": {"name": "King", "value": 13, "words": "King, K, König"},
      "A": {"name": "Ace", "value": 14, "words": "Ace, A, Ass"}
    },
    "other_forms": "{suit} {rank}, {suit}-{rank}, {rank} of {suit}",
    "special": {
      "MJ": {"name": "Mah Jong", "value": 1, "codes": "1"},
      "DO": {"name": "Dog"},
      "PH": {"name": "Phoenix"},
      "DR": {"name": "Dragon"}
    },
    "spellings": {"MJ": "Mahjong, Sparrow, Bird", "DO": "Hound, Hund", "PH": "Phönix", "DR": "Drache"}
  },
  "wild_colours": {
    "title": "Four-colour pack of 108 cards: numbers, actions and wild cards",
    "aliases": "Uno, wild colors, four colours, 108 cards",
    "source": "RLCard (datamllab/rlcard), its deck of 108 cards in four colours; values: Mattel's instructions",
    "pack": "suited",
    "suits": {"R": {"name": "Red"}, "Y": {"name": "Yellow"}, "G": {"name": "Green"}, "B": {"name": "Blue"}},
    "ranks": "0112233445566778899SSRRDD",
    "rank_names": {
      "S": {"name": "Skip", "rank": "skip", "value": 20},
      "R": {"name": "Reverse", "rank": "reverse", "value": 20},
      "D": {"name": "Draw Two", "rank": "draw two", "value": 20, "words": "draw 2, +2"}
    },
    "form": "{suit} {rank}",
    "other_forms": "{letter}-{rank}, {suit} {rank}",
    "special": {"WW": {"name": "Wild", "value": 50, "copies": 4}, "W4": {"name": "Wild Draw Four", "value": 50, "copies": 4}},
    "spellings": {"WW": "R-wild, Y-wild, G-wild, B-wild", "W4": "Wild +4, Wild Draw 4, R-wild draw 4, Y-wild draw 4, G-wild draw 4, B-wild draw 4"}
  },
  "wild_colours112": {
    "title": "Four-colour pack of 112 cards: also one wild shuffle hands and three wild customizable",
    "aliases": "Uno, wild colors 112, 112 cards",
    "source": "punditweb.com, Shuffle Hands: the contents of the edition of 112 cards; values of the four: animetalusa.com, What cards are in a standard deck",
    "like": "wild_colours",
    "special": {
      "WW": {"name": "Wild", "value": 50, "copies": 4},
      "W4": {"name": "Wild Draw Four", "value": 50, "copies": 4},
      "WS": {"name": "Wild Shuffle Hands", "value": 40},
      "WC": {"name": "Wild Customizable", "value": 40, "copies": 3}
    },
    "spellings": {
      "WW": "R-wild, Y-wild, G-wild, B-wild",
      "W4": "Wild +4, Wild Draw 4, R-wild draw 4, Y-wild draw 4, G-wild draw 4, B-wild draw 4",
      "WS": "Shuffle Hands",
      "WC": "Customizable, Wild Customisable, Customisable"
    }
  },
  "bird_colours": {
    "title": "Four-colour pack of 57 cards: 1 to 14, and the bird",
    "aliases": "Rook, 57 cards, missionary poker, Christian cards",
    "source": "Wikipedia, Rook (card game); ourpastimes.com, Instructions for Rook Card Game; the bird counts 20",
    "like": "fireworks",
    "suits": {"R": {"name": "Red"}, "Y": {"name": "Yellow"}, "G": {"name": "Green"}, "K": {"name": "Black"}},
    "ranks": 14,
    "special": {"BI": {"name": "Bird", "value": 20}},
    "spellings": {"BI": "rook, crow, raven"},
    "near": {
      "Kentucky discard": "it has 41 cards: exclude=1,2,3,4"
    }
  },
  "wizards": {
    "title": "Four-colour pack of 60 cards: 1 to 13, four wizards and four jesters",
    "aliases": "60 cards",
    "source": "wizardcards.com, Getting Started: 52 cards, four wizards and four jesters",
    "like": "fireworks",
    "suits": {"B": {"name": "Blue"}, "R": {"name": "Red"}, "Y": {"name": "Yellow"}, "G": {"name": "Green"}},
    "ranks": 13,
    "special": {"WI": {"name": "Wizard", "copies": 4}, "JE": {"name": "Jester", "copies": 4}},
    "spellings": {"WI": "Zauberer, magician", "JE": "Narr, fool"}
  },
  "fireworks": {
    "title": "Five-colour pack of 50 cards: three 1s, two each of 2 to 4 and one 5 of each colour",
    "aliases": "Hanabi, 花火, 50 cards",
    "source": "google-deepmind/hanabi-learning-environment, its cards and the order of its colours",
    "pack": "suited",
    "suits": {"R": {"name": "Red"}, "Y": {"name": "Yellow"}, "G": {"name": "Green"}, "W": {"name": "White"}, "B": {"name": "Blue"}},
    "ranks": "1112233445",
    "form": "{suit} {rank}",
    "other_forms": "{letter}-{rank}, {rank} {suit}, {rank} of {suit}"
  },
  "numbers162": {
    "title": "Pack of 162 cards: twelve of each number 1 to 12, and 18 wild cards",
    "aliases": "Skip-Bo, 162 cards",
    "source": "everything2.com, Skip-Bo: 144 numbers and 18 wild cards; Mattel, instructions: 162 cards",
    "pack": "balls",
    "drums": [{"name": "Number", "last": 12}],
    "copies": 12,
    "special": {"WW": {"name": "Wild", "copies": 18}},
    "spellings": {"WW": "wild card, joker"}
  },
  "colours80": {
    "title": "Four-colour pack of 80 cards: 1 to 20",
    "aliases": "Elfer raus, elevens, 80 cards",
    "source": "de.wikipedia.org, Elfer raus!: four colours, 1 to 20; the order of the colours is that of the elevens that begin",
    "like": "fireworks",
    "suits": {"R": {"name": "Red"}, "Y": {"name": "Yellow"}, "G": {"name": "Green"}, "B": {"name": "Blue"}},
    "ranks": 20
  },
  "whot": {
    "title": "Whot pack of 54 cards: circles, triangles, crosses, squares and stars, and five whot cards",
    "aliases": "naija whot, 54 whot cards",
    "source": "Wikipedia, Whot!: the cards that are included",
    "pack": "suited",
    "suits": {
      "C": {"name": "Circles", "words": "Circle, Circles"},
      "T": {"name": "Triangles", "words": "Triangle, Triangles"},
      "X": {"name": "Crosses", "words": "Cross, Crosses"},
      "S": {"name": "Squares", "words": "Square, Squares"},
      "R": {"name": "Stars", "words": "Star, Stars"}
    },
    "ranks": {
      "C": ["1", "2", "3", "4", "5", "7", "8", "10", "11", "12", "13", "14"],
      "T": ["1", "2", "3", "4", "5", "7", "8", "10", "11", "12", "13", "14"],
      "X": ["1", "2", "3", "5", "7", "10", "11", "13", "14"],
      "S": ["1", "2", "3", "5", "7", "10", "11", "13", "14"],
      "R": ["1", "2", "3", "4", "5", "7", "8"]
    },
    "form": "{suit} {rank}",
    "other_forms": "{suit} {rank}, {suit}-{rank}, {rank} of {suit}",
    "special": {"WH": {"name": "Whot", "rank": "20", "value": 20, "copies": 5}},
    "spellings": {"WH": "Whot 20, 20"}
  },
  "kabufuda": {
    "title": "Kabufuda, the Japanese cards 1 to 10: four of each",
    "aliases": "kabu, oicho-kabu, 株札, Japanese 40 cards",
    "source": "trumpgame.jp, 株札: four of each of 1 to 10; one 1 and one 4 are coloured otherwise, which changes nothing",
    "pack": "balls",
    "drums": [{"name": "Number", "last": 10}],
    "copies": 4
  },
  "tarot_reading": {
    "title": "Tarot for readings, 78 cards: wands, cups, swords and pentacles, and the major arcana by name",
    "aliases": "Rider-Waite, Rider-Waite-Smith, RWS, divination, fortune telling",
    "source": "Wikipedia, Rider–Waite Tarot: strength is 8 and justice 11; in older packs it is the other way round",
    "pack": "suited",
    "suits": {
      "W": {"name": "Wands", "words": "Wands, Staves, Rods, Batons"},
      "C": {"name": "Cups", "words": "Cups, Chalices"},
      "S": {"name": "Swords"},
      "P": {"name": "Pentacles", "words": "Pentacles, Coins, Disks"}
    },
    "ranks": "A23456789TPNQK",
    "rank_names": {
      "A": {"name": "Ace", "value": 1, "words": "Ace, 1"},
      "T": {"name": "10", "value": 10, "codes": "10"},
      "P": {"name": "Page", "value": 11, "words": "Page, Princess"},
      "N": {"name": "Knight", "value": 12},
      "Q": {"name": "Queen", "value": 13},
      "K": {"name": "King", "value": 14}
    },
    "other_forms": "{rank} of {suit}",
    "special": {
      "M0": {"name": "The Fool", "rank": "0", "suit": "major arcana", "value": 0},
      "M1": {"name": "The Magician", "rank": "1", "suit": "major arcana", "value": 1},
      "M2": {"name": "The High Priestess", "rank": "2", "suit": "major arcana", "value": 2},
      "M3": {"name": "The Empress", "rank": "3", "suit": "major arcana", "value": 3},
      "M4": {"name": "The Emperor", "rank": "4", "suit": "major arcana", "value": 4},
      "M5": {"name": "The Hierophant", "rank": "5", "suit": "major arcana", "value": 5},
      "M6": {"name": "The Lovers", "rank": "6", "suit": "major arcana", "value": 6},
      "M7": {"name": "The Chariot", "rank": "7", "suit": "major arcana", "value": 7},
      "M8": {"name": "Strength", "rank": "8", "suit": "major arcana", "value": 8},
      "M9": {"name": "The Hermit", "rank": "9", "suit": "major arcana", "value": 9},
      "M10": {"name": "Wheel of Fortune", "rank": "10", "suit": "major arcana", "value": 10},
      "M11": {"name": "Justice", "rank": "11", "suit": "major arcana", "value": 11},
      "M12": {"name": "The Hanged Man", "rank": "12", "suit": "major arcana", "value": 12},
      "M13": {"name": "Death", "rank": "13", "suit": "major arcana", "value": 13},
      "M14": {"name": "Temperance", "rank": "14", "suit": "major arcana", "value": 14},
      "M15": {"name": "The Devil", "rank": "15", "suit": "major arcana", "value": 15},
      "M16": {"name": "The Tower", "rank": "16", "suit": "major arcana", "value": 16},
      "M17": {"name": "The Star", "rank": "17", "suit": "major arcana", "value": 17},
      "M18": {"name": "The Moon", "rank": "18", "suit": "major arcana", "value": 18},
      "M19": {"name": "The Sun", "rank": "19", "suit": "major arcana", "value": 19},
      "M20": {"name": "Judgement", "rank": "20", "suit": "major arcana", "value": 20},
      "M21": {"name": "The World", "rank": "21", "suit": "major arcana", "value": 21}
    },
    "spellings": {"M20": "Judgment"},
    "near": {
      "major arcana": "they are 22 cards: only=major_arcana",
      "minor arcana": "they are 56 cards: exclude=major_arcana"
    }
  },
  "letters_english": {
    "title": "Letter tiles, English: 100, with two blanks, as in Scrabble",
    "aliases": "Scrabble, letter bag, word game letters, bag of letters, English letters",
    "source": "Wikipedia, Scrabble letter distributions: English",
    "pack": "letters",
    "letters": "E 12 1, A 9 1, I 9 1, O 8 1, N 6 1, R 6 1, T 6 1, L 4 1, S 4 1, U 4 1, D 4 2, G 3 2, B 2 3, C 2 3, M 2 3, P 2 3, F 2 4, H 2 4, V 2 4, W 2 4, Y 2 4, K 1 5, J 1 8, X 1 8, Q 1 10, Z 1 10",
    "special": {"BL": {"name": "Blank", "value": 0, "copies": 2}}
  },
  "letters_german": {
    "title": "Letter tiles, German: 102, with two blanks, as in Scrabble",
    "aliases": "Scrabble Deutsch, deutsche Buchstabensteine, German Scrabble, German letters",
    "source": "Wikipedia, Scrabble letter distributions: German",
    "pack": "letters",
    "letters": "E 15 1, N 9 1, S 7 1, I 6 1, R 6 1, T 6 1, U 6 1, A 5 1, D 4 1, H 4 2, G 3 2, L 3 2, O 3 2, M 4 3, B 2 3, W 1 3, Z 1 3, C 2 4, F 2 4, K 2 4, P 1 4, Ä 1 6, J 1 6, Ü 1 6, V 1 6, Ö 1 8, X 1 8, Q 1 10, Y 1 10",
    "special": {"BL": {"name": "Blank", "value": 0, "copies": 2}}
  },
  "letters_french": {
    "title": "Letter tiles, French: 102, with two blanks, as in Scrabble",
    "aliases": "Scrabble français, French Scrabble, French letters",
    "source": "Wikipedia, Scrabble letter distributions: French",
    "pack": "letters",
    "letters": "E 15 1, A 9 1, I 8 1, N 6 1, O 6 1, R 6 1, S 6 1, T 6 1, U 6 1, L 5 1, D 3 2, M 3 2, G 2 2, B 2 3, C 2 3, P 2 3, F 2 4, H 2 4, V 2 4, J 1 8, Q 1 8, K 1 10, W 1 10, X 1 10, Y 1 10, Z 1 10",
    "special": {"BL": {"name": "Blank", "value": 0, "copies": 2}}
  },
  "letters_spanish": {
    "title": "Letter tiles, Spanish: 100, with two blanks, as in Scrabble",
    "aliases": "Scrabble español, Spanish Scrabble, Scrabble en español, Spanish letters",
    "source": "Wikipedia, Scrabble letter distributions: Spanish",
    "pack": "letters",
    "letters": "A 12 1, E 12 1, O 9 1, I 6 1, S 6 1, N 5 1, L 4 1, R 5 1, U 5 1, T 4 1, D 5 2, G 2 2, C 4 3, B 2 3, M 2 3, P 2 3, H 2 4, F 1 4, V 1 4, Y 1 4, CH 1 5, Q 1 5, J 1 8, LL 1 8, Ñ 1 8, RR 1 8, X 1 8, Z 1 10",
    "special": {"BL": {"name": "Blank", "value": 0, "copies": 2}}
  },
  "letters_italian": {
    "title": "Letter tiles, Italian: 120, with two blanks, as in Scrabble",
    "aliases": "Scrabble italiano, Italian Scrabble, Italian letters",
    "source": "Wikipedia, Scrabble letter distributions: Italian",
    "pack": "letters",
    "letters": "O 15 1, A 14 1, I 12 1, E 11 1, C 6 2, R 6 2, S 6 2, T 6 2, L 5 3, M 5 3, N 5 3, U 5 3, B 3 5, D 3 5, F 3 5, P 3 5, V 3 5, G 2 8, H 2 8, Z 2 8, Q 1 10",
    "special": {"BL": {"name": "Blank", "value": 0, "copies": 2}}
  },
  "letters_dutch": {
    "title": "Letter tiles, Dutch: 102, with two blanks, as in Scrabble",
    "aliases": "Scrabble Nederlands, Dutch Scrabble, Dutch letters",
    "source": "Wikipedia, Scrabble letter distributions: Dutch",
    "pack": "letters",
    "letters": "E 18 1, N 10 1, A 6 1, O 6 1, I 4 1, D 5 2, R 5 2, S 5 2, T 5 2, G 3 3, K 3 3, L 3 3, M 3 3, B 2 3, P 2 3, U 3 4, F 2 4, H 2 4, J 2 4, V 2 4, Z 2 4, C 2 5, W 2 5, X 1 8, Y 1 8, Q 1 10",
    "special": {"BL": {"name": "Blank", "value": 0, "copies": 2}}
  },
  "letters_polish": {
    "title": "Letter tiles, Polish: 100, with two blanks, as in Scrabble",
    "aliases": "Scrabble po polsku, Polish Scrabble, Polish letters",
    "source": "Wikipedia, Scrabble letter distributions: Polish",
    "pack": "letters",
    "letters": "A 9 1, I 8 1, E 7 1, O 6 1, N 5 1, Z 5 1, R 4 1, S 4 1, W 4 1, Y 4 2, C 3 2, D 3 2, K 3 2, L 3 2, M 3 2, P 3 2, T 3 2, B 2 3, G 2 3, H 2 3, J 2 3, Ł 2 3, U 2 3, Ą 1 5, Ę 1 5, F 1 5, Ó 1 5, Ś 1 5, Ż 1 5, Ć 1 6, Ń 1 7, Ź 1 9",
    "special": {"BL": {"name": "Blank", "value": 0, "copies": 2}}
  },
  "letters_portuguese": {
    "title": "Letter tiles, Portuguese: 120, with three blanks, as in Scrabble",
    "aliases": "Scrabble português, Portuguese Scrabble, Portuguese letters",
    "source": "Wikipedia, Scrabble letter distributions: Portuguese",
    "pack": "letters",
    "letters": "A 14 1, E 11 1, I 10 1, O 10 1, S 8 1, U 7 1, M 6 1, R 6 1, T 5 1, D 5 2, L 5 2, C 4 2, P 4 2, N 4 3, B 3 3, Ç 2 3, F 2 4, G 2 4, H 2 4, V 2 4, J 2 5, Q 1 6, X 1 8, Z 1 8",
    "special": {"BL": {"name": "Blank", "value": 0, "copies": 3}}
  }
}
