// probes: sets of questions that `screen` asks. Made from a query log or from a corpus, listed, and
// checked. Each function is one command; probe_coverage.h has the fourth.
#pragma once

#include <cstddef>
#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/corpus.h"
#include "ragsieve/core/probe_records.h"
#include "ragsieve/detect/probe_synthesis.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve {

struct LogProbeOptions {
  std::string log;                        // plain text or JSONL (connect/probes/query_log.h)
  std::size_t max_probes = 500;           // 1..1000000; the most frequent ones
  double cosine = 0.9;                    // of two queries that are one question, (0, 1]
  std::size_t max_encoded = 20000;        // different queries encoded, the most frequent ones
  [[nodiscard]] Status validate() const;  // kInvalidArgument
};

// Personal data masked, spellings of one query folded, then clustered greedily: by falling
// frequency, a query joins the nearest leader at `cosine` or leads itself. A cluster becomes a
// probe: its most frequent query, weighted by all that were asked. Most frequent first. Needs
// models.encoder (kUnavailable). Errors of the whole log as read_query_log().
[[nodiscard]] Result<ProbesReport> probes_from_log(const LogProbeOptions& options,
                                                   const ModelsInUse& models,
                                                   const RunOptions& run);

// Questions that the corpus (JSONL, folder or index) answers; no model. Errors as read_corpus().
[[nodiscard]] Result<ProbesReport> probes_from_corpus(const std::string& corpus,
                                                      const ProbeSynthesisOptions& options,
                                                      const RunOptions& run);

// The probes of a file as they will be asked.
[[nodiscard]] Result<ProbesReport> list_probes(const std::string& path, const RunOptions& run);

struct ProbeLintOptions {
  std::string probes;
  double near_cosine = 0.95;       // of near-duplicates
  std::size_t shortest_words = 2;  // of a question in a script that sets spaces
  std::size_t longest_code_points = 300;
  double largest_share = 0.5;  // of all weight, of one probe among four at least
};

// What is doubtful about a probe file. Near-duplicates need models.encoder; without it the report
// has an error that says so, and the rest is checked.
[[nodiscard]] Result<ProbeLintReport> lint_probes(const ProbeLintOptions& options,
                                                  const ModelsInUse& models, const RunOptions& run);
// Of probes that were read already; `options.probes` is what errors name.
[[nodiscard]] Result<ProbeLintReport> lint_probe_set(const ProbeSet& set,
                                                     const ProbeLintOptions& options,
                                                     const ModelsInUse& models,
                                                     const RunOptions& run);

// The texts of a corpus that may stand behind an index; reads no vectors.
[[nodiscard]] Result<Corpus> read_corpus_texts(const std::string& path, const RunOptions& run);

}  // namespace ragsieve
