// How a report is written. The same options serve every command and format.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ragsieve {

enum class ReportFormat {
  kText,   // for people
  kJson,   // one object: {"records": [...], "summary": {...}}
  kJsonl,  // one record a line, the summary last
  kSarif,  // SARIF 2.1.0: flagged documents as results, unscored records as notifications
};

struct ReportOptions {
  ReportFormat format = ReportFormat::kText;
  bool show_text = false;        // spanned document text too; off where others read the output
  bool colour = false;           // ANSI colours, kText only; for a terminal
  std::size_t list_limit = 20;   // kText: documents, queries and errors listed at most; 0: all
  std::string input_path;        // corpus or contexts as the operator named them; SARIF's artifact
  bool input_is_folder = false;  // ids are files in the folder `input_path`
};

// The format that `name` ("text", "json", "jsonl", "sarif") means; nothing otherwise.
[[nodiscard]] std::optional<ReportFormat> report_format(std::string_view name);

}  // namespace ragsieve
