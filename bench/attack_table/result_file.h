// One JSON line a measurement, appended as soon as it is made: a run that was stopped goes on
// where it ended.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "bench/attack_table/measure.h"
#include "ragsieve/base/result.h"

namespace ragsieve::bench {

// What was measured: everything that can change the numbers.
struct RowKey {
  std::string dataset;
  std::string attack;
  std::string command;  // "audit" or "filter"
  std::size_t n_queries = 0;
  std::string models;  // names and digests
  auto operator<=>(const RowKey&) const = default;
};

class ResultFile {
 public:
  // Reads what is there; a last line that was cut off by a kill is ignored.
  [[nodiscard]] static Result<ResultFile> open(const std::string& path);
  [[nodiscard]] const Measured* find(const RowKey& key) const;
  [[nodiscard]] Status add(const RowKey& key, const Measured& measured);

 private:
  explicit ResultFile(std::string path) : path_(std::move(path)) {}
  std::string path_;
  std::map<RowKey, Measured> rows_;
};

}  // namespace ragsieve::bench
