// The commands of the program; each file adds one to the parser. `exit` receives its exit code.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"

namespace CLI {
class App;
}

namespace ragsieve::cli {

void add_screen_command(CLI::App& app, int& exit);
void add_audit_command(CLI::App& app, int& exit);
void add_filter_command(CLI::App& app, int& exit);
void add_index_command(CLI::App& app, int& exit);
void add_models_command(CLI::App& app, int& exit);
void add_config_command(CLI::App& app, int& exit);
void add_keygen_command(CLI::App& app, int& exit);
void add_seal_command(CLI::App& app, int& exit);
void add_verify_command(CLI::App& app, int& exit);
void add_probes_command(CLI::App& app, int& exit);
void add_monitor_command(CLI::App& app, int& exit);

// Runs a command, prints its error if it has one, and says on stderr how long it took (a result
// holds no time: the same input gives the same bytes).
[[nodiscard]] int run_timed(std::string_view name, bool quiet,
                            const std::function<Result<int>()>& command);

// Adds a command of another surface.
using AddCommand = void (*)(CLI::App& app, int& exit);

// Parses the command line and runs what it asks for; the exit code of the process.
[[nodiscard]] int run(int argc, char** argv, const std::vector<AddCommand>& more);

}  // namespace ragsieve::cli
