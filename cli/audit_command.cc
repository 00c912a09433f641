#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>

#include "cli/command.h"
#include "cli/commands.h"
#include "ragsieve/config/config.h"
#include "ragsieve/pipeline/audit.h"
#include "ragsieve/pipeline/configured.h"
#include "ragsieve/pipeline/removed_file.h"
#include "ragsieve/report/audit_writer.h"

namespace ragsieve::cli {
namespace {

struct AuditFlags {
  CommonFlags common;
  ReportFlags report;
  std::string corpus;
  std::string embeddings;
  std::string reference;
  std::string reference_embeddings;
  std::string removed;
  std::string profile;
};

Error flag_error(const std::string& message) { return make_error(Code::kInvalidArgument, message); }

Result<std::optional<AuditReferenceSource>> reference_of(const AuditFlags& flags) {
  std::optional<AuditReferenceSource> source;
  if (flags.reference.empty()) {
    if (flags.reference_embeddings.empty()) return source;
    return flag_error("--reference-embeddings are vectors of --reference SNAPSHOT: name it too");
  }
  if (flags.reference == "-" && flags.corpus == "-") {
    return flag_error("the corpus and --reference cannot both be standard input");
  }
  if (flags.embeddings.empty() != flags.reference_embeddings.empty()) {
    return flag_error(
        "--embeddings and --reference-embeddings go together: vectors of two encoders cannot be "
        "compared");
  }
  source = AuditReferenceSource{flags.reference, std::nullopt};
  if (!flags.reference_embeddings.empty()) source->embeddings = flags.reference_embeddings;
  return source;
}

Result<AuditOptions> options_of(const AuditFlags& flags, const Config& config) {
  const std::string& profile = flags.profile.empty() ? config.audit.profile : flags.profile;
  RAGSIEVE_CHECK(check_profile(profile));
  RAGSIEVE_TRY(auto reference, reference_of(flags));
  RAGSIEVE_TRY(AuditOptions options, configured_audit(config, profile));
  options.reference = std::move(reference);
  options.corpus = flags.corpus;
  if (!flags.embeddings.empty()) options.embeddings = flags.embeddings;
  return options;
}

Status write_removed(const AuditFlags& flags, const AuditReport& report) {
  if (flags.removed.empty()) return ok_status();
  std::vector<std::string> ids;
  for (const AuditRecord& record : report.documents) {
    if (record.flagged) ids.push_back(record.id);
  }
  return write_removed_file(flags.removed, ids);
}

Result<int> run_audit(const AuditFlags& flags) {
  RAGSIEVE_TRY(const auto command, CommandRun::start(flags.common));
  RAGSIEVE_TRY(const AuditOptions options, options_of(flags, command->config()));
  Backends::Roles roles;
  roles.encoder = !options.embeddings;
  RAGSIEVE_TRY(const ModelsInUse models, command->models(roles));
  RAGSIEVE_TRY(const AuditReport report, audit(options, models, command->options()));
  command->end_progress();
  RAGSIEVE_CHECK(write_removed(flags, report));
  RAGSIEVE_TRY(const ReportOptions format, command->report_options(flags.report, flags.corpus));
  RAGSIEVE_CHECK(write_audit(report, format, write_stdout));
  RAGSIEVE_CHECK(flush_stdout());
  bool findings = false;
  for (const AuditRecord& record : report.documents) findings = findings || record.flagged;
  return finished(findings, !report.errors.empty());
}

}  // namespace

void add_audit_command(CLI::App& app, int& exit) {
  auto flags = std::make_shared<AuditFlags>();
  CLI::App* command = app.add_subcommand(
      "audit", "Scan a whole corpus: a ranked list of the documents that look poisoned");
  command
      ->add_option("corpus", flags->corpus, "BEIR JSONL (.gz), a folder of .txt/.md, or an index")
      ->required();
  command->add_option("--embeddings", flags->embeddings,
                      "Vectors of the corpus (.npy, row by row)");
  command->add_option("--reference", flags->reference,
                      "An earlier snapshot that is trusted: JSONL, a folder, or an index");
  command->add_option("--reference-embeddings", flags->reference_embeddings,
                      "Its vectors (.npy), where --embeddings gives the corpus's");
  command->add_option("--removed", flags->removed, "Write the flagged ids here, for `filter`");
  command->add_option("--profile", flags->profile, "paper or default");
  add_common_flags(*command, flags->common);
  add_report_flags(*command, flags->report);
  command->callback([flags, &exit] {
    exit = run_timed("audit", flags->common.quiet, [&] { return run_audit(*flags); });
  });
}

}  // namespace ragsieve::cli
