// What the summaries of all pipelines share. Pure.
#pragma once

#include <string>
#include <string_view>

#include "ragsieve/base/error.h"
#include "ragsieve/core/records.h"

namespace ragsieve {

// Version of the program, as in `ragsieve --version` and in every summary.
[[nodiscard]] std::string_view program_version();

// A summary with command, profile, seed (nothing here draws at random: 0) and version.
[[nodiscard]] Summary start_summary(std::string command, std::string profile);

// "path:line" of an error, for the list of what was not scored.
[[nodiscard]] std::string place_of(const Error& error);

}  // namespace ragsieve
