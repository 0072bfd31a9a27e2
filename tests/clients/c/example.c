#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cards/api/GamesAPI.h"

static char *text;

// Keep the text of a response: the generated functions return no problem.
static void keep(void **data, long *length)
{
    free(text);
    text = strndup(*data, *length);
}

int main(void)
{
    const char *base = getenv("BASE_URL");
    apiClient_t *service = apiClient_create_with_base_path(base ? base : "http://localhost:8000", NULL, NULL);
    service->data_callback_func = keep;

    for (int players = 2; players <= 12; players += 10) {
        game_deal_request_t request = {.players = &players};
        dealt_game_t *deal = GamesAPI_dealGamePost(service, shuffle_and_deal_dealGamePost_GAME_holdem, &request);
        if (deal) {
            game_hand_t *hand = deal->hands->firstEntry->data;
            for (listEntry_t *card = hand->cards->firstEntry; card; card = card->nextListEntry)
                printf("%s%s", (char *) card->data, card->nextListEntry ? " " : "\n");
        } else {
            problem_t *problem = problem_parseFromJSON(cJSON_Parse(text));
            printf("%s %ld\n", problem->title, *problem->status);
        }
    }
}
