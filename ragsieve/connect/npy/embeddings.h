// The embeddings of a corpus as a memory-mapped .npy file: float32 or float16, C order, one row a
// record. Nothing is copied; values (NaN, magnitude) are judged by who uses them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/file.h"
#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/core/corpus.h"

namespace ragsieve {

// Moves, never copies. Any number of threads may read.
class Embeddings {
 public:
  Embeddings(std::string path, MappedFile file, MatrixView rows)
      : path_(std::move(path)), file_(std::move(file)), rows_(rows) {}

  // n_rows x dim, row-major, without norms; valid as long as this object.
  [[nodiscard]] const MatrixView& rows() const { return rows_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  MappedFile file_;
  MatrixView rows_;
};

// Maps `path`. kNotFound, kIo, and what parse_npy_header() (npy_header.h) refuses.
[[nodiscard]] Result<Embeddings> open_embeddings(const std::string& path);

using RowIds = std::vector<std::string>;  // one a row; empty where the record has no id

// The ids of `npy_path` + ".ids", or nothing where there is no such file. Errors as read_ids().
[[nodiscard]] Result<std::optional<RowIds>> read_row_ids(const std::string& npy_path);

// The ids of a corpus by row, as they stand in FILE.ids: empty where the record is bad.
[[nodiscard]] RowIds row_ids(const Corpus& corpus);

// Whether row i belongs to record i: as many rows as records, bad ones included, and the same id
// wherever the record could be read. kInvalidInput names both counts or the first row that differs.
[[nodiscard]] Status match_rows(const Corpus& corpus, const Embeddings& embeddings,
                                const std::optional<RowIds>& ids = std::nullopt);

}  // namespace ragsieve
