<?php

require "cards/vendor/autoload.php";

$service = Cards\Configuration::getDefaultConfiguration()->setHost(getenv("BASE_URL") ?: "http://localhost:8000");
$games = new Cards\Api\GamesApi(config: $service);

foreach ([2, 12] as $players) {
    try {
        $deal = $games->dealGame("holdem", players: $players);
        echo implode(" ", $deal->getHands()[0]->getCards()), "\n";
    } catch (Cards\ApiException $error) {
        $problem = $error->getResponseObject();
        echo "{$problem->getTitle()} {$problem->getStatus()}\n";
    }
}
