// Where a SARIF result points: artifacts, nested artifacts of a record's fields, regions. One
// object a log; it collects the artifacts that its locations name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "ragsieve/core/records.h"
#include "ragsieve/json/value.h"
#include "ragsieve/report/report_options.h"

namespace ragsieve {

class SarifLocations {
 public:
  explicit SarifLocations(const ReportOptions& options);

  // The document itself; `qualified` is its full name ("query/id", or the id again).
  [[nodiscard]] json::Object document(const std::string& id, const std::string& qualified);

  // One span of it, for relatedLocations.
  [[nodiscard]] json::Object span(const std::string& id, const std::string& qualified,
                                  const Span& span);

  // The place of an error: file and line where they are known.
  [[nodiscard]] static json::Object error(const Where& where);

  // Everything named so far, for run.artifacts.
  [[nodiscard]] json::Array take_artifacts() { return std::move(artifacts_); }

 private:
  [[nodiscard]] std::size_t artifact(std::string uri, bool nested);
  const ReportOptions& options_;
  json::Array artifacts_;
  std::unordered_map<std::string, std::size_t> index_of_uri_;
};

// `path` as a URI reference: absolute paths as file://, everything unusual percent-encoded.
[[nodiscard]] std::string uri_of_path(std::string_view path);

// Plain text for a SARIF message: hidden characters visible, and no links or placeholders.
[[nodiscard]] std::string sarif_text(std::string_view text);

}  // namespace ragsieve
