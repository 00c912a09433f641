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
                const Digest& text) {
  Sha256 hash;
  hash.add_field(kind);
  add_identity(hash, identity);
  return hash.add_field(prefix).add_field(bytes_of(text)).finish();
}

Digest pair_key(std::string_view kind, const ModelIdentity& identity, std::string_view options,
                const Digest& document, const Digest& query) {
  Sha256 hash;
  hash.add_field(kind);
  add_identity(hash, identity);
  return hash.add_field(options).add_field(bytes_of(document)).add_field(bytes_of(query)).finish();
}

}  // namespace ragsieve
