// The results of a harness run: one JSON line a row, appended and flushed as soon as it is
// measured, so that a run that was stopped goes on where it ended. One process, one thread at a
// time.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "eval/run/result_line.h"
#include "ragsieve/base/result.h"

namespace ragsieve::eval {

inline constexpr std::size_t kResultLines = 1000000;

class ResultFile {
 public:
  // Reads what is there; a file that is not there is empty. A last line without its end (a run was
  // killed while it wrote) is cut off the file and measured again. kInvalidInput by line and field;
  // kTooLarge over kResultLines or limits::kLineBytes; kIo.
  [[nodiscard]] static Result<ResultFile> open(const std::string& path);

  // The row of this key, or null. Of several the last.
  [[nodiscard]] const ResultLine* find(const RowKey& key) const;
  [[nodiscard]] const std::map<RowKey, ResultLine>& rows() const { return rows_; }

  // Appends and flushes. kIo, kNoSpace; then the row counts as not measured.
  [[nodiscard]] Status add(const ResultLine& line);

 private:
  explicit ResultFile(std::string path) : path_(std::move(path)) {}
  std::string path_;
  std::map<RowKey, ResultLine> rows_;
};

}  // namespace ragsieve::eval
