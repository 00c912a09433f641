#include "ragsieve/index/corpus_digest.h"

#include <gtest/gtest.h>

#include "ragsieve/crypto/sha256.h"

namespace ragsieve {
namespace {

Document document(const std::string& id, const std::string& text) {
  Document document;
  document.id = id;
  document.indexed_text = text;
  return document;
}

TEST(CorpusDigest, IsOfTheCanonicalArray) {
  Corpus corpus;
  corpus.documents = {document("b\"\n", "two"), document("a", "one")};
  const std::string array = "[[\"a\",\"" + to_hex(sha256("one")) + "\"],[\"b\\\"\\n\",\"" +
                            to_hex(sha256("two")) + "\"]]";
  EXPECT_EQ(corpus_digest(corpus), sha256(array));
}

TEST(CorpusDigest, OfNothing) { EXPECT_EQ(corpus_digest(Corpus{}), sha256("[]")); }

TEST(CorpusDigest, IdsAreSortedByBytesAndOrderDoesNotMatter) {
  Corpus corpus;
  corpus.documents = {document("\xC3\xA9", "1"), document("z", "2"), document("Z", "3")};
  Corpus other;
  other.documents = {document("Z", "3"), document("\xC3\xA9", "1"), document("z", "2")};
  EXPECT_EQ(corpus_digest(corpus), corpus_digest(other));
  const auto pair = [](const std::string& id, const std::string& text) {
    return "[\"" + id + "\",\"" + to_hex(sha256(text)) + "\"]";
  };
  EXPECT_EQ(corpus_digest(corpus), sha256("[" + pair("Z", "3") + "," + pair("z", "2") + "," +
                                          pair("\xC3\xA9", "1") + "]"));
}

TEST(CorpusDigest, RepeatedIdsDoNotDependOnOrderEither) {
  Corpus corpus;
  corpus.documents = {document("a", "1"), document("a", "2")};
  Corpus other;
  other.documents = {document("a", "2"), document("a", "1")};
  EXPECT_EQ(corpus_digest(corpus), corpus_digest(other));
}

TEST(CorpusDigest, ChangesWithATextAndWithAnId) {
  Corpus corpus;
  corpus.documents = {document("a", "1")};
  Corpus other_text;
  other_text.documents = {document("a", "2")};
  Corpus other_id;
  other_id.documents = {document("b", "1")};
  EXPECT_NE(corpus_digest(corpus), corpus_digest(other_text));
  EXPECT_NE(corpus_digest(corpus), corpus_digest(other_id));
}

}  // namespace
}  // namespace ragsieve
