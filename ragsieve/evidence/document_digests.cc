#include "ragsieve/evidence/document_digests.h"

#include "ragsieve/crypto/sha256.h"
#include "ragsieve/text/canonical_text.h"

namespace ragsieve {

Result<DocumentDigests> document_digests(std::string_view bytes) {
  RAGSIEVE_TRY(const std::string text, canonical_text(bytes));
  return DocumentDigests{sha256(bytes), sha256(text)};
}

std::string record_bytes(std::string_view title, std::string_view text) {
  std::string bytes(title);
  bytes += '\n';
  return bytes.append(text);
}

}  // namespace ragsieve
