// `ragsieve serve`: the service at its addresses, until it is asked to stop.
#pragma once

namespace CLI {
class App;
}

namespace ragsieve {

// Adds the command to `app`; `exit` gets the exit code of its run.
void add_serve_command(CLI::App& app, int& exit);

}  // namespace ragsieve
