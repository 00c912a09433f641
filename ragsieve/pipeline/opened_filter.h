// The default filter, opened once over a corpus (or without one) and asked about any number of
// retrieval results that are at hand. What is costly is done when it is opened: the corpus is read,
// its language counted, the null fitted. Of a document that is the corpus's own (the same id and
// the same text) the vector is the corpus's: no model is asked.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/corpus.h"
#include "ragsieve/core/records.h"
#include "ragsieve/pipeline/corpus_vectors.h"
#include "ragsieve/pipeline/filter_calibration.h"
#include "ragsieve/pipeline/filter_report.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve {

struct OpenedFilterOptions {
  std::optional<std::string> corpus;      // JSONL (.gz), a folder of documents, or an index
  std::optional<std::string> embeddings;  // .npy of the corpus
  FilterCalibrationOptions calibration;
};

// Corpora that are loaded already; the same one may be both.
struct FilterCorpora {
  std::shared_ptr<const CorpusVectors> known;  // its documents need no encoder; may be null
  std::shared_ptr<const CorpusVectors> clean;  // language and null are of it; may be null
  SummaryDigests digests;                      // of both, for the summary
};

struct FilterContexts {
  Contexts contexts;
  std::string source;    // the file that they are of; empty: they are at hand
  Matrix query_vectors;  // row i: contexts.contexts[i].query; no rows: the encoder makes them
};

class OpenedFilter {
 public:
  // Errors of the corpus, of the models and of FilterCalibration::of(); kUnavailable without an
  // encoder, kInvalidInput where its vectors are not as wide as those of the corpus. What `models`
  // points to must outlive the result.
  [[nodiscard]] static Result<std::unique_ptr<const OpenedFilter>> open(
      const OpenedFilterOptions& options, const ModelsInUse& models, const RunOptions& run);
  [[nodiscard]] static Result<std::unique_ptr<const OpenedFilter>> over(
      FilterCorpora corpora, const FilterCalibrationOptions& options, const ModelsInUse& models,
      const RunOptions& run);

  // One record a query, in order. The documents of a context are by rank, without those that an
  // audit removed; as many of them are looked at as refills can need. A text that occurs in several
  // of a hundred contexts is encoded once. A context that could not be read, or that holds too few
  // documents, is an error of the report; errors of the models are the call's. kCancelled. Any
  // thread. Stage: "filter".
  [[nodiscard]] Result<FilterReport> filter(FilterContexts contexts, const RunOptions& run) const;

  // The row of a document among the vectors of the known corpus; nothing where it is not one of its
  // own.
  [[nodiscard]] std::optional<std::size_t> known_row(const Document& document) const;

 private:
  OpenedFilter(FilterCorpora corpora, FilterCalibration calibration, Encoder& encoder);

  FilterCorpora corpora_;
  std::unordered_map<std::string_view, std::size_t> rows_;  // of known documents, by id
  FilterCalibration calibration_;                           // refers to corpora_.clean
  std::vector<std::pair<std::string, double>> thresholds_;
  Encoder& encoder_;
};

}  // namespace ragsieve
