// Where the passphrase of a private key comes from: never from a flag, which other users of the
// machine could read.
#pragma once

#include <optional>
#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/evidence/key_file.h"

namespace CLI {
class App;
}

namespace ragsieve::cli {

void add_passphrase_flag(CLI::App& app, std::string& file);

// The first line of `file`, else RAGSIEVE_KEY_PASSPHRASE, else none. kInvalidArgument where the
// variable is set but empty.
[[nodiscard]] Result<std::optional<SecretBytes>> key_passphrase(const std::string& file);

}  // namespace ragsieve::cli
