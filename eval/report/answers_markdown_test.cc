#include "eval/report/answers_markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "eval/report/markdown.h"
#include "eval/run/testing.h"

namespace ragsieve::eval {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

ResultLine with(ResultLine line, AnswerMeasure measure, const MeanFigure& poisoned) {
  line.answers->poisoned[static_cast<std::size_t>(measure)] = poisoned;
  return line;
}

TEST(AnswersReport, PutsDefencesSideBySideOursFirst) {
  const std::string text = answers_report(
      {sample_answers("authchain", "trust_rag"), sample_answers("authchain", "rsg+rsq"),
       sample_answers("authchain", "rsg"), sample_answers("authchain")});
  EXPECT_THAT(text, HasSubstr("| attack | use | none | rsg | rsg+rsq | trust_rag |\n"));
  EXPECT_THAT(text, HasSubstr("Token F1, without / with poisons (queries):"));
  EXPECT_THAT(text, HasSubstr("| authchain | report | .200 / .100 (100) | .200 / .100 (100) |"));
  EXPECT_THAT(text, HasSubstr("| authchain | none | .100 [.050, .150] | .200 [.150, .250] | "
                              ".100 [.050, .150] | .200 [.150, .250] | .250 [.200, .300] |\n"));
  EXPECT_THAT(text, HasSubstr("a CPU, 2 cores"));
}

TEST(AnswersReport, MeansAreOverCountedAttacksThatHaveAFigure) {
  const auto attack = AnswerMeasure::kAttackSuccess;
  const std::string text =
      answers_report({with(sample_answers("authchain"), attack, {100, 0.5, {}}),
                      with(sample_answers("poisonedrag_black"), attack, {100, 0.3, {}}),
                      with(sample_answers("garag_typos"), attack, {}),
                      with(sample_answers("blind_llm_context"), attack, {100, 0.9, {}})});
  EXPECT_THAT(text, HasSubstr("| none | .100 (3) | .200 (3) | .300 (3) | .400 (3) | .100 (3) | "
                              ".150 (3) | .200 (3) | .400 (2) | .300 (3) |\n"));
  EXPECT_THAT(text, HasSubstr("| garag_typos | development | .500 / - (0) |"));
  EXPECT_THAT(text, Not(HasSubstr("Means over datasets")));
}

TEST(AnswersReport, MeansOverDatasetsWhereOneReaderAnsweredOnSeveral) {
  ResultLine other = sample_answers("authchain");
  other.key.dataset = "second";
  const std::string text = answers_report({other, sample_answers("authchain")});
  EXPECT_THAT(text, HasSubstr("Means over datasets and counted attacks: made_up, second\n"));
  EXPECT_THAT(text, HasSubstr("| none | .100 (2) |"));
}

TEST(AnswersReport, IsTheLastPartOfTheReportAndDoesNotDependOnTheOrder) {
  const ResultLine line = sample_answers("authchain");
  const ResultLine other = sample_answers("authchain", "rsq");
  EXPECT_EQ(answers_report({line, other}), answers_report({other, line}));
  EXPECT_EQ(answers_report({sample_line("authchain")}), "");
  const std::string whole = markdown_report({line, sample_line("authchain")});
  EXPECT_THAT(whole, EndsWith(answers_report({line})));
  EXPECT_THAT(whole, HasSubstr("# Audit"));
}

}  // namespace
}  // namespace ragsieve::eval
