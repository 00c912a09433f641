// Documents cut into chunks and sentences and encoded: what the gate's detectors read, of the
// trusted corpus as of the candidates. Every vector comes through the encoder given, so through
// the value cache: an edited document costs that document alone. Move only.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/corpus.h"
#include "ragsieve/detect/text_units.h"
#include "ragsieve/models/encoder.h"
#include "ragsieve/text/chunker.h"
#include "ragsieve/text/sentences.h"

namespace ragsieve {

struct CutOptions {
  ChunkOptions chunks;
  SentenceOptions sentences;
};

// Rows that own their numbers, with 1/|row| beside them.
struct OwnedVectors {
  Matrix rows;
  std::vector<double> norms;
  [[nodiscard]] MatrixView view() const {
    MatrixView view = rows.view();
    view.inverse_norms = norms;
    return view;
  }
};

struct PreparedDocuments {
  std::vector<Document> documents;
  TextUnits chunks;
  TextUnits sentences;
  OwnedVectors document_vectors;
  OwnedVectors chunk_vectors;
  OwnedVectors sentence_vectors;

  // Valid as long as this object stays where it is.
  [[nodiscard]] EncodedDocuments view() const;
};

// Texts are valid UTF-8. kInvalidArgument, kCancelled, kUnavailable. Stages: "encode".
[[nodiscard]] Result<PreparedDocuments> prepare_documents(std::vector<Document> documents,
                                                          const CutOptions& options,
                                                          Encoder& encoder, const RunOptions& run);

}  // namespace ragsieve
