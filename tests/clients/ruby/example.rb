require "cards"
require "json"
require "uri"

service = URI(ENV.fetch("BASE_URL", "http://localhost:8000"))
Cards.configure do |settings|
  settings.scheme = service.scheme
  settings.host = service.authority
  settings.server_index = nil
end
games = Cards::GamesApi.new

[2, 12].each do |players|
  puts games.deal_game("holdem", players: players).hands.first.cards.join(" ")
rescue Cards::ApiError => error
  problem = Cards::Problem.build_from_hash(JSON.parse(error.response_body, symbolize_names: true))
  puts "#{problem.title} #{problem.status}"
end
