package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"

	"clients/cards"
	"clients/player"
)

const seed = "clients"

// ok returns the value of a response; a problem ends the program.
func ok[Value any](value Value, _ *http.Response, err error) Value {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// consent returns the signatures of both seats over an action.
func consent(digest string, action map[string]any) map[string]string {
	consents, err := player.Consent(digest, action)
	if err != nil {
		log.Fatal(err)
	}
	return consents
}

// document returns the JSON object of a decoded response.
func document(response cards.MappedNullable) map[string]any {
	object, err := response.ToMap()
	if err != nil {
		log.Fatal(err)
	}
	return object
}

func main() {
	ctx := context.Background()
	configuration := cards.NewConfiguration()
	configuration.Servers[0].URL = os.Getenv("BASE_URL")
	service := cards.NewAPIClient(configuration)
	exclude := []string{"2S", "2H"}

	shuffled := ok(service.DecksAPI.ShuffleDeck(ctx, "standard").Seed(seed).Exclude(exclude).Count(5).Execute())

	shuffle := cards.NewDeckShuffleRequest()
	shuffle.SetSeed(seed)
	shuffle.SetExclude(exclude)
	shuffle.SetCount(5)
	posted := ok(service.DecksAPI.ShuffleDeckPost(ctx, "standard").DeckShuffleRequest(*shuffle).Execute())
	whole := cards.VerifyRequest{Result: document(posted)}
	verified := ok(service.VerifyAPI.VerifyResult(ctx).VerifyRequest(whole).Execute())

	dealt := ok(service.GamesAPI.DealGame(ctx, "holdem").Seed(seed).Players(2).Execute())
	hands := [][]string{}
	for _, hand := range dealt.Hands {
		hands = append(hands, hand.Cards)
	}
	var board []string
	for _, pile := range dealt.Piles {
		if pile.Name == "board" {
			board = pile.Cards
		}
	}

	shuffles := cards.NewDeckShuffleBatchRequest(3)
	shuffles.SetSeed(seed)
	shuffles.SetCount(2)
	batch := ok(service.DecksAPI.ShuffleDeckBatchPost(ctx, "standard").DeckShuffleBatchRequest(*shuffles).Execute())

	integers := ok(service.IntegersAPI.DrawIntegers(ctx).Seed(seed).Max(1_000_000_000_000).Count(4).Execute())

	rank := cards.NewRankRequest("poker")
	rank.SetHands([][]string{{"AS", "KD"}, {"9H", "9C"}})
	rank.SetBoard([]string{"AC", "KH", "9S", "2D", "2C"})
	ranked := ok(service.HandsAPI.RankHands(ctx).RankRequest(*rank).Execute())
	categories := []string{}
	for _, hand := range ranked.Hands {
		categories = append(categories, hand.GetCategory())
	}

	open := cards.NewOpenShoeRequest()
	open.SetDeck("standard")
	opened := ok(service.ShoesAPI.OpenSealedShoe(ctx).OpenShoeRequest(*open).Execute())
	draw := cards.NewDrawShoeRequest(opened.Shoe, 5)
	draw.SetClientSeed(seed)
	drawn := ok(service.ShoesAPI.DrawFromShoe(ctx).DrawShoeRequest(*draw).Execute())
	reveal := cards.NewRevealShoeRequest(drawn.GetShoe())
	revealed := ok(service.ShoesAPI.RevealShoe(ctx).RevealShoeRequest(*reveal).Execute())
	noted := cards.NewVerifyRequest()
	noted.SetReceipt(revealed.Receipt)
	noted.SetSeen([]any{drawn.Seen})
	confirmed := cards.NewConfirmed()
	confirmed.SetCommitment(opened.Commitment)
	confirmed.SetClientSeed(seed)
	noted.SetConfirmed(*confirmed)
	checked := ok(service.VerifyAPI.VerifyResult(ctx).VerifyRequest(*noted).Execute())

	open = cards.NewOpenShoeRequest()
	open.SetGame("rummy")
	open.SetPlayers(2)
	game := ok(service.ShoesAPI.OpenSealedShoe(ctx).OpenShoeRequest(*open).Execute())
	deal := cards.NewDealStageRequest(game.Shoe)
	stage := ok(service.ShoesAPI.DealStage(ctx).DealStageRequest(*deal).Execute())
	draw = cards.NewDrawShoeRequest(stage.GetShoe(), 1)
	draw.SetReshuffle(true)
	draw.SetInPlay(stage.Hands[0].Positions)
	again := ok(service.ShoesAPI.DrawFromShoe(ctx).DrawShoeRequest(*draw).Execute())

	keys := map[string]cards.Ed25519Jwk{}
	for seat, x := range player.SigningKeys() {
		keys[seat] = *cards.NewEd25519Jwk("OKP", "Ed25519", x)
	}
	x, y := player.ReadingKey()
	open = cards.NewOpenShoeRequest()
	open.SetGame("rummy")
	open.SetPlayers(2)
	open.SetReveal("shown")
	open.SetWords(player.Words)
	open.SetConsent(*cards.NewConsentTerms(keys))
	open.SetViewKeys(map[string]cards.P256Jwk{
		"1": *cards.NewP256Jwk("EC", "P-256", x, y),
	})
	sealed := ok(service.ShoesAPI.OpenSealedShoe(ctx).OpenShoeRequest(*open).Execute())
	deal = cards.NewDealStageRequest(sealed.Shoe)
	deal.SetWords(player.Texts)
	deal.SetConsents(consent(sealed.Digest, map[string]any{"action": "deal"}))
	hand := ok(service.ShoesAPI.DealStage(ctx).DealStageRequest(*deal).Execute())
	draw = cards.NewDrawShoeRequest(hand.GetShoe(), 1)
	draw.SetSeat("1")
	draw.SetConsents(consent(hand.Digest, map[string]any{"action": "draw", "count": 1, "seat": "1"}))
	taken := ok(service.ShoesAPI.DrawFromShoe(ctx).DrawShoeRequest(*draw).Execute())
	reveal = cards.NewRevealShoeRequest(taken.GetShoe())
	shown := ok(service.ShoesAPI.RevealShoe(ctx).RevealShoeRequest(*reveal).Execute())
	views := []string{}
	for seat := range hand.Views {
		views = append(views, seat)
	}
	view, err := player.Open(hand.Views["1"])
	if err != nil {
		log.Fatal(err)
	}

	_, _, err = service.DecksAPI.ShuffleDeck(ctx, "standard").Count(53).Execute()
	var refused *cards.GenericOpenAPIError
	if !errors.As(err, &refused) {
		log.Fatal(err)
	}
	problem, decoded := refused.Model().(cards.Problem)
	if !decoded {
		log.Fatal(err)
	}

	err = json.NewEncoder(os.Stdout).Encode(map[string]any{
		"shuffled":         shuffled.Cards,
		"shuffled_by_post": posted.Cards,
		"verified":         verified.Valid.Get(),
		"dealt":            map[string]any{"hands": hands, "board": board},
		"batch":            batch.Cards,
		"integers":         integers.Integers,
		"ranked":           map[string]any{"categories": categories, "winners": ranked.Winners},
		"shoe": map[string]any{
			"cards":     drawn.Cards,
			"remaining": drawn.Remaining,
			"fairness":  drawn.Fairness,
			"valid":     checked.Valid.Get(),
		},
		"table": map[string]any{
			"stage":   stage.Stage,
			"round":   again.Round,
			"in_play": again.InPlay.Before,
		},
		"signed": map[string]any{
			"stage":     hand.Stage,
			"views":     views,
			"remaining": taken.Remaining,
			"draws":     shown.Receipt.Drawn.Draws,
			"view": map[string]any{
				"seat":       view.Seat,
				"cards":      len(view.Cards),
				"is_current": view.Digest == hand.Digest,
			},
		},
		"problem": map[string]any{
			"title":  problem.Title,
			"status": problem.Status,
			"errors": problem.Errors,
		},
	})
	if err != nil {
		log.Fatal(err)
	}
}
