#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/command.h"
#include "cli/commands.h"
#include "ragsieve/pipeline/index.h"
#include "ragsieve/report/visible_text.h"

namespace ragsieve::cli {
namespace {

struct IndexFlags {
  CommonFlags common;
  IndexBuildOptions options;
  std::string export_path;
};

Result<int> run_build(const IndexFlags& flags) {
  RAGSIEVE_TRY(const auto command, CommandRun::start(flags.common));
  IndexBuildOptions options = flags.options;
  if (!flags.export_path.empty()) options.export_path = flags.export_path;
  Backends::Roles roles;
  roles.encoder = true;
  RAGSIEVE_TRY(const ModelsInUse models, command->models(roles));
  RAGSIEVE_TRY(const IndexBuildReport report, build_index(options, models, command->options()));
  command->end_progress();
  for (const Error& error : report.errors) say("ragsieve: " + to_string(error));
  std::string line = "indexed " + std::to_string(report.n_documents) + " documents into " +
                     visible(options.out) + "\n";
  if (options.export_path) line += "vectors in " + visible(*options.export_path) + "\n";
  RAGSIEVE_CHECK(write_stdout(line));
  RAGSIEVE_CHECK(flush_stdout());
  return finished(false, !report.errors.empty());
}

}  // namespace

void add_index_command(CLI::App& app, int& exit) {
  CLI::App* index = app.add_subcommand("index", "Indexes: build");
  index->require_subcommand(1);
  auto flags = std::make_shared<IndexFlags>();
  CLI::App* build = index->add_subcommand("build", "Encode a corpus and store its vectors");
  build->add_option("corpus", flags->options.corpus, "BEIR JSONL (.gz) or a folder of .txt/.md")
      ->required();
  build->add_option("--out", flags->options.out, "Folder of the index")->required();
  build->add_option("--export", flags->export_path, "Write the vectors as .npy too (and .ids)");
  add_common_flags(*build, flags->common);
  build->callback([flags, &exit] {
    exit = run_timed("index build", flags->common.quiet, [&] { return run_build(*flags); });
  });
}

}  // namespace ragsieve::cli
