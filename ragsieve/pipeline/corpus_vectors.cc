#include "ragsieve/pipeline/corpus_vectors.h"

#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "ragsieve/base/limits.h"
#include "ragsieve/connect/corpus_source.h"
#include "ragsieve/connect/npy/embeddings.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/pipeline/indexed_corpus.h"

namespace ragsieve {
namespace {

// The rows of the records that could be read, when some could not: the only copy of vectors.
std::shared_ptr<std::string> compact_rows(const Corpus& corpus, const MatrixView& rows) {
  const std::size_t row_bytes = rows.dim * (rows.scalar == Scalar::kFloat32 ? 4 : 2);
  auto bytes = std::make_shared<std::string>(corpus.documents.size() * row_bytes, '\0');
  for (std::size_t i = 0; i < corpus.documents.size(); ++i) {
    const char* from = static_cast<const char*>(rows.data) + corpus.documents[i].row * row_bytes;
    std::memcpy(bytes->data() + i * row_bytes, from, row_bytes);
  }
  return bytes;
}

Status use_file(const std::string& path, CorpusVectors& loaded) {
  RAGSIEVE_TRY(Embeddings opened, open_embeddings(path));
  RAGSIEVE_TRY(const std::optional<RowIds> ids, read_row_ids(path));
  RAGSIEVE_CHECK(match_rows(loaded.corpus, opened, ids));
  RAGSIEVE_TRY(const Digest digest, sha256_file(path));
  const auto embeddings = std::make_shared<Embeddings>(std::move(opened));
  loaded.vectors_from = "embeddings " + std::filesystem::path(path).filename().string();
  loaded.vectors_digest = to_hex(digest);
  loaded.vectors = embeddings->rows();
  loaded.owner = embeddings;
  if (loaded.corpus.documents.size() == loaded.corpus.n_rows) return ok_status();
  const auto compact = compact_rows(loaded.corpus, loaded.vectors);
  loaded.vectors.data = compact->data();
  loaded.vectors.n_rows = loaded.corpus.documents.size();
  loaded.owner = compact;
  return ok_status();
}

Status use_encoder(Encoder* encoder, CorpusVectors& loaded, const RunOptions& run) {
  if (encoder == nullptr) {
    return make_error(Code::kUnavailable, "the corpus has no vectors and there is no encoder");
  }
  std::vector<std::string_view> texts;
  texts.reserve(loaded.corpus.documents.size());
  for (const Document& document : loaded.corpus.documents) texts.push_back(document.indexed_text);
  RAGSIEVE_TRY(Matrix encoded, encoder->encode(texts, TextKind::kPassage, run));
  const auto matrix = std::make_shared<Matrix>(std::move(encoded));
  loaded.vectors = matrix->view();
  loaded.owner = matrix;
  loaded.vectors_from = "encoder " + encoder->identity().name;
  loaded.vectors_digest = to_hex(encoder->identity().file_digest);
  loaded.encoder = index_encoder_of(encoder->identity());
  return ok_status();
}

// A refused row counts among the records that could be read; the message is about the file's row.
Error in_file_rows(Error error, const CorpusVectors& loaded, const std::string& path) {
  if (error.where.path.empty()) error.where.path = path;
  if (loaded.corpus.documents.size() != loaded.corpus.n_rows) {
    error.message += " (rows counted without the records that could not be read)";
  }
  return error;
}

}  // namespace

Result<CorpusVectors> load_corpus_vectors(const std::string& corpus,
                                          const std::optional<std::string>& embeddings,
                                          Encoder* encoder, const RunOptions& run) {
  CorpusVectors loaded;
  if (is_index(corpus) && !embeddings) {
    RAGSIEVE_CHECK(load_indexed_corpus(corpus, encoder, loaded, run));
  } else {
    RAGSIEVE_TRY(loaded.corpus, read_corpus(corpus, CorpusOptions{}, run));
    if (embeddings) {
      RAGSIEVE_CHECK(use_file(*embeddings, loaded));
    } else {
      RAGSIEVE_CHECK(use_encoder(encoder, loaded, run));
    }
  }
  Result<std::vector<double>> norms = inverse_norms(loaded.vectors, run);
  if (!norms.ok()) {
    return in_file_rows(std::move(norms).error(), loaded, embeddings.value_or(corpus));
  }
  loaded.inverse_norms = *std::move(norms);
  loaded.vectors.inverse_norms = loaded.inverse_norms;
  return loaded;
}

}  // namespace ragsieve
