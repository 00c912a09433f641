// Any bytes as the target of a request line: what is accepted is plain. A path starts with a slash
// and has neither a dot segment nor a control character, and the limits hold.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ragsieve/base/utf8.h"
#include "server/url.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void require_plain(std::string_view text) {
  require(!ragsieve::first_invalid_utf8(text));
  for (const char c : text) require(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto target = ragsieve::parse_target(bytes);
  if (!target.ok()) {
    require(target.error().code == ragsieve::Code::kInvalidInput);
    return 0;
  }
  const std::string& path = target.value().path;
  require(bytes.size() <= ragsieve::kTargetBytes && path.starts_with("/"));
  require_plain(path);
  require((path + "/").find("/../") == path.npos && (path + "/").find("/./") == path.npos);
  require(path.find("//") == path.npos && path.find('\\') == path.npos);
  require(target.value().query.size() <= ragsieve::kQueryParameters);
  for (const auto& [name, value] : target.value().query) {
    require_plain(name);
    require_plain(value);
  }
  return 0;
}
