// What every command shares: its common flags, the configuration, and the way from a result to an
// exit code (0 clean, 1 findings, 2 wrong use, 3 something unscored, 130/143 stopped).
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/terminal.h"
#include "ragsieve/backends/backends.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/config/config.h"
#include "ragsieve/report/report_options.h"

namespace CLI {
class App;
}

namespace ragsieve::cli {

struct CommonFlags {
  std::string config;  // --config FILE
  int threads = 0;     // --threads N; 0: the configuration's, else all cores
  bool quiet = false;  // --quiet: no progress, no talk
};

struct ReportFlags {
  std::string format = "text";  // --format
  std::string show_text;        // --show-text on|off; "" the configuration's
  std::size_t top = 20;         // --top N: entries listed in text; 0 all
};

void add_common_flags(CLI::App& app, CommonFlags& flags);
void add_report_flags(CLI::App& app, ReportFlags& flags);

// The running command: configuration, threads, progress, cancel.
class CommandRun {
 public:
  [[nodiscard]] static Result<std::unique_ptr<CommandRun>> start(const CommonFlags& flags);

  [[nodiscard]] const Config& config() const { return config_; }
  [[nodiscard]] const RunOptions& options() const { return options_; }
  [[nodiscard]] Result<ModelsInUse> models(const Backends::Roles& roles);
  [[nodiscard]] Result<ReportOptions> report_options(const ReportFlags& flags,
                                                     const std::string& input) const;
  void end_progress() { bar_.erase(); }

 private:
  CommandRun(Config config, const CommonFlags& flags);
  Config config_;
  ProgressBar bar_;
  RunOptions options_;
  std::unique_ptr<Backends> backends_;
};

// Prints the error and gives its exit code.
[[nodiscard]] int fail(const Error& error);

// Exit code of a finished run: 3 before 1 before 0.
[[nodiscard]] int finished(bool has_findings, bool has_unscored);

// "default" and "paper" are profiles; anything else is kInvalidArgument.
[[nodiscard]] Status check_profile(const std::string& profile);

}  // namespace ragsieve::cli
