#include "cli/command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <thread>
#include <utility>
#include <vector>

#include "cli/signals.h"
#include "ragsieve/base/limits.h"

namespace ragsieve::cli {
namespace {

int thread_count(const CommonFlags& flags, const Config& config) {
  const int asked = flags.threads != 0 ? flags.threads : static_cast<int>(config.run.threads);
  if (asked != 0) return asked;
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  return static_cast<int>(std::min<unsigned>(cores, limits::kThreads));
}

}  // namespace

void add_common_flags(CLI::App& app, CommonFlags& flags) {
  app.add_option("--config", flags.config, "Configuration file (TOML)");
  app.add_option("--threads", flags.threads, "Threads; 0: all cores")
      ->check(CLI::Range(0, limits::kThreads));
  app.add_flag("--quiet", flags.quiet, "No progress and no talk on stderr");
}

void add_report_flags(CLI::App& app, ReportFlags& flags) {
  app.add_option("--format", flags.format, "text, json, jsonl or sarif")
      ->check(CLI::IsMember({"text", "json", "jsonl", "sarif"}));
  app.add_option("--show-text", flags.show_text,
                 "Show the text of spans: on or off (default: on at a terminal)")
      ->check(CLI::IsMember({"on", "off"}));
  app.add_option("--top", flags.top, "Entries that the text report lists; 0: all");
}

CommandRun::CommandRun(Config config, const CommonFlags& flags)
    : config_(std::move(config)), bar_(!flags.quiet && stderr_is_terminal()) {
  options_.threads = thread_count(flags, config_);
  options_.memory_bytes = config_.run.memory_bytes;
  options_.progress = [this](const ProgressEvent& event) { bar_.update(event); };
  const bool quiet = flags.quiet;
  options_.log = [this, quiet](LogLevel level, std::string_view line) {
    if (level == LogLevel::kDebug || (quiet && level == LogLevel::kInfo)) return;
    bar_.erase();
    say("ragsieve: " + std::string(line));
  };
  cancel_on_signals(options_.cancel);
}

Result<std::unique_ptr<CommandRun>> CommandRun::start(const CommonFlags& flags) {
  std::optional<std::string> path;
  if (!flags.config.empty()) path = flags.config;
  RAGSIEVE_TRY(Config config, load_config(path, process_environment()));
  return std::unique_ptr<CommandRun>(new CommandRun(std::move(config), flags));
}

Result<ModelsInUse> CommandRun::models(const Backends::Roles& roles) {
  if (!backends_) {
    RAGSIEVE_TRY(backends_, Backends::open(config_, options_.threads, options_.log));
  }
  return backends_->models(roles);
}

Result<ReportOptions> CommandRun::report_options(const ReportFlags& flags,
                                                 const std::string& input) const {
  ReportOptions report;
  report.format = report_format(flags.format).value_or(ReportFormat::kText);
  const std::string show = flags.show_text.empty() ? config_.output.show_text : flags.show_text;
  report.show_text = show == "on" || (show == "auto" && stdout_is_terminal());
  report.colour = stdout_is_terminal();
  report.list_limit = flags.top;
  report.input_path = input;
  std::error_code ignored;
  report.input_is_folder = std::filesystem::is_directory(input, ignored);
  return report;
}

int fail(const Error& error) {
  say("ragsieve: " + to_string(error));
  if (error.code == Code::kCancelled && signal_exit_code() != 0) return signal_exit_code();
  return exit_code(error.code);
}

int finished(bool has_findings, bool has_unscored) {
  if (has_unscored) return 3;
  return has_findings ? 1 : 0;
}

Status check_profile(const std::string& profile) {
  if (profile == "default" || profile == "paper") return ok_status();
  return make_error(Code::kInvalidArgument,
                    "profile is " + profile + ", expected paper or default");
}

}  // namespace ragsieve::cli
