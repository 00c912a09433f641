// Any bytes as a configuration file and, behind the first NUL, as one override. What is accepted
// must print to a file that is accepted too; TOML that is read must print to TOML that reads back.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "ragsieve/config/config.h"
#include "ragsieve/config/toml.h"

namespace {

void check_toml(std::string_view text) {
  const auto value = ragsieve::parse_toml(text, "");
  if (!value.ok()) return;
  const std::string printed = ragsieve::dump_toml(*value);
  const auto again = ragsieve::parse_toml(printed, "");
  // A second print may be too deep or too long only where the first input was at its limit.
  if (!again.ok() && again.error().code == ragsieve::Code::kTooLarge) return;
  if (!again.ok() || ragsieve::dump_toml(*again) != printed) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::string_view text = input.substr(0, input.find('\0'));
  check_toml(text);
  std::vector<std::string> environment = {"HOME=/home"};
  if (text.size() < input.size()) {
    environment.push_back("RAGSIEVE__" + std::string(input.substr(text.size() + 1)));
  }
  const auto config = ragsieve::parse_config(text, "config.toml", environment);
  if (!config.ok()) return 0;
  const std::string printed = ragsieve::effective_config(*config);
  if (!ragsieve::parse_config(printed, "config.toml", {}).ok()) std::abort();
  return 0;
}
