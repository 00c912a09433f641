#include "cli/commands.h"
#include "server/quarantine_command.h"
#include "server/serve_command.h"

int main(int argc, char** argv) {
  return ragsieve::cli::run(argc, argv,
                            {ragsieve::add_serve_command, ragsieve::add_quarantine_command});
}
