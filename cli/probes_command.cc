#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/command.h"
#include "cli/commands.h"
#include "ragsieve/base/file.h"
#include "ragsieve/pipeline/probe_coverage.h"
#include "ragsieve/pipeline/probes.h"
#include "ragsieve/report/probe_writer.h"
#include "ragsieve/report/visible_text.h"

namespace ragsieve::cli {
namespace {

struct ProbesFlags {
  CommonFlags common;
  ReportFlags report;
  std::string file;  // the log, or the probes
  std::string corpus;
  std::string out;
  std::size_t max = 500;
  std::size_t per_document = 2;
  std::size_t depth = 5;
  std::uint64_t seed = 0;
};

void add_format_flags(CLI::App& app, ReportFlags& flags) {
  app.add_option("--format", flags.format, "text, json or jsonl")
      ->check(CLI::IsMember({"text", "json", "jsonl"}));
}

void add_top_flag(CLI::App& app, ReportFlags& flags) {
  app.add_option("--top", flags.top, "Entries that the text report lists; 0: all");
}

Result<ModelsInUse> encoder_of(CommandRun& command) {
  Backends::Roles roles;
  roles.encoder = true;
  return command.models(roles);
}

Result<ProbesReport> made_probes(const ProbesFlags& flags, CommandRun& command) {
  if (flags.file.empty() == flags.corpus.empty()) {
    return make_error(Code::kInvalidArgument,
                      "give either a query log or --corpus, as in `ragsieve probes synth "
                      "queries.log` or `ragsieve probes synth --corpus docs`");
  }
  if (!flags.corpus.empty()) {
    const ProbeSynthesisOptions options{flags.per_document, flags.max, flags.seed};
    return probes_from_corpus(flags.corpus, options, command.options());
  }
  LogProbeOptions options;
  options.log = flags.file;
  options.max_probes = flags.max;
  RAGSIEVE_CHECK(options.validate());
  RAGSIEVE_TRY(const ModelsInUse models, encoder_of(command));
  return probes_from_log(options, models, command.options());
}

Result<int> run_synth(const ProbesFlags& flags) {
  RAGSIEVE_TRY(const auto command, CommandRun::start(flags.common));
  RAGSIEVE_TRY(const ProbesReport report, made_probes(flags, *command));
  command->end_progress();
  const bool text = flags.report.format == "text";
  if (text) {
    for (const Error& error : report.errors) say("ragsieve: " + to_string(error));
  }
  if (!flags.out.empty()) {
    RAGSIEVE_CHECK(write_file(flags.out, probe_file_bytes(report.probes)));
  }
  if (!flags.out.empty() && text) {
    RAGSIEVE_CHECK(write_stdout("wrote " + std::to_string(report.probes.size()) + " probes into " +
                                visible(flags.out) + "\n"));
  } else {
    RAGSIEVE_TRY(const ReportOptions format, command->report_options(flags.report, flags.file));
    RAGSIEVE_CHECK(write_probes(report, format, write_stdout));
  }
  RAGSIEVE_CHECK(flush_stdout());
  return finished(false, !report.errors.empty());
}

Result<int> run_list(const ProbesFlags& flags) {
  RAGSIEVE_TRY(const auto command, CommandRun::start(flags.common));
  RAGSIEVE_TRY(const ProbesReport report, list_probes(flags.file, command->options()));
  RAGSIEVE_TRY(const ReportOptions format, command->report_options(flags.report, flags.file));
  RAGSIEVE_CHECK(write_probe_list(report, format, write_stdout));
  RAGSIEVE_CHECK(flush_stdout());
  return finished(false, !report.errors.empty());
}

// Most of lint needs no model, so one that is missing is a check that could not be made.
Result<int> run_lint(const ProbesFlags& flags) {
  RAGSIEVE_TRY(const auto command, CommandRun::start(flags.common));
  const Result<ModelsInUse> encoder = encoder_of(*command);
  if (!encoder.ok()) say("ragsieve: " + to_string(encoder.error()));
  const ModelsInUse models = encoder.ok() ? *encoder : ModelsInUse{};
  ProbeLintOptions options;
  options.probes = flags.file;
  RAGSIEVE_TRY(const ProbeLintReport report, lint_probes(options, models, command->options()));
  command->end_progress();
  RAGSIEVE_TRY(const ReportOptions format, command->report_options(flags.report, flags.file));
  RAGSIEVE_CHECK(write_probe_lint(report, format, write_stdout));
  RAGSIEVE_CHECK(flush_stdout());
  return finished(!report.findings.empty(), !report.errors.empty());
}

Result<int> run_coverage(const ProbesFlags& flags) {
  RAGSIEVE_TRY(const auto command, CommandRun::start(flags.common));
  RAGSIEVE_TRY(const ModelsInUse models, encoder_of(*command));
  CoverageOptions options;
  options.probes = flags.file;
  options.corpus = flags.corpus;
  options.depth = flags.depth;
  RAGSIEVE_TRY(const CoverageReport report, probe_coverage(options, models, command->options()));
  command->end_progress();
  RAGSIEVE_TRY(const ReportOptions format, command->report_options(flags.report, flags.corpus));
  RAGSIEVE_CHECK(write_coverage(report, format, write_stdout));
  RAGSIEVE_CHECK(flush_stdout());
  return finished(false, !report.errors.empty());
}

using Runner = Result<int> (*)(const ProbesFlags&);

// What every subcommand shares.
void finish_command(CLI::App& command, const std::string& name, std::shared_ptr<ProbesFlags> flags,
                    Runner runner, int& exit) {
  add_format_flags(command, flags->report);
  add_common_flags(command, flags->common);
  command.callback([flags, name, runner, &exit] {
    exit = run_timed("probes " + name, flags->common.quiet, [&] { return runner(*flags); });
  });
}

void add_synth(CLI::App& probes, int& exit) {
  auto flags = std::make_shared<ProbesFlags>();
  CLI::App* command = probes.add_subcommand(
      "synth", "Make probes from a query log, or from a corpus where there is none");
  command->add_option("log", flags->file,
                      "What users asked: one query a line, or JSONL with text and count (.gz)");
  command->add_option("--corpus", flags->corpus,
                      "BEIR JSONL (.gz), a folder of .txt/.md, or an index");
  command->add_option("--out", flags->out,
                      "Write a probe file with ids, facts and weights (JSONL); without it text "
                      "is one question a line");
  command->add_option("--max", flags->max, "Probes at most");
  command->add_option("--per-document", flags->per_document, "Of one document at most (--corpus)");
  command->add_option("--seed", flags->seed,
                      "Which documents are asked about where --max does not reach all (--corpus)");
  finish_command(*command, "synth", flags, run_synth, exit);
}

void add_list(CLI::App& probes, int& exit) {
  auto flags = std::make_shared<ProbesFlags>();
  CLI::App* command = probes.add_subcommand("list", "The probes of a file as they will be asked");
  command->add_option("probes", flags->file, "JSONL or one question a line (.gz)")->required();
  add_top_flag(*command, flags->report);
  finish_command(*command, "list", flags, run_list, exit);
}

void add_lint(CLI::App& probes, int& exit) {
  auto flags = std::make_shared<ProbesFlags>();
  CLI::App* command = probes.add_subcommand(
      "lint", "Repeats, personal data, statements, weights: what is doubtful about a probe file");
  command->add_option("probes", flags->file, "JSONL or one question a line (.gz)")->required();
  add_top_flag(*command, flags->report);
  finish_command(*command, "lint", flags, run_lint, exit);
}

void add_coverage(CLI::App& probes, int& exit) {
  auto flags = std::make_shared<ProbesFlags>();
  CLI::App* command =
      probes.add_subcommand("coverage", "Which documents and topics no probe of a file reaches");
  command->add_option("probes", flags->file, "JSONL or one question a line (.gz)")->required();
  command
      ->add_option("--corpus", flags->corpus, "BEIR JSONL (.gz), a folder of .txt/.md, or an index")
      ->required();
  command->add_option("--depth", flags->depth, "Chunks that a probe retrieves");
  add_top_flag(*command, flags->report);
  finish_command(*command, "coverage", flags, run_coverage, exit);
}

}  // namespace

void add_probes_command(CLI::App& app, int& exit) {
  CLI::App* probes =
      app.add_subcommand("probes", "Questions that screen asks: synth, list, lint, coverage");
  probes->require_subcommand(1);
  add_synth(*probes, exit);
  add_list(*probes, exit);
  add_lint(*probes, exit);
  add_coverage(*probes, exit);
}

}  // namespace ragsieve::cli
