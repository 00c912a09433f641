// The documents that were screened: whence they came, the digest of their bytes, and their text as
// long as a reviewer may need it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/store/database.h"
#include "ragsieve/store/page.h"

namespace ragsieve {

struct StoredDocument {
  std::int64_t sequence = 0;  // given by the store
  std::string id;             // of one upload; a later one of the same source has an id of its own
  Digest raw_digest;          // of the bytes as given
  std::string source;         // path or name, as the sender calls it
  std::string media_type;
  std::optional<std::string> text;  // bytes of any kind
  std::string corpus;               // that it was screened against
  std::int64_t created_us = 0;
};

class DocumentsStore {
 public:
  explicit DocumentsStore(Database& database) : database_(database) {}

  // is_duplicate() where the id is there already.
  [[nodiscard]] Status add(const StoredDocument& document);
  [[nodiscard]] Result<std::optional<StoredDocument>> find(const std::string& id);
  // Without its text.
  [[nodiscard]] Result<std::optional<StoredDocument>> entry(const std::string& id);
  // Newest first, without their texts.
  [[nodiscard]] Result<std::vector<StoredDocument>> list(const Page& page);
  [[nodiscard]] Result<std::vector<StoredDocument>> of_source(const std::string& source,
                                                              const Page& page);
  [[nodiscard]] Result<std::vector<StoredDocument>> of_corpus(const std::string& corpus,
                                                              const Page& page);
  [[nodiscard]] Result<std::vector<StoredDocument>> of_digest(const Digest& raw_digest,
                                                              const Page& page);
  // Forgets the texts of documents that have a verdict, wait for nobody, and of which no verdict or
  // decision is as young as `time_us`, and the evidence of their verdicts; how many documents.
  [[nodiscard]] Result<std::int64_t> forget_texts_before(std::int64_t time_us);

 private:
  [[nodiscard]] Result<std::vector<StoredDocument>> select(const std::string& condition,
                                                           std::vector<SqlValue> parameters,
                                                           const Page& page);
  Database& database_;
};

}  // namespace ragsieve
