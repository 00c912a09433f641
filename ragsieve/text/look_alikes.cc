#include "ragsieve/text/look_alikes.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>

#include <array>
#include <memory>
#include <string>
#include <unordered_map>

#include "ragsieve/base/utf8.h"
#include "ragsieve/text/folding.h"

namespace ragsieve {
namespace {

constexpr std::size_t kFewestLetters = 4;

bool is_ascii_letter(char32_t c) { return (c | 0x20U) >= 'a' && (c | 0x20U) <= 'z'; }

UScriptCode script_code(char32_t c) {
  UErrorCode error = U_ZERO_ERROR;
  const UScriptCode code = uscript_getScript(static_cast<UChar32>(c), &error);
  return U_SUCCESS(error) ? code : USCRIPT_UNKNOWN;
}

// Alphabets whose letters are taken for Latin ones.
bool is_imitating(UScriptCode code) {
  return code == USCRIPT_CYRILLIC || code == USCRIPT_GREEK || code == USCRIPT_ARMENIAN ||
         code == USCRIPT_CHEROKEE || code == USCRIPT_COPTIC || code == USCRIPT_LISU;
}

// The ASCII letter that a letter looks like, lower case; 0 for none.
class LookAlikes {
 public:
  LookAlikes() {
    UErrorCode error = U_ZERO_ERROR;
    checker_.reset(uspoof_open(&error));
    if (U_FAILURE(error)) checker_.reset();
  }

  char of(char32_t c) {
    const auto [entry, is_new] = known_.try_emplace(c, '\0');
    if (is_new) entry->second = look_up(c);
    return entry->second;
  }

 private:
  struct Close {
    void operator()(USpoofChecker* checker) const { uspoof_close(checker); }
  };

  [[nodiscard]] char look_up(char32_t c) const {
    if (const char lower = skeleton(static_cast<char32_t>(u_tolower(static_cast<UChar32>(c))))) {
      return lower;
    }
    return skeleton(c);
  }

  [[nodiscard]] char skeleton(char32_t c) const {
    if (!checker_) return '\0';
    std::array<UChar, 2> letter{};
    std::int32_t length = 0;
    U16_APPEND_UNSAFE(letter.data(), length, static_cast<UChar32>(c));
    std::array<UChar, 16> plain{};
    UErrorCode error = U_ZERO_ERROR;
    const std::int32_t plain_length =
        uspoof_getSkeleton(checker_.get(), 0, letter.data(), length, plain.data(),
                           static_cast<std::int32_t>(plain.size()), &error);
    if (U_FAILURE(error) || plain_length != 1 || !is_ascii_letter(plain[0])) return '\0';
    return static_cast<char>(plain[0] | 0x20U);
  }

