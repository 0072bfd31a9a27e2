<?php

declare(strict_types=1);

require "cards/vendor/autoload.php";
require "player.php";

use Cards\Api;
use Cards\Model;
use Cards\ObjectSerializer;

Cards\Configuration::getDefaultConfiguration()->setHost(getenv("BASE_URL"));
$decks = new Api\DecksApi();
$shoes = new Api\ShoesApi();
$verify = new Api\VerifyApi();

const SEED = "clients";
$exclude = ["2S", "2H"];

$shuffled = $decks->shuffleDeck("standard", exclude: $exclude, seed: SEED, count: 5);
$request = new Model\DeckShuffleRequest(["seed" => SEED, "exclude" => $exclude, "count" => 5]);
$posted = $decks->shuffleDeckPost("standard", $request);
$whole = (array) ObjectSerializer::sanitizeForSerialization($posted);
$verified = $verify->verifyResult(new Model\VerifyRequest(["result" => $whole]));
$dealt = (new Api\GamesApi())->dealGame("holdem", seed: SEED, players: 2);
$board = array_filter($dealt->getPiles(), fn ($pile) => $pile->getName() === "board");
$shuffles = new Model\DeckShuffleBatchRequest(["seed" => SEED, "repeats" => 3, "count" => 2]);
$batch = $decks->shuffleDeckBatchPost("standard", $shuffles);
$drawn = (new Api\IntegersApi())->drawIntegers(10 ** 12, count: 4, seed: SEED);
$ranked = (new Api\HandsApi())->rankHands(new Model\RankRequest([
    "game" => "poker",
    "hands" => [["AS", "KD"], ["9H", "9C"]],
    "board" => ["AC", "KH", "9S", "2D", "2C"],
]));

$opened = $shoes->openSealedShoe(new Model\OpenShoeRequest(["deck" => "standard"]));
$draw = $shoes->drawFromShoe(new Model\DrawShoeRequest([
    "shoe" => $opened->getShoe(),
    "count" => 5,
    "client_seed" => SEED,
]));
$revealed = $shoes->revealShoe(new Model\RevealShoeRequest(["shoe" => $draw->getShoe()]));
$checked = $verify->verifyResult(new Model\VerifyRequest([
    "receipt" => $revealed->getReceipt(),
    "seen" => [$draw->getSeen()],
    "confirmed" => new Model\Confirmed(["commitment" => $opened->getCommitment(), "client_seed" => SEED]),
]));

$game = $shoes->openSealedShoe(new Model\OpenShoeRequest(["game" => "rummy", "players" => 2]));
$stage = $shoes->dealStage(new Model\DealStageRequest(["shoe" => $game->getShoe()]));
$again = $shoes->drawFromShoe(new Model\DrawShoeRequest([
    "shoe" => $stage->getShoe(),
    "count" => 1,
    "reshuffle" => true,
    "in_play" => $stage->getHands()[0]->getPositions(),
]));

$sealed = $shoes->openSealedShoe(new Model\OpenShoeRequest([
    "game" => "rummy",
    "players" => 2,
    "reveal" => "shown",
    "words" => Player\words(),
    "consent" => new Model\ConsentTerms(["keys" => array_map(
        fn ($key) => new Model\Ed25519Jwk($key),
        Player\signing_keys(),
    )]),
    "view_keys" => ["1" => new Model\P256Jwk(Player\reading_key())],
]));
$hand = $shoes->dealStage(new Model\DealStageRequest([
    "shoe" => $sealed->getShoe(),
    "words" => Player\TEXTS,
    "consents" => Player\consent($sealed->getDigest(), ["action" => "deal"]),
]));
$taken = $shoes->drawFromShoe(new Model\DrawShoeRequest([
    "shoe" => $hand->getShoe(),
    "count" => 1,
    "seat" => "1",
    "consents" => Player\consent($hand->getDigest(), ["action" => "draw", "count" => 1, "seat" => "1"]),
]));
$shown = $shoes->revealShoe(new Model\RevealShoeRequest(["shoe" => $taken->getShoe()]));
$view = Player\open($hand->getViews()["1"]);

try {
    $decks->shuffleDeck("standard", count: 53);
    throw new LogicException("not refused");
} catch (Cards\ApiException $error) {
    $problem = $error->getResponseObject();
}

echo json_encode([
    "shuffled" => $shuffled->getCards(),
    "shuffled_by_post" => $posted->getCards(),
    "verified" => $verified->getValid(),
    "dealt" => [
        "hands" => array_map(fn ($hand) => $hand->getCards(), $dealt->getHands()),
        "board" => array_values($board)[0]->getCards(),
    ],
    "batch" => $batch->getCards(),
    "integers" => $drawn->getIntegers(),
    "ranked" => [
        "categories" => array_map(fn ($hand) => $hand->getCategory(), $ranked->getHands()),
        "winners" => $ranked->getWinners(),
    ],
    "shoe" => [
        "cards" => $draw->getCards(),
        "remaining" => $draw->getRemaining(),
        "fairness" => $draw->getFairness(),
        "valid" => $checked->getValid(),
    ],
    "table" => [
        "stage" => $stage->getStage(),
        "round" => $again->getRound(),
        "in_play" => $again->getInPlay()->getBefore(),
    ],
    "signed" => [
        "stage" => $hand->getStage(),
        "views" => array_map(strval(...), array_keys($hand->getViews())),
        "remaining" => $taken->getRemaining(),
        "draws" => $shown->getReceipt()->getDrawn()->getDraws(),
        "view" => [
            "seat" => $view->seat,
            "cards" => count($view->cards),
            "is_current" => $view->digest === $hand->getDigest(),
        ],
    ],
    "problem" => [
        "title" => $problem->getTitle(),
        "status" => $problem->getStatus(),
        "errors" => $problem->getErrors(),
    ],
]), "\n";
