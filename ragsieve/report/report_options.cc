#include "ragsieve/report/report_options.h"

namespace ragsieve {

std::optional<ReportFormat> report_format(std::string_view name) {
  if (name == "text") return ReportFormat::kText;
  if (name == "json") return ReportFormat::kJson;
  if (name == "jsonl") return ReportFormat::kJsonl;
  if (name == "sarif") return ReportFormat::kSarif;
  return std::nullopt;
}

}  // namespace ragsieve
