#include "ragsieve/pipeline/prepared_documents.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "ragsieve/index/similarity.h"

namespace ragsieve {
namespace {

void append_texts(const std::vector<Document>& documents, const TextUnits& units,
                  std::vector<std::string_view>& texts) {
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    const ByteRange& range = units.ranges[unit];
    texts.push_back(std::string_view(documents[units.documents[unit]].indexed_text)
                        .substr(range.start, range.end - range.start));
  }
}

// Moves the next `count` rows of `all` into vectors of their own.
Status split(const Matrix& all, std::size_t count, std::size_t& at, OwnedVectors& into,
             const RunOptions& run) {
  const auto first = all.values.begin() + static_cast<std::ptrdiff_t>(at * all.dim);
  into.rows = Matrix{count, all.dim, {}};
  into.rows.values.assign(first, first + static_cast<std::ptrdiff_t>(count * all.dim));
  at += count;
  RAGSIEVE_TRY(into.norms, inverse_norms(into.rows.view(), run));
  return ok_status();
}

}  // namespace

EncodedDocuments PreparedDocuments::view() const {
  EncodedDocuments view;
  view.documents = documents;
  view.chunks = &chunks;
  view.sentences = &sentences;
  view.document_vectors = document_vectors.view();
  view.chunk_vectors = chunk_vectors.view();
  view.sentence_vectors = sentence_vectors.view();
  return view;
}

Result<PreparedDocuments> prepare_documents(std::vector<Document> documents,
                                            const CutOptions& options, Encoder& encoder,
                                            const RunOptions& run) {
  RAGSIEVE_CHECK(options.chunks.validate());
  PreparedDocuments prepared;
  prepared.documents = std::move(documents);
  for (const Document& document : prepared.documents) {
    prepared.chunks.add_document(ragsieve::chunks(document.indexed_text, options.chunks));
    prepared.sentences.add_document(document_sentences(document, options.sentences));
  }
  // One call, so that a text that is document, chunk and sentence at once is encoded once.
  std::vector<std::string_view> texts;
  for (const Document& document : prepared.documents) texts.push_back(document.indexed_text);
  append_texts(prepared.documents, prepared.chunks, texts);
  append_texts(prepared.documents, prepared.sentences, texts);
  RAGSIEVE_TRY(const Matrix all, encoder.encode(texts, TextKind::kPassage, run));
  std::size_t at = 0;
  RAGSIEVE_CHECK(split(all, prepared.documents.size(), at, prepared.document_vectors, run));
  RAGSIEVE_CHECK(split(all, prepared.chunks.size(), at, prepared.chunk_vectors, run));
  RAGSIEVE_CHECK(split(all, prepared.sentences.size(), at, prepared.sentence_vectors, run));
  return prepared;
}

}  // namespace ragsieve
