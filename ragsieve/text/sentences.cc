#include "ragsieve/text/sentences.h"

#include <unicode/brkiter.h>
#include <unicode/filteredbrk.h>
#include <unicode/uchar.h>
#include <unicode/utext.h>
#include <unicode/utf8.h>

#include <array>
#include <memory>
#include <utility>

namespace ragsieve {
namespace {

// Code point that starts at `at`, which is moved behind it.
UChar32 next(std::string_view text, std::size_t& at) {
  auto offset = static_cast<int32_t>(at);
  UChar32 code_point = 0;
  U8_NEXT(reinterpret_cast<const uint8_t*>(text.data()), offset, static_cast<int32_t>(text.size()),
          code_point);
  at = static_cast<std::size_t>(offset);
  return code_point;
}

bool is_line_end(UChar32 c) { return c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029; }

class Collector {
 public:
  Collector(std::string_view text, const SentenceOptions& options)
      : text_(text), options_(options) {}

  // Takes [start, end) without white space at its ends, in pieces where it is too long.
  void add(std::size_t start, std::size_t end) {
    std::size_t first = end;  // of the piece
    std::size_t last = start;
    std::size_t count = 0;
    std::size_t at = start;
    while (at < end) {
      const std::size_t here = at;
      const UChar32 c = next(text_, at);
      const bool white = u_isUWhiteSpace(c) != 0;
      if (first == end && white) continue;
      const bool full = count >= options_.max_code_points;
      // Twice the length without any white space: cut where it stands.
      if (is_line_end(c) || (full && white) || count >= 2 * options_.max_code_points) {
        emit(first, last);
        first = end;
        count = 0;
        if (white) continue;
      }
      if (first == end) first = here;
      if (!white) last = at;
      ++count;
    }
    if (first != end) emit(first, last);
  }

  std::vector<ByteRange> take() { return std::move(ranges_); }

 private:
  void emit(std::size_t start, std::size_t end) {
    if (start < end) ranges_.push_back({start, end});
  }
  std::string_view text_;
  SentenceOptions options_;
  std::vector<ByteRange> ranges_;
};

// Abbreviations that a capital follows inside a sentence and that CLDR's English list lacks.
// They are matched at the end of a word too, so none may be the end of an ordinary one.
constexpr std::array<const char*, 17> kAbbreviations{"Dr.",  "St.", "No.",   "Jr.",  "Sr.",  "Inc.",
                                                     "Ltd.", "Co.", "Corp.", "cf.",  "e.g.", "i.e.",
                                                     "Fig.", "Bd.", "bzw.",  "z.B.", "Art."};

std::unique_ptr<icu::BreakIterator> sentence_breaks() {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Locale locale("en");
  std::unique_ptr<icu::FilteredBreakIteratorBuilder> builder(
      icu::FilteredBreakIteratorBuilder::createInstance(locale, status));
  if (U_FAILURE(status)) return nullptr;
  for (const char* abbreviation : kAbbreviations) {
    builder->suppressBreakAfter(icu::UnicodeString::fromUTF8(abbreviation), status);
  }
  std::unique_ptr<icu::BreakIterator> breaks(builder->wrapIteratorWithFilter(
      icu::BreakIterator::createSentenceInstance(locale, status), status));
  if (U_FAILURE(status)) return nullptr;
  return breaks;
}

// Without ICU's data (never in an installation that works) the text is cut at its line ends only.
void collect(std::string_view text, std::size_t from, std::size_t to, Collector& collector) {
  UErrorCode status = U_ZERO_ERROR;
  UText* utext =
      utext_openUTF8(nullptr, text.data() + from, static_cast<int64_t>(to - from), &status);
  const std::unique_ptr<icu::BreakIterator> breaks = sentence_breaks();
  if (U_SUCCESS(status) && breaks) breaks->setText(utext, status);
  if (U_FAILURE(status) || !breaks) {
    collector.add(from, to);
  } else {
    int32_t start = breaks->first();
    for (int32_t end = breaks->next(); end != icu::BreakIterator::DONE; end = breaks->next()) {
      collector.add(from + static_cast<std::size_t>(start), from + static_cast<std::size_t>(end));
      start = end;
    }
  }
  utext_close(utext);
}

}  // namespace

std::vector<ByteRange> sentences(std::string_view text, const SentenceOptions& options) {
  Collector collector(text, options);
  if (!text.empty()) collect(text, 0, text.size(), collector);
  return collector.take();
}

std::vector<ByteRange> document_sentences(const Document& document,
                                          const SentenceOptions& options) {
  const std::string_view text = document.indexed_text;
  Collector collector(text, options);
  const std::size_t title = std::min(document.title_bytes, text.size());
  if (title > 0) collector.add(0, title);
  if (title < text.size()) collect(text, title, text.size(), collector);
  return collector.take();
}

bool is_question(std::string_view sentence) {
  // Closing marks that may stand behind it: quotation marks, brackets, emphasis.
  while (!sentence.empty() &&
         std::string_view("\"')]*_ ").find(sentence.back()) != std::string_view::npos) {
    sentence.remove_suffix(1);
  }
  for (const std::string_view mark : {"?", "\xEF\xBC\x9F", "\xD8\x9F", "\xCD\xBE"}) {
    if (sentence.ends_with(mark)) return true;
  }
  return false;
}

}  // namespace ragsieve
