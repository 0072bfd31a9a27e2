#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cards/api/DecksAPI.h"
#include "cards/api/GamesAPI.h"
#include "cards/api/IntegersAPI.h"
#include "cards/api/ShoesAPI.h"
#include "cards/model/rank_request.h"
#include "cards/model/rank_response.h"
#include "player.h"

static char SEED[] = "clients";
// What is a text or an integer is in the generated types as JSON.
static object_t seed = {.temporary = "\"clients\""}, first_seat = {.temporary = "\"1\""};
static char *text;

// Keeps the text of a response: the generated functions return no problem, and no response with null in place of a
// required member.
static void keep(void **data, long *length)
{
    free(text);
    text = strndup(*data, *length);
}

static void *must(void *value)
{
    if (!value) {
        fprintf(stderr, "%s\n", text ? text : "no response");
        exit(1);
    }
    return value;
}

// Writes an empty text in place of each null: the generated code refuses null in place of a required member. And no
// cards, which are any JSON values in a shoe: the generated code takes a list of these for a list of objects.
static cJSON *fill(cJSON *json)
{
    if (cJSON_IsObject(json) && cJSON_GetObjectItemCaseSensitive(json, "cards"))
        cJSON_ReplaceItemInObjectCaseSensitive(json, "cards", cJSON_CreateArray());
    for (cJSON *member = json->child; member; member = member->next) {
        if (cJSON_IsNull(member)) {
            member->type = cJSON_String;
            member->valuestring = calloc(1, 1);
        }
        fill(member);
    }
    return json;
}

// Returns the JSON of the last response.
static cJSON *response(void)
{
    return must(cJSON_Parse(text));
}

static cJSON *member(const char *name)
{
    return must(cJSON_DetachItemFromObject(response(), name));
}

// Sends a request, as the generated functions do: these do not return the text.
static void call(apiClient_t *service, const char *method, const char *path, list_t *query, const char *body)
{
    apiClient_invoke(service, path, query, NULL, NULL, NULL, NULL, body, body ? strlen(body) : 0, method);
    free(service->dataReceived);
    service->dataReceived = NULL;
    service->dataReceivedLen = 0;
}

// Sends a body that the generated types do not hold.
static void post(apiClient_t *service, const char *path, cJSON *body)
{
    char *written = cJSON_PrintUnformatted(body);
    call(service, "POST", path, NULL, written);
    free(written);
}

// Sends a query, names and values in turn, and then NULL: the generated functions send no lists, and they send integers
// of 64 bits that were left out.
static void get(apiClient_t *service, const char *path, ...)
{
    list_t *query = list_createList();
    va_list rest;
    va_start(rest, path);
    for (const char *name = va_arg(rest, const char *); name; name = va_arg(rest, const char *))
        list_addElement(query, keyValuePair_create(strdup(name), strdup(va_arg(rest, const char *))));
    va_end(rest);
    call(service, "GET", path, query, NULL);
}

// Returns a list of texts, which ends with NULL.
static list_t *list(const char *first, ...)
{
    list_t *made = list_createList();
    va_list rest;
    va_start(rest, first);
    for (const char *each = first; each; each = va_arg(rest, const char *))
        list_addElement(made, strdup(each));
    va_end(rest);
    return made;
}

static cJSON *texts(list_t *values)
{
    cJSON *array = cJSON_CreateArray();
    listEntry_t *entry;
    list_ForEach(entry, values) cJSON_AddItemToArray(array, cJSON_CreateString(entry->data));
    return array;
}

static cJSON *numbers(list_t *values)
{
    cJSON *array = cJSON_CreateArray();
    listEntry_t *entry;
    list_ForEach(entry, values) cJSON_AddItemToArray(array, cJSON_CreateNumber(*(double *) entry->data));
    return array;
}

// Returns a new object under a name.
static cJSON *add(cJSON *object, const char *name)
{
    return cJSON_AddObjectToObject(object, name);
}

static void add_decks(cJSON *calls, apiClient_t *service)
{
    long count = 5, two = 2, repeats = 3;

    get(service, "/v1/decks/standard/shuffle", "seed", SEED, "exclude", "2S,2H", "count", "5", NULL);
    shuffled_deck_t *shuffled = must(shuffled_deck_parseFromJSON(response()));
    cJSON_AddItemToObject(calls, "shuffled", texts(shuffled->cards));

    deck_shuffle_request_t shuffle = {.seed = &seed, .exclude = list("2S", "2H", NULL), .count = &count};
    shuffled_deck_t *posted =
        must(DecksAPI_shuffleDeckPost(service, shuffle_and_deal_shuffleDeckPost_DECK_standard, &shuffle));
    cJSON_AddItemToObject(calls, "shuffled_by_post", texts(posted->cards));
    // The generated type has no values of a map, and so loses what is in `request`.
    cJSON *whole = cJSON_CreateObject();
    cJSON_AddItemToObject(whole, "result", response());
    post(service, "/v1/verify", whole);
    cJSON_AddItemToObject(calls, "verified", member("valid"));

    // The generated types have no lists of lists.
    deck_shuffle_batch_request_t shuffles = {.seed = &seed, .repeats = &repeats, .count = &two};
    must(DecksAPI_shuffleDeckBatchPost(service, shuffle_and_deal_shuffleDeckBatchPost_DECK_standard, &shuffles));
    cJSON_AddItemToObject(calls, "batch", member("cards"));
}

