// SIGINT and SIGTERM as a request to stop: what was finished is kept, the exit code says which.
#pragma once

#include "ragsieve/base/cancel.h"

namespace ragsieve::cli {

// Handles both signals from now on: the first sets `token`, a second one ends the process at once.
void cancel_on_signals(const CancelToken& token);

// 130 after SIGINT, 143 after SIGTERM, 0 when neither came.
[[nodiscard]] int signal_exit_code();

}  // namespace ragsieve::cli
