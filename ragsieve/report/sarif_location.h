// Where a SARIF result points: artifacts, nested artifacts of a record's fields, regions. One
// object a log; it collects the artifacts that its locations name.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "ragsieve/core/records.h"
#include "ragsieve/json/value.h"
#include "ragsieve/report/report_options.h"

namespace ragsieve {

// Whether the documents come from one input (options.input_path, the first artifact), or each
// names its own file.
enum class SarifInput { kOne, kPerDocument };

// A screened document: a file, or one record of a file.
struct SarifFile {
  const std::string& path;
  const std::string& id;
  bool is_record = false;
};

class SarifLocations {
 public:
  explicit SarifLocations(const ReportOptions& options, SarifInput input = SarifInput::kOne);

  // The document itself; `qualified` is its full name ("query/id", or the id again).
  [[nodiscard]] json::Object document(const std::string& id, const std::string& qualified);

  // One span of it, for relatedLocations.
  [[nodiscard]] json::Object span(const std::string& id, const std::string& qualified,
                                  const Span& span);

  // The same of a document that names its own file.
  [[nodiscard]] json::Object document(const SarifFile& file);
  [[nodiscard]] json::Object span(const SarifFile& file, const Span& span);

  // The place of an error: file and line where they are known.
  [[nodiscard]] static json::Object error(const Where& where);

  // Everything named so far, for run.artifacts.
  [[nodiscard]] json::Array take_artifacts() { return std::move(artifacts_); }

 private:
  [[nodiscard]] std::size_t artifact(const std::string& uri, std::optional<std::size_t> parent);
  const ReportOptions& options_;
  json::Array artifacts_;
  std::unordered_map<std::string, std::size_t> index_of_artifact_;
};

// `path` as a URI reference: absolute paths as file://, everything unusual percent-encoded.
[[nodiscard]] std::string uri_of_path(std::string_view path);

// Plain text for a SARIF message: hidden characters visible, and no links or placeholders.
[[nodiscard]] std::string sarif_text(std::string_view text);

}  // namespace ragsieve