static void add_games(cJSON *calls, apiClient_t *service)
{
    int players = 2;
    long max = 1000000000000, count = 4;
    listEntry_t *entry;

    game_deal_request_t deal = {.seed = &seed, .players = &players};
    dealt_game_t *dealt = must(GamesAPI_dealGamePost(service, shuffle_and_deal_dealGamePost_GAME_holdem, &deal));
    cJSON *printed = add(calls, "dealt"), *hands = cJSON_AddArrayToObject(printed, "hands");
    list_ForEach(entry, dealt->hands) cJSON_AddItemToArray(hands, texts(((game_hand_t *) entry->data)->cards));
    list_ForEach(entry, dealt->piles)
    {
        game_pile_t *pile = entry->data;
        if (!strcmp(pile->name, "board"))
            cJSON_AddItemToObject(printed, "board", texts(pile->cards));
    }

    integers_request_t draw = {.seed = &seed, .max = &max, .count = &count};
    drawn_integers_t *drawn = must(IntegersAPI_drawIntegersPost(service, &draw));
    cJSON_AddItemToObject(calls, "integers", numbers(drawn->integers));

    rank_request_t rank = {.game = "poker"};
    rank.board = list("AC", "KH", "9S", "2D", "2C", NULL);
    cJSON *body = rank_request_convertToJSON(&rank), *held = cJSON_AddArrayToObject(body, "hands");
    cJSON_AddItemToArray(held, texts(list("AS", "KD", NULL)));
    cJSON_AddItemToArray(held, texts(list("9H", "9C", NULL)));
    post(service, "/v1/hands/rank", body);
    rank_response_t *ranked = must(rank_response_parseFromJSON(response()));
    printed = add(calls, "ranked");
    cJSON *categories = cJSON_AddArrayToObject(printed, "categories");
    list_ForEach(entry, ranked->hands)
        cJSON_AddItemToArray(categories, cJSON_CreateString(((ranked_hand_t *) entry->data)->category));
    cJSON_AddItemToObject(printed, "winners", texts(ranked->winners));
}

static opened_shoe_t *open_shoe(apiClient_t *service, cJSON *body)
{
    post(service, "/v1/shoes", body);
    return must(opened_shoe_parseFromJSON(fill(response())));
}

static dealt_stage_t *deal_stage(apiClient_t *service, deal_stage_request_t *request)
{
    ShoesAPI_dealStage(service, request);
    return must(dealt_stage_parseFromJSON(fill(response())));
}

static drawn_cards_t *draw_cards(apiClient_t *service, draw_shoe_request_t *request)
{
    ShoesAPI_drawFromShoe(service, request);
    return must(drawn_cards_parseFromJSON(fill(response())));
}

static revealed_shoe_t *reveal_shoe(apiClient_t *service, char *shoe)
{
    reveal_shoe_request_t request = {.shoe = shoe};
    ShoesAPI_revealShoe(service, &request);
    return must(revealed_shoe_parseFromJSON(fill(response())));
}

static void add_shoe(cJSON *calls, apiClient_t *service)
{
    long count = 5;
    open_shoe_request_t request = {.deck = "standard"};
    opened_shoe_t *opened = open_shoe(service, open_shoe_request_convertToJSON(&request));
    draw_shoe_request_t draw = {.shoe = opened->shoe, .count = &count, .client_seed = SEED};
    drawn_cards_t *drawn = draw_cards(service, &draw);
    cJSON *cards = member("cards");
    cJSON *seen = member("seen");
    reveal_shoe(service, drawn->shoe);
    cJSON *noted = cJSON_CreateObject();
    cJSON_AddItemToObject(noted, "receipt", member("receipt"));
    cJSON_AddItemToArray(cJSON_AddArrayToObject(noted, "seen"), seen);
    cJSON *confirmed = cJSON_AddObjectToObject(noted, "confirmed");
    cJSON_AddStringToObject(confirmed, "commitment", opened->commitment);
    cJSON_AddStringToObject(confirmed, "client_seed", SEED);
    post(service, "/v1/verify", noted);

    cJSON *printed = add(calls, "shoe");
    cJSON_AddItemToObject(printed, "cards", cards);
    cJSON_AddNumberToObject(printed, "remaining", *drawn->remaining);
    cJSON_AddStringToObject(printed, "fairness", drawn->fairness);
    cJSON_AddItemToObject(printed, "valid", member("valid"));
}

