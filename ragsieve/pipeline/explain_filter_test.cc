#include "ragsieve/pipeline/explain_filter.h"

#include <gtest/gtest.h>

namespace ragsieve {
namespace {

CandidateRecord flagged() {
  CandidateRecord record;
  record.flagged = true;
  record.anchor = 0.9;
  record.integrity = 0.2;
  record.surprisal = 0.5;
  record.alignment = 0.3;
  record.anchors = {{"zanzibar", 5, 5, 6.4e-5}};
  record.window = {3, 16, "burst", 6.9315};
  record.jump = {0.25, 0.03, 0, 3};
  return record;
}

TEST(ExplainCandidate, EachTermThatCountsIsNamed) {
  Document document;
  set_fields(document, "Title", "one two three");
  CandidateRecord record = flagged();
  explain_candidate(document, {{6, 9}, {10, 13}}, RsqOptions{}, record);
  ASSERT_EQ(record.reasons.size(), 3U);  // plain English: integrity explains nothing
  EXPECT_NE(record.reasons[0].find("\"zanzibar\" in 5 of the top 5 and 5 of 20"),
            std::string::npos);
  EXPECT_NE(record.reasons[1].find("10.0 bits a token over 16 tokens from token 3"),
            std::string::npos)
      << record.reasons[1];
  EXPECT_NE(record.reasons[2].find("repeats the question"), std::string::npos);
  ASSERT_EQ(record.spans.size(), 2U);
  EXPECT_EQ(record.spans[0].text, "one");
  EXPECT_EQ(record.spans[1].rule, "rsq.alignment");
}

TEST(ExplainCandidate, ForeignLettersAreCounted) {
  Document document;
  set_fields(document, "", "text");
  CandidateRecord record = flagged();
  record.scripts = {0.25, 0.03, {{"LATIN", 3}, {"CYRILLIC", 1}}};
  explain_candidate(document, {}, RsqOptions{}, record);
  EXPECT_NE(record.reasons[1].find("LATIN 3, CYRILLIC 1"), std::string::npos);
  EXPECT_TRUE(record.spans.empty());
}

TEST(ExplainCandidate, NotFlaggedHasNoReason) {
  CandidateRecord record = flagged();
  record.flagged = false;
  explain_candidate(Document{}, {}, RsqOptions{}, record);
  EXPECT_TRUE(record.reasons.empty());
}

}  // namespace
}  // namespace ragsieve
