#include "ragsieve/connect/npy/embeddings.h"

#include <bit>
#include <filesystem>
#include <system_error>
#include <utility>

#include "ragsieve/connect/ids_file.h"
#include "ragsieve/connect/npy/npy_header.h"

namespace ragsieve {
namespace {

static_assert(std::endian::native == std::endian::little, "rows are used as they lie in the file");

std::string ids_path(const std::string& npy_path) { return npy_path + ".ids"; }

std::string record_counts(const Corpus& corpus) {
  std::string text = std::to_string(corpus.n_rows) + " records";
  if (!corpus.bad.empty()) text += " (" + std::to_string(corpus.bad.size()) + " of them bad)";
  return text;
}

Status match_count(const Corpus& corpus, std::size_t found, std::string_view what,
                   const std::string& path) {
  if (found == corpus.n_rows) return ok_status();
  return make_error(Code::kInvalidInput,
                    "has " + std::to_string(found) + " " + std::string(what) + ", the corpus " +
                        corpus.path + " has " + record_counts(corpus) +
                        "; row i must belong to record i, bad records included",
                    Where{path, 0, ""});
}

}  // namespace

Result<Embeddings> open_embeddings(const std::string& path) {
  RAGSIEVE_TRY(MappedFile file, MappedFile::open(path));
  Result<NpyHeader> header = parse_npy_header(file.bytes());
  if (!header.ok()) {
    Error error = std::move(header).error();
    error.where.path = path;
    return error;
  }
  MatrixView rows;
  rows.data = file.bytes().data() + header->data_offset;
  rows.n_rows = header->n_rows;
  rows.dim = header->dim;
  rows.scalar = header->scalar;
  return Embeddings(path, std::move(file), rows);
}

Result<std::optional<RowIds>> read_row_ids(const std::string& npy_path) {
  std::error_code ignored;  // what is there but cannot be read is named by read_ids()
  const auto status = std::filesystem::status(ids_path(npy_path), ignored);
  if (status.type() == std::filesystem::file_type::not_found) return std::optional<RowIds>();
  RAGSIEVE_TRY(RowIds ids, read_ids(ids_path(npy_path)));
  return std::optional(std::move(ids));
}

RowIds row_ids(const Corpus& corpus) {
  RowIds ids(corpus.n_rows);
  for (const Document& document : corpus.documents) ids[document.row] = document.id;
  return ids;
}

Status match_rows(const Corpus& corpus, const Embeddings& embeddings,
                  const std::optional<RowIds>& ids) {
  RAGSIEVE_CHECK(match_count(corpus, embeddings.rows().n_rows, "rows", embeddings.path()));
  if (!ids) return ok_status();
  const std::string path = ids_path(embeddings.path());
  RAGSIEVE_CHECK(match_count(corpus, ids->size(), "ids", path));
  for (const Document& document : corpus.documents) {
    const std::string& id = (*ids)[document.row];
    if (id == document.id) continue;
    return make_error(Code::kInvalidInput,
                      "row " + std::to_string(document.row) + " is of \"" + id + "\", the corpus " +
                          corpus.path + " has \"" + document.id +
                          "\" there; make the embeddings again from this corpus",
                      Where{path, document.row + 1, ""});
  }
  return ok_status();
}

}  // namespace ragsieve
