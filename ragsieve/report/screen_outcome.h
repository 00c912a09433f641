// What the writers of `screen` ask of its records: the signals in their order, the number of each
// verdict, what could not be looked at, the exit code. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ragsieve/core/screen_records.h"

namespace ragsieve {

// The six signals with their names, in the order of every report. Views into `record`.
[[nodiscard]] std::array<std::pair<std::string_view, const Signal*>, 6> signals_of(
    const ScreenRecord& record);

// INCOMPLETE, or a signal that did not finish: a rejected document can have one too.
[[nodiscard]] bool is_unfinished(const ScreenRecord& record);

// A signal that ran and stands out by itself: p <= alpha, or without p a score of 0.5 or more.
[[nodiscard]] bool stands_out(const Signal& signal, Millionths alpha);

// The operator's mode holds nothing back: "observe" or "tag".
[[nodiscard]] bool is_advisory(const ScreenRecord& record);

struct ScreenCounts {
  std::size_t admit = 0;
  std::size_t quarantine = 0;
  std::size_t reject = 0;
  std::size_t incomplete = 0;
  std::size_t unfinished = 0;  // documents of which a signal did not finish, any verdict
};
[[nodiscard]] ScreenCounts count_verdicts(const ScreenReport& report);

// summary.unscored without the ids and paths of the report's own documents, whose records say it.
[[nodiscard]] std::vector<std::string> unscored_beside_documents(const ScreenReport& report);

// report.summary, its list of the unscored completed with the documents that are unfinished.
[[nodiscard]] Summary summary_of(const ScreenReport& report);

// 3 where anything could not be finished, a rejected document's signal too; else 1 where a document
// is not admitted; else 0. The same in every format and mode.
[[nodiscard]] int screen_exit_code(const ScreenReport& report);

}  // namespace ragsieve
