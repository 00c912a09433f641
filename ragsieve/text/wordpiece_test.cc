#include "ragsieve/text/wordpiece.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>

#include "ragsieve/base/limits.h"
#include "ragsieve/text/bert_words.h"

namespace ragsieve {
namespace {

using Ids = std::vector<std::int32_t>;
using Ranges = std::vector<ByteRange>;
constexpr std::size_t kAll = 1000000;

// Ids: [PAD] 0, [UNK] 1, [CLS] 2, [SEP] 3, then from 4 on.
constexpr std::string_view kVocab =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\nun\n##aff\n##able\n##a\nhello\n[\n]\ncls\ncl\n##s\n,\ne\n"
    "\u4E2D\n\u1100\n##\u1161\n##\n#\nxx\n##x\nunaffable\n";
enum Id : std::int32_t {
  kUnk = 1,
  kCls = 2,
  kSep = 3,
  kUn = 4,
  kAff = 5,
  kAble = 6,
  kHello = 8,
  kOpen = 9,
  kClose = 10,
  kClsWord = 11,
  kComma = 14,
  kE = 15,
  kMiddle = 16,
  kKiyeok = 17,
  kMoreA = 18,
  kHash = 20,
  kXx = 21,
  kMoreX = 22,
  kUnaffable = 23
};

Wordpiece wordpiece(std::string_view vocab = kVocab) {
  auto made = Wordpiece::create(vocab, "vocab.txt");
  EXPECT_TRUE(made.ok());
  return std::move(made).value();
}

Error error_of(std::string_view vocab) {
  auto made = Wordpiece::create(vocab, "vocab.txt");
  EXPECT_FALSE(made.ok());
  return made.ok() ? Error{} : made.error();
}

TEST(Wordpiece, LongestMatchFirst) {
  const Wordpiece tokens = wordpiece();
  EXPECT_EQ(tokens.tokenize("unaffable", kAll).ids, (Ids{kUnaffable}));
  EXPECT_EQ(tokens.tokenize("unaffaffable Hello,", kAll).ids,
            (Ids{kUn, kAff, kAff, kAble, kHello, kComma}));
  EXPECT_EQ(tokens.tokenize("xxx", kAll).ids, (Ids{kXx, kMoreX}));
}

TEST(Wordpiece, OneUnknownPieceMakesTheWordUnknown) {
  const auto [ids, ranges] = wordpiece().tokenize("hello unaffz,un", kAll);
  EXPECT_EQ(ids, (Ids{kHello, kUnk, kComma, kUn}));
  EXPECT_EQ(ranges, (Ranges{{0, 5}, {6, 12}, {12, 13}, {13, 15}}));
}

TEST(Wordpiece, NoTextHasNoTokens) {
  const Wordpiece tokens = wordpiece();
  EXPECT_TRUE(tokens.tokenize("", kAll).ids.empty());
  EXPECT_TRUE(tokens.tokenize(" \n\u00A0", kAll).ids.empty());
  EXPECT_EQ(tokens.encode("", 512), (Ids{kCls, kSep}));
}

TEST(Wordpiece, ControlTokensInATextArePlainCharacters) {
  EXPECT_EQ(wordpiece().tokenize("[CLS] [PAD]", kAll).ids,
            (Ids{kOpen, kClsWord, kClose, kOpen, kUnk, kClose}));
}

TEST(Wordpiece, HashMarksInATextAreNoContinuation) {
  EXPECT_EQ(wordpiece().tokenize("##s ##", kAll).ids, (Ids{kHash, kHash, kUnk, kHash, kHash}));
}

TEST(Wordpiece, WordsOverAHundredCodePointsAreUnknown) {
  const Wordpiece tokens = wordpiece();
  EXPECT_EQ(tokens.tokenize(std::string(100, 'x'), kAll).ids.size(), 99U);
  const auto [ids, ranges] = tokens.tokenize(std::string(101, 'x') + " un", kAll);
  EXPECT_EQ(ids, (Ids{kUnk, kUn}));
  EXPECT_EQ(ranges, (Ranges{{0, 101}, {102, 104}}));
}

TEST(Wordpiece, RangesCountBytesOfTheText) {
  // A dropped hyphen, a decomposed letter, an ideograph and a syllable of two pieces.
  const auto [ids, ranges] = wordpiece().tokenize("hel\u00ADlo e\u0301\u4E2D\uAC00", kAll);
  EXPECT_EQ(ids, (Ids{kHello, kE, kMiddle, kKiyeok, kMoreA}));
  EXPECT_EQ(ranges, (Ranges{{0, 7}, {8, 11}, {11, 14}, {14, 17}, {14, 17}}));
}

TEST(Wordpiece, StopsAtTheLimit) {
  const Wordpiece tokens = wordpiece();
  const WordpieceTokens cut = tokens.tokenize("hello unaffaffable", 3);
  EXPECT_EQ(cut.ids, (Ids{kHello, kUn, kAff}));
  EXPECT_EQ(cut.ranges, (Ranges{{0, 5}, {6, 8}, {8, 11}}));
  EXPECT_TRUE(tokens.tokenize("hello", 0).ids.empty());
  EXPECT_EQ(tokens.encode("hello hello hello", 4), (Ids{kCls, kHello, kHello, kSep}));
  EXPECT_EQ(tokens.encode("hello", 2), (Ids{kCls, kSep}));
}

TEST(Wordpiece, VocabularyAndSpecials) {
  const Wordpiece tokens = wordpiece("[SEP]\r\n[UNK]\r\n[CLS]");
  EXPECT_EQ(tokens.vocabulary(), (std::vector<std::string>{"[SEP]", "[UNK]", "[CLS]"}));
  EXPECT_EQ(tokens.cls_id(), 2);
  EXPECT_EQ(tokens.sep_id(), 0);
  EXPECT_EQ(tokens.tokenize("a", kAll).ids, (Ids{1}));
}

TEST(Wordpiece, VocabularyErrorsNameTheLine) {
  const Error repeated = error_of("[UNK]\na\n[CLS]\n##a\na\n");
  EXPECT_EQ(repeated.code, Code::kInvalidInput);
  EXPECT_EQ(repeated.where.path, "vocab.txt");
  EXPECT_EQ(repeated.where.line, 5U);
  EXPECT_NE(repeated.message.find("repeats line 2"), std::string::npos);
  EXPECT_EQ(error_of("##a\n##a\n").where.line, 2U);

  const Error invalid = error_of("[UNK]\nab\xFF\n");
  EXPECT_EQ(invalid.code, Code::kInvalidInput);
  EXPECT_EQ(invalid.where.line, 2U);
  EXPECT_NE(invalid.message.find("UTF-8 at byte 2"), std::string::npos);

  const Error empty_line = error_of("[UNK]\n\n[CLS]\n[SEP]\n");
  EXPECT_EQ(empty_line.code, Code::kInvalidInput);
  EXPECT_EQ(empty_line.where.line, 2U);
  EXPECT_NE(empty_line.message.find("empty"), std::string::npos);
}

TEST(Wordpiece, VocabularyNeedsItsSpecials) {
  for (const std::string_view missing : {"[UNK]", "[CLS]", "[SEP]"}) {
    std::string vocab;
    for (const std::string_view token : {"[UNK]", "[CLS]", "[SEP]"}) {
      if (token != missing) vocab += std::string(token) + "\n";
    }
    const Error error = error_of(vocab);
    EXPECT_EQ(error.code, Code::kInvalidInput);
    EXPECT_NE(error.message.find(missing), std::string::npos);
  }
  EXPECT_EQ(error_of("").code, Code::kInvalidInput);
}

TEST(Wordpiece, VocabularyOverTheLimitIsRefused) {
  const Error error = error_of(std::string(limits::kVocabBytes + 1, 'a'));
  EXPECT_EQ(error.code, Code::kTooLarge);
  EXPECT_NE(error.message.find(std::to_string(limits::kVocabBytes)), std::string::npos);
}

// The oracle: longest match by trying every end of the word in a map.
Ids tokenize_by_map(const std::vector<std::string>& vocabulary, std::string_view text) {
  std::map<std::string, std::int32_t> by_token;
  for (std::size_t i = 0; i < vocabulary.size(); ++i) {
    by_token[vocabulary[i]] = static_cast<std::int32_t>(i);
  }
  Ids ids;
  BertWords words(text);
  BertWord word;
  while (words.next(word)) {
    Ids pieces;
    std::size_t begin = 0;
    while (begin < word.n_code_points()) {
      std::size_t end = word.n_code_points();
      const auto piece = [&] {
        return (begin > 0 ? "##" : "") + std::string(word.utf8(begin, end));
      };
      while (end > begin && !by_token.contains(piece())) --end;
      if (end == begin) break;
      pieces.push_back(by_token[piece()]);
      begin = end;
    }
    if (begin < word.n_code_points()) pieces = {by_token["[UNK]"]};
    ids.insert(ids.end(), pieces.begin(), pieces.end());
  }
  return ids;
}

TEST(Wordpiece, AgreesWithTryingEveryEnd) {
  std::mt19937 random(13);
  std::string vocab = "[UNK]\n[CLS]\n[SEP]\n";
  std::map<std::string, int> seen;
  for (int i = 0; i < 60; ++i) {
    std::string token = random() % 2 == 0 ? "##" : "";
    for (std::size_t n = 1 + random() % 5; n > 0; --n) token += random() % 3 == 0 ? "\u0434" : "a";
    if (seen[token]++ == 0) vocab += token + "\n";
  }
  const Wordpiece tokens = wordpiece(vocab);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::size_t n = random() % 30; n > 0; --n) {
      text += std::array<const char*, 5>{"a", "A", "\u0434", " ", "\u0301"}[random() % 5];
    }
    ASSERT_EQ(tokens.tokenize(text, kAll).ids, tokenize_by_map(tokens.vocabulary(), text)) << text;
  }
}

}  // namespace
}  // namespace ragsieve
