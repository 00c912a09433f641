#include "cli/passphrase.h"

#include <CLI/CLI.hpp>
#include <cstdlib>

namespace ragsieve::cli {
void add_passphrase_flag(CLI::App& app, std::string& file) {
  app.add_option("--passphrase-file", file,
                 "File with the passphrase of the private key (or set RAGSIEVE_KEY_PASSPHRASE)");
}

Result<std::optional<SecretBytes>> key_passphrase(const std::string& file) {
  return ragsieve::key_passphrase(file, std::getenv(kPassphraseVariable));  // NOLINT
}

}  // namespace ragsieve::cli
