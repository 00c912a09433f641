#include "ragsieve/models/model_key.h"

#include <string>

#include "ragsieve/crypto/sha256.h"

namespace ragsieve {
namespace {

std::string_view bytes_of(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()};
}

void add_identity(Sha256& hash, const ModelIdentity& identity) {
  hash.add_field(identity.name)
      .add_field(bytes_of(identity.file_digest))
      .add_field(identity.engine)
      .add_field(identity.tokenizer)
      .add_field(std::to_string(identity.max_tokens))
      .add_field(identity.pooling)
      .add_field(std::to_string(identity.layer));
}

}  // namespace

Digest text_key(std::string_view kind, const ModelIdentity& identity, std::string_view prefix,
                std::string_view text) {
  Sha256 hash;
  hash.add_field(kind);
  add_identity(hash, identity);
  return hash.add_field(prefix).add_field(bytes_of(sha256(text))).finish();
}

Digest pair_key(std::string_view kind, const ModelIdentity& identity, std::string_view options,
                std::string_view document, std::string_view query) {
  Sha256 hash;
  hash.add_field(kind);
  add_identity(hash, identity);
  return hash.add_field(options)
      .add_field(bytes_of(sha256(document)))
      .add_field(bytes_of(sha256(query)))
      .finish();
}

}  // namespace ragsieve
