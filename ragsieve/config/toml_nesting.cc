// Follows TOML's strings and comments exactly as far as a text is well-formed; behind the first
// error toml++ reads nothing, so that a wrong guess there does no harm.
#include "ragsieve/config/toml_nesting.h"

#include <algorithm>
#include <string>

namespace ragsieve {
namespace {

// Offset behind the string that starts at `start`.
std::size_t skip_string(std::string_view text, std::size_t start) {
  const char quote = text[start];
  const std::string fence(3, quote);
  const bool multi_line = text.substr(start).starts_with(fence);
  std::size_t i = start + (multi_line ? 3 : 1);
  while (i < text.size()) {
    if (quote == '"' && text[i] == '\\') {
      i += 2;
    } else if (!multi_line && (text[i] == quote || text[i] == '\n')) {
      return i + 1;
    } else if (multi_line && text.substr(i).starts_with(fence)) {
      i += 3;
      // One or two quotes before the closing three belong to the text.
      for (int extra = 0; extra < 2 && i < text.size() && text[i] == quote; ++extra) ++i;
      return i;
    } else {
      ++i;
    }
  }
  return text.size();
}

Error too_deep(std::string_view text, std::size_t offset, std::string_view what) {
  const auto line = 1 + std::ranges::count(text.substr(0, offset), '\n');
  return make_error(
      Code::kTooLarge,
      "more than " + std::to_string(kTomlNesting) + " " + std::string(what) + "; flatten the file",
      Where{"", static_cast<std::uint64_t>(line), ""});
}

}  // namespace

Status check_toml_nesting(std::string_view text) {
  std::size_t brackets = 0;
  std::size_t dots = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i = skip_string(text, i);
      continue;
    }
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (c == '.' && ++dots > kTomlNesting) return too_deep(text, i, "dots in one key");
    if (c == '=' || c == ',' || c == '\n') dots = 0;
    if (c == '[' || c == '{') {
      dots = 0;
      if (++brackets > kTomlNesting) return too_deep(text, i, "open brackets");
    }
    if (c == ']' || c == '}') {
      dots = 0;
      if (brackets > 0) --brackets;
    }
    ++i;
  }
  return ok_status();
}

}  // namespace ragsieve
