// Any bytes as JSON: what is read prints to text that reads back to the same text, and asking for
// members agrees with reading the whole.
#include <array>
#include <cstdint>
#include <cstdlib>

#include "ragsieve/json/reader.h"

using ragsieve::json::Reader;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Reader reader;
  const auto value = reader.parse(text);
  constexpr std::array<std::string_view, 2> kNames = {"_id", "text"};
  const auto members = reader.string_members(text, kNames);
  if (members.ok() && (!value.ok() || value->object() == nullptr)) std::abort();
  if (!value.ok()) return 0;
  const std::string printed = ragsieve::json::dump(*value);
  const auto again = reader.parse(printed);
  if (!again.ok() || ragsieve::json::dump(*again) != printed) std::abort();
  return 0;
}
