#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/commands.h"

namespace ragsieve::cli {
namespace {

Result<int> run_check(const CommonFlags& flags) {
  RAGSIEVE_TRY(const auto command, CommandRun::start(flags));
  RAGSIEVE_CHECK(write_stdout(effective_config(command->config())));
  RAGSIEVE_CHECK(flush_stdout());
  return 0;
}

}  // namespace

void add_config_command(CLI::App& app, int& exit) {
  CLI::App* config = app.add_subcommand("config", "The configuration: check");
  config->require_subcommand(1);
  auto flags = std::make_shared<CommonFlags>();
  CLI::App* check =
      config->add_subcommand("check", "Print the effective configuration, secrets masked");
  add_common_flags(*check, *flags);
  check->callback([flags, &exit] {
    const Result<int> result = run_check(*flags);
    exit = result.ok() ? *result : fail(result.error());
  });
}

}  // namespace ragsieve::cli
