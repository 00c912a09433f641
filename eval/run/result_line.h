// One measured row as a value and as a line of JSON: its key, what else can change its numbers, the
// figures with n and intervals, and where it was measured. Pure, thread-safe.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "eval/measures/answer_figures.h"
#include "eval/measures/detection.h"
#include "ragsieve/base/result.h"
#include "ragsieve/json/value.h"

namespace ragsieve::eval {

inline constexpr std::string_view kAnswersTable = "answers";

// Two rows of one key hold the same numbers: everything that can change them is in it.
struct RowKey {
  std::string table;           // "audit", "filter", kAnswersTable
  std::string dataset;         // name of its folder
  std::string family;          // attacks joined by "+"; empty: the clean corpus
  std::size_t per_target = 0;  // poisons a target at most, 0: all
  std::string detector;        // "rsg", "clean_base", ...; of answers the defence
  std::string config;          // the detector's options as JSON
  std::string encoder;         // name@digest of the models, of answers with the reader
  std::string corpus_digest;
  std::string poisons_digest;
  std::string figures;  // budget, fewest positives and bootstrap as JSON
  auto operator<=>(const RowKey&) const = default;
};

struct ResultLine {
  RowKey key;
  DetectionFigures figures;  // of a detector; of a line of kAnswersTable nothing
  Removed positives;         // by the detector's own threshold
  Removed negatives;
  std::optional<AnswersFigures> answers;  // of a line of kAnswersTable, and of no other
  std::size_t n_targets = 0;
  double seconds = 0;   // of the detector alone: vectors and neighbour graph are ready; of answers
                        // retrieval and reader too
  std::string machine;  // CPU and cores
  std::string version;  // of the program
};

// Options of the figures as they stand in a key.
[[nodiscard]] std::string figures_text(const DetectionOptions& options);

[[nodiscard]] json::Value to_json(const ResultLine& line);

// kInvalidInput, with where.field, for what to_json() does not write.
[[nodiscard]] Result<ResultLine> result_line_of(const json::Value& value);

}  // namespace ragsieve::eval
