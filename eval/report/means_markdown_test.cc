#include "eval/report/means_markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "eval/run/testing.h"

namespace ragsieve::eval {
namespace {

using testing::HasSubstr;
using testing::Not;

ResultLine with_figures(const std::string& family, const std::string& detector, double auroc,
                        double detection) {
  ResultLine line = sample_line(family, detector);
  line.figures.auroc = auroc;
  line.figures.detection = detection;
  return line;
}

// 30 of 40 poisons and 10 of 200 clean documents are removed by each detector's own threshold.
TEST(MeansReport, GivesMeansOverTheCountedAttacks) {
  const std::string text =
      means_report({with_figures("poisonedrag_black", "rsg", 0.9, 0.8),
                    with_figures("authchain", "rsg", 0.7, 0.4),
                    with_figures("blind_llm_context", "rsg", 0.1, 0.1)});  // is not counted
  EXPECT_THAT(text, HasSubstr("## audit, made_up, fake\n"));
  EXPECT_THAT(text, HasSubstr("| rsg | 2 | .800 | - | .600 | - | 75.00 % | 5.00 % |\n"));
}

TEST(MeansReport, ComparesAVariantWithWhatItVariesOnTheAttacksOfBoth) {
  const std::string text = means_report({with_figures("poisonedrag_black", "rsg", 0.9, 0.8),
                                         with_figures("authchain", "rsg", 0.7, 0.4),
                                         with_figures("authchain", "rsg_k8", 0.75, 0.3)});
  EXPECT_THAT(text, HasSubstr("| rsg_k8 | 1 | .750 | +0.050 | .300 | -0.100 |"));
}

TEST(MeansReport, LeavesOutWhatIsTooFewAndWhatHasNoSuchFigures) {
  ResultLine few = sample_line("authchain");
  few.figures.too_few = true;
  EXPECT_EQ(means_report({few, sample_answers("authchain")}), "");
  EXPECT_THAT(means_report({few, sample_line("poisonedrag_black")}), Not(HasSubstr("| 2 |")));
}

}  // namespace
}  // namespace ragsieve::eval
