// DSSE 1.0 envelopes with Ed25519: the payload's exact bytes, its type, and signatures over both
// (the pre-authentication encoding). A keyid is a hint and decides nothing. Values, no I/O.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/crypto/ed25519.h"

namespace ragsieve {

inline constexpr std::string_view kInTotoPayload = "application/vnd.in-toto+json";

struct EnvelopeSignature {
  std::string key_hint;  // "keyid", as it stands there; may be empty
  std::string bytes;
};

struct Envelope {
  std::string payload_type{kInTotoPayload};
  std::string payload;  // the bytes that are signed, and the only ones to be parsed
  std::vector<EnvelopeSignature> signatures;
};

// "DSSEv1 <bytes of type> <type> <bytes of payload> <payload>"
[[nodiscard]] std::string pre_authentication_encoding(std::string_view type,
                                                      std::string_view payload);

// Appends the key's signature, with its key_id() as the hint.
void sign(Envelope& envelope, const PrivateKey& key);

// Whether `signature` is the key's, over this payload and type. Ignores the hint.
[[nodiscard]] bool signature_holds(const Envelope& envelope, const EnvelopeSignature& signature,
                                   const PublicKey& key);

// One line of JSON with a line feed.
[[nodiscard]] std::string to_json(const Envelope& envelope);

// An envelope of the given payload type; members that the specification does not know are ignored.
// kInvalidInput for another type (where.field "payloadType"), no signature, bad base64, a member
// that is missing or occurs twice; kTooLarge beyond limits::kReportBytes and limits::kSignatures.
// Verifies nothing.
[[nodiscard]] Result<Envelope> parse_envelope(std::string_view json,
                                              std::string_view payload_type = kInTotoPayload);

}  // namespace ragsieve
