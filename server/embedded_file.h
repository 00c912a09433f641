// A file that is part of the binary.
#pragma once

#include <span>
#include <string_view>

namespace ragsieve {

struct EmbeddedFile {
  std::string_view path;  // "Problem.json", "assets/app.js"
  std::span<const unsigned char> bytes;

  [[nodiscard]] std::string_view text() const {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
};

// The JSON Schemas of server/api/schemas, and the built page: none where it was not built.
[[nodiscard]] std::span<const EmbeddedFile> schema_files();
[[nodiscard]] std::span<const EmbeddedFile> page_files();

}  // namespace ragsieve
