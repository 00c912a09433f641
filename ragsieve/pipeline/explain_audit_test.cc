#include "ragsieve/pipeline/explain_audit.h"

#include <gtest/gtest.h>

namespace ragsieve {
namespace {

Document document(const std::string& text) {
  Document made;
  set_fields(made, "", text);
  return made;
}

TEST(ExplainAudit, NotFlaggedHasNoReason) {
  AuditRecord record;
  record.rsg.integrity = true;
  explain_audit(document("p\xD0\xB0y"), RsgOptions{}, record);
  EXPECT_TRUE(record.reasons.empty());
}

TEST(ExplainAudit, WordsWithSeamsAreTheSpans) {
  AuditRecord record;
  record.flagged = true;
  record.rsg.integrity = true;
  explain_audit(document("do p\xD0\xB0y \xD0\xB0t"), RsgOptions{}, record);
  ASSERT_EQ(record.reasons.size(), 1U);
  EXPECT_NE(record.reasons[0].find("LATIN 5, CYRILLIC 2"), std::string::npos) << record.reasons[0];
  ASSERT_EQ(record.spans.size(), 2U);
  EXPECT_EQ(record.spans[0].text, "p\xD0\xB0y");
  EXPECT_EQ(record.spans[1].text, "\xD0\xB0t");
}

TEST(ExplainAudit, ThreeScriptsWithoutASeam) {
  AuditRecord record;
  record.flagged = true;
  record.rsg.integrity = true;
  explain_audit(document("abc \xD0\xB0\xD0\xB1 \xCE\xB1\xCE\xB2"), RsgOptions{}, record);
  ASSERT_EQ(record.reasons.size(), 1U);
  EXPECT_NE(record.reasons[0].find("mixes 3 scripts"), std::string::npos);
  EXPECT_TRUE(record.spans.empty());
}

TEST(ExplainAudit, OnlyEligibleNeighboursAreNamed) {
  AuditRecord record;
  record.flagged = true;
  record.rsg.density = 0.5;
  record.rsg.p = 0.01;
  record.rsg.neighbours = {{"near", 0.91, 0.25, true}, {"copy", 0.99, 0.9, false}};
  explain_audit(document("abc"), RsgOptions{}, record);
  ASSERT_EQ(record.reasons.size(), 1U);
  EXPECT_NE(record.reasons[0].find("near (cosine 0.910, 25 % of words shared)"), std::string::npos);
  EXPECT_EQ(record.reasons[0].find("copy"), std::string::npos);
}

}  // namespace
}  // namespace ragsieve
