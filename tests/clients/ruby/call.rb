require "cards"
require "json"
require "uri"
require_relative "player"

service = URI(ENV.fetch("BASE_URL"))
Cards.configure do |settings|
  settings.host = service.authority
  settings.server_index = nil
end
decks = Cards::DecksApi.new
shoes = Cards::ShoesApi.new
verify = Cards::VerifyApi.new

SEED = "clients"
exclude = ["2S", "2H"]

shuffled = decks.shuffle_deck("standard", seed: SEED, exclude: exclude, count: 5)
posted = decks.shuffle_deck_post("standard", Cards::DeckShuffleRequest.new(seed: SEED, exclude: exclude, count: 5))
verified = verify.verify_result(Cards::VerifyRequest.new(result: posted.to_hash))
dealt = Cards::GamesApi.new.deal_game("holdem", seed: SEED, players: 2)
shuffles = Cards::DeckShuffleBatchRequest.new(seed: SEED, repeats: 3, count: 2)
batch = decks.shuffle_deck_batch_post("standard", shuffles)
drawn = Cards::IntegersApi.new.draw_integers(10**12, seed: SEED, count: 4)
hands = [%w[AS KD], %w[9H 9C]]
ranked = Cards::HandsApi.new.rank_hands(
  Cards::RankRequest.new(game: "poker", hands: hands, board: %w[AC KH 9S 2D 2C])
)

opened = shoes.open_sealed_shoe(Cards::OpenShoeRequest.new(deck: "standard"))
draw = shoes.draw_from_shoe(Cards::DrawShoeRequest.new(shoe: opened.shoe, count: 5, client_seed: SEED))
revealed = shoes.reveal_shoe(Cards::RevealShoeRequest.new(shoe: draw.shoe))
checked = verify.verify_result(
  Cards::VerifyRequest.new(
    receipt: revealed.receipt,
    seen: [draw.seen],
    confirmed: Cards::Confirmed.new(commitment: opened.commitment, client_seed: SEED)
  )
)

game = shoes.open_sealed_shoe(Cards::OpenShoeRequest.new(game: "rummy", players: 2))
stage = shoes.deal_stage(Cards::DealStageRequest.new(shoe: game.shoe))
held = stage.hands.first.positions
again = shoes.draw_from_shoe(
  Cards::DrawShoeRequest.new(shoe: stage.shoe, count: 1, reshuffle: true, in_play: held)
)

sealed = shoes.open_sealed_shoe(
  Cards::OpenShoeRequest.new(
    game: "rummy",
    players: 2,
    reveal: "shown",
    words: Player::WORDS,
    consent: Cards::ConsentTerms.new(
      keys: Player.signing_keys.transform_values { |key| Cards::Ed25519Jwk.new(key) }
    ),
    view_keys: { "1" => Cards::P256Jwk.new(Player.reading_key) }
  )
)
consents = Player.consent(sealed.digest, { action: "deal" })
hand = shoes.deal_stage(Cards::DealStageRequest.new(shoe: sealed.shoe, words: Player::TEXTS, consents: consents))
consents = Player.consent(hand.digest, { action: "draw", count: 1, seat: "1" })
taken = shoes.draw_from_shoe(Cards::DrawShoeRequest.new(shoe: hand.shoe, count: 1, seat: "1", consents: consents))
shown = shoes.reveal_shoe(Cards::RevealShoeRequest.new(shoe: taken.shoe))
views = hand.views.transform_keys(&:to_s)
view = Player.open(views["1"])

begin
  decks.shuffle_deck("standard", count: 53)
  raise "not refused"
rescue Cards::ApiError => error
  problem = Cards::Problem.build_from_hash(JSON.parse(error.response_body, symbolize_names: true))
end

puts JSON.generate(
  shuffled: shuffled.cards,
  shuffled_by_post: posted.cards,
  verified: verified.valid,
  dealt: {
    hands: dealt.hands.map(&:cards),
    board: dealt.piles.find { |pile| pile.name == "board" }.cards
  },
  batch: batch.cards,
  integers: drawn.integers,
  ranked: { categories: ranked.hands.map(&:category), winners: ranked.winners },
  shoe: { cards: draw.cards, remaining: draw.remaining, fairness: draw.fairness, valid: checked.valid },
  table: { stage: stage.stage, round: again.round, in_play: again.in_play.before },
  signed: {
    stage: hand.stage,
    views: views.keys,
    remaining: taken.remaining,
    draws: shown.receipt.drawn.draws,
    view: { seat: view["seat"], cards: view["cards"].length, is_current: view["digest"] == hand.digest }
  },
  problem: { title: problem.title, status: problem.status, errors: problem.errors }
)
