#include "ragsieve/text/folding.h"

#include <unicode/bytestream.h>
#include <unicode/edits.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <array>
#include <string>
#include <utility>

#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

constexpr char32_t kBlackFlag = 0x1F3F4;
constexpr char32_t kTagSpace = 0xE0020;
constexpr char32_t kTagTilde = 0xE007E;
constexpr char32_t kTagEnd = 0xE007F;
constexpr std::string_view kTagLead = "\xF3\xA0";

// Plain letters behind what NFKC_Casefold leaves: letters with strokes and the small capitals.
constexpr std::array<std::pair<char32_t, char>, 34> kPlainLetters = {{
    {0x0131, 'i'}, {0x0142, 'l'}, {0x00F8, 'o'}, {0x0111, 'd'}, {0x1D00, 'a'}, {0x0299, 'b'},
    {0x1D04, 'c'}, {0x1D05, 'd'}, {0x1D07, 'e'}, {0x0262, 'g'}, {0x029C, 'h'}, {0x026A, 'i'},
    {0x1D0A, 'j'}, {0x1D0B, 'k'}, {0x029F, 'l'}, {0x1D0D, 'm'}, {0x0274, 'n'}, {0x1D0F, 'o'},
    {0x1D18, 'p'}, {0x01EB, 'q'}, {0x0280, 'r'}, {0x1D1B, 't'}, {0x1D1C, 'u'}, {0x1D20, 'v'},
    {0x1D21, 'w'}, {0x028F, 'y'}, {0x1D22, 'z'}, {0x0251, 'a'}, {0x0261, 'g'}, {0x0127, 'h'},
    {0x0180, 'b'}, {0x0167, 't'}, {0x024D, 'r'}, {0x0247, 'e'},
}};

constexpr char32_t kTableEnd = 0x3040;  // behind the blocks of punctuation

bool is_dropped(char32_t c) {
  return (c >= 0x0300 && c <= 0x036F) || (c >= 0x064B && c <= 0x065F) || c == 0x0670 || c == 0x0640;
}

bool has_accents(char32_t c) {
  return (c >= 0x00C0 && c < 0x0250) || (c >= 0x0370 && c < 0x0530) || (c >= 0x1E00 && c < 0x2000);
}

char32_t plain_punctuation(char32_t c) {
  if ((c >= 0x2018 && c <= 0x201B) || c == 0x2039 || c == 0x203A || c == 0x02BC) return '\'';
  if (c >= 0x3008 && c <= 0x300F) return '"';
  if (c == 0x061F) return '?';
  if (c == 0x2022) return '*';
  if (c == 0x2028 || c == 0x2029) return '\n';
  const auto code_point = static_cast<UChar32>(c);
  switch (u_charType(code_point)) {
    case U_DASH_PUNCTUATION:
      return '-';
    case U_INITIAL_PUNCTUATION:
    case U_FINAL_PUNCTUATION:
      return '"';
    case U_START_PUNCTUATION:
      return c == 0x201E ? '"' : '(';
    case U_END_PUNCTUATION:
      return ')';
    case U_CONNECTOR_PUNCTUATION:
      return '_';
    case U_OTHER_PUNCTUATION:
      return u_hasBinaryProperty(code_point, UCHAR_S_TERM) != 0 ? '.' : ',';
    case U_MATH_SYMBOL:
    case U_MODIFIER_SYMBOL:
    case U_OTHER_SYMBOL:
      return '*';
    default:
      return c;
  }
}

// For code points below kTableEnd: the letter without its marks, 0 for what is dropped.
class PlainTable {
 public:
  PlainTable() {
    UErrorCode error = U_ZERO_ERROR;
    const icu::Normalizer2* decomposer = icu::Normalizer2::getNFDInstance(error);
    for (char32_t c = 0; c < kTableEnd; ++c) {
      plain_[c] = is_dropped(c) ? 0 : c < 0x80 ? c : plain_punctuation(c);
      icu::UnicodeString parts;
      if (U_FAILURE(error) || !has_accents(c)) continue;
      if (!decomposer->getDecomposition(static_cast<UChar32>(c), parts)) continue;
      plain_[c] = static_cast<char32_t>(parts.char32At(0));
    }
    for (const auto& [letter, plain] : kPlainLetters) {
      plain_[letter] = static_cast<char32_t>(plain);
    }
    plain_[0x0643] = 0x06A9;  // one kaf and one yeh for Arabic and Persian
    plain_[0x064A] = 0x06CC;
    plain_[0x0649] = 0x06CC;
    plain_[0x0622] = plain_[0x0623] = plain_[0x0625] = 0x0627;
    plain_[0x0629] = 0x0647;
  }
  [[nodiscard]] char32_t of(char32_t c) const {
    if (c < kTableEnd) return plain_[c];
    return c == 0xA731 ? U's' : c == 0xA730 ? U'f' : c;
  }

 private:
  std::array<char32_t, kTableEnd> plain_{};
};

const PlainTable& plain_table() {
  static const PlainTable table;
  return table;
}

void append_utf8(std::string& out, char32_t c) {
  const icu::UnicodeString unit(static_cast<UChar32>(c));
  unit.toUTF8String(out);
}

