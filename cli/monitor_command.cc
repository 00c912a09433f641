#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include "cli/command.h"
#include "cli/commands.h"
#include "ragsieve/base/file.h"
#include "ragsieve/config/config.h"
#include "ragsieve/pipeline/configured.h"
#include "ragsieve/pipeline/corpus_look.h"
#include "ragsieve/pipeline/seen_file.h"
#include "ragsieve/report/look_writer.h"

namespace ragsieve::cli {
namespace {

struct MonitorFlags {
  CommonFlags common;
  ReportFlags report;
  std::string corpus;
  std::string seen;
  std::string reference;
  std::string profile;
};

// What the last look saw; nothing at the first one.
Result<SeenCorpus> read_seen(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return SeenCorpus{};
  RAGSIEVE_TRY(const std::string text, read_file(path, kSeenBytes));
  return parse_seen(text, path);
}

Result<int> run_monitor(const MonitorFlags& flags) {
  RAGSIEVE_TRY(const auto command, CommandRun::start(flags.common));
  const Config& config = command->config();
  const std::string& profile = flags.profile.empty() ? config.audit.profile : flags.profile;
  RAGSIEVE_CHECK(check_profile(profile));
  RAGSIEVE_TRY(const SeenCorpus before, read_seen(flags.seen));
  RAGSIEVE_TRY(AuditOptions options, configured_audit(config, profile));
  options.corpus = flags.corpus;
  if (!flags.reference.empty()) {
    options.reference = AuditReferenceSource{flags.reference, std::nullopt};
  }
  Backends::Roles roles;
  roles.encoder = true;
  RAGSIEVE_TRY(const ModelsInUse models, command->models(roles));
  RAGSIEVE_TRY(CorpusLook look, look_at_corpus(options, before, models, command->options()));
  command->end_progress();
  AuditReport report;
  report.documents = std::move(look.newly_flagged);
  report.summary = std::move(look.summary);
  RAGSIEVE_TRY(const ReportOptions format, command->report_options(flags.report, flags.corpus));
  RAGSIEVE_CHECK(write_look(report, format, write_stdout));
  RAGSIEVE_CHECK(flush_stdout());
  // What was told is what is seen: an output that broke off is told again.
  RAGSIEVE_CHECK(write_file(flags.seen, seen_text(look.seen)));
  return finished(!report.documents.empty(), false);
}

}  // namespace

void add_monitor_command(CLI::App& app, int& exit) {
  auto flags = std::make_shared<MonitorFlags>();
  CLI::App* command = app.add_subcommand(
      "monitor", "Look at a corpus again: what changed, and which documents are newly flagged");
  command
      ->add_option("corpus", flags->corpus, "BEIR JSONL (.gz), a folder of .txt/.md, or an index")
      ->required();
  command
      ->add_option("--seen", flags->seen,
                   "File of what the last look saw; made at the first, replaced at each")
      ->required();
  command->add_option("--reference", flags->reference,
                      "An earlier snapshot that is trusted: JSONL, a folder, or an index");
  command->add_option("--profile", flags->profile, "paper or default");
  add_common_flags(*command, flags->common);
  add_report_flags(*command, flags->report);
  command->callback([flags, &exit] {
    exit = run_timed("monitor", flags->common.quiet, [&] { return run_monitor(*flags); });
  });
}

}  // namespace ragsieve::cli
