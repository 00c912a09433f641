#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/command.h"
#include "cli/commands.h"
#include "ragsieve/config/config.h"
#include "ragsieve/pipeline/configured.h"
#include "ragsieve/pipeline/filter.h"
#include "ragsieve/report/filter_writer.h"

namespace ragsieve::cli {
namespace {

struct FilterFlags {
  CommonFlags common;
  ReportFlags report;
  std::string contexts;
  std::string corpus;
  std::string queries;
  std::string embeddings;
  std::string removed;
  std::string reference;
  std::string calibration;
  std::string profile;
  std::size_t depth = 100;
};

std::optional<std::string> given(const std::string& flag) {
  if (flag.empty()) return std::nullopt;
  return flag;
}

Result<FilterOptions> options_of(const FilterFlags& flags, const Config& config) {
  FilterOptions options;
  options.contexts = given(flags.contexts);
  options.corpus = given(flags.corpus);
  options.queries = given(flags.queries);
  options.embeddings = given(flags.embeddings);
  options.removed = given(flags.removed);
  options.reference = given(flags.reference);
  options.depth = flags.depth;
  options.profile = flags.profile.empty() ? config.filter.profile : flags.profile;
  RAGSIEVE_CHECK(check_profile(options.profile));
  if (options.profile != "paper") {  // that has the published numbers, whatever is configured
    RAGSIEVE_TRY(options.calibration, configured_filter(config));
  }
  options.calibration.queries = given(flags.calibration);
  return options;
}

Result<int> run_filter(const FilterFlags& flags) {
  RAGSIEVE_TRY(const auto command, CommandRun::start(flags.common));
  RAGSIEVE_TRY(const FilterOptions options, options_of(flags, command->config()));
  const bool paper = options.profile == "paper";
  Backends::Roles roles;
  roles.encoder = !paper || options.corpus.has_value();
  roles.token_encoder = paper;
  roles.causal_lm = paper;
  RAGSIEVE_TRY(const ModelsInUse models, command->models(roles));
  RAGSIEVE_TRY(const FilterReport report, filter(options, models, command->options()));
  command->end_progress();
  const std::string& input = flags.contexts.empty() ? flags.corpus : flags.contexts;
  RAGSIEVE_TRY(const ReportOptions format, command->report_options(flags.report, input));
  RAGSIEVE_CHECK(write_filter(report, format, write_stdout));
  RAGSIEVE_CHECK(flush_stdout());
  bool findings = false;
  for (const QueryRecord& record : report.queries) findings = findings || !record.removed.empty();
  return finished(findings, !report.errors.empty());
}

}  // namespace

void add_filter_command(CLI::App& app, int& exit) {
  auto flags = std::make_shared<FilterFlags>();
  CLI::App* command = app.add_subcommand(
      "filter", "Sieve retrieval results: drop poisoned candidates and refill the context");
  command->add_option("contexts", flags->contexts,
                      "JSONL of {query_id, query, documents}; - is stdin");
  command->add_option("--corpus", flags->corpus,
                      "The corpus that the contexts are from; with --queries retrieve from it");
  command->add_option("--queries", flags->queries, "The queries to retrieve for (JSONL)");
  command->add_option("--embeddings", flags->embeddings, "Vectors of the corpus (.npy)");
  command->add_option("--removed", flags->removed, "Leave out these ids (written by `audit`)");
  command->add_option("--reference", flags->reference,
                      "Calibrate on this earlier, trusted state of the corpus");
  command->add_option("--calibration", flags->calibration,
                      "Calibrate on retrievals of these other queries (JSONL)");
  command->add_option("--depth", flags->depth, "Documents retrieved a query")
      ->check(CLI::Range(1, 1024));
  command->add_option("--profile", flags->profile, "paper or default");
  add_common_flags(*command, flags->common);
  add_report_flags(*command, flags->report);
  command->callback([flags, &exit] {
    exit = run_timed("filter", flags->common.quiet, [&] { return run_filter(*flags); });
  });
}

}  // namespace ragsieve::cli
