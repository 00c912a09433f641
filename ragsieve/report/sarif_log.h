// A SARIF log as it is written, piece by piece: results go out as they come, what they name
// (artifacts, notifications) follows. The commands' own parts are in sarif.cc and screen_sarif.cc.
// One thread at a time.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "ragsieve/core/records.h"
#include "ragsieve/json/value.h"
#include "ragsieve/report/report_options.h"
#include "ragsieve/report/sarif_location.h"
#include "ragsieve/report/sink.h"

namespace ragsieve {

struct SarifRule {
  std::string id;
  std::string summary;
  std::string help;
};

struct SarifFinding {
  std::string rule;  // id of a rule that open() got
  std::string level = "warning";
  std::string message;  // through sarif_text() where it comes from outside
  json::Object location;
  json::Array related;
  std::string fingerprint;
  json::Object properties;
};

class SarifLog {
 public:
  SarifLog(const ReportOptions& options, const Sink& sink, SarifInput input = SarifInput::kOne)
      : out_(sink), locations_(options, input) {}

  // The opening of the log, up to its results. Call once, first.
  [[nodiscard]] Status open(const Summary& summary, const std::vector<SarifRule>& rules);

  [[nodiscard]] Status add(SarifFinding finding);

  // The rest of the log. `exit_code` is the command's: 3 makes the run unsuccessful.
  [[nodiscard]] Status close(const Summary& summary, int exit_code, json::Array notifications);

  [[nodiscard]] SarifLocations& locations() { return locations_; }
  [[nodiscard]] std::size_t n_results() const { return n_results_; }

 private:
  [[nodiscard]] Status put(const json::Value& value);
  BufferedSink out_;
  SarifLocations locations_;
  std::map<std::string, std::size_t> index_of_rule_;
  std::size_t n_results_ = 0;
};

// One notification of something that could not be done; `text` is escaped here.
[[nodiscard]] json::Object sarif_notification(std::string_view id, std::string_view text);

// The error of each unscored record, then the unscored records without one of their own.
[[nodiscard]] json::Array sarif_notifications(const std::vector<Error>& errors,
                                              const std::vector<std::string>& unscored);

}  // namespace ragsieve
