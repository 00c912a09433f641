// Any bytes as a private key file: an error that names the file and holds none of its values, or a
// key whose file reads back. Locked keys are parsed, never opened: a guess is dear on purpose.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "ragsieve/evidence/key_file.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto file = ragsieve::parse_key_file(bytes, "fuzz");
  if (!file.ok()) {
    require(file.error().where.path == "fuzz" && file.error().message.size() < 200);
    return 0;
  }
  if (file->box) {
    require(file->box->cost.validate().ok());
    return 0;
  }
  const auto key = ragsieve::open_key_file(*file, std::nullopt);
  if (!key.ok()) return 0;
  const auto text = ragsieve::key_file_text(*key, std::nullopt);
  require(text.ok());
  const auto again = ragsieve::parse_key_file(*text, "fuzz");
  require(again.ok() && again->owner == file->owner && again->public_key == file->public_key);
  return 0;
}
