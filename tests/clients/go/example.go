package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"clients/cards"
)

func main() {
	configuration := cards.NewConfiguration()
	configuration.Servers[0].URL = os.Getenv("BASE_URL")
	games := cards.NewAPIClient(configuration).GamesAPI

	for _, players := range []int32{2, 12} {
		deal, _, err := games.DealGame(context.Background(), "holdem").Players(players).Execute()
		var refused *cards.GenericOpenAPIError
		if errors.As(err, &refused) {
			if problem, ok := refused.Model().(cards.Problem); ok {
				fmt.Println(problem.Title, problem.Status)
				continue
			}
		}
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(strings.Join(deal.Hands[0].Cards, " "))
	}
}
