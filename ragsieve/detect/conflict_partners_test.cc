#include "ragsieve/detect/conflict_partners.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "ragsieve/text/sentences.h"

namespace ragsieve {
namespace {

// Documents cut into sentences, a unit vector of its own direction for each.
struct Set {
  std::vector<Document> documents;
  TextUnits sentences;
  std::vector<float> values;
  std::vector<double> norms;

  void add(std::string_view title, std::string_view text) {
    Document document;
    document.id = std::to_string(documents.size());
    set_fields(document, title, text);
    sentences.add_document(document_sentences(document));
    documents.push_back(std::move(document));
    while (norms.size() < sentences.size()) {
      const float angle = 0.3F * static_cast<float>(norms.size());
      values.insert(values.end(), {std::cos(angle), std::sin(angle)});
      norms.push_back(1);
    }
  }
  [[nodiscard]] EncodedDocuments view() const {
    EncodedDocuments view;
    view.documents = documents;
    view.sentences = &sentences;
    view.sentence_vectors.n_rows = norms.size();
    view.sentence_vectors.dim = 2;
    view.sentence_vectors.data = values.data();
    view.sentence_vectors.inverse_norms = norms;
    return view;
  }
};

class ConflictPartners : public testing::Test {
 protected:
  ConflictPartners() {
    trusted_.add("Recall", "In 2008 the company recalled 1,140 Kittiwake gauges. It was costly.");
    trusted_.add("Canteen", "A lunch in Messa costs 38 kroner.");
    candidate_.add("Notes", "The Kittiwake was recalled once. The list has 4,310 owners.");
  }
  std::vector<std::uint32_t> rows(std::size_t sentence, std::vector<Neighbour> by_vector,
                                  std::optional<std::size_t> left_out = std::nullopt) {
    const EncodedDocuments set = candidate_.view();
    const EncodedDocuments trusted = trusted_.view();
    const LexicalIndex words = index_sentences(trusted);
    std::vector<std::uint32_t> result;
    const PartnerSearch search{&set, &trusted, &words, left_out};
    for (const Neighbour& one : conflict_partners(search, sentence, std::move(by_vector))) {
      result.push_back(one.row);
    }
    return result;
  }
  Set trusted_;
  Set candidate_;
};

// Units of trusted_: 0 title, 1 and 2; 3 title, 4. Of candidate_: 0 title, 1, 2.
TEST_F(ConflictPartners, AddsWhatSharesTheWordsOfTheSentenceBefore) {
  const auto found = rows(2, {{4, 0.9}});
  EXPECT_NE(std::find(found.begin(), found.end(), 1U), found.end());
  EXPECT_NE(std::find(found.begin(), found.end(), 4U),
            found.end());  // what is near by vector stays
}

TEST_F(ConflictPartners, NamesEachPartnerOnceAndNoTitle) {
  const auto found = rows(1, {{1, 0.9}});
  EXPECT_EQ(std::count(found.begin(), found.end(), 1U), 1);
  EXPECT_EQ(std::count(found.begin(), found.end(), 0U), 0);
}

TEST_F(ConflictPartners, LeavesADocumentOut) {
  EXPECT_TRUE(rows(2, {}, 0).empty());
  EXPECT_FALSE(rows(2, {}, 1).empty());
}

TEST_F(ConflictPartners, TextBeforeASentenceEndsAtTheTitle) {
  const EncodedDocuments set = candidate_.view();
  EXPECT_TRUE(text_before(set, 1).empty());
  EXPECT_EQ(text_before(set, 2), "The Kittiwake was recalled once. ");
  EXPECT_TRUE(is_title(set, 0));
  EXPECT_FALSE(is_title(set, 1));
}

}  // namespace
}  // namespace ragsieve
