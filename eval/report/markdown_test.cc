#include "eval/report/markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "eval/report/cells.h"
#include "eval/report/families.h"
#include "eval/run/testing.h"

namespace ragsieve::eval {
namespace {

using testing::HasSubstr;

ResultLine with(ResultLine line, double auroc, double detection) {
  line.figures.auroc = auroc;
  line.figures.detection = detection;
  return line;
}

TEST(ThreeDigits, AreAsInTheDocuments) {
  EXPECT_EQ(three_digits(0.9449), ".945");
  EXPECT_EQ(three_digits(1), "1.000");
  EXPECT_EQ(three_digits(0), ".000");
  EXPECT_EQ(three_digits(std::nan("")), "-");
}

TEST(MarkdownReport, PutsDetectorsSideBySideOursFirst) {
  const std::string text =
      markdown_report({sample_line("poisonedrag_black", "lof"), sample_line("poisonedrag_black")});
  EXPECT_THAT(text, HasSubstr("| attack | use | n (targets or queries) | rsg | lof |\n"));
  EXPECT_THAT(text, HasSubstr("| poisonedrag_black | development | 40 (8) | .945 / .902 | "
                              ".945 / .902 |\n"));
  EXPECT_THAT(text, HasSubstr("| 75.0 % / 5.0 % |"));
  EXPECT_THAT(text, HasSubstr(".945 [.900, .970] | .902 [.850, .950]"));
  EXPECT_THAT(text, HasSubstr("a CPU, 2 cores"));
}

TEST(MarkdownReport, MacroMeansLeaveOutWhatIsNotCounted) {
  ResultLine few = sample_line("garag_typos");
  few.figures = detection_figures({}, {}, {});
  const std::string text = markdown_report({with(sample_line("poisonedrag_black"), 0.8, 0.6),
                                            with(sample_line("authchain"), 0.6, 0.2),
                                            with(sample_line("blind_llm_context"), 0, 0), few});
  EXPECT_THAT(text, HasSubstr("| macro mean of the counted | | | .700 / .400 (2) |"));
  EXPECT_THAT(text, HasSubstr("too few"));
  EXPECT_THAT(text, HasSubstr("| authchain | report |"));
}

TEST(MarkdownReport, TheCleanCorpusStandsAmongTheRemovals) {
  ResultLine clean = sample_line("");
  clean.positives = {};
  clean.figures = detection_figures({}, std::vector<double>(200, 0), {});
  const std::string text = markdown_report({clean});
  EXPECT_THAT(text, HasSubstr("| (clean corpus) |  | 0 (8) | - / 5.0 % |"));
}

TEST(MarkdownReport, DoesNotDependOnTheOrderOfTheLines) {
  std::vector<ResultLine> lines{sample_line("authchain"), sample_line("llm_gpt4", "ahd"),
                                sample_line("llm_gpt4")};
  lines[1].key.per_target = 3;
  const std::string text = markdown_report(lines);
  EXPECT_THAT(text, HasSubstr("| llm_gpt4, 3 a target |"));
  std::swap(lines[0], lines[2]);
  EXPECT_EQ(markdown_report(lines), text);
}

TEST(MarkdownReport, TablesStandApart) {
  ResultLine online = sample_line("authchain", "rsq");
  online.key.table = "filter";
  const std::string text = markdown_report({online});
  EXPECT_THAT(text, testing::StartsWith("# Filter"));
  EXPECT_THAT(text, HasSubstr("| rsq |"));
  const std::string both = markdown_report({online, sample_line("authchain")});
  EXPECT_THAT(both, testing::StartsWith("# Audit"));
  EXPECT_THAT(both, testing::EndsWith(text));
  online.key.table = "other";
  EXPECT_EQ(markdown_report({online}), "");
}

TEST(FamilyUse, FollowsTheMethods) {
  EXPECT_EQ(use_of("adaptive_synonym"), FamilyUse::kDevelopment);
  EXPECT_EQ(use_of("phantom_contriever"), FamilyUse::kReport);
  EXPECT_EQ(use_of("blind_llm_context"), FamilyUse::kNotCounted);
  EXPECT_EQ(use_of("poisonedrag_llm+llm_gpt4"), FamilyUse::kNotCounted);
  EXPECT_EQ(use_name(FamilyUse::kReport), "report");
}

}  // namespace
}  // namespace ragsieve::eval
