// Why a document got its verdict, in plain English. Pure, thread-safe.
#pragma once

#include <string>
#include <vector>

#include "ragsieve/core/screen_records.h"

namespace ragsieve {

// First the headline,
//   REJECT (0.71): shifts 7 of 18 probe answers, most (0.81) "What is ..."; 97th percentile of
//   corpus outlierness; no language directed at the model
// then what decided, one line a signal with its score and p, and what could not be told. The score
// is cut after two digits, never rounded up over a threshold. Sentences and answers are never
// shown; the question of a probe only with `show_text`, else its id. The record has its verdict.
[[nodiscard]] std::vector<std::string> reasons(const ScreenRecord& record, bool show_text = true);

}  // namespace ragsieve
