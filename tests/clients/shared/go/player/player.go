// Package player signs for the two seats of a shoe of rummy, and opens the views of seat 1. The keys are fixed: this is
// a test.
package player

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/big"
	"strings"
)

// Texts are the texts of the players, and Words their digests.
var (
	Texts = []string{"clients-words-of-seat-1", "clients-words-of-the-dealer"}
	Words = []string{digestOf(Texts[0]), digestOf(Texts[1])}
)

var (
	base    = base64.RawURLEncoding
	signing = map[string]ed25519.PrivateKey{"1": keyOf(1), "dealer": keyOf(2)}
	reading = append(make([]byte, 31), 7)
)

func digestOf(text string) string {
	digest := sha256.Sum256([]byte(text))
	return hex.EncodeToString(digest[:])
}

func keyOf(repeated byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{repeated}, ed25519.SeedSize))
}

// SigningKeys returns the member `x` of each seat's JWK.
func SigningKeys() map[string]string {
	keys := map[string]string{}
	for seat, key := range signing {
		keys[seat] = base.EncodeToString(key[ed25519.PublicKeySize:])
	}
	return keys
}

// ReadingKey returns the members `x` and `y` of seat 1's JWK.
func ReadingKey() (string, string) {
	x, y := elliptic.P256().ScalarBaseMult(reading)
	return base.EncodeToString(x.FillBytes(make([]byte, 32))), base.EncodeToString(y.FillBytes(make([]byte, 32)))
}

// Consent returns the signatures of both seats over an action after a digest. It has no nulls and no defaults.
func Consent(digest string, action map[string]any) (map[string]string, error) {
	before, err := hex.DecodeString(digest)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(action)
	if err != nil {
		return nil, err
	}
	message := bytes.Join([][]byte{[]byte("shuffle-and-deal sealed 1 consent\n"), before, text}, nil)
	consents := map[string]string{}
	for seat, key := range signing {
		consents[seat] = base.EncodeToString(ed25519.Sign(key, message))
	}
	return consents, nil
}

// View is the text of a view.
type View struct {
	Seat   string
	Digest string
	Cards  []struct{ Card string }
}

// Open decrypts a view of seat 1.
func Open(view string) (opened View, err error) {
	names := strings.Split(view, ".")
	parts := make([][]byte, len(names))
	for k, name := range names {
		if parts[k], err = base.DecodeString(name); err != nil {
			return
		}
	}
	if len(parts) != 5 {
		return opened, errors.New("not a compact JWE")
	}
	var header struct{ Epk struct{ X, Y string } }
	if err = json.Unmarshal(parts[0], &header); err != nil {
		return
	}
	x, err := base.DecodeString(header.Epk.X)
	if err != nil {
		return
	}
	y, err := base.DecodeString(header.Epk.Y)
	if err != nil {
		return
	}
	shared, _ := elliptic.P256().ScalarMult(new(big.Int).SetBytes(x), new(big.Int).SetBytes(y), reading)

	input := binary.BigEndian.AppendUint32(nil, 1)
	input = append(input, shared.FillBytes(make([]byte, 32))...)
	input = append(binary.BigEndian.AppendUint32(input, 7), "A256GCM"...)
	for _, number := range []uint32{0, 0, 256} {
		input = binary.BigEndian.AppendUint32(input, number)
	}
	key := sha256.Sum256(input)
	block, err := aes.NewCipher(key[:])
	if err != nil {
		return
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return
	}
	text, err := gcm.Open(nil, parts[2], append(parts[3], parts[4]...), []byte(names[0]))
	if err != nil {
		return
	}
	err = json.Unmarshal(text, &opened)
	return
}
