// The rules that every corpus obeys, whatever it is read from: ids are valid and unique, a text is
// not empty, rows count bad records, limits on records and memory hold.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "ragsieve/base/run_options.h"
#include "ragsieve/connect/corpus_source.h"
#include "ragsieve/connect/memory_budget.h"

namespace ragsieve {

// A record as it was found. The views need to live only until add() returns.
struct FoundRecord {
  std::string_view id;
  std::string_view id_field;  // how messages name the field of the id
  std::string_view title;
  std::string_view text;
  std::string_view media_type = "text/plain";
};

// One thread at a time.
class CorpusBuilder {
 public:
  CorpusBuilder(std::string path, const CorpusOptions& options, const RunOptions& run);

  // The next record becomes a document, or a bad record when it breaks a rule. Fails only with an
  // error of the whole corpus: kTooLarge, kCancelled.
  [[nodiscard]] Status add(const FoundRecord& record, Where where);
  // The next record could not be read.
  [[nodiscard]] Status add_bad(Error error);

  // The corpus; kInvalidInput when there was no record.
  [[nodiscard]] Result<Corpus> finish() &&;

 private:
  [[nodiscard]] Status count_record();
  [[nodiscard]] Status check_record(const FoundRecord& record, const Document& document) const;
  [[nodiscard]] Status keep_bad(Error error);

  CorpusOptions options_;
  RunOptions run_;
  MemoryBudget memory_;
  Corpus corpus_;
  std::unordered_map<std::string, std::uint64_t> first_lines_;  // of each id
};

}  // namespace ragsieve
