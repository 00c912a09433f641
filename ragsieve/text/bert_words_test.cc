#include "ragsieve/text/bert_words.h"

#include <gtest/gtest.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include <random>
#include <string>
#include <vector>

#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

using List = std::vector<std::string>;

List words_of(std::string_view text) {
  List words;
  BertWords reader(text);
  BertWord word;
  while (reader.next(word)) {
    words.emplace_back(word.too_long() ? "<long>" : word.utf8(0, word.n_code_points()));
  }
  return words;
}

TEST(BertWords, SplitsAtWhiteSpaceAndPunctuation) {
  EXPECT_EQ(words_of("Hello, World!  a_b $5"),
            (List{"hello", ",", "world", "!", "a", "_", "b", "$", "5"}));
  EXPECT_EQ(words_of("\u00ABq\u00BB\u2014x"), (List{"\u00AB", "q", "\u00BB", "\u2014", "x"}));
  EXPECT_EQ(words_of("a\tb\nc\rd\u00A0e\u3000f\u2028g\u2029h"),
            (List{"a", "b", "c", "d", "e", "f", "g", "h"}));
}

TEST(BertWords, NothingInNothing) {
  EXPECT_TRUE(words_of("").empty());
  EXPECT_TRUE(words_of(" \n\u2003").empty());
  EXPECT_TRUE(words_of("\u0301").empty());
}

TEST(BertWords, SymbolsPastAsciiStayInTheirWord) {
  EXPECT_EQ(words_of("a\u2211b \u20AC5"), (List{"a\u2211b", "\u20AC5"}));
}

TEST(BertWords, ControlFormatPrivateAndUnassignedVanish) {
  EXPECT_EQ(words_of(std::string_view("a\0b", 3)), (List{"ab"}));
  EXPECT_EQ(words_of("a\x01\x7F\x0B\u0085z"), (List{"az"}));
  EXPECT_EQ(words_of("soft\u00ADhyphen zero\u200Bwidth \u202Eb\uFEFF"),
            (List{"softhyphen", "zerowidth", "b"}));
  EXPECT_EQ(words_of("a\uE000\uFFFD\uFFFE\U000E0041z"), (List{"az"}));
}

TEST(BertWords, MarksVanishAfterDecomposition) {
  EXPECT_EQ(words_of("na\u00EFve e\u0301 \u0130 \u1EC7"), (List{"naive", "e", "i", "e"}));
  EXPECT_EQ(words_of("\u0939\u093F\u0928\u094D"), (List{"\u0939\u093F\u0928"}));  // Mc stays
}

TEST(BertWords, LowerCaseKnowsNoFinalSigma) {
  EXPECT_EQ(words_of("\u03A3\u0391\u03A3"), (List{"\u03C3\u03B1\u03C3"}));
  EXPECT_EQ(words_of("\u00DF \u1E9E \u01C5"), (List{"\u00DF", "\u00DF", "\u01C6"}));
}

TEST(BertWords, IdeographsStandAlone) {
  EXPECT_EQ(words_of("a\u4E2D\u6587b"), (List{"a", "\u4E2D", "\u6587", "b"}));
  EXPECT_EQ(words_of("\U00020000\uF900"), (List{"\U00020000", "\u8C48"}));
  EXPECT_EQ(words_of("\u3042\u30AB"), (List{"\u3042\u30AB"}));  // kana do not
}

TEST(BertWords, HangulIsTakenApart) {
  EXPECT_EQ(words_of("\uAC01"), (List{"\u1100\u1161\u11A8"}));
  EXPECT_EQ(words_of("\u1100\u1161\u11A8"), (List{"\u1100\u1161\u11A8"}));
}

TEST(BertWords, DecompositionMayUncoverPunctuation) {
  EXPECT_EQ(words_of("a\u2260b"), (List{"a", "=", "b"}));
  EXPECT_EQ(words_of("a\u037Eb"), (List{"a", ";", "b"}));
}

