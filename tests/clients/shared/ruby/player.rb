require "base64"
require "digest"
require "json"
require "openssl"

# Signs for the two seats of a shoe of rummy, and opens the views of seat 1. The keys are fixed: this is a test.
module Player
  TEXTS = ["clients-words-of-seat-1", "clients-words-of-the-dealer"].freeze
  WORDS = TEXTS.map { |text| Digest::SHA256.hexdigest(text) }.freeze

  # PKCS #8 of an Ed25519 key, and the ASN.1 of a P-256 key: Ruby makes no key from its number.
  ED25519 = ["302e020100300506032b657004220420"].pack("H*").freeze
  SIGNING = { "1" => "\1", "dealer" => "\2" }.transform_values { |byte| OpenSSL::PKey.read(ED25519 + byte.b * 32) }
  READING = OpenSSL::PKey.read(
    OpenSSL::ASN1::Sequence(
      [
        OpenSSL::ASN1::Integer(1),
        OpenSSL::ASN1::OctetString("#{"\0" * 31}\7".b),
        OpenSSL::ASN1::ObjectId("prime256v1", 0, :EXPLICIT)
      ]
    ).to_der
  )

  def self.encode(bytes)
    Base64.urlsafe_encode64(bytes, padding: false)
  end

  def self.decode(text)
    Base64.urlsafe_decode64(text)
  end

  # Returns the JWK of each seat that signs.
  def self.signing_keys
    SIGNING.transform_values { |key| { kty: "OKP", crv: "Ed25519", x: encode(key.public_to_der[-32..]) } }
  end

  # Returns the JWK of seat 1, which reads its views.
  def self.reading_key
    point = READING.public_key.to_octet_string(:uncompressed)
    { kty: "EC", crv: "P-256", x: encode(point[1, 32]), y: encode(point[33, 32]) }
  end

  # Returns the signatures of both seats over an action after a digest. It has no nulls and no defaults.
  def self.consent(digest, action)
    text = JSON.generate(action.transform_keys(&:to_s).sort.to_h)
    message = "shuffle-and-deal sealed 1 consent\n".b + [digest].pack("H*") + text.b
    SIGNING.transform_values { |key| encode(key.sign(nil, message)) }
  end

  # Decrypts a view of seat 1.
  def self.open(view)
    header, _, iv, text, tag = view.split(".")
    epk = JSON.parse(decode(header))["epk"]
    point = OpenSSL::BN.new("\4".b + decode(epk["x"]) + decode(epk["y"]), 2)
    shared = READING.dh_compute_key(OpenSSL::PKey::EC::Point.new(READING.group, point))
    cipher = OpenSSL::Cipher.new("aes-256-gcm").decrypt
    cipher.key = Digest::SHA256.digest([1, shared, 7, "A256GCM", 0, 0, 256].pack("Na*Na*N3"))
    cipher.iv = decode(iv)
    cipher.auth_tag = decode(tag)
    cipher.auth_data = header
    JSON.parse(cipher.update(decode(text)) + cipher.final)
  end
end
