#include "eval/report/costs_markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "eval/run/testing.h"

namespace ragsieve::eval {
namespace {

using testing::HasSubstr;

// 1.5 s for 240 documents, and 3 s for them.
TEST(CostsReport, GivesSecondsAScanAndMicrosecondsADocument) {
  ResultLine slow = sample_line("poisonedrag_black");
  slow.seconds = 3;
  const std::string text = costs_report({sample_line("authchain"), slow});
  EXPECT_THAT(text, HasSubstr("## made_up, a scan\n\nEncoder fake@0000; a CPU, 2 cores.\n"));
  EXPECT_THAT(text, HasSubstr("| rsg | 2 | 2.25 (1.50 to 3.00) | 9375 (6250 to 12500) |\n"));
}

// 8 queries, each judged with the poisons and without: 1.5 s for 16 contexts.
TEST(CostsReport, GivesMillisecondsAQuery) {
  ResultLine line = sample_line("authchain", "rsq");
  line.key.table = "filter";
  EXPECT_THAT(costs_report({line}), HasSubstr("| detector | rows | milliseconds a query |\n"
                                              "|---|---|---|\n| rsq | 1 | 93.8 |\n"));
}

TEST(CostsReport, OursComeFirstWhateverTheOrderOfTheLines) {
  const ResultLine ours = sample_line("authchain", "rsg");
  const ResultLine peer = sample_line("authchain", "ahd");
  EXPECT_EQ(costs_report({ours, peer}), costs_report({peer, ours}));
  EXPECT_THAT(costs_report({peer, ours}), testing::ContainsRegex("rsg(.|\n)*ahd"));
}

TEST(CostsReport, LeavesOutWhatHasNoCost) {
  ResultLine empty = sample_line("authchain");
  empty.figures.n_positives = empty.figures.n_negatives = 0;
  EXPECT_EQ(costs_report({empty, sample_answers("authchain")}), "");
}

}  // namespace
}  // namespace ragsieve::eval