  std::unique_ptr<USpoofChecker, Close> checker_;
  std::unordered_map<char32_t, char> known_;
};

struct Word {
  ByteRange range;
  std::size_t letters = 0;
  std::size_t foreign = 0;   // letters of an imitating script
  std::size_t switches = 0;  // between Latin and imitating
  std::size_t greek = 0;     // of the foreign letters
  bool other = false;        // holds a letter of neither
};

// Calls `visit` for each maximal run of letters and marks.
template <typename Visit>
void for_each_word(std::string_view text, const Visit& visit) {
  Word word;
  bool last_foreign = false;
  const auto end_word = [&](std::size_t end) {
    word.range.end = end;
    if (word.letters > 0) visit(word);
    word = Word{};
  };
  std::size_t at = 0;
  while (at < text.size()) {
    const auto point = decode_utf8(text, at);
    const std::size_t length = point ? point->n_bytes : 1;
    const auto c = static_cast<UChar32>(point ? point->value : 0);
    const bool ascii = is_ascii_letter(static_cast<char32_t>(c));
    if (!ascii && (c < 0x80 || u_isalpha(c) == 0)) {
      const bool invisible =
          c >= 0x80 && u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
      if (!invisible) end_word(at);
    } else {
      const UScriptCode code = ascii ? USCRIPT_LATIN : script_code(static_cast<char32_t>(c));
      const bool foreign = is_imitating(code);
      if (word.letters == 0) word.range.start = at;
      if (word.letters > 0 && foreign != last_foreign) ++word.switches;
      ++word.letters;
      word.foreign += foreign ? 1 : 0;
      word.greek += code == USCRIPT_GREEK ? 1 : 0;
      word.other = word.other || (!foreign && code != USCRIPT_LATIN);
      last_foreign = foreign;
    }
    at += length;
  }
  end_word(text.size());
}

// A Greek letter before or behind a Latin name is a quantity: "σmax".
bool is_quantity(const Word& word) {
  return word.greek == 1 && word.foreign == 1 && word.switches == 1;
}

// Every letter of another script in `word` looks like an ASCII one.
bool reads_as_ascii(std::string_view word, LookAlikes& look_alikes) {
  for (std::size_t at = 0; at < word.size();) {
    const auto point = decode_utf8(word, at);
    at += point ? point->n_bytes : 1;
    if (!point || point->value < 0x80) continue;
    if (is_imitating(script_code(point->value)) && look_alikes.of(point->value) == '\0') {
      return false;
    }
  }
  return true;
}

ByteRange line_around(std::string_view text, ByteRange range) {
  const std::size_t start = text.rfind('\n', range.start);
  const std::size_t end = text.find('\n', range.end);
  return {start == std::string_view::npos ? 0 : start + 1,
          end == std::string_view::npos ? text.size() : end};
}

void append_skeleton(TextView& view, std::string_view text, ByteRange range,
                     LookAlikes& look_alikes) {
  for (std::size_t at = range.start; at < range.end;) {
    const auto point = decode_utf8(text, at);
    const std::size_t length = point ? point->n_bytes : 1;
    const bool foreign = point && point->value >= 0x80 && is_imitating(script_code(point->value));
    const char plain = foreign ? look_alikes.of(point->value) : '\0';
    const auto piece = plain != '\0' ? std::string_view(&plain, 1) : text.substr(at, length);
    view.append(piece, {at, at + length});
    at += length;
  }
}

void append_as_is(TextView& view, std::string_view text, ByteRange range) {
  for (std::size_t i = range.start; i < range.end; ++i) view.append(text.substr(i, 1), {i, i + 1});
}

}  // namespace

std::vector<LookAlikeWord> look_alike_words(std::string_view text) {
  std::vector<LookAlikeWord> words;
  std::optional<LookAlikes> look_alikes;
  for_each_word(text, [&](const Word& word) {
    if (word.letters < kFewestLetters || word.foreign == 0 || word.foreign == word.letters ||
        word.other || is_quantity(word)) {
      return;
    }
    if (!look_alikes) look_alikes.emplace();
    const auto bytes = text.substr(word.range.start, word.range.end - word.range.start);
    if (reads_as_ascii(bytes, *look_alikes)) words.push_back({word.range, word.switches});
  });
  return words;
}

std::optional<TextView> skeleton_view(std::string_view text,
                                      const std::vector<LookAlikeWord>& words) {
  if (words.empty()) return std::nullopt;
  LookAlikes look_alikes;
  TextView replaced(ViewKind::kSkeleton);
  std::size_t done = 0;
  for (const LookAlikeWord& word : words) {
    const ByteRange line = line_around(text, word.range);
    if (line.start < done) continue;
    append_as_is(replaced, text, {done, line.start});
    const auto bytes = text.substr(line.start, line.end - line.start);
    std::size_t in_line = line.start;
    for_each_word(bytes, [&](const Word& found) {
      const ByteRange range{found.range.start + line.start, found.range.end + line.start};
      if (found.foreign == 0 || found.other) return;
      if (!reads_as_ascii(text.substr(range.start, range.end - range.start), look_alikes)) return;
      append_as_is(replaced, text, {in_line, range.start});
      append_skeleton(replaced, text, range, look_alikes);
      in_line = range.end;
    });
    append_as_is(replaced, text, {in_line, line.end});
    done = line.end;
  }
  append_as_is(replaced, text, {done, text.size()});
  return folded_view(replaced.text()).through(replaced, ViewKind::kSkeleton);
}

}  // namespace ragsieve
