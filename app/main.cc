#include "cli/commands.h"

int main(int argc, char** argv) { return ragsieve::cli::run(argc, argv); }
