#include "ragsieve/pipeline/indexed_corpus.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "ragsieve/connect/corpus_source.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/index/index_store.h"

namespace ragsieve {
namespace {

Status check_encoder(const IndexStore& store, const Encoder& encoder, const std::string& folder) {
  const IndexEncoder& made_by = store.manifest().encoder;
  const IndexEncoder asked = index_encoder_of(encoder.identity());
  if (made_by == asked && store.manifest().dim == encoder.identity().dim) return ok_status();
  return make_error(Code::kInvalidInput,
                    "was made by encoder " + made_by.name + " (" +
                        to_hex(made_by.file_digest).substr(0, 12) + ", " +
                        std::to_string(store.manifest().dim) + " components), in use is " +
                        asked.name + " (" + to_hex(asked.file_digest).substr(0, 12) + ", " +
                        std::to_string(encoder.identity().dim) +
                        "): build the index again or configure its encoder",
                    Where{folder, 0, "encoder"});
}

std::map<Digest, std::size_t> rows_by_text(const IndexStore& store) {
  std::map<Digest, std::size_t> rows;
  for (std::size_t row = 0; row < store.text_digests().size(); ++row) {
    rows.emplace(store.text_digests()[row], row);
  }
  return rows;
}

// Vectors of the corpus as it is now, in its order: stored rows, and fresh ones for new texts.
Status assemble(const IndexStore& store, const std::vector<Digest>& digests, Encoder* encoder,
                CorpusVectors& loaded, const RunOptions& run) {
  const std::map<Digest, std::size_t> rows = rows_by_text(store);
  const auto matrix = std::make_shared<Matrix>(Matrix{digests.size(), store.manifest().dim, {}});
  matrix->values.resize(matrix->n_rows * matrix->dim);
  std::vector<std::size_t> missing;
  std::vector<std::string_view> texts;
  for (std::size_t i = 0; i < digests.size(); ++i) {
    const auto found = rows.find(digests[i]);
    if (found == rows.end()) {
      missing.push_back(i);
      texts.push_back(loaded.corpus.documents[i].indexed_text);
    } else {
      std::ranges::copy(store.vectors().row(found->second, matrix->row(i)), matrix->row(i).begin());
    }
  }
  if (!missing.empty() && encoder == nullptr) {
    return make_error(Code::kUnavailable, std::to_string(missing.size()) +
                                              " documents changed since the index was built and "
                                              "there is no encoder for them");
  }
  if (!missing.empty()) {
    RAGSIEVE_TRY(const Matrix fresh, encoder->encode(texts, TextKind::kPassage, run));
    for (std::size_t i = 0; i < missing.size(); ++i) {
      std::ranges::copy(fresh.row(i), matrix->row(missing[i]).begin());
    }
  }
  loaded.vectors = matrix->view();
  loaded.owner = matrix;
  return ok_status();
}

}  // namespace

bool is_index(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(std::filesystem::path(path) / "manifest.json", ignored);
}

Result<std::string> source_of_corpus(const std::string& path) {
  if (!is_index(path)) return path;
  RAGSIEVE_TRY(const IndexStore store, open_index(path));
  return store.manifest().source;
}

IndexEncoder index_encoder_of(const ModelIdentity& identity) {
  return IndexEncoder{identity.name,         identity.file_digest,    identity.engine,
                      identity.tokenizer,    identity.max_tokens,     identity.pooling,
                      identity.query_prefix, identity.passage_prefix, identity.layer};
}

Status load_indexed_corpus(const std::string& folder, Encoder* encoder, CorpusVectors& loaded,
                           const RunOptions& run) {
  RAGSIEVE_TRY(IndexStore opened, open_index(folder, IndexCheck::kDigests));
  const auto store = std::make_shared<IndexStore>(std::move(opened));
  if (encoder != nullptr) RAGSIEVE_CHECK(check_encoder(*store, *encoder, folder));
  RAGSIEVE_TRY(loaded.corpus, read_corpus(store->manifest().source, CorpusOptions{}, run));
  loaded.vectors_from = "encoder " + store->manifest().encoder.name;
  loaded.vectors_digest = to_hex(store->manifest().encoder.file_digest);
  loaded.encoder = store->manifest().encoder;
  std::vector<Digest> digests;
  digests.reserve(loaded.corpus.documents.size());
  for (const Document& document : loaded.corpus.documents) {
    digests.push_back(sha256(document.indexed_text));
  }
  if (std::ranges::equal(digests, store->text_digests())) {
    loaded.vectors = store->vectors();
    loaded.owner = store;
    return ok_status();
  }
  return assemble(*store, digests, encoder, loaded, run);
}

}  // namespace ragsieve
