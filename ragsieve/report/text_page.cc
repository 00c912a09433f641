#include "ragsieve/report/text_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <set>

#include "ragsieve/report/visible_text.h"

namespace ragsieve {
namespace {

constexpr std::size_t kSpanCodePoints = 160;  // of a spanned text that a line shows

std::string span_line(const Span& span, bool show_text) {
  std::string line = visible(span.field) + " " + std::to_string(span.line) + ":" +
                     std::to_string(span.column) + "  " + visible(span.rule) + "  bytes " +
                     std::to_string(span.range.start) + "-" + std::to_string(span.range.end);
  if (show_text) line += "  \"" + visible_start(span.text, kSpanCodePoints) + "\"";
  return line;
}

}  // namespace

Status TextPage::line(std::string_view text) {
  RAGSIEVE_CHECK(out_.append(text));
  return out_.append("\n");
}

std::string TextPage::paint(std::string_view text, Style style) const {
  if (!options_.colour || style == Style::kPlain) return std::string(text);
  const char* code = "1";
  if (style == Style::kAlarm) code = "1;31";
  if (style == Style::kCaution) code = "33";
  if (style == Style::kFaint) code = "2";
  return "\x1B[" + std::string(code) + "m" + std::string(text) + "\x1B[0m";
}

Status TextPage::heading(std::string_view text) {
  RAGSIEVE_CHECK(line());
  return line(paint(text, Style::kBold));
}

Status TextPage::details(const std::vector<std::string>& reasons, const std::vector<Span>& spans,
                         std::size_t indent) {
  const std::string space(indent, ' ');
  for (const std::string& reason : reasons) RAGSIEVE_CHECK(line(space + visible(reason)));
  for (const Span& span : spans) {
    RAGSIEVE_CHECK(line(space + paint(span_line(span, options_.show_text), Style::kFaint)));
  }
  return ok_status();
}

Status TextPage::unscored(const std::vector<Error>& errors, const Summary& summary) {
  const std::vector<std::string> lines = unscored_lines(errors, summary);
  if (lines.empty()) return ok_status();
  RAGSIEVE_CHECK(heading("Could not be scored (" + std::to_string(lines.size()) + ")"));
  const std::size_t n_shown = shown(lines.size());
  for (std::size_t i = 0; i < n_shown; ++i) {
    RAGSIEVE_CHECK(line("  " + paint(lines[i], Style::kCaution)));
  }
  if (n_shown == lines.size()) return ok_status();
  return line("  ... and " + std::to_string(lines.size() - n_shown) +
              " more: --format jsonl lists all");
}

std::size_t TextPage::shown(std::size_t n) const {
  return options_.list_limit == 0 ? n : std::min(n, options_.list_limit);
}

std::string TextPage::input_name(std::string_view placeholder) const {
  const std::string& path = options_.input_path;
  const bool plain = std::ranges::all_of(path, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '/' || c == '-';
  });
  const bool usable = plain && !path.empty() && path.front() != '-';
  return usable ? path : std::string(placeholder);
}

std::string right(std::string_view text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + std::string(text);
}

std::string left(std::string_view text, std::size_t width) {
  return std::string(text) + std::string(width - std::min(width, text.size()), ' ');
}

std::string fixed(double value, int digits) {
  if (!std::isfinite(value)) return "n/a";
  std::array<char, 400> buffer;  // the longest double has 309 digits before its point
  const int n = std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, value);
  return std::string(buffer.data(), static_cast<std::size_t>(std::max(0, n)));
}

std::string counted(std::uint64_t n, std::string_view noun) {
  return std::to_string(n) + " " + std::string(noun) + (n == 1 ? "" : "s");
}

std::vector<std::string> unscored_lines(const std::vector<Error>& errors, const Summary& summary) {
  std::vector<std::string> lines;
  std::set<std::string> places;
  for (const Error& error : errors) {
    places.insert(error.where.path + ":" + std::to_string(error.where.line));
    lines.push_back(visible(to_string(error)));
  }
  for (const std::string& name : summary.unscored) {
    if (!places.contains(name)) lines.push_back(visible(name));
  }
  return lines;
}

}  // namespace ragsieve
