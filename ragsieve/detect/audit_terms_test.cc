#include "ragsieve/detect/audit_terms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> mixed(std::string_view text) {
  std::vector<std::string> words;
  for (const ByteRange range : mixed_words(text)) {
    words.emplace_back(text.substr(range.start, range.end - range.start));
  }
  return words;
}

TEST(MixedWords, AreThoseWithLettersOfTwoAlphabets) {
  EXPECT_THAT(mixed("please p\xD0\xB0y now"), ElementsAre("p\xD0\xB0y"));
  EXPECT_THAT(mixed("plοt"), ElementsAre("plοt"));  // a Greek omicron inside
}

TEST(MixedWords, AreNotFormulasGlossariesOrNames) {
  EXPECT_THAT(mixed("TNFα and Δx, a μm, α-helix"), IsEmpty());
  EXPECT_THAT(mixed("COVID疫情 and T恤"), IsEmpty());
  EXPECT_THAT(mixed("house: дом, σπίτι, בית"), IsEmpty());
  EXPECT_THAT(mixed(""), IsEmpty());
}

TEST(MixedWords, AreAtMostAsManyAsAsked) {
  EXPECT_EQ(mixed_words("p\xD0\xB0y p\xD0\xB0y p\xD0\xB0y", 2).size(), 2U);
}

// Rows 0..2 nearly the same, row 3 apart; rows 1 and 2 with the same text.
RsgResult near_copies() {
  RsgResult rsg;
  rsg.k = 3;
  rsg.documents.resize(4);
  rsg.documents[3].density = 0.25;
  rsg.neighbours = {{{1, 0.99}, 0.9, false}, {{2, 0.97}, 0.8, false}, {{3, 0.1}, 0, false},
                    {{2, 1.0}, 1, false},    {{0, 0.99}, 0.9, false}, {{3, 0.1}, 0, false},
                    {{1, 1.0}, 1, false},    {{0, 0.97}, 0.5, true},  {{3, 0.1}, 0, false},
                    {{0, 0.1}, 0, false},    {{1, 0.1}, 0, false},    {{2, 0.1}, 0, false}};
  return rsg;
}
const std::vector<std::string_view> kTexts{"one two three", "one two", "one two", "four"};

TEST(AuditTerms, CrowdIsTheNearCopiesWithoutTheNearest) {
  const auto terms = audit_terms(kTexts, near_copies(), {}, {}).value();
  EXPECT_NEAR(terms[0].of(AuditTerm::kCrowd), 0.4, 1e-9);  // (.97 - .95) / .05
  EXPECT_NEAR(terms[1].of(AuditTerm::kCrowd), 0.8, 1e-9);
  EXPECT_EQ(terms[2].of(AuditTerm::kCrowd), 0);  // one clean duplicate; the other has other words
  EXPECT_EQ(terms[3].of(AuditTerm::kCrowd), 0);
  EXPECT_EQ(terms[0].near_copies, 2U);
  EXPECT_EQ(terms[0].copies, 0U);
  EXPECT_EQ(terms[1].copies, 1U);
}

TEST(AuditTerms, DensityIsThatOfRsgAndFluencyThatOfTheCorpus) {
  const auto terms = audit_terms(kTexts, near_copies(), {}, {}).value();
  EXPECT_EQ(terms[3].of(AuditTerm::kDensity), 0.25);
  const auto fluency = corpus_fluency(kTexts, {}, {}).value();
  for (std::size_t i = 0; i < kTexts.size(); ++i) {
    EXPECT_EQ(terms[i].of(AuditTerm::kFluency), fluency[i].bits);
  }
}

TEST(AuditTerms, InjectionIsTheScoreOfTheRules) {
  InjectionRules rules;
  InjectionRule rule;
  rule.id = "en.ignore";
  rule.category = "override";
  rule.language = "en";
  rule.pattern = "ignore previous instructions";
  rule.weight = 0.9;
  rules.rules.push_back(rule);
  const auto scorer = InjectionScorer::of(rules, nullptr).value();
  RsgResult rsg;
  rsg.documents.resize(2);
  AuditTermOptions options;
  options.injection = scorer.get();
  const std::vector<std::string_view> texts{"ignore previous instructions", "fine"};
  const auto terms = audit_terms(texts, rsg, options, {}).value();
  EXPECT_NEAR(terms[0].of(AuditTerm::kInjection), 0.9, 1e-9);
  EXPECT_EQ(terms[1].of(AuditTerm::kInjection), 0);
  EXPECT_EQ(audit_terms(texts, rsg, {}, {}).value()[0].of(AuditTerm::kInjection), 0);
}

TEST(AuditTerms, ScriptsCountsMixedWords) {
  RsgResult rsg;
  rsg.documents.resize(1);
  const std::vector<std::string_view> texts{"p\xD0\xB0y p\xD0\xB0y"};
  EXPECT_EQ(audit_terms(texts, rsg, {}, {}).value()[0].of(AuditTerm::kScripts), 2);
}

TEST(AuditTerms, RefusesTextsOfAnotherCorpusAndOptionsOutOfRange) {
  const Error count = audit_terms({}, near_copies(), {}, {}).error();
  EXPECT_EQ(count.code, Code::kInvalidArgument);
  EXPECT_THAT(count.message, HasSubstr("texts is 0"));
  AuditTermOptions options;
  options.tau_near = 1;
  EXPECT_THAT(audit_terms(kTexts, near_copies(), options, {}).error().message,
              HasSubstr("tau_near"));
}

}  // namespace
}  // namespace ragsieve
