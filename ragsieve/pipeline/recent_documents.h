// The documents that the gate admitted in the last days and that the corpus does not hold yet: one
// file each in a folder of the state, so that processes add without waiting for each other. Texts
// are not kept: a vector, hashed words, an id, a time. Thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/detect/recent_document.h"

namespace ragsieve {

struct RecentOptions {
  std::string folder;         // of the state; empty: nothing is kept
  std::uint64_t days = 0;     // 0: nothing is kept
  std::size_t most = 10'000;  // the newest of them
};

class RecentDocuments {
 public:
  // Those of (corpus, encoder), named by `key`, that are not older. Files of older ones and of
  // texts in `known` (digests of the corpus's texts, sorted) are removed. A file that cannot be
  // read is passed over with a word to the log: evidence is less, never wrong.
  [[nodiscard]] static Result<std::unique_ptr<RecentDocuments>> open(
      const RecentOptions& options, const Digest& key, const std::vector<Digest>& known,
      std::int64_t now_s, const RunOptions& run);

  // As of open(); what is added later counts when it is opened again.
  [[nodiscard]] const std::vector<RecentDocument>& documents() const { return documents_; }

  // Keeps an admitted document. kIo, kNoSpace. Nothing where nothing is kept.
  [[nodiscard]] Status add(const RecentDocument& document) const;

 private:
  RecentDocuments() = default;
  std::string folder_;  // empty: nothing is kept
  std::vector<RecentDocument> documents_;
};

}  // namespace ragsieve