TEST(BertWords, SpacingMarksAreSorted) {
  // U+302E (class 224) behind U+1B44 (class 9), unless a starter or a mark of class 0 parts them.
  EXPECT_EQ(words_of("a\u302E\u1B44"), (List{"a\u1B44\u302E"}));
  EXPECT_EQ(words_of("a\u302Eb\u1B44"), (List{"a\u302Eb\u1B44"}));
  EXPECT_EQ(words_of("a\u302E\u0941\u1B44"), (List{"a\u302E\u1B44"}));
  EXPECT_EQ(words_of("a\u302E\u0301\u1B44"), (List{"a\u1B44\u302E"}));
}

TEST(BertWords, AHundredCodePointsAreAWord) {
  const std::string hundred(100, 'x');
  EXPECT_EQ(words_of(hundred), (List{hundred}));
  EXPECT_EQ(words_of(hundred + "x y"), (List{"<long>", "y"}));
  EXPECT_EQ(words_of(hundred + "\u0301 y"), (List{hundred, "y"}));
  std::string wide;
  for (int i = 0; i < 100; ++i) wide += "\U0001D518";
  EXPECT_EQ(words_of(wide), (List{wide}));
  EXPECT_EQ(words_of(wide + "\U0001D518"), (List{"<long>"}));
}

TEST(BertWords, RangesCountBytesOfTheText) {
  const std::string text = " Caf\u00E9e\u0301s, \uAC00" + std::string(150, 'x');
  BertWords reader(text);
  BertWord word;
  ASSERT_TRUE(reader.next(word));
  EXPECT_EQ(word.range(), (ByteRange{1, 10}));
  EXPECT_EQ(word.source(3, 4), (ByteRange{4, 6}));  // a composed letter
  EXPECT_EQ(word.source(4, 5), (ByteRange{6, 9}));  // a letter and its mark
  EXPECT_EQ(word.source(5, 6), (ByteRange{9, 10}));
  EXPECT_EQ(word.source(2, 6), (ByteRange{3, 10}));
  ASSERT_TRUE(reader.next(word));
  EXPECT_EQ(word.range(), (ByteRange{10, 11}));
  ASSERT_TRUE(reader.next(word));
  EXPECT_TRUE(word.too_long());
  EXPECT_EQ(word.range(), (ByteRange{12, text.size()}));
  EXPECT_FALSE(reader.next(word));
}

TEST(BertWords, BothHalvesOfASyllableStandForItsBytes) {
  BertWords reader("\uAC00\uAC01");
  BertWord word;
  ASSERT_TRUE(reader.next(word));
  ASSERT_EQ(word.n_code_points(), 5U);
  EXPECT_EQ(word.source(0, 1), (ByteRange{0, 3}));
  EXPECT_EQ(word.source(1, 2), (ByteRange{0, 3}));
  EXPECT_EQ(word.source(1, 3), (ByteRange{0, 6}));
}

TEST(BertWords, BytesThatAreNotUtf8Vanish) {
  EXPECT_EQ(words_of("a\xFF\xC3z\xE4\xB8"), (List{"az"}));
}

// The oracle: each step of models.md as a pass over the whole text.
using Points = std::u32string;

Points decode(std::string_view text) {
  Points points;
  for (std::size_t offset = 0; offset < text.size();) {
    const auto point = decode_utf8(text, offset);
    points += point->value;
    offset += point->n_bytes;
  }
  return points;
}

std::string encode(const Points& points) {
  std::string text;
  for (const char32_t c : points) {
    std::array<char, 4> bytes{};
    std::size_t n_bytes = 0;
    U8_APPEND_UNSAFE(bytes.data(), n_bytes, c);
    text.append(bytes.data(), n_bytes);
  }
  return text;
}

bool is_set_apart(char32_t c) {
  switch (ublock_getCode(static_cast<UChar32>(c))) {
    case UBLOCK_CJK_UNIFIED_IDEOGRAPHS:
    case UBLOCK_CJK_UNIFIED_IDEOGRAPHS_EXTENSION_A:
    case UBLOCK_CJK_UNIFIED_IDEOGRAPHS_EXTENSION_B:
    case UBLOCK_CJK_UNIFIED_IDEOGRAPHS_EXTENSION_C:
    case UBLOCK_CJK_UNIFIED_IDEOGRAPHS_EXTENSION_D:
    case UBLOCK_CJK_UNIFIED_IDEOGRAPHS_EXTENSION_E:
    case UBLOCK_CJK_COMPATIBILITY_IDEOGRAPHS:
    case UBLOCK_CJK_COMPATIBILITY_IDEOGRAPHS_SUPPLEMENT:
      return true;
    default:
      return false;
  }
}

