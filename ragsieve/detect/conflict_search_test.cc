#include "ragsieve/detect/conflict_search.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/text/sentences.h"

namespace ragsieve {
namespace {

// Documents cut into sentences; vectors play no part, the neighbours are given.
struct Set {
  std::vector<Document> documents;
  TextUnits sentences;

  void add(std::string_view title, std::string_view text) {
    Document document;
    document.id = std::to_string(documents.size());
    set_fields(document, title, text);
    sentences.add_document(document_sentences(document));
    documents.push_back(std::move(document));
  }
  [[nodiscard]] EncodedDocuments view() const {
    EncodedDocuments view;
    view.documents = documents;
    view.sentences = &sentences;
    return view;
  }
};

class ConflictSearch : public testing::Test {
 protected:
  ConflictSearch() {
    trusted_.add("Canteen", "The lunch in Messa costs employees 38 kroner.");
    trusted_.add("Canteen", "The lunch in Messa costs employees 52 kroner.");
    trusted_.add("", "# Water\nThe reservoir holds 7 litres of water.");
    for (int i = 0; i < 20; ++i) {  // so that the words of the lunch are rare
      trusted_.add("Page " + std::to_string(i), "Something else stands on this page.");
    }
    for (const Document& document : trusted_.documents) rarity_.add(document.indexed_text);
  }
  std::vector<FoundConflict> find(std::string_view title, std::string_view text,
                                  const std::vector<std::vector<Neighbour>>& neighbours) {
    candidates_ = {};
    candidates_.add(title, text);
    const EncodedDocuments set = candidates_.view();
    const EncodedDocuments trusted = trusted_.view();
    return find_conflicts({&set, 0, &trusted, &rarity_}, neighbours);
  }
  Set trusted_;
  Set candidates_;
  WordRarity rarity_;
};

TEST_F(ConflictSearch, NamesBothSentencesAndTheDifference) {
  const auto found = find("Canteen", "The lunch in Messa costs employees 79 kroner.",
                          {{{0, 0.5}}, {{1, 0.97}, {5, 0.2}}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].candidate_sentence, 1U);
  EXPECT_EQ(found[0].trusted_sentence, 1U);
  EXPECT_EQ(found[0].comparison.differs.at(0), "number: 79 kroner / 38 kroner");
}

TEST_F(ConflictSearch, ASentenceThatANearerOneAgreesWithIsInConflictWithNone) {
  const std::string text = "The lunch in Messa costs employees 52 kroner.";
  EXPECT_TRUE(find("Canteen", text, {{}, {{3, 0.98}, {1, 0.97}}}).empty());
  EXPECT_EQ(find("Canteen", text, {{}, {{1, 0.97}, {5, 0.2}}}).size(), 1U);
}

TEST_F(ConflictSearch, TitlesAndIdenticalSentencesAreSkipped) {
  EXPECT_TRUE(find("", "The lunch in Messa costs employees 38 kroner.", {{{1, 1}}}).empty());
  EXPECT_TRUE(find("", "Canteen 12", {{{0, 0.9}}}).empty());
  EXPECT_TRUE(find("", "No neighbours here, 7 of them.", {{}}).empty());
}

TEST_F(ConflictSearch, TheHintIsTheTitleOrTheFirstHeadingOrSentence) {
  EXPECT_EQ(subject_hint(trusted_.documents[0]), "Canteen");
  EXPECT_EQ(subject_hint(trusted_.documents[2]), "# Water");
  Document plain;
  set_fields(plain, "", "No heading. More.");
  EXPECT_EQ(subject_hint(plain), "No heading.");
}

TEST_F(ConflictSearch, WhereTheCorpusContradictsItselfItSupportsNothing) {
  const std::string text = "The lunch in Messa costs employees 79 kroner.";
  EXPECT_TRUE(find("Canteen", text, {{}, {{1, 0.97}, {3, 0.96}}}).empty());
}

TEST_F(ConflictSearch, ASentenceAloneInItsNearnessIsNearer) {
  const EncodedDocuments trusted = trusted_.view();
  EXPECT_DOUBLE_EQ(nearness_of(trusted, {{1, 0.9}, {0, 0.8}, {5, 0.5}}, 0).margin, 0.9 - 0.5);
  EXPECT_DOUBLE_EQ(nearness_of(trusted, {{1, 0.9}, {5, 0.5}}, 1).margin, 0.5 - 0.9);
  EXPECT_DOUBLE_EQ(nearness_of(trusted, {{1, 0.9}}, 0).margin, 0);
}

TEST_F(ConflictSearch, HeaviestComesFirstAndOnlySoManyAreKept) {
  std::string text;
  std::vector<std::vector<Neighbour>> neighbours{{}};
  for (int i = 0; i < 30; ++i) {
    text += "The lunch in Messa costs employees " + std::to_string(100 + i) + " kroner.\n";
    neighbours.push_back({{1, 0.9 + 0.001 * i}, {5, 0.2}});
  }
  const auto found = find("Canteen", text, neighbours);
  ASSERT_EQ(found.size(), kMostConflicts);
  for (std::size_t i = 1; i < found.size(); ++i) {
    EXPECT_GE(found[i - 1].comparison.score, found[i].comparison.score);
  }
}

}  // namespace
}  // namespace ragsieve
