#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <exception>
#include <sstream>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "ragsieve/backends/backends.h"
#include "ragsieve/pipeline/summaries.h"

namespace ragsieve::cli {
namespace {

std::string version_line() {
  return "ragsieve " + std::string(program_version()) + " (engine " + engine_name() + ")";
}

int answer(const std::string& text) {
  Status status = write_stdout(text);
  if (status.ok()) status = flush_stdout();
  return status.ok() ? 0 : fail(status.error());
}

// The parser asks for what is missing before it names what it could not place, often a misspelling
// of it.
std::string what_is_wrong(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<std::string> left = app.remaining(true);
  return left.empty() ? error.what() : "unknown command, flag or argument: " + left.front();
}

// Help and version are answers, everything else the parser throws is wrong use.
int answer_parser(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) {
    std::ostringstream text;
    app.exit(error, text, text);
    return answer(text.str());
  }
  say("ragsieve: " + what_is_wrong(app, error));
  say("Run `ragsieve --help`, or a command with --help, for its flags.");
  return 2;
}

}  // namespace

int run_timed(std::string_view name, bool quiet, const std::function<Result<int>()>& command) {
  const auto start = std::chrono::steady_clock::now();
  const Result<int> exit = command();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  if (!exit.ok()) return fail(exit.error());
  char seconds[32];
  std::snprintf(seconds, sizeof(seconds), "%.1f s", elapsed.count());
  if (!quiet) say("ragsieve: " + std::string(name) + " took " + seconds);
  return *exit;
}

int run(int argc, char** argv, const std::vector<AddCommand>& more) {
  CLI::App app("Finds poisoned knowledge in retrieval-augmented generation");
  app.name("ragsieve");
  app.set_version_flag("--version", version_line);
  app.require_subcommand(1);
  int exit = 0;
  add_screen_command(app, exit);
  add_audit_command(app, exit);
  add_filter_command(app, exit);
  add_index_command(app, exit);
  add_models_command(app, exit);
  add_config_command(app, exit);
  add_keygen_command(app, exit);
  add_seal_command(app, exit);
  add_verify_command(app, exit);
  add_probes_command(app, exit);
  add_monitor_command(app, exit);
  for (const AddCommand& add : more) add(app, exit);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return answer_parser(app, error);
  } catch (const std::bad_alloc&) {
    return fail(make_error(Code::kTooLarge, "out of memory"));
  } catch (const std::exception& error) {
    return fail(make_error(Code::kInternal, error.what()));
  }
  return exit;
}

}  // namespace ragsieve::cli
