#include <map>

#include "eval/attacks/testing.h"
#include "ragsieve/text/look_alikes.h"

namespace ragsieve::eval {
namespace {

class Homoglyph : public AttackTest {};

TEST_F(Homoglyph, LooksLikeThePoisonOfQuestionPrefix) {
  const std::vector<Draft> plain = drafts(question_prefix);
  const std::vector<Draft> made = drafts(homoglyph);
  ASSERT_EQ(made.size(), plain.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    EXPECT_NE(made[i].text, plain[i].text);
    EXPECT_EQ(made[i].query, plain[i].query);
    const auto words = look_alike_words(made[i].text);
    EXPECT_FALSE(words.empty());
    // Each letter that was replaced has two bytes instead of one.
    std::size_t places = 0;
    for (const char c : made[i].text) places += (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    EXPECT_EQ(made[i].text.size(), plain[i].text.size() + places);
  }
}

TEST_F(Homoglyph, ReplacedLettersAreTakenForTheirOriginals) {
  data_.poisons[0].target_answer = "abcdefghijklm nopqrs tuvwxyz ABCDE FGHIJ KLMNO PQRST UVWXYZ";
  std::map<std::string, char> replaced;
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    const std::vector<Draft> plain = drafts(question_prefix, 0, seed);
    const std::vector<Draft> made = drafts(homoglyph, 0, seed);
    for (std::size_t i = 0; i < made.size(); ++i) {
      std::size_t at = 0;
      for (const char c : plain[i].text) {
        const std::size_t n_bytes = static_cast<unsigned char>(made[i].text[at]) < 0x80 ? 1 : 2;
        if (n_bytes == 2) replaced[made[i].text.substr(at, 2)] = c;
        at += n_bytes;
      }
    }
  }
  std::size_t n_known = 0;  // to text/look_alikes.h
  for (const auto& [letter, plain] : replaced) {
    const std::string word = "qqqq" + letter;
    const auto skeleton = skeleton_view(word, look_alike_words(word));
    if (!skeleton) continue;
    ++n_known;
    EXPECT_EQ(skeleton->text(), std::string("qqqq") + static_cast<char>(plain | 0x20)) << letter;
  }
  EXPECT_GE(replaced.size(), 19U);
  EXPECT_GE(n_known + 2, replaced.size());
}

}  // namespace
}  // namespace ragsieve::eval
