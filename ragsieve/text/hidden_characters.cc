#include "ragsieve/text/hidden_characters.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <utility>

#include "ragsieve/base/utf8.h"
#include "ragsieve/text/folding.h"

namespace ragsieve {
namespace {

constexpr std::string_view kOverrideBytes = "\xE2\x80\xAE";  // U+202E
constexpr std::string_view kPopBytes = "\xE2\x80\xAC";       // U+202C
constexpr std::size_t kFewestZeroWidths = 3;                 // in one line
constexpr std::size_t kMostBytesApart = 16;
constexpr std::size_t kFewestCoded = 16;     // zero-width characters in a row, not all the same
constexpr std::size_t kFewestSelectors = 4;  // variation selectors in a row: a letter takes one

bool is_tag(char32_t c) { return c >= 0xE0020 && c <= 0xE007F; }

bool is_zero_width(char32_t c) {
  return (c >= 0x200B && c <= 0x200D) || (c >= 0x2060 && c <= 0x2064) || c == 0xFEFF ||
         c == 0x180E || c == 0x034F;
}

bool is_selector(char32_t c) {
  return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF);
}

// A letter of a script that is written without joiners and with spaces between words.
bool is_plain_letter(char32_t c) {
  if (c < 0x80) return (c | 0x20U) >= 'a' && (c | 0x20U) <= 'z';
  const auto code_point = static_cast<UChar32>(c);
  if (u_isalpha(code_point) == 0) return false;
  UErrorCode error = U_ZERO_ERROR;
  const UScriptCode script = uscript_getScript(code_point, &error);
  return script == USCRIPT_LATIN || script == USCRIPT_CYRILLIC || script == USCRIPT_GREEK ||
         script == USCRIPT_HAN || script == USCRIPT_HANGUL;
}

// Walks once; each kind keeps its open run.
class Walker {
 public:
  explicit Walker(std::string_view text) : text_(text) {}

  std::vector<HiddenRun> run() {
    std::size_t at = 0;
    while (at < text_.size()) {
      if (const std::size_t flag = subdivision_flag_bytes(text_, at); flag > 0) {
        at += flag;
        previous_ = 0;
        continue;
      }
      const auto point = decode_utf8(text_, at);
      const std::size_t length = point ? point->n_bytes : 1;
      visit(point ? point->value : 0xFFFD, {at, at + length});
      at += length;
    }
    close(tags_, 1);
    close(zero_widths_, kFewestZeroWidths);
    close_coded();
    return std::move(runs_);
  }

 private:
  void visit(char32_t c, ByteRange range) {
    visit_coded(c, range);
    if (is_tag(c)) {
      extend(tags_, HiddenKind::kTags, range);
      return;
    }
    if (is_zero_width(c)) {
      pending_ = is_plain_letter(previous_) ? range : ByteRange{};
      return;
    }
    close(tags_, 1);
    if (pending_.end > 0 && is_plain_letter(c)) {
      if (pending_.start > zero_widths_.range.end + kMostBytesApart) {
        close(zero_widths_, kFewestZeroWidths);
      }
      extend(zero_widths_, HiddenKind::kZeroWidth, pending_);
    }
    pending_ = {};
    if (c == '\n') close(zero_widths_, kFewestZeroWidths);
    previous_ = c;
  }

  // A row of characters of one invisible kind, whatever stands around it.
  void visit_coded(char32_t c, ByteRange range) {
    const bool selector = is_selector(c);
    const bool hidden = selector || is_zero_width(c);
    if (!hidden || selector != coded_selectors_) close_coded();
    if (!hidden) return;
    if (coded_.count == 0) {
      coded_selectors_ = selector;
      coded_first_ = c;
    }
    coded_varies_ = coded_varies_ || c != coded_first_;
    extend(coded_, HiddenKind::kCoded, range);
  }

  void close_coded() {
    const bool spells = coded_selectors_ ? coded_.count >= kFewestSelectors
                                         : coded_varies_ && coded_.count >= kFewestCoded;
    if (spells) runs_.push_back(coded_);
    coded_ = HiddenRun{};
    coded_varies_ = false;
  }

  static void extend(HiddenRun& run, HiddenKind kind, ByteRange range) {
    if (run.count == 0) run = HiddenRun{kind, range, 0};
    run.range.end = range.end;
    ++run.count;
  }

  void close(HiddenRun& run, std::size_t fewest) {
    if (run.count >= fewest) runs_.push_back(run);
    run = HiddenRun{};
  }

  std::string_view text_;
  std::vector<HiddenRun> runs_;
  HiddenRun tags_;
  HiddenRun zero_widths_;
  HiddenRun coded_;
  char32_t coded_first_ = 0;
  bool coded_varies_ = false;     // not all its characters are the first one
  bool coded_selectors_ = false;  // it is of variation selectors, not of zero-width characters
  ByteRange pending_;             // a zero-width character behind a plain letter
  char32_t previous_ = 0;
};

std::size_t latin_letters(std::string_view text) {
  std::size_t letters = 0;
  for (const char c : text) {
    const char lower = static_cast<char>(c | 0x20);
    letters += lower >= 'a' && lower <= 'z' ? 1 : 0;
  }
  return letters;
}

}  // namespace

std::string_view hidden_name(HiddenKind kind) {
  switch (kind) {
    case HiddenKind::kTags:
      return "tags";
    case HiddenKind::kOverride:
      return "override";
    case HiddenKind::kZeroWidth:
      return "zero_width";
    case HiddenKind::kCoded:
      return "coded";
  }
  return "tags";
}

std::vector<ByteRange> override_ranges(std::string_view text) {
  std::vector<ByteRange> ranges;
  std::size_t at = text.find(kOverrideBytes);
  while (at != std::string_view::npos) {
    const std::size_t start = at + kOverrideBytes.size();
    const std::size_t end = std::min({text.find(kPopBytes, start), text.find('\n', start),
                                      text.find(kOverrideBytes, start), text.size()});
    ranges.push_back({start, end});
    at = text.find(kOverrideBytes, end);
  }
  return ranges;
}

std::vector<HiddenRun> hidden_runs(std::string_view text) {
  std::vector<HiddenRun> runs = Walker(text).run();
  constexpr std::size_t kFewestLetters = 2;
  for (const ByteRange range : override_ranges(text)) {
    const std::size_t letters = latin_letters(text.substr(range.start, range.end - range.start));
    if (letters < kFewestLetters) continue;
    runs.push_back(
        {HiddenKind::kOverride, {range.start - kOverrideBytes.size(), range.end}, letters});
  }
  return runs;
}

}  // namespace ragsieve
