#include "eval/attacks/synonyms.h"

#include <gtest/gtest.h>

#include <set>

namespace ragsieve::eval {
namespace {

TEST(Synonyms, ReplaceWordsOfTheTableOutsideOfTheAnswer) {
  std::set<std::string> texts;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    texts.insert(with_synonyms("The city film of big city film, cityscape.", "city film", random));
  }
  EXPECT_EQ(texts, (std::set<std::string>{"The city film of big city film, cityscape.",
                                          "The city film of large city film, cityscape."}));
}

TEST(Synonyms, KnowTheAnswerAtTheFrontOfASentence) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    EXPECT_EQ(with_synonyms("A big city won", "a big city", random).substr(0, 10), "A big city");
    EXPECT_EQ(with_synonyms("", "x", random), "");
    EXPECT_EQ(with_synonyms("zinc", "", random), "zinc");
  }
}

}  // namespace
}  // namespace ragsieve::eval
