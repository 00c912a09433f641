#include "ragsieve/detect/quoted_ranges.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace ragsieve {
namespace {

constexpr std::size_t kMostQuoteBytes = 2000;

struct Marks {
  std::string_view open;
  std::array<std::string_view, 2> close;
};

constexpr std::array<Marks, 14> kMarks = {{
    {"“", {"”", "“"}},
    {"„", {"“", "”"}},
    {"”", {"”", "”"}},
    {"«", {"»", "»"}},
    {"»", {"«", "«"}},
    {"‹", {"›", "›"}},
    {"‘", {"’", "’"}},
    {"‚", {"‘", "’"}},
    {"「", {"」", "」"}},
    {"『", {"』", "』"}},
    {"《", {"》", "》"}},
    {"＂", {"＂", "＂"}},
    {"<code>", {"</code>", "</code>"}},
    {"<pre>", {"</pre>", "</pre>"}},
}};

bool is_ascii_word(char c) {
  const char lower = static_cast<char>(c | 0x20);
  return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0xC3;
}

bool is_white(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class Finder {
 public:
  explicit Finder(std::string_view text) : text_(text) {}

  std::vector<ByteRange> run() {
    lines();
    marks();
    std::ranges::sort(ranges_, [](const ByteRange& a, const ByteRange& b) {
      return a.start != b.start ? a.start < b.start : a.end > b.end;
    });
    return std::move(ranges_);
  }

 private:
  // Fences, block quotes, rows of tables, indented code.
  void lines() {
    std::size_t fence = std::string_view::npos;
    bool after_blank = true;
    for (std::size_t start = 0; start < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', start), text_.size());
      const std::string_view line = text_.substr(start, end - start);
      const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
      const std::string_view body = line.substr(indent);
      if (body.starts_with("```") || body.starts_with("~~~")) {
        if (fence == std::string_view::npos) {
          fence = end;
        } else {
          ranges_.push_back({fence, start});
          fence = std::string_view::npos;
        }
      } else if (fence == std::string_view::npos && !body.empty()) {
        const bool indented = indent >= 4 || line.starts_with('\t');
        if (body[0] == '>' || is_row(body) || (indented && (after_blank || in_code_))) {
          ranges_.push_back({start, end});
          in_code_ = indented;
        } else {
          in_code_ = false;
        }
      }
      after_blank = body.empty() || body == "\r";
      start = end + 1;
    }
    if (fence != std::string_view::npos) ranges_.push_back({fence, text_.size()});
  }

  static bool is_row(std::string_view body) {
    return body[0] == '|' && std::ranges::count(body, '|') >= 2;
  }

  void marks() {
    for (std::size_t at = 0; at < text_.size();) {
      const char c = text_[at];
      if (c == '`') {
        at = back_ticks(at);
      } else if (c == '"' || c == '\'') {
        straight(at);
        ++at;
      } else {
        if (c == '<' || static_cast<unsigned char>(c) >= 0xC2) paired(at);
        ++at;
      }
    }
  }

  void paired(std::size_t at) {
    for (const Marks& marks : kMarks) {
      if (text_.substr(at, marks.open.size()) != marks.open) continue;
      const std::size_t from = at + marks.open.size();
      for (const std::string_view close : marks.close)
        add(at, text_.find(close, from), close.size());
    }
  }

  // A straight mark opens before a word and closes behind one.
  void straight(std::size_t at) {
    const char mark = text_[at];
    if (at > 0 && is_ascii_word(text_[at - 1])) return;
    if (at + 1 >= text_.size() || is_white(text_[at + 1])) return;
    for (std::size_t end = text_.find(mark, at + 1); end < text_.size();
         end = text_.find(mark, end + 1)) {
      const bool before_word = end + 1 < text_.size() && is_ascii_word(text_[end + 1]);
      if (before_word || is_white(text_[end - 1])) {
        if (end - at > kMostQuoteBytes) return;
        continue;
      }
      add(at, end, 1);
      return;
    }
  }

  std::size_t back_ticks(std::size_t at) {
    const std::size_t open_end = std::min(text_.find_first_not_of('`', at), text_.size());
    const std::string_view ticks = text_.substr(at, open_end - at);
    const std::size_t close = text_.find(ticks, open_end);
    return add(at, close, ticks.size()) ? close + ticks.size() : open_end;
  }

  bool add(std::size_t open, std::size_t close, std::size_t close_bytes) {
    if (close == std::string_view::npos || close - open > kMostQuoteBytes) return false;
    const std::string_view inside = text_.substr(open, close - open);
    if (inside.find("\n\n") != std::string_view::npos) return false;
    ranges_.push_back({open, close + close_bytes});
    return true;
  }

  std::string_view text_;
  std::vector<ByteRange> ranges_;
  bool in_code_ = false;
};

}  // namespace

std::vector<ByteRange> quoted_ranges(std::string_view text) { return Finder(text).run(); }

}  // namespace ragsieve
