#include "cli/passphrase.h"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <utility>

namespace ragsieve::cli {
namespace {

constexpr const char* kVariable = "RAGSIEVE_KEY_PASSPHRASE";

}  // namespace

void add_passphrase_flag(CLI::App& app, std::string& file) {
  app.add_option("--passphrase-file", file,
                 "File with the passphrase of the private key (or set RAGSIEVE_KEY_PASSPHRASE)");
}

Result<std::optional<SecretBytes>> key_passphrase(const std::string& file) {
  if (!file.empty()) {
    RAGSIEVE_TRY(SecretBytes passphrase, load_passphrase(file));
    return std::optional(std::move(passphrase));
  }
  const char* value = std::getenv(kVariable);  // NOLINT(concurrency-mt-unsafe)
  if (value == nullptr) return std::optional<SecretBytes>();
  std::string text = value;
  if (text.empty()) {
    return make_error(Code::kInvalidArgument,
                      std::string(kVariable) + " is empty; set a passphrase or unset it");
  }
  return std::optional(SecretBytes::take(text));
}

}  // namespace ragsieve::cli
