<?php

declare(strict_types=1);

// Signs for the two seats of a shoe of rummy, and opens the views of seat 1. The keys are fixed: this is a test.

namespace Player;

const TEXTS = ["clients-words-of-seat-1", "clients-words-of-the-dealer"];

// The ASN.1 before the coordinates of a public key: PHP makes none from the coordinates.
const P256 = "3059301306072a8648ce3d020106082a8648ce3d03010703420004";

function keypairs(): array
{
    $seeds = ["1" => str_repeat("\1", 32), "dealer" => str_repeat("\2", 32)];
    return array_map(sodium_crypto_sign_seed_keypair(...), $seeds);
}

function encode(string $bytes): string
{
    return sodium_bin2base64($bytes, SODIUM_BASE64_VARIANT_URLSAFE_NO_PADDING);
}

function decode(string $text): string
{
    return sodium_base642bin($text, SODIUM_BASE64_VARIANT_URLSAFE_NO_PADDING);
}

function words(): array
{
    return array_map(fn (string $text): string => hash("sha256", $text), TEXTS);
}

/** Return the JWK of each seat that signs. */
function signing_keys(): array
{
    $jwk = fn (string $pair): array => [
        "kty" => "OKP",
        "crv" => "Ed25519",
        "x" => encode(sodium_crypto_sign_publickey($pair)),
    ];
    return array_map($jwk, keypairs());
}

function reading(): \OpenSSLAsymmetricKey
{
    $key = openssl_pkey_new(["ec" => ["curve_name" => "prime256v1", "d" => str_repeat("\0", 31) . "\7"]]);
    return $key ?: throw new \RuntimeException(openssl_error_string());
}

/** Return the JWK of seat 1, which reads its views. */
function reading_key(): array
{
    $point = openssl_pkey_get_details(reading())["ec"];
    $coordinate = fn (string $bytes): string => encode(str_pad($bytes, 32, "\0", STR_PAD_LEFT));
    return ["kty" => "EC", "crv" => "P-256", "x" => $coordinate($point["x"]), "y" => $coordinate($point["y"])];
}

/** Return the signatures of both seats over an action after a digest. It has no nulls and no defaults. */
function consent(string $digest, array $action): array
{
    ksort($action);
    $message = "shuffle-and-deal sealed 1 consent\n" . hex2bin($digest) . json_encode($action, JSON_THROW_ON_ERROR);
    $sign = fn (string $pair): string =>
        encode(sodium_crypto_sign_detached($message, sodium_crypto_sign_secretkey($pair)));
    return array_map($sign, keypairs());
}

/** Decrypt a view of seat 1. */
function open(string $view): object
{
    [$header, , $iv, $text, $tag] = explode(".", $view);
    $epk = json_decode(decode($header), flags: JSON_THROW_ON_ERROR)->epk;
    $point = hex2bin(P256) . decode($epk->x) . decode($epk->y);
    $pem = "-----BEGIN PUBLIC KEY-----\n" . base64_encode($point) . "\n-----END PUBLIC KEY-----\n";
    $shared = openssl_pkey_derive($pem, reading(), 32);
    $key = hash("sha256", pack("N", 1) . $shared . pack("N", 7) . "A256GCM" . pack("N3", 0, 0, 256), true);
    $plain = openssl_decrypt(
        decode($text),
        "aes-256-gcm",
        $key,
        OPENSSL_RAW_DATA,
        decode($iv),
        decode($tag),
        $header,
    );
    return json_decode($plain, flags: JSON_THROW_ON_ERROR);
}
