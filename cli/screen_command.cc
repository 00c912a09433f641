#include <CLI/CLI.hpp>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/passphrase.h"
#include "ragsieve/config/policy.h"
#include "ragsieve/pipeline/configured.h"
#include "ragsieve/pipeline/screen.h"
#include "ragsieve/report/screen_outcome.h"
#include "ragsieve/report/screen_writer.h"
#include "ragsieve/report/visible_text.h"

namespace ragsieve::cli {
namespace {

struct ScreenFlags {
  CommonFlags common;
  ReportFlags report;
  std::vector<std::string> inputs;
  std::string corpus;
  std::string probes;
  std::string profile;
  std::string policy;
  std::string seal;
  std::string key;
  std::string passphrase_file;
  std::string supersedes;
  std::string reviewer;
  std::string reason;
  bool alone = false;
  bool resume = false;
  bool calibrate = false;
};

Result<Policy> policy_of(const ScreenFlags& flags, Policy policy) {
  if (!flags.policy.empty()) {
    RAGSIEVE_TRY(policy, load_policy(flags.policy));
  }
  if (!flags.profile.empty()) {
    RAGSIEVE_CHECK(check_profile(flags.profile));
    policy.profile = flags.profile == "paper" ? GateProfile::kPaper : GateProfile::kDefault;
  }
  return policy;
}

Result<GateOptions> gate_options(const ScreenFlags& flags, const Config& config) {
  RAGSIEVE_TRY(GateOptions options, configured_gate(config));
  options.corpus = flags.corpus;
  RAGSIEVE_TRY(options.policy, policy_of(flags, std::move(options.policy)));
  return options;
}

Result<std::optional<Supersedes>> supersedes_of(const ScreenFlags& flags) {
  if (flags.supersedes.empty()) {
    if (flags.reviewer.empty() && flags.reason.empty()) return std::optional<Supersedes>();
    return make_error(Code::kInvalidArgument, "--reviewer and --reason belong to --supersedes ID");
  }
  if (flags.reviewer.empty() || flags.reason.empty()) {
    return make_error(Code::kInvalidArgument,
                      "--supersedes is the decision of a named reviewer: give --reviewer NAME and "
                      "--reason TEXT");
  }
  return std::optional<Supersedes>(Supersedes{flags.supersedes, flags.reviewer, flags.reason});
}

Result<ScreenOptions> options_of(const ScreenFlags& flags, const Config& config) {
  ScreenOptions options;
  options.inputs = flags.inputs;
  options.candidates.max_bytes = config.gate.max_bytes;
  RAGSIEVE_TRY(options.gate, gate_options(flags, config));
  options.probes = flags.probes;
  options.together = !flags.alone;
  options.resume = flags.resume;
  RAGSIEVE_TRY(options.supersedes, supersedes_of(flags));
  options.seal.folder = flags.seal.empty() ? config.evidence.seal_dir : flags.seal;
  options.seal.required = config.evidence.required;
  const std::string& key = flags.key.empty() ? config.evidence.key : flags.key;
  if (!key.empty()) {
    RAGSIEVE_TRY(const std::optional<SecretBytes> passphrase,
                 key_passphrase(flags.passphrase_file));
    RAGSIEVE_TRY(SigningKey signing, load_signing_key(key, passphrase));
    options.seal.key = std::move(signing);
  }
  return options;
}

std::string calibration_text(const CalibrationReport& report) {
  std::string text = "corpus " + report.digests.corpus.substr(0, 12) + ": " +
                     std::to_string(report.documents) + " documents, " +
                     std::to_string(report.calibrated) + " scored against the others\n";
  if (!report.enough) {
    return text + "too few for alpha: the percentile rules take no part, the decisive rules do\n";
  }
  return text + "alarms on the corpus itself: " + std::to_string(report.alarms.seen) + " seen, " +
         std::to_string(report.alarms.expected) + " expected\n";
}

Result<int> run_calibrate(const ScreenOptions& options, const ModelsInUse& models,
                          CommandRun& command) {
  RAGSIEVE_TRY(const CalibrationReport report, calibrate_gate(options, models, command.options()));
  command.end_progress();
  RAGSIEVE_CHECK(write_stdout(calibration_text(report)));
  RAGSIEVE_CHECK(flush_stdout());
  return 0;
}

Result<int> run_screen(const ScreenFlags& flags) {
  RAGSIEVE_TRY(const auto command, CommandRun::start(flags.common));
  RAGSIEVE_TRY(const ScreenOptions options, options_of(flags, command->config()));
  Backends::Roles roles;
  roles.encoder = true;
  roles.answerer = command->config().generator.kind != "extractive";
  RAGSIEVE_TRY(const ModelsInUse models, command->models(roles));
  if (flags.calibrate) return run_calibrate(options, models, *command);
  if (flags.inputs.empty()) {
    return make_error(Code::kInvalidArgument,
                      "there is no document to screen: name files or a "
                      "folder, or - for standard input");
  }
  RAGSIEVE_TRY(const ScreenReport report, screen(options, models, command->options()));
  command->end_progress();
  RAGSIEVE_TRY(const ReportOptions format,
               command->report_options(flags.report, flags.inputs.front()));
  RAGSIEVE_CHECK(write_screen(report, format, write_stdout));
  RAGSIEVE_CHECK(flush_stdout());
  return screen_exit_code(report);
}

}  // namespace

void add_screen_command(CLI::App& app, int& exit) {
  auto flags = std::make_shared<ScreenFlags>();
  CLI::App* command =
      app.add_subcommand("screen", "Measure documents against a trusted corpus before ingestion");
  command->add_option("inputs", flags->inputs, "Text files, folders, JSONL of records; - is stdin");
  command->add_option("--corpus", flags->corpus, "The trusted corpus: JSONL, a folder, an index")
      ->required();
  command->add_option("--probes", flags->probes,
                      "Questions to ask with and without the document (JSONL, or one a line)");
  command->add_option("--profile", flags->profile, "paper or default");
  command->add_option("--policy", flags->policy, "Policy file (TOML)");
  command->add_flag("--alone", flags->alone, "Look at each document by itself, not as a batch");
  command->add_flag("--calibrate", flags->calibrate,
                    "Calibrate on the corpus, say what alpha gives on it, and end");
  command->add_option("--seal", flags->seal, "Folder of the chain of reports");
  command->add_flag("--resume", flags->resume,
                    "Go on behind the reports that --seal DIR holds of the same run");
  command->add_option("--key", flags->key, "Private key that seals (ragsieve keygen)");
  add_passphrase_flag(*command, flags->passphrase_file);
  command->add_option("--supersedes", flags->supersedes,
                      "Id of the trusted document that this one takes the place of");
  command->add_option("--reviewer", flags->reviewer, "Who decided that");
  command->add_option("--reason", flags->reason, "Why");
  add_common_flags(*command, flags->common);
  add_report_flags(*command, flags->report);
  command->callback([flags, &exit] {
    exit = run_timed("screen", flags->common.quiet, [&] { return run_screen(*flags); });
  });
}

}  // namespace ragsieve::cli
