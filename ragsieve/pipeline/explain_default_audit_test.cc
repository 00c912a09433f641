#include "ragsieve/pipeline/explain_default_audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Document document(const std::string& title, const std::string& text) {
  Document made;
  set_fields(made, title, text);
  return made;
}

// A flagged record, and a verdict in which one term is rare.
class ExplainDefaultAudit : public testing::Test {
 protected:
  ExplainDefaultAudit() {
    record_.flagged = true;
    record_.evidence.emplace();
    verdict_.p_terms.fill(1);
    options_.median_bits = 8.125;
  }

  void rare(AuditTerm term, double value, double p) {
    terms_.of(term) = value;
    verdict_.p_terms[static_cast<std::size_t>(term)] = p;
    verdict_.strongest = term;
  }
  void explain(const Document& document) {
    ASSERT_TRUE(explain_default_audit(document, terms_, verdict_, options_, record_).ok());
  }

  AuditRecord record_;
  AuditTerms terms_;
  AuditVerdict verdict_;
  AuditReasonOptions options_;
};

TEST_F(ExplainDefaultAudit, NotFlaggedHasNoReason) {
  record_.flagged = false;
  rare(AuditTerm::kScripts, 1, 1e-4);
  explain(document("", "p\xD0\xB0y"));
  EXPECT_THAT(record_.reasons, IsEmpty());
  EXPECT_THAT(record_.spans, IsEmpty());
}

TEST_F(ExplainDefaultAudit, DensityNamesTheNeighboursInOtherWords) {
  rare(AuditTerm::kDensity, 0.9, 0.0002);
  record_.rsg.neighbours = {{"copy", 0.99, 0.9, false}, {"a", 0.91, 0.25, true},
                            {"b", 0.9, 0.2, true},      {"c", 0.9, 0.2, true},
                            {"d", 0.9, 0.2, true},      {"e", 0.9, 0.2, true}};
  explain(document("", "abc"));
  ASSERT_EQ(record_.reasons.size(), 1U);
  EXPECT_THAT(record_.reasons[0],
              HasSubstr("says the same as 5 other documents in other words (p 0.0002): a (cosine "
                        "0.910, 25 % of words shared), b (cosine"));
  EXPECT_THAT(record_.reasons[0], HasSubstr(" and 1 more"));
  EXPECT_THAT(record_.reasons[0], testing::Not(HasSubstr("copy")));
}

TEST_F(ExplainDefaultAudit, CrowdNamesNearCopiesAndCountsExactOnes) {
  rare(AuditTerm::kCrowd, 2.5, 0.0004);
  terms_.copies = 30;
  record_.evidence->near_copies = {"a", "b"};
  explain(document("", "abc"));
  EXPECT_THAT(record_.reasons,
              ElementsAre("is nearly the same text as 2 neighbours (p 0.0004): a, b; 30 other "
                          "documents hold exactly this text"));
}

TEST_F(ExplainDefaultAudit, FluencyPointsAtItsStretch) {
  rare(AuditTerm::kFluency, 13.2, 0.0003);
  terms_.fluency = {13.2, {4, 13}, 40};
  explain(document("", "the zorq flub of"));
  EXPECT_THAT(record_.reasons,
              ElementsAre("16 words from byte 4 of the text do not fit the language of this "
                          "corpus: 13.2 bits a word, median 8.1 (p 0.0003)"));
  ASSERT_EQ(record_.spans.size(), 1U);
  EXPECT_EQ(record_.spans[0].text, "zorq flub");
  EXPECT_EQ(record_.spans[0].rule, "audit.fluency");
  EXPECT_EQ(record_.spans[0].weight, 1 - 0.0003);
}

TEST_F(ExplainDefaultAudit, StretchFromTitleToTextIsTwoSpans) {
  rare(AuditTerm::kFluency, 13.2, 0.0003);
  const Document made = document("about zorq", "flub of it");
  terms_.fluency = {13.2, {6, 15}, 2};
  explain(made);
  EXPECT_THAT(record_.reasons[0], testing::StartsWith("2 words from byte 6 of the title"));
  ASSERT_EQ(record_.spans.size(), 2U);
  EXPECT_EQ(record_.spans[0].text, "zorq");
  EXPECT_EQ(record_.spans[1].field, "text");
  EXPECT_EQ(record_.spans[1].text, "flub");
}

TEST_F(ExplainDefaultAudit, StrippedFrontOfATitleMovesNothing) {
  rare(AuditTerm::kFluency, 13.2, 0.0003);
  const Document made = document("  zorq", "flub");
  terms_.fluency = {13.2, {0, 9}, 2};
  explain(made);
  ASSERT_EQ(record_.spans.size(), 2U);
  EXPECT_EQ(record_.spans[0].text, "zorq");
  EXPECT_EQ(record_.spans[0].range.start, 2U);
  EXPECT_EQ(record_.spans[1].text, "flub");
}

TEST_F(ExplainDefaultAudit, ScriptsShowAtMostEightWords) {
  rare(AuditTerm::kScripts, 10, 1e-5);
  std::string text;
  for (int i = 0; i < 10; ++i) text += "p\xD0\xB0y ";
  explain(document("", text));
  EXPECT_THAT(record_.reasons[0], HasSubstr("10 words mix alphabets (p 1e-05)"));
  EXPECT_EQ(record_.spans.size(), 8U);
  EXPECT_EQ(record_.spans[0].rule, "audit.scripts");
}

TEST_F(ExplainDefaultAudit, InjectionNamesRulesAndShowsNoPlaceTwice) {
  InjectionRules rules;
  InjectionRule rule;
  rule.id = "en.test";
  rule.category = "override";
  rule.language = "en";
  rule.weight = 0.9;
  rule.pattern = "obey";
  rules.rules = {rule};
  const auto scorer = InjectionScorer::of(rules, nullptr).value();
  options_.terms.injection = scorer.get();
  rare(AuditTerm::kInjection, 0.9, 0.00002);
  explain(document("", "you obey"));
  EXPECT_THAT(record_.reasons, ElementsAre("addresses a model (score 0.90, p 2e-05): en.test"));
  ASSERT_EQ(record_.spans.size(), 1U);
  EXPECT_EQ(record_.spans[0].rule, "injection.en.test");
  EXPECT_EQ(record_.spans[0].text, "obey");
  explain(document("", "you obey"));
  EXPECT_EQ(record_.spans.size(), 1U);
}

TEST_F(ExplainDefaultAudit, StrongestTermComesFirstThenWhatIsRareToo) {
  rare(AuditTerm::kDensity, 0.9, 0.005);
  rare(AuditTerm::kCrowd, 0.5, 0.02);
  rare(AuditTerm::kScripts, 1, 1e-4);
  explain(document("", "p\xD0\xB0y"));
  ASSERT_EQ(record_.reasons.size(), 2U);
  EXPECT_THAT(record_.reasons[0], HasSubstr("1 word mixes alphabets"));
  EXPECT_THAT(record_.reasons[1], HasSubstr("says the same as"));
}

}  // namespace
}  // namespace ragsieve
