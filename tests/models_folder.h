// Where the tests find the models: RAGSIEVE__MODELS__DIR, else the default of the configuration.
#pragma once

#include <cstdlib>
#include <string>

namespace ragsieve {

[[nodiscard]] inline std::string models_folder() {
  if (const char* folder = std::getenv("RAGSIEVE__MODELS__DIR")) return folder;
  if (const char* data = std::getenv("XDG_DATA_HOME")) {
    return std::string(data) + "/ragsieve/models";
  }
  const char* home = std::getenv("HOME");
  return std::string(home != nullptr ? home : "") + "/.local/share/ragsieve/models";
}

}  // namespace ragsieve
