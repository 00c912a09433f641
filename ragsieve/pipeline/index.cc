#include "ragsieve/pipeline/index.h"

#include <filesystem>
#include <string_view>
#include <utility>

#include "ragsieve/connect/corpus_source.h"
#include "ragsieve/connect/ids_file.h"
#include "ragsieve/connect/npy/embeddings.h"
#include "ragsieve/connect/npy/npy_writer.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/detect/fluency.h"
#include "ragsieve/index/index_store.h"
#include "ragsieve/pipeline/indexed_corpus.h"

namespace ragsieve {
namespace {

// Every record has a row, so that row i belongs to record i; a bad record's row is zeros.
Status export_vectors(const std::string& path, const Corpus& corpus, const Matrix& vectors) {
  RAGSIEVE_TRY(NpyWriter writer, NpyWriter::create(path, corpus.n_rows, vectors.dim));
  const std::vector<float> zeros(vectors.dim, 0.0F);
  std::size_t next = 0;
  for (std::size_t row = 0; row < corpus.n_rows; ++row) {
    const bool known = next < corpus.documents.size() && corpus.documents[next].row == row;
    RAGSIEVE_CHECK(writer.append(known ? vectors.row(next) : std::span<const float>(zeros)));
    if (known) ++next;
  }
  RAGSIEVE_CHECK(writer.commit());
  return write_ids(path + ".ids", row_ids(corpus));
}

Status store_index(const IndexBuildOptions& options, const ModelIdentity& identity,
                   const Corpus& corpus, const Matrix& vectors, const RunOptions& run) {
  std::vector<std::string_view> texts;
  std::vector<std::string> ids;
  std::vector<Digest> digests;
  for (const Document& document : corpus.documents) {
    ids.push_back(document.id);
    digests.push_back(sha256(document.indexed_text));
    texts.push_back(document.indexed_text);
  }
  RAGSIEVE_TRY(const CorpusLanguage language, CorpusLanguage::of(texts, FluencyOptions{}, run));
  std::error_code ignored;
  std::string source = std::filesystem::absolute(options.corpus, ignored).string();
  const IndexContent content{
      index_encoder_of(identity), std::move(source), vectors.view(), ids, digests,
      &language.counts()};
  return write_index(options.out, content, run);
}

}  // namespace

Result<IndexBuildReport> build_index(const IndexBuildOptions& options, const ModelsInUse& models,
                                     const RunOptions& run) {
  if (models.encoder == nullptr) {
    return make_error(Code::kUnavailable, "an index needs an encoder");
  }
  if (options.corpus == "-") {
    return make_error(Code::kInvalidArgument,
                      "an index needs a corpus that stays where it is, not standard input");
  }
  RAGSIEVE_TRY(const Corpus corpus, read_corpus(options.corpus, CorpusOptions{}, run));
  std::vector<std::string_view> texts;
  for (const Document& document : corpus.documents) texts.push_back(document.indexed_text);
  RAGSIEVE_TRY(const Matrix vectors, models.encoder->encode(texts, TextKind::kPassage, run));
  RAGSIEVE_CHECK(store_index(options, models.encoder->identity(), corpus, vectors, run));
  if (options.export_path) {
    RAGSIEVE_CHECK(export_vectors(*options.export_path, corpus, vectors));
  }
  return IndexBuildReport{corpus.documents.size(), corpus.bad};
}

}  // namespace ragsieve
