#include "server/url.h"

#include <optional>
#include <utility>

#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

Error bad(std::string_view what) {
  return make_error(Code::kInvalidInput, "the request's target " + std::string(what),
                    Where{"", 0, "target"});
}

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

Result<std::string> decoded(std::string_view text, bool plus_is_space) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '+' && plus_is_space) {
      c = ' ';
    } else if (c == '%') {
      const auto high = i + 2 < text.size() ? hex_digit(text[i + 1]) : std::nullopt;
      const auto low = i + 2 < text.size() ? hex_digit(text[i + 2]) : std::nullopt;
      if (!high || !low) return bad("has a '%' without two hexadecimal digits");
      c = static_cast<char>(*high * 16 + *low);
      i += 2;
      if (!plus_is_space && (c == '/' || c == '\\')) return bad("hides a slash in a segment");
    }
    if (is_control(c)) return bad("holds a control character");
    out += c;
  }
  if (first_invalid_utf8(out)) return bad("is not UTF-8");
  return out;
}

Status check_segments(std::string_view path) {
  if (path.empty() || path.front() != '/') return bad("does not start with a slash");
  for (std::size_t at = 1; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string_view segment = path.substr(at, end - at);
    if (segment.empty()) return bad("has an empty segment");
    if (segment == "." || segment == "..") return bad("has a dot segment");
    if (segment.find('\\') != segment.npos) return bad("has a backslash");
    at = end + 1;
  }
  return ok_status();
}

Result<std::vector<NamedText>> query_of(std::string_view text) {
  std::vector<NamedText> query;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    if (part.empty()) continue;
    if (query.size() == kQueryParameters) {
      return bad("has more than " + std::to_string(kQueryParameters) + " parameters");
    }
    const std::size_t equals = std::min(part.find('='), part.size());
    RAGSIEVE_TRY(std::string name, decoded(part.substr(0, equals), true));
    RAGSIEVE_TRY(std::string value, decoded(part.substr(std::min(equals + 1, part.size())), true));
    query.emplace_back(std::move(name), std::move(value));
  }
  return query;
}

}  // namespace

Result<RequestTarget> parse_target(std::string_view target) {
  if (target.size() > kTargetBytes) {
    return bad("has " + std::to_string(target.size()) + " bytes, allowed are " +
               std::to_string(kTargetBytes));
  }
  if (target.find('#') != target.npos) return bad("has a fragment");
  const std::size_t mark = std::min(target.find('?'), target.size());
  RequestTarget parsed;
  RAGSIEVE_TRY(parsed.path, decoded(target.substr(0, mark), false));
  RAGSIEVE_CHECK(check_segments(parsed.path));
  RAGSIEVE_TRY(parsed.query, query_of(target.substr(std::min(mark + 1, target.size()))));
  return parsed;
}

}  // namespace ragsieve