// Tags outside of flags as the ASCII that they stand for.
TextView without_tags(std::string_view text) {
  TextView view(ViewKind::kClean);
  std::size_t at = 0;
  std::size_t plain_from = 0;
  const auto flush = [&](std::size_t end) {
    for (std::size_t i = plain_from; i < end; ++i) view.append(text.substr(i, 1), {i, i + 1});
  };
  while (at < text.size()) {
    if (const std::size_t flag = subdivision_flag_bytes(text, at); flag > 0) {
      at += flag;
      continue;
    }
    const auto point = decode_utf8(text, at);
    const std::size_t length = point ? point->n_bytes : 1;
    if (point && point->value >= kTagSpace && point->value <= kTagTilde) {
      flush(at);
      const char letter = static_cast<char>(point->value - 0xE0000);
      view.append({&letter, 1}, {at, at + length});
      plain_from = at + length;
    }
    at += length;
  }
  flush(text.size());
  return view;
}

// Appends `piece` with the plain table applied; each code point keeps `map`'s source.
template <typename SourceOf>
void append_plain(TextView& view, std::string_view piece, const SourceOf& source_of) {
  const PlainTable& table = plain_table();
  std::string letter;
  std::size_t at = 0;
  while (at < piece.size()) {
    const auto point = decode_utf8(piece, at);
    const std::size_t length = point ? point->n_bytes : 1;
    const char32_t plain = table.of(point ? point->value : 0xFFFD);
    if (plain != 0 && point && plain == point->value) {
      view.append(piece.substr(at, length), source_of(at, length));
    } else if (plain != 0) {
      letter.clear();
      append_utf8(letter, plain);
      view.append(letter, source_of(at, length));
    }
    at += length;
  }
}

TextView casefolded(std::string_view text) {
  TextView view(ViewKind::kClean);
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* normalizer = icu::Normalizer2::getNFKCCasefoldInstance(error);
  std::string folded_text;
  icu::Edits edits;
  if (U_SUCCESS(error)) {
    icu::StringByteSink<std::string> sink(&folded_text, static_cast<int32_t>(text.size()));
    normalizer->normalizeUTF8(0, icu::StringPiece(text.data(), static_cast<int32_t>(text.size())),
                              sink, &edits, error);
  }
  if (U_FAILURE(error)) return TextView::identity(ViewKind::kClean, text);
  icu::Edits::Iterator changes = edits.getFineIterator();
  while (changes.next(error)) {
    const auto source = static_cast<std::size_t>(changes.sourceIndex());
    const auto source_end = source + static_cast<std::size_t>(changes.oldLength());
    const auto piece = std::string_view(folded_text)
                           .substr(static_cast<std::size_t>(changes.destinationIndex()),
                                   static_cast<std::size_t>(changes.newLength()));
    if (changes.hasChange() != 0) {
      append_plain(view, piece,
                   [&](std::size_t, std::size_t) { return ByteRange{source, source_end}; });
    } else {
      append_plain(view, piece, [&](std::size_t at, std::size_t length) {
        return ByteRange{source + at, source + at + length};
      });
    }
  }
  return view;
}

}  // namespace

std::optional<ByteRange> compatibility_difference(std::string_view text) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* normalizer = icu::Normalizer2::getNFKCInstance(error);
  if (U_FAILURE(error)) return std::nullopt;
  const icu::StringPiece bytes(text.data(), static_cast<int32_t>(text.size()));
  if (normalizer->isNormalizedUTF8(bytes, error) != 0) return std::nullopt;
  std::string normalized;
  icu::StringByteSink<std::string> sink(&normalized);
  icu::Edits edits;
  normalizer->normalizeUTF8(0, bytes, sink, &edits, error);
  icu::Edits::Iterator changes = edits.getFineChangesIterator();
  if (U_FAILURE(error) || !changes.next(error)) return std::nullopt;
  const auto start = static_cast<std::size_t>(changes.sourceIndex());
  return ByteRange{start, start + static_cast<std::size_t>(changes.oldLength())};
}

std::size_t subdivision_flag_bytes(std::string_view text, std::size_t at) {
  const auto flag = decode_utf8(text, at);
  if (!flag || flag->value != kBlackFlag) return 0;
  constexpr std::size_t kMostLetters = 6;
  std::size_t end = at + flag->n_bytes;
  for (std::size_t letters = 0; letters <= kMostLetters; ++letters) {
    const auto tag = decode_utf8(text, end);
    if (!tag) return 0;
    end += tag->n_bytes;
    if (tag->value == kTagEnd) return letters >= 3 ? end - at : 0;
    const auto ascii = tag->value - 0xE0000;
    if (!((ascii >= 'a' && ascii <= 'z') || (ascii >= '0' && ascii <= '9'))) return 0;
  }
  return 0;
}

TextView folded_view(std::string_view text) {
  if (text.find(kTagLead) == std::string_view::npos) return casefolded(text);
  const TextView plain = without_tags(text);
  return casefolded(plain.text()).through(plain, ViewKind::kClean);
}

std::string folded(std::string_view text) { return folded_view(text).text(); }

}  // namespace ragsieve
