#include "ragsieve/detect/shared_conflicts.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "ragsieve/text/sentences.h"

namespace ragsieve {
namespace {

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

class SharedConflicts : public testing::Test {
 protected:
  SharedConflicts() {
    trusted_.add("Canteen", "A hot lunch in Messa costs employees 38 kroner.");
    set_.add("Badge", "In Messa a hot lunch is booked at 79 kroner for employees.");  // unit 1
    for (const Document& document : trusted_.documents) rarity_.add(document.indexed_text);
  }
  // The conflict of document 0 with the trusted sentence.
  static FoundConflict conflict() {
    FoundConflict found;
    found.candidate_sentence = 1;
    found.trusted_sentence = 1;
    found.cosine = 0.8;
    found.comparison.score = 0.9;
    found.comparison.conflict = true;
    return found;
  }
  std::vector<FoundConflict> of(std::string_view title, std::string_view text,
                                const FoundConflict& first = conflict()) {
    set_.add(title, text);
    const EncodedDocuments set = set_.view();
    const EncodedDocuments trusted = trusted_.view();
    const std::vector<SharedClaim> claims =
        claims_of({&set, 0, &trusted, &rarity_}, std::vector<FoundConflict>{first});
    std::vector<const SharedClaim*> others;
    for (const SharedClaim& claim : claims) others.push_back(&claim);
    return shared_conflicts({&set, set.documents.size() - 1, &trusted, &rarity_}, others);
  }
  Set trusted_;
  Set set_;
  WordRarity rarity_;
};

TEST_F(SharedConflicts, TheSameValueAboutTheSameThingIsTheSameConflict) {
  const auto found =
      of("Payslips", "You ate twenty hot lunches in Messa. The sum is 79 kroner each.");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].trusted_sentence, 1U);
  EXPECT_DOUBLE_EQ(found[0].comparison.score, 0.9);
  EXPECT_EQ(set_.view().sentence(found[0].candidate_sentence), "The sum is 79 kroner each.");
}

TEST_F(SharedConflicts, AnotherValueOrAnotherThingIsNone) {
  EXPECT_TRUE(of("Payslips", "You ate hot lunches in Messa at 38 kroner each.").empty());
  EXPECT_TRUE(of("Parking", "A ticket for the car park is 79 kroner.").empty());
  EXPECT_TRUE(of("Lunch", "Is a hot lunch in Messa 79 kroner?").empty());
}

TEST_F(SharedConflicts, WhatDoesNotCountOrIsARevisionIsNotShared) {
  FoundConflict weak = conflict();
  weak.comparison.conflict = false;
  EXPECT_TRUE(of("Note", "A hot lunch in Messa is 79 kroner.", weak).empty());
  FoundConflict revision = conflict();
  revision.comparison.says_it_revises = true;
  EXPECT_TRUE(of("Note", "A hot lunch in Messa is 79 kroner.", revision).empty());
}

}  // namespace
}  // namespace ragsieve
