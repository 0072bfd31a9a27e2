import {
  deriveVrfKey,
  isValidKey,
  proofToHash,
  prove,
  verify,
} from "../../verify/core/ecvrf.mjs";
import { toHex } from "../../verify/core/bytes.mjs";
import { text } from "node:stream/consumers";
const fromHex = (digits) => Uint8Array.from(Buffer.from(digits, "hex"));
const optional = (bytes) => (bytes ? toHex(bytes) : null);
const { proofs, secrets } = JSON.parse(await text(process.stdin));
const verified = [];
for (const [key, input, pi] of proofs.map((proof) => proof.map(fromHex)))
  verified.push([
    isValidKey(key),
    optional(await verify(key, input, pi)),
    optional(await proofToHash(pi)),
  ]);
const proved = [];
for (const [secret, input] of secrets.map((pair) => pair.map(fromHex)))
  proved.push([
    toHex((await deriveVrfKey(secret)).publicKey),
    toHex(await prove(secret, input)),
  ]);
console.log(JSON.stringify({ verified, proved }));
