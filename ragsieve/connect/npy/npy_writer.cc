#include "ragsieve/connect/npy/npy_writer.h"

#include <string_view>
#include <utility>
#include <vector>

#include "ragsieve/base/limits.h"
#include "ragsieve/connect/npy/npy_header.h"

namespace ragsieve {
namespace {

Error wrong_use(std::string message, const std::string& path) {
  return make_error(Code::kInvalidArgument, std::move(message), Where{path, 0, ""});
}

}  // namespace

Result<NpyWriter> NpyWriter::create(const std::string& path, std::size_t n_rows, std::size_t dim) {
  const bool fits = n_rows <= limits::kCorpusRecords && dim <= limits::kDimension;
  if (n_rows == 0 || dim == 0 || !fits) {
    return wrong_use("cannot hold " + std::to_string(n_rows) + " rows of " + std::to_string(dim) +
                         " values, expected 1 to " + std::to_string(limits::kCorpusRecords) +
                         " rows of 1 to " + std::to_string(limits::kDimension),
                     path);
  }
  RAGSIEVE_TRY(FileWriter file, FileWriter::create(path));
  RAGSIEVE_CHECK(file.append(npy_header(n_rows, dim)));
  return NpyWriter(std::move(file), path, n_rows, dim);
}

Status NpyWriter::append(std::span<const float> row) {
  if (row.size() != dim_) {
    return wrong_use("was given a row of " + std::to_string(row.size()) + " values, expected " +
                         std::to_string(dim_),
                     path_);
  }
  if (n_written_ == n_rows_) {
    return wrong_use("was given more than its " + std::to_string(n_rows_) + " rows", path_);
  }
  ++n_written_;
  return file_.append({reinterpret_cast<const char*>(row.data()), row.size_bytes()});
}

Status NpyWriter::commit() {
  if (n_written_ != n_rows_) {
    return wrong_use(
        "was given " + std::to_string(n_written_) + " rows, expected " + std::to_string(n_rows_),
        path_);
  }
  return file_.commit();
}

Status write_npy(const std::string& path, const MatrixView& rows) {
  RAGSIEVE_TRY(NpyWriter writer, NpyWriter::create(path, rows.n_rows, rows.dim));
  std::vector<float> buffer(rows.dim);
  for (std::size_t i = 0; i < rows.n_rows; ++i) {
    RAGSIEVE_CHECK(writer.append(rows.row(i, buffer)));
  }
  return writer.commit();
}

}  // namespace ragsieve
