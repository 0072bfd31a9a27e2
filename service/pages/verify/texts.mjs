/** What the page Verify says of bets at casinos and of other providers, in the words of people: one table, for other languages to follow. */

/** Each scheme: what its result is called, where its operator shows what the page asks for, and what a difference may come from. */
export const SCHEMES = {
  stake: {
    title: "a bet at a casino",
    intro: "It is checked as Stake computes its games. Other casinos compute in other ways, so a difference there says nothing.",
    unlike: "Before you conclude anything: is it a bet at Stake, with this game and this nonce, and is the server seed the revealed one, not its hash?",
  },
  hash_chain: {
    title: "a round of crash, or of a game like it",
    intro: "All rounds of such a game hang together: each hash leads to the hash of the round before.",
    unlike: "Before you conclude anything: is it this operator’s game, and this round?",
  },
  rfc3797: {
    title: "a selection by RFC 3797",
    intro: "It draws numbers from published figures, such as lottery results, that nobody could foresee.",
    unlike: "Before you conclude anything: are the pool, the number of selections and the key those that were announced?",
  },
  drand: {
    title: "a round of drand, a public source of randomness",
    intro: "Many organisations sign each round together, so that none of them can choose it.",
    unlike: "Before you conclude anything: is it this network of drand, and this round?",
  },
  nist_beacon: {
    title: "a pulse of NIST’s beacon",
    intro: "The beacon signs a random number each minute.",
    unlike: "Before you conclude anything: was the pulse copied whole, with the certificate that it names?",
  },
  random_org: {
    title: "a signed result of RANDOM.ORG",
    intro: "RANDOM.ORG signs what it draws, so that nobody can change it later.",
    unlike: "Before you conclude anything: was the result copied whole, as it was received?",
  },
  other: { title: "a result of another provider", intro: "", unlike: "Before you conclude anything: was all of it copied as it was shown?" },
};

/** Fields in the order of the form, by scheme: the label, and a hint. Fields of one game have it as `game`. */
export const FIELDS = {
  stake: {
    game: { label: "Which game?" },
    server_seed: { label: "Server seed", hint: "The casino shows it after you change your seeds." },
    client_seed: { label: "Client seed" },
    nonce: { label: "Nonce", hint: "The number of the bet with these seeds." },
    segments: { label: "Segments of the wheel", game: "wheel", initial: 10 },
    risk: { label: "Risk of the wheel", game: "wheel", initial: "low" },
    first_square: { label: "Number of the first square", game: "mines", initial: 0, hint: "0 or 1: as you count the squares below." },
    seen: { label: "What you saw", hint: "The result of the bet. Without it you compare it yourself." },
    server_seed_hash: { label: "Server seed (hashed)", hint: "What the casino showed before the bet. Without it the seed may have been chosen later." },
  },
  hash_chain: {
    game: { label: "Which game?" },
    game_hash: { label: "Hash of the round", hint: "It is shown after the round." },
    salt: { label: "Salt", hint: "A hash of a block of Bitcoin, which the operator announced for all rounds." },
    seen: { label: "Multiplier that you saw" },
    previous_hash: { label: "Hash of an earlier round", hint: "One that you knew before you bet." },
    distance: { label: "Rounds from that one to this", hint: "1 if it is the round just before." },
  },
  rfc3797: {
    key_string: { label: "Key", hint: "The published figures in one line, such as 9319./2.5.12.8.10./9.18.26.34.41.45./" },
    pool: { label: "How many could be selected?" },
    count: { label: "How many were selected?" },
    seen: { label: "The selected numbers, in order" },
  },
  drand: {
    round: { label: "Number of the round" },
    signature: { label: "Signature" },
    chain_hash: { label: "Which network?", isRequired: true },
  },
  nist_beacon: { certificate: { label: "Certificate of the beacon (PEM)", isLong: true, hint: "The one that certificateId names, from NIST." } },
  random_org: { certificate: { label: "Certificate of RANDOM.ORG (PEM)", isLong: true, hint: "From api.random.org." } },
};

/** Choices in words; any other is written as it is. */
export const CHOICES = {
  cards: "Blackjack, hilo or baccarat", video_poker: "Video poker", mines: "Mines", keno: "Keno", dice: "Dice", roulette: "Roulette",
  plinko: "Plinko", diamonds: "Diamonds", limbo: "Limbo", wheel: "Wheel", low: "Low", medium: "Medium", high: "High",
  stake_crash: "Crash at Stake", stake_slide: "Slide at Stake", bustabit: "bustabit", bustabit_v2: "bustabit, before game 10,000,001", roobet: "Crash at Roobet",
  "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971": "quicknet: a round every 3 seconds",
  "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce": "default: a round every 30 seconds",
};

/** What a result of a game is, where it needs a word. */
export const RESULTS = {
  cards: "The cards in the order in which the game deals them:",
  video_poker: "The cards in their order: the first five are the hand, the next ones replace what was thrown away.",
  mines: "The squares in the order of the draw. As many as the bet had mines, from the first, are mines:",
  plinko: "The way of the ball, as long as the bet had rows:",
};

/** Why a part is open, by name: in place of the service's sentences for programmers. */
export const OPEN = {
  seen: ["Your result", "enter what you saw, or compare it with the result above"],
  server_seed_hash: ["The promise", "without the hash from before the bet, the server seed may have been chosen after it"],
  previous_hash: ["The chain", "without a hash that you knew before the bet, this one may have been chosen after it"],
  salt: ["The salt", "it is none that this service knows, so compare it with the one that the operator announced"],
  sources: ["The figures", "the key was taken as it is: compare it with the published figures"],
  signature: ["The signature", "nobody checked it here, and anybody can write a result without one"],
};

/** What was checked and is right, by name. */
export const DONE = {
  seen: "What you saw is what the seeds give.",
  server_seed_hash: "The server seed is the one of the hash.",
  previous_hash: "The hash leads to the one that you knew before.",
  salt: "The salt is the one that the operator announced.",
  signature: "The signature is right.",
};

/** What only the reader knows: {needs, sentence}, asked once the check of that name is right. */
export const QUESTIONS = {
  stake: {
    hash_before: { needs: "server_seed_hash", title: "The time of the hash", sentence: "I noted this hash before the bet" },
    own_seed: { needs: "server_seed_hash", title: "Your client seed", sentence: "The client seed is mine, and I chose it after I saw that hash" },
  },
  hash_chain: { hash_before: { needs: "previous_hash", title: "The time of the hash", sentence: "I knew the earlier hash before I bet" } },
  rfc3797: { announced: { title: "The announcement", sentence: "The figures, the pool and the number of selections were announced before the figures were known" } },
  drand: { announced: { title: "The announcement", sentence: "This network and this round were announced before the round was due" } },
  nist_beacon: { certificate: { title: "The certificate", sentence: "I have the certificate from NIST, and this pulse was announced before it was due" } },
  random_org: { certificate: { title: "The certificate", sentence: "I have the certificate from RANDOM.ORG, and this result is the only one that was asked for" } },
  other: { announced: { title: "The announcement", sentence: "All that decides the result was announced before, as it is here" } },
};
