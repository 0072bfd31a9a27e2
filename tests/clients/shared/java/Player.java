package player;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs for the two seats of a shoe of rummy, and opens the views of seat 1. The keys are fixed, as this is a test: the
 * JDK does not compute the public key of an Ed25519 key.
 */
public final class Player {
  public static final List<String> TEXTS = List.of("clients-words-of-seat-1", "clients-words-of-the-dealer");

  /** The member `x` of the JWK of each seat that signs. */
  public static final Map<String, String> SIGNING_KEYS =
      Map.of(
          "1", "iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w",
          "dealer", "gTl3Dqh9F19Wo1Rmw0x-zMuNipG07jeiXfYPW4_Js5Q");

  /** The members `x` and `y` of the JWK of seat 1, which reads its views. */
  public static final String READING_X = "jlM7b6C_e0YluzBmfAH7YH75-LioD-9bMAYocDGHsqM";
  public static final String READING_Y = "c-sdveAzGDZtBp-DpvWQAFPHNjPLBBshxV4ahsH0ALQ";

  private static final Map<String, Integer> REPEATED_BYTES = Map.of("1", 1, "dealer", 2);

  private Player() {}

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] decode(String text) {
    return Base64.getUrlDecoder().decode(text);
  }

  private static byte[] digest(byte[] bytes) throws GeneralSecurityException {
    return MessageDigest.getInstance("SHA-256").digest(bytes);
  }

  public static List<String> words() throws GeneralSecurityException {
    var format = HexFormat.of();
    return List.of(
        format.formatHex(digest(TEXTS.get(0).getBytes(StandardCharsets.US_ASCII))),
        format.formatHex(digest(TEXTS.get(1).getBytes(StandardCharsets.US_ASCII))));
  }

  /** Returns the signatures of both seats over an action after a digest. It has no nulls and no defaults. */
  public static Map<String, String> consent(String digest, Map<String, ?> action) throws GeneralSecurityException {
    var text =
        new TreeMap<String, Object>(action)
            .entrySet().stream()
                .map(
                    member ->
                        "\"%s\":".formatted(member.getKey())
                            + (member.getValue() instanceof String value ? '"' + value + '"' : member.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    var consents = new TreeMap<String, String>();
    for (var seat : REPEATED_BYTES.entrySet()) {
      var secret = new byte[32];
      Arrays.fill(secret, seat.getValue().byteValue());
      var signature = Signature.getInstance("Ed25519");
      signature.initSign(
          KeyFactory.getInstance("Ed25519")
              .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, secret)));
      signature.update("shuffle-and-deal sealed 1 consent\n".getBytes(StandardCharsets.US_ASCII));
      signature.update(HexFormat.of().parseHex(digest));
      signature.update(text.getBytes(StandardCharsets.UTF_8));
      consents.put(seat.getKey(), encode(signature.sign()));
    }
    return consents;
  }

  /** Decrypts a view of seat 1, and returns its JSON. */
  public static String open(String view) throws GeneralSecurityException {
    var parts = view.split("\\.");
    var header = new String(decode(parts[0]), StandardCharsets.UTF_8);
    var parameters = AlgorithmParameters.getInstance("EC");
    parameters.init(new ECGenParameterSpec("secp256r1"));
    var curve = parameters.getParameterSpec(ECParameterSpec.class);
    var point = new ECPoint(coordinate("x", header), coordinate("y", header));
    var keys = KeyFactory.getInstance("EC");
    var agreement = KeyAgreement.getInstance("ECDH");
    agreement.init(keys.generatePrivate(new ECPrivateKeySpec(BigInteger.valueOf(7), curve)));
    agreement.doPhase(keys.generatePublic(new ECPublicKeySpec(point, curve)), true);
    var key =
        digest(
            ByteBuffer.allocate(59)
                .putInt(1)
                .put(agreement.generateSecret())
                .putInt(7)
                .put("A256GCM".getBytes(StandardCharsets.US_ASCII))
                .putInt(0)
                .putInt(0)
                .putInt(256)
                .array());
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, decode(parts[2])));
    cipher.updateAAD(parts[0].getBytes(StandardCharsets.US_ASCII));
    cipher.update(decode(parts[3]));
    return new String(cipher.doFinal(decode(parts[4])), StandardCharsets.UTF_8);
  }

  private static BigInteger coordinate(String name, String header) {
    var member = Pattern.compile("\"%s\":\"([^\"]*)\"".formatted(name)).matcher(header);
    if (!member.find()) {
      throw new IllegalArgumentException(header);
    }
    return new BigInteger(1, decode(member.group(1)));
  }
}