Points cleaned(const Points& points) {
  Points clean;
  for (const char32_t c : points) {
    const std::uint32_t category = U_GET_GC_MASK(static_cast<UChar32>(c));
    const bool space = c == '\t' || c == '\n' || c == '\r' || (category & U_GC_ZS_MASK) != 0;
    if (space) {
      clean += U' ';
    } else if (c != 0xFFFD && (category & U_GC_C_MASK) == 0) {
      clean += is_set_apart(c) ? Points{U' ', c, U' '} : Points{c};
    }
  }
  return clean;
}

Points decomposed(const Points& points) {
  std::u16string units;
  for (const char32_t c : points) {
    if (c > 0xFFFF) units += U16_LEAD(static_cast<UChar32>(c));
    units += c > 0xFFFF ? U16_TRAIL(static_cast<UChar32>(c)) : static_cast<char16_t>(c);
  }
  UErrorCode error = U_ZERO_ERROR;
  std::u16string out(units.size() * 4 + 4, u'\0');
  const std::int32_t n = unorm2_normalize(unorm2_getNFDInstance(&error), units.data(),
                                          static_cast<std::int32_t>(units.size()), out.data(),
                                          static_cast<std::int32_t>(out.size()), &error);
  EXPECT_TRUE(U_SUCCESS(error));
  Points result;
  for (std::int32_t i = 0; i < n;) {
    UChar32 c = 0;
    U16_NEXT(out.data(), i, n, c);
    if (u_charType(c) != U_NON_SPACING_MARK) result += static_cast<char32_t>(u_tolower(c));
  }
  return result;
}

List oracle(std::string_view text) {
  List words;
  Points word;
  const auto flush = [&] {
    if (!word.empty()) words.push_back(word.size() > 100 ? "<long>" : encode(word));
    word.clear();
  };
  for (const char32_t c : decomposed(cleaned(decode(text)))) {
    const bool ascii_symbol = c > 0x20 && c < 0x7F && !u_isalnum(static_cast<UChar32>(c));
    if (u_isUWhiteSpace(static_cast<UChar32>(c))) {
      flush();
    } else if (ascii_symbol || u_ispunct(static_cast<UChar32>(c))) {
      flush();
      word += c;
      flush();
    } else {
      word += c;
    }
  }
  flush();
  return words;
}

char32_t random_point(std::mt19937& random) {
  static constexpr char32_t kPool[] = {
      U'a',      U'Z',      U'7',      U' ',      U'\n',     U'.',      U'\0',         U'\u00E9',
      U'\u0301', U'\u0345', U'\u302E', U'\u1B44', U'\u093F', U'\u0941', U'\u0958',     U'\u0BCA',
      U'\u4E2D', U'\uFA0E', U'\uF900', U'\uAC01', U'\u1161', U'\u2260', U'\U0001D15E', U'\u200B',
      U'\u2028', U'\u3000', U'\uFFFD', U'\u03A3', U'\u1FEF', U'\u20DD', U'\U0001D165', U'\uFB01'};
  if (random() % 4 != 0) return kPool[random() % std::size(kPool)];
  const char32_t any = random() % (random() % 2 == 0 ? 0x3000U : 0x110000U);
  return any >= 0xD800 && any < 0xE000 ? U'x' : any;
}

TEST(BertWords, AgreesWithPassesOverTheWholeText) {
  std::mt19937 random(11);
  for (int round = 0; round < 20000; ++round) {
    Points points;
    const std::size_t n = random() % (round % 100 == 0 ? 500 : 24);
    for (std::size_t i = 0; i < n; ++i) points += random_point(random);
    const std::string text = encode(points);
    ASSERT_EQ(words_of(text), oracle(text)) << testing::PrintToString(text);
  }
}

TEST(BertWords, AgreesOnEveryCodePoint) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    const std::string text = encode({U'A', c, U'b'});
    ASSERT_EQ(words_of(text), oracle(text)) << "U+" << std::hex << static_cast<unsigned>(c);
  }
}

}  // namespace
}  // namespace ragsieve
