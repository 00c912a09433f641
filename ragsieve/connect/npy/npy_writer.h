// Writes float32 rows as .npy (C order) without holding them in memory; the file is what numpy.save
// would have written, and appears under its name only on commit().
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "ragsieve/base/file.h"
#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"

namespace ragsieve {

// One thread at a time.
class NpyWriter {
 public:
  // For n_rows x dim numbers, both known before the first row. kInvalidArgument, kIo, kNoSpace.
  [[nodiscard]] static Result<NpyWriter> create(const std::string& path, std::size_t n_rows,
                                                std::size_t dim);

  // The next row, dim long. kInvalidArgument when it is not, or is one too many.
  [[nodiscard]] Status append(std::span<const float> row);
  // kInvalidArgument unless n_rows rows were given; else the file is in its place.
  [[nodiscard]] Status commit();

 private:
  NpyWriter(FileWriter file, std::string path, std::size_t n_rows, std::size_t dim)
      : file_(std::move(file)), path_(std::move(path)), n_rows_(n_rows), dim_(dim) {}

  FileWriter file_;
  std::string path_;
  std::size_t n_rows_;
  std::size_t dim_;
  std::size_t n_written_ = 0;
};

// All rows of `rows` at once (float16 widened).
[[nodiscard]] Status write_npy(const std::string& path, const MatrixView& rows);

}  // namespace ragsieve
