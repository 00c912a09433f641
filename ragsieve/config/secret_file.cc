#include "ragsieve/config/secret_file.h"

#include <cstddef>

#include "ragsieve/base/file.h"

namespace ragsieve {
namespace {

constexpr std::size_t kSecretBytes = 4096;

}  // namespace

Result<std::string> secret_of(const std::string& value, const std::string& path) {
  if (!value.empty() || path.empty()) return value;
  RAGSIEVE_TRY(std::string secret, read_file(path, kSecretBytes));
  while (secret.ends_with('\n') || secret.ends_with('\r')) secret.pop_back();
  if (!secret.empty()) return secret;
  return make_error(Code::kInvalidConfig, "is empty, expected a secret in one line",
                    Where{path, 0, ""});
}

}  // namespace ragsieve
