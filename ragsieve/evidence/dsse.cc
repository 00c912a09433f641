#include "ragsieve/evidence/dsse.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "ragsieve/crypto/base64.h"
#include "ragsieve/evidence/limits.h"
#include "ragsieve/evidence/members.h"
#include "ragsieve/json/reader.h"
#include "ragsieve/json/value.h"

namespace ragsieve {
namespace {

// A member that occurs twice has two meanings: which one is read depends on the reader.
void refuse_repeats(const json::Value& value, Members& members) {
  if (value.object() == nullptr) return;
  std::vector<std::string_view> names;
  for (const json::Member& member : *value.object()) names.push_back(member.first);
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice != names.end()) members.fail(twice->substr(0, 64), "the member occurs twice");
}

std::string base64_member(Members& members, std::string_view name) {
  std::optional<std::string> bytes = from_base64(members.text(name, 2 * limits::kReportBytes));
  if (!bytes) members.fail(name, "is not base64");
  return std::move(bytes).value_or("");
}

Result<EnvelopeSignature> parse_signature(const json::Value& value, std::size_t index) {
  Members members(value, "signatures[" + std::to_string(index) + "].");
  refuse_repeats(value, members);
  EnvelopeSignature signature;
  signature.key_hint = members.optional_text("keyid", limits::kKeyHintBytes).value_or("");
  signature.bytes = base64_member(members, "sig");
  RAGSIEVE_CHECK(members.status());
  return signature;
}

Error too_large(std::string message) { return make_error(Code::kTooLarge, std::move(message)); }

}  // namespace

std::string pre_authentication_encoding(std::string_view type, std::string_view payload) {
  std::string out = "DSSEv1 ";
  out += std::to_string(type.size());
  (out += ' ') += type;
  (out += ' ') += std::to_string(payload.size());
  return (out += ' ') += payload;
}

void sign(Envelope& envelope, const PrivateKey& key) {
  envelope.signatures.push_back(
      {key_id(key.public_key()),
       key.sign(pre_authentication_encoding(envelope.payload_type, envelope.payload))});
}

bool signature_holds(const Envelope& envelope, const EnvelopeSignature& signature,
                     const PublicKey& key) {
  return signature_holds(key, pre_authentication_encoding(envelope.payload_type, envelope.payload),
                         signature.bytes);
}

std::string to_json(const Envelope& envelope) {
  json::Array signatures;
  for (const EnvelopeSignature& signature : envelope.signatures) {
    signatures.emplace_back(
        json::Object{{"keyid", signature.key_hint}, {"sig", to_base64(signature.bytes)}});
  }
  return json::dump(json::Object{{"payload", to_base64(envelope.payload)},
                                 {"payloadType", envelope.payload_type},
                                 {"signatures", std::move(signatures)}}) +
         "\n";
}

Result<Envelope> parse_envelope(std::string_view json, std::string_view payload_type) {
  if (json.size() > limits::kReportBytes) {
    return too_large("an envelope of " + std::to_string(json.size()) + " bytes, at most " +
                     std::to_string(limits::kReportBytes) + " are read");
  }
  RAGSIEVE_TRY(const json::Value value, json::Reader().parse(json));
  Members members(value, "");
  refuse_repeats(value, members);
  Envelope envelope;
  envelope.payload_type = members.text("payloadType", limits::kKeyHintBytes);
  if (envelope.payload_type != payload_type) {
    members.fail("payloadType", "is '" + envelope.payload_type.substr(0, 64) + "', expected " +
                                    std::string(payload_type));
  }
  envelope.payload = base64_member(members, "payload");
  const json::Value& signatures = members.array("signatures", json.size());
  RAGSIEVE_CHECK(members.status());
  const std::size_t n_signatures = signatures.array()->size();
  if (n_signatures > limits::kSignatures) {
    return too_large("an envelope with " + std::to_string(n_signatures) + " signatures, at most " +
                     std::to_string(limits::kSignatures) + " are read");
  }
  if (n_signatures == 0) members.fail("signatures", "is empty: nobody signed");
  RAGSIEVE_CHECK(members.status());
  for (const json::Value& entry : *signatures.array()) {
    RAGSIEVE_TRY(EnvelopeSignature signature, parse_signature(entry, envelope.signatures.size()));
    envelope.signatures.push_back(std::move(signature));
  }
  return envelope;
}

}  // namespace ragsieve
