#include "player.h"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const player_seats[PLAYERS] = {"1", "dealer"};
const char *const player_texts[PLAYERS] = {"clients-words-of-seat-1", "clients-words-of-the-dealer"};
const char *const player_signing_keys[PLAYERS] = {
    "iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w",
    "gTl3Dqh9F19Wo1Rmw0x-zMuNipG07jeiXfYPW4_Js5Q",
};
const char *const player_reading_key[2] = {
    "jlM7b6C_e0YluzBmfAH7YH75-LioD-9bMAYocDGHsqM",
    "c-sdveAzGDZtBp-DpvWQAFPHNjPLBBshxV4ahsH0ALQ",
};

// Ends the program if a call of OpenSSL failed.
static void check(int succeeded)
{
    if (!succeeded) {
        ERR_print_errors_fp(stderr);
        exit(1);
    }
}

static char *encode(const unsigned char *bytes, int size)
{
    char *text = calloc(size * 4 / 3 + 5, 1);
    EVP_EncodeBlock((unsigned char *) text, bytes, size);
    text[strcspn(text, "=")] = 0;
    for (char *c = text; *c; c++)
        *c = *c == '+' ? '-' : *c == '/' ? '_' : *c;
    return text;
}

// Writes the bytes of unpadded base64url to a new block, and returns their number.
static int decode(const char *text, size_t length, unsigned char **bytes)
{
    size_t padded = (length + 3) / 4 * 4;
    unsigned char *source = calloc(padded + 1, 1);
    memset(source, '=', padded);
    for (size_t k = 0; k < length; k++)
        source[k] = text[k] == '-' ? '+' : text[k] == '_' ? '/' : text[k];
    *bytes = calloc(padded + 1, 1);
    int size = EVP_DecodeBlock(*bytes, source, padded);
    check(size >= 0);
    free(source);
    return size - (padded - length);
}

char *player_word(int player)
{
    unsigned char digest[32];
    check(EVP_Digest(player_texts[player], strlen(player_texts[player]), digest, NULL, EVP_sha256(), NULL));
    char *word = calloc(65, 1);
    for (int k = 0; k < 32; k++)
        sprintf(word + 2 * k, "%02x", digest[k]);
    return word;
}

char *player_consent(int player, const char *digest, const char *action)
{
    const char *tag = "shuffle-and-deal sealed 1 consent\n";
    size_t start = strlen(tag), size = start + 32 + strlen(action);
    unsigned char secret[32], signature[64], *message = malloc(size);
    memset(secret, player + 1, sizeof secret);
    memcpy(message, tag, start);
    for (int k = 0; k < 32; k++)
        check(sscanf(digest + 2 * k, "%2hhx", message + start + k) == 1);
    memcpy(message + start + 32, action, strlen(action));

    EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, secret, sizeof secret);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    size_t length = sizeof signature;
    check(EVP_DigestSignInit(context, NULL, NULL, NULL, key));
    check(EVP_DigestSign(context, signature, &length, message, size));
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    free(message);
    return encode(signature, length);
}

// Returns a key of P-256 with this point, and a secret number if it is not 0.
static EVP_PKEY *p256(const char *x, const char *y, unsigned long secret)
{
    unsigned char point[65] = {4}, *coordinate;
    for (int k = 0; k < 2; k++) {
        const char *text = k ? y : x;
        check(decode(text, strlen(text), &coordinate) == 32);
        memcpy(point + 1 + 32 * k, coordinate, 32);
        free(coordinate);
    }
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    BIGNUM *number = BN_new();
    check(BN_set_word(number, secret));
    check(OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0));
    check(OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point));
    if (secret)
        check(OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number));
    OSSL_PARAM *parameters = OSSL_PARAM_BLD_to_param(builder);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EVP_PKEY *key = NULL;
    check(EVP_PKEY_fromdata_init(context) > 0);
    check(EVP_PKEY_fromdata(context, &key, secret ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, parameters) > 0);
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    BN_free(number);
    return key;
}

// Derives the key of A256GCM from the `epk` of a header.
static void derive(const cJSON *epk, unsigned char key[32])
{
    // u32(1), Z, u32(7), "A256GCM", u32(0), u32(0), u32(256)
    unsigned char input[59] = {[3] = 1, [39] = 7, [57] = 1};
    memcpy(input + 40, "A256GCM", 7);
    EVP_PKEY *own = p256(player_reading_key[0], player_reading_key[1], 7);
    EVP_PKEY *other = p256(
        cJSON_GetStringValue(cJSON_GetObjectItem(epk, "x")), cJSON_GetStringValue(cJSON_GetObjectItem(epk, "y")), 0);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(own, NULL);
    size_t size = 32;
    check(EVP_PKEY_derive_init(context) > 0);
    check(EVP_PKEY_derive_set_peer(context, other) > 0);
    check(EVP_PKEY_derive(context, input + 4, &size) > 0);
    check(EVP_Digest(input, sizeof input, key, NULL, EVP_sha256(), NULL));
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(own);
    EVP_PKEY_free(other);
}

cJSON *player_open(const char *view)
{
    // header, encrypted key (empty), nonce, text, tag
    const char *part = view;
    size_t length[5];
    unsigned char *bytes[5];
    int size[5];
    for (int k = 0; k < 5; k++) {
        length[k] = strcspn(part, ".");
        size[k] = decode(part, length[k], &bytes[k]);
        part += length[k] + (k < 4);
    }
    cJSON *header = cJSON_Parse((char *) bytes[0]);
    unsigned char key[32], *text = calloc(size[3] + 1, 1);
    derive(cJSON_GetObjectItem(header, "epk"), key);

    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int written;
    check(EVP_DecryptInit(context, EVP_aes_256_gcm(), key, bytes[2]));
    check(EVP_DecryptUpdate(context, NULL, &written, (const unsigned char *) view, length[0]));
    check(EVP_DecryptUpdate(context, text, &written, bytes[3], size[3]));
    check(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, size[4], bytes[4]));
    check(EVP_DecryptFinal(context, text + written, &written));
    EVP_CIPHER_CTX_free(context);
    cJSON *opened = cJSON_Parse((char *) text);
    for (int k = 0; k < 5; k++)
        free(bytes[k]);
    free(text);
    cJSON_Delete(header);
    return opened;
}