static void add_table(cJSON *calls, apiClient_t *service)
{
    int players = 2, reshuffle = 1;
    long count = 1;
    open_shoe_request_t request = {.game = "rummy", .players = &players};
    opened_shoe_t *opened = open_shoe(service, open_shoe_request_convertToJSON(&request));
    deal_stage_request_t deal = {.shoe = opened->shoe};
    dealt_stage_t *stage = deal_stage(service, &deal);
    dealt_hand_t *held = stage->hands->firstEntry->data;
    draw_shoe_request_t draw = {
        .shoe = stage->shoe, .count = &count, .reshuffle = &reshuffle, .in_play = held->positions};
    drawn_cards_t *again = draw_cards(service, &draw);

    cJSON *printed = add(calls, "table");
    cJSON_AddStringToObject(printed, "stage", stage->stage);
    cJSON_AddNumberToObject(printed, "round", *again->round);
    cJSON_AddItemToObject(printed, "in_play", numbers(again->in_play->before));
}

// Returns the consents of both players, as a map of the generated types.
static list_t *consents(const char *digest, const char *action)
{
    list_t *map = list_createList();
    for (int k = 0; k < PLAYERS; k++)
        list_addElement(map, keyValuePair_create(strdup(player_seats[k]), player_consent(k, digest, action)));
    return map;
}

static void add_key(cJSON *keys, const char *seat, const char *kind, const char *curve, const char *x, const char *y)
{
    cJSON *key = add(keys, seat);
    cJSON_AddStringToObject(key, "kty", kind);
    cJSON_AddStringToObject(key, "crv", curve);
    cJSON_AddStringToObject(key, "x", x);
    if (y)
        cJSON_AddStringToObject(key, "y", y);
}

static void add_signed(cJSON *calls, apiClient_t *service)
{
    int players = 2;
    long count = 1;
    open_shoe_request_t request = {
        .game = "rummy", .players = &players, .reveal = shuffle_and_deal_open_shoe_request_REVEAL_shown};
    request.words = list(player_word(0), player_word(1), NULL);
    // The generated types have no maps of objects.
    cJSON *body = open_shoe_request_convertToJSON(&request), *keys = add(add(body, "consent"), "keys");
    for (int k = 0; k < PLAYERS; k++)
        add_key(keys, player_seats[k], "OKP", "Ed25519", player_signing_keys[k], NULL);
    add_key(add(body, "view_keys"), "1", "EC", "P-256", player_reading_key[0], player_reading_key[1]);
    opened_shoe_t *sealed = open_shoe(service, body);

    deal_stage_request_t deal = {.shoe = sealed->shoe, .words = list(player_texts[0], player_texts[1], NULL)};
    deal.consents = consents(sealed->digest, "{\"action\":\"deal\"}");
    dealt_stage_t *hand = deal_stage(service, &deal);
    draw_shoe_request_t draw = {.shoe = hand->shoe, .count = &count, .seat = &first_seat};
    draw.consents = consents(hand->digest, "{\"action\":\"draw\",\"count\":1,\"seat\":\"1\"}");
    drawn_cards_t *taken = draw_cards(service, &draw);
    revealed_shoe_t *shown = reveal_shoe(service, taken->shoe);

    cJSON *printed = add(calls, "signed");
    cJSON_AddStringToObject(printed, "stage", hand->stage);
    cJSON *seats = cJSON_AddArrayToObject(printed, "views");
    listEntry_t *entry;
    list_ForEach(entry, hand->views)
        cJSON_AddItemToArray(seats, cJSON_CreateString(((keyValuePair_t *) entry->data)->key));
    cJSON_AddNumberToObject(printed, "remaining", *taken->remaining);
    cJSON_AddNumberToObject(printed, "draws", *shown->receipt->drawn->draws);

    cJSON *opened = must(player_open(((keyValuePair_t *) hand->views->firstEntry->data)->value));
    cJSON *digest = cJSON_GetObjectItem(opened, "digest"), *view = add(printed, "view");
    cJSON_AddNumberToObject(view, "cards", cJSON_GetArraySize(cJSON_GetObjectItem(opened, "cards")));
    cJSON_AddBoolToObject(view, "is_current", !strcmp(cJSON_GetStringValue(digest), hand->digest));
    cJSON_AddItemToObject(view, "seat", cJSON_DetachItemFromObject(opened, "seat"));
}

static void add_problem(cJSON *calls, apiClient_t *service)
{
    get(service, "/v1/decks/standard/shuffle", "count", "53", NULL);
    problem_t *problem = must(problem_parseFromJSON(response()));
    cJSON *printed = add(calls, "problem");
    cJSON_AddStringToObject(printed, "title", problem->title);
    cJSON_AddNumberToObject(printed, "status", *problem->status);
    cJSON_AddItemToObject(printed, "errors", member("errors"));
}

int main(void)
{
    apiClient_t *service = apiClient_create_with_base_path(getenv("BASE_URL"), NULL, NULL);
    service->data_callback_func = keep;
    cJSON *calls = cJSON_CreateObject();
    add_decks(calls, service);
    add_games(calls, service);
    add_shoe(calls, service);
    add_table(calls, service);
    add_signed(calls, service);
    add_problem(calls, service);
    puts(cJSON_PrintUnformatted(calls));
}
