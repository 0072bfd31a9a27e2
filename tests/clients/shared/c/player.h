// Signs for the two seats of a shoe of rummy, and opens the views of seat 1. The keys are fixed: this is a test.

#ifndef PLAYER_H
#define PLAYER_H

#include "cards/external/cJSON.h"

#define PLAYERS 2

extern const char *const player_seats[PLAYERS];
extern const char *const player_texts[PLAYERS];

// The member `x` of the JWK of each seat, and the members `x` and `y` of the JWK of seat 1, which reads its views.
extern const char *const player_signing_keys[PLAYERS];
extern const char *const player_reading_key[2];

// Returns the digest of the text of a player, in hexadecimal.
char *player_word(int player);

// Returns the signature of a player over an action, in canonical JSON without nulls and defaults, after a digest.
char *player_consent(int player, const char *digest, const char *action);

// Decrypts a view of seat 1.
cJSON *player_open(const char *view);

#endif
