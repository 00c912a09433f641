// `ragsieve quarantine list|show|release|reject`: the review queue of a service that runs.
#pragma once

namespace CLI {
class App;
}

namespace ragsieve {

// Adds the command to `app`; `exit` gets the exit code of its run.
void add_quarantine_command(CLI::App& app, int& exit);

}  // namespace ragsieve
