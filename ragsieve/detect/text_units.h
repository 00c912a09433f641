// The pieces of a set of documents, chunks or sentences, in document order: unit u is the range
// ranges[u] of document documents[u]; those of document d are begin[d] .. begin[d + 1] - 1. The
// vectors beside them have one row a unit. A value; the texts and vectors belong to someone else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/core/document.h"

namespace ragsieve {

struct TextUnits {
  std::vector<ByteRange> ranges;         // of the document's indexed_text
  std::vector<std::uint32_t> documents;  // non-decreasing
  std::vector<std::size_t> begin{0};     // n_documents + 1

  void add_document(std::span<const ByteRange> pieces) {
    const auto document = static_cast<std::uint32_t>(begin.size() - 1);
    ranges.insert(ranges.end(), pieces.begin(), pieces.end());
    documents.insert(documents.end(), pieces.size(), document);
    begin.push_back(ranges.size());
  }
  [[nodiscard]] std::size_t size() const { return ranges.size(); }
  [[nodiscard]] std::size_t n_documents() const { return begin.size() - 1; }
  [[nodiscard]] std::size_t count(std::size_t document) const {
    return begin[document + 1] - begin[document];
  }
};

// What the gate's detectors see of a set of documents, the trusted corpus or the candidates.
struct EncodedDocuments {
  std::span<const Document> documents;
  const TextUnits* chunks = nullptr;
  const TextUnits* sentences = nullptr;
  MatrixView document_vectors;  // inverse_norms set, as of the other two
  MatrixView chunk_vectors;
  MatrixView sentence_vectors;

  [[nodiscard]] std::string_view sentence(std::size_t unit) const {
    return text_of(*sentences, unit);
  }
  [[nodiscard]] std::string_view chunk(std::size_t unit) const { return text_of(*chunks, unit); }

 private:
  [[nodiscard]] std::string_view text_of(const TextUnits& units, std::size_t unit) const {
    const ByteRange& range = units.ranges[unit];
    return std::string_view(documents[units.documents[unit]].indexed_text)
        .substr(range.start, range.end - range.start);
  }
};

}  // namespace ragsieve
