// A folder of ../shared/data shape: corpus.jsonl and poisons.jsonl (BEIR records with the members
// `attack`, the family, and `query`, the question that a poison is for).
#pragma once

#include <string>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/corpus.h"

namespace ragsieve::bench {

struct Poison {
  Document document;
  std::string query;
  std::string attack;
};

struct AttackData {
  std::string dataset;  // the folder's name
  Corpus clean;
  std::vector<Poison> poisons;

  [[nodiscard]] std::vector<std::string> families() const;  // sorted, without repeats
  [[nodiscard]] std::vector<const Poison*> of(const std::string& family) const;
};

// A record of either file that cannot be read is an error of the whole: a table must not be made
// from less than its data.
[[nodiscard]] Result<AttackData> read_attack_data(const std::string& folder, const RunOptions& run);

}  // namespace ragsieve::bench
