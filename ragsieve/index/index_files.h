// Names in the folder of an index.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "ragsieve/base/digest.h"

namespace ragsieve {

inline constexpr std::string_view kVectorsKind = "vectors";
inline constexpr std::string_view kDocumentsKind = "documents";
inline constexpr std::string_view kFluencyKind = "fluency";

[[nodiscard]] inline std::string path_in(const std::string& folder, const std::string& file) {
  return (std::filesystem::path(folder) / file).string();
}

[[nodiscard]] inline std::string manifest_path(const std::string& folder) {
  return path_in(folder, "manifest.json");
}

// "vectors-0123...ef.npy": kind, digest, what the file is.
[[nodiscard]] inline std::string segment_file(std::string_view kind, const Digest& digest,
                                              std::string_view suffix) {
  return std::string(kind) + "-" + to_hex(digest) + std::string(suffix);
}

}  // namespace ragsieve
