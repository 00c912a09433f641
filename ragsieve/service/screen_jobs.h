// Long work of the gate as jobs: screening a batch, and making a corpus ready. Requests are JSON
// that this file writes and reads.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/service/gates.h"
#include "ragsieve/service/job_runner.h"
#include "ragsieve/service/screen_desk.h"

namespace ragsieve {

inline constexpr char kScreensJob[] = "screens";
inline constexpr char kCorpusJob[] = "corpus";
inline constexpr std::size_t kMostScreens = 1000;  // documents of one batch

[[nodiscard]] std::string screens_request(const std::vector<ScreenRequest>& requests);
[[nodiscard]] std::string corpus_request(const std::string& corpus);

// Screens the documents of the request as one set. An item a document: screened_json(), or
// {"error"} of one that could not be read. A run that goes on behind another measures the whole
// set again and keeps what is left. Result: {"admit","quarantine","reject","incomplete","errors"}.
// `run`: threads and log. `desk` outlives the work.
[[nodiscard]] JobWork screens_work(ScreenDesk& desk, RunOptions run);

// Opens the gate of the corpus. Result: {}.
[[nodiscard]] JobWork corpus_work(Gates& gates, RunOptions run);

}  // namespace ragsieve
