#include "ragsieve/pipeline/summaries.h"

#include <utility>

namespace ragsieve {

std::string_view program_version() { return RAGSIEVE_VERSION; }

Summary start_summary(std::string command, std::string profile) {
  Summary summary;
  summary.command = std::move(command);
  summary.profile = std::move(profile);
  summary.version = program_version();
  return summary;
}

std::string place_of(const Error& error) {
  if (error.where.line == 0) return error.where.path;
  return error.where.path + ":" + std::to_string(error.where.line);
}

}  // namespace ragsieve
