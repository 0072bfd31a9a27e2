export const WORD_TABLE = // Words for cards, by what their codes have: French suits in each language, flower cards, tiles. The rest is JSON (docs/definitions/decks.md, Words).
{
  "french": {
    "English": {
      "S": "spades, spade",
      "H": "hearts, heart",
      "D": "diamonds, diamond",
      "C": "clubs, club",
      "A": "ace, aces",
      "K": "king, kings",
      "Q": "queen, queens",
      "N": "knight, knights",
      "J": "jack, jacks, knave",
      "T": "ten, tens",
      "9": "nine, nines",
      "8": "eight, eights",
      "7": "seven, sevens",
      "6": "six, sixes",
      "5": "five, fives",
      "4": "four, fours",
      "3": "three, threes, trey, treys",
      "2": "two, twos, deuce, deuces"
    },
    "German": {
      "S": "Pik, Schippe, Schippen",
      "H": "Herz, Herzen",
      "D": "Karo, Ecke, Eckstein",
      "C": "Kreuz, Treff",
      "A": "Ass, As",
      "K": "König, Koenig",
      "Q": "Dame",
      "J": "Bube, Bauer",
      "T": "zehn",
      "9": "neun",
      "8": "acht",
      "7": "sieben",
      "6": "sechs",
      "5": "fünf, fuenf",
      "4": "vier",
      "3": "drei",
      "2": "zwei"
    },
    "French": {
      "S": "pique, piques",
      "H": "cœur, coeur, cœurs, coeurs",
      "D": "carreau, carreaux",
      "C": "trèfle, trèfles",
      "A": "as",
      "K": "roi",
      "Q": "dame, reine",
      "N": "cavalier",
      "J": "valet",
      "T": "dix",
      "9": "neuf",
      "8": "huit",
      "7": "sept",
      "6": "six",
      "5": "cinq",
      "4": "quatre",
      "3": "trois",
      "2": "deux"
    },
    "Spanish": {
      "S": "pica, picas",
      "H": "corazón, corazones",
      "D": "diamante, diamantes",
      "C": "trébol, tréboles",
      "A": "as",
      "K": "rey",
      "Q": "reina, dama",
      "J": "jota",
      "T": "diez",
      "9": "nueve",
      "8": "ocho",
      "7": "siete",
      "6": "seis",
      "5": "cinco",
      "4": "cuatro",
      "3": "tres",
      "2": "dos"
    },
    "Italian": {
      "S": "picche, picca",
      "H": "cuori, cuore",
      "D": "quadri, quadro",
      "C": "fiori, fiore",
      "A": "asso",
      "K": "re",
      "Q": "donna, dama, regina",
      "J": "fante",
      "T": "dieci",
      "9": "nove",
      "8": "otto",
      "7": "sette",
      "6": "sei",
      "5": "cinque",
      "4": "quattro",
      "3": "tre",
      "2": "due"
    },
    "Dutch": {
      "S": "schoppen, schop",
      "H": "harten, hart",
      "D": "ruiten, ruit",
      "C": "klaveren, klaver",
      "A": "aas",
      "K": "heer, koning",
      "Q": "vrouw, dame",
      "J": "boer",
      "T": "tien",
      "9": "negen",
      "8": "acht",
      "7": "zeven",
      "6": "zes",
      "5": "vijf",
      "4": "vier",
      "3": "drie",
      "2": "twee"
    },
    "Portuguese": {
      "S": "espadas, espada",
      "H": "copas, copa",
      "D": "ouros, ouro",
      "C": "paus",
      "A": "ás",
      "K": "rei",
      "Q": "dama, rainha",
      "J": "valete",
      "T": "dez",
      "9": "nove",
      "8": "oito",
      "7": "sete",
      "6": "seis",
      "5": "cinco",
      "4": "quatro",
      "3": "três",
      "2": "dois"
    },
    "Swedish": {
      "S": "spader",
      "H": "hjärter",
      "D": "ruter",
      "C": "klöver",
      "A": "ess, äss",
      "K": "kung",
      "Q": "dam",
      "J": "knekt",
      "T": "tio",
      "9": "nio",
      "8": "åtta",
      "7": "sju",
      "6": "sex",
      "5": "fem",
      "4": "fyra",
      "3": "tre",
      "2": "två"
    },
    "Danish and Norwegian": {
      "S": "spar",
      "H": "hjerter",
      "D": "ruder, ruter",
      "C": "klør, kløver",
      "A": "es, ess",
      "K": "konge",
      "Q": "dame, dronning",
      "J": "knægt, knekt",
      "T": "ti",
      "9": "ni",
      "8": "otte, åtte",
      "7": "syv, sju",
      "6": "seks",
      "5": "fem",
      "4": "fire",
      "3": "tre",
      "2": "to"
    },
    "Polish": {
      "S": "pik, piki, wino",
      "H": "kier, kiery, serce",
      "D": "karo, dzwonek",
      "C": "trefl, trefle, żołądź",
      "A": "as",
      "K": "król",
      "Q": "dama",
      "J": "walet",
      "T": "dziesiątka",
      "9": "dziewiątka",
      "8": "ósemka",
      "7": "siódemka",
      "6": "szóstka",
      "5": "piątka",
      "4": "czwórka",
      "3": "trójka",
      "2": "dwójka"
    },
    "Russian": {
      "S": "пик, пики, пика, пиковый, пиковая, пиковое",
      "H": "червей, черви, червы, черва, червовый, червовая, червонный, червонная",
      "D": "бубен, бубны, бубна, буби, бубей, бубновый, бубновая",
      "C": "треф, трефы, трефа, трефовый, трефовая, крести, крестей, крестовый, крестовая",
      "A": "туз",
      "K": "король",
      "Q": "дама",
      "J": "валет",
      "T": "десятка",
      "9": "девятка",
      "8": "восьмёрка, восьмерка",
      "7": "семёрка, семерка",
      "6": "шестёрка, шестерка",
      "5": "пятёрка, пятерка",
      "4": "четвёрка, четверка",
      "3": "тройка",
      "2": "двойка"
    },
    "Chinese": {
      "S": "黑桃",
      "H": "红桃, 红心, 紅桃, 紅心",
      "D": "方块, 方片, 方塊",
      "C": "梅花, 草花"
    },
    "Japanese": {
      "S": "スペード",
      "H": "ハート",
      "D": "ダイヤ, ダイヤモンド",
      "C": "クラブ, クローバー",
      "A": "エース",
      "K": "キング",
      "Q": "クイーン",
      "J": "ジャック"
    },
    "Korean": {
      "S": "스페이드",
      "H": "하트",
      "D": "다이아, 다이아몬드",
      "C": "클로버, 클럽",
      "A": "에이스",
      "K": "킹",
      "Q": "퀸",
      "J": "잭"
    }
  },
  "flowers": {
    "kinds": {
      "B": "光",
      "A": "タネ, 種",
      "R": "短冊, 短, タン",
      "P": "カス"
    },
    "months": {
      "Pine": {
        "name": "松",
        "B": "鶴",
        "R": "赤短"
      },
      "Plum": {
        "name": "梅",
        "A": "鶯, 鴬, うぐいす",
        "R": "赤短"
      },
      "Cherry": {
        "name": "桜",
        "B": "幕",
        "R": "赤短"
      },
      "Wisteria": {
        "name": "藤",
        "A": "不如帰, 時鳥, ホトトギス",
        "R": "短冊"
      },
      "Iris": {
        "name": "菖蒲",
        "A": "八橋, 八ツ橋",
        "R": "短冊"
      },
      "Peony": {
        "name": "牡丹",
        "A": "蝶",
        "R": "青短"
      },
      "Clover": {
        "name": "萩",
        "A": "猪",
        "R": "短冊"
      },
      "Pampas": {
        "name": "芒, 薄, すすき",
        "B": "月",
        "A": "雁"
      },
      "Chrysanthemum": {
        "name": "菊",
        "A": "盃, 杯",
        "R": "青短"
      },
      "Maple": {
        "name": "紅葉, もみじ",
        "A": "鹿",
        "R": "青短"
      },
      "Willow": {
        "name": "柳",
        "B": "小野道風, 雨",
        "A": "燕",
        "R": "短冊",
        "P": "雷",
        "D": "雷"
      },
      "Paulownia": {
        "name": "桐",
        "B": "鳳凰"
      }
    }
  },
  "tiles": {
    "suits": {
      "D": "dot, dots, circle, circles, pin, pinzu, 筒, 餅, 饼",
      "B": "bam, bams, bamboo, bamboos, sou, souzu, 索, 條, 条",
      "C": "crak, craks, character, characters, man, manzu, wan, 萬, 万"
    },
    "honours": {
      "EW": "east wind, wind east, ton, east, 東, 东",
      "SW": "south wind, wind south, nan, south, 南",
      "WW": "west wind, wind west, shaa, west, 西",
      "NW": "north wind, wind north, pei, north, 北",
      "RD": "red dragon, dragon red, chun, 紅中, 红中, 中",
      "GD": "green dragon, dragon green, hatsu, 發財, 发财, 發, 发, 発",
      "WD": "white dragon, dragon white, haku, 白板, 白"
    },
    "botzone": {
      "W": "C",
      "B": "D, B",
      "T": "B"
    }
  }
}
