#include "ragsieve/evidence/flat_toml.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool is_name(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

std::optional<std::string> string_of(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || !is_plain_line(text)) return std::nullopt;
  std::string out;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') return i + 1 == text.size() ? std::optional(std::move(out)) : std::nullopt;
    if (text[i] == '\\') {
      ++i;
      if (i == text.size() || (text[i] != '"' && text[i] != '\\')) return std::nullopt;
    }
    out += text[i];
  }
  return std::nullopt;
}

std::optional<std::int64_t> integer_of(std::string_view text) {
  std::int64_t value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = end.ec == std::errc() && end.ptr == text.data() + text.size();
  // TOML knows no leading zeros.
  const bool padded = text.size() > 1 && text.front() == '0';
  return whole && value >= 0 && !padded ? std::optional(value) : std::nullopt;
}

std::optional<FlatEntry> entry_of(std::string_view line) {
  const auto equals = line.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  FlatEntry entry;
  entry.name = trimmed(line.substr(0, equals));
  const std::string_view value = trimmed(line.substr(equals + 1));
  if (!is_name(entry.name)) return std::nullopt;
  if (auto text = string_of(value)) {
    entry.value = std::move(*text);
  } else if (const auto number = integer_of(value)) {
    entry.value = *number;
  } else {
    return std::nullopt;
  }
  return entry;
}

}  // namespace

bool is_plain_line(std::string_view text) {
  return !first_invalid_utf8(text) && std::ranges::none_of(text, [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  });
}

Result<std::vector<FlatEntry>> parse_flat_toml(std::string_view text, const std::string& path) {
  std::vector<FlatEntry> entries;
  const auto fail = [&path](std::uint64_t line, std::string message) {
    return make_error(Code::kInvalidConfig, std::move(message), Where{path, line, ""});
  };
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    line = trimmed(line);
    if (line.empty()) continue;
    if (line.starts_with('#') && is_plain_line(line.substr(1))) continue;
    std::optional<FlatEntry> entry = entry_of(line);
    if (!entry) return fail(number, "expected `name = \"string\"` or `name = integer`");
    if (std::ranges::find(entries, entry->name, &FlatEntry::name) != entries.end()) {
      return fail(number, entry->name + " occurs twice; keep one");
    }
    entry->line = number;
    entries.push_back(std::move(*entry));
  }
  return entries;
}

std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out += '"';
}

}  // namespace ragsieve
