#include "cli/commands.h"
#include "server/serve_command.h"

int main(int argc, char** argv) {
  return ragsieve::cli::run(argc, argv, {ragsieve::add_serve_command});
}
