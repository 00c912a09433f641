#include "eval/report/charts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "eval/report/svg.h"
#include "eval/run/testing.h"

namespace ragsieve::eval {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

ResultLine filter_line(const std::string& family, const std::string& detector) {
  ResultLine line = sample_line(family, detector);
  line.key.table = "filter";
  return line;
}

std::string chart(const std::vector<NamedSvg>& charts, const std::string& name) {
  const auto found = std::ranges::find(charts, name, &NamedSvg::name);
  return found == charts.end() ? "" : found->svg;
}

TEST(Charts, PlaneHoldsOnePointADetector) {
  const std::string svg =
      chart(charts_of({filter_line("authchain", "rsq"), filter_line("llm_gpt4", "rsq"),
                       filter_line("llm_gpt4", "trust_rag")}),
            "plane_filter.svg");
  EXPECT_EQ(std::ranges::count(svg, '\n') > 0, true);
  EXPECT_THAT(svg, HasSubstr(">rsq<"));
  EXPECT_THAT(svg, HasSubstr(">trust_rag<"));
  std::size_t circles = 0;
  for (std::size_t at = svg.find("<circle"); at != svg.npos; at = svg.find("<circle", at + 1)) {
    ++circles;
  }
  EXPECT_EQ(circles, 2U);
}

// 30 of 40 poisons and 10 of 200 clean: 75 % up, 5 % across; axes end at 100 % and 5 %.
TEST(Charts, PlaneStandsWhereTheOwnThresholdRemoves) {
  const std::string svg = chart(charts_of({filter_line("llm_gpt4", "rsq")}), "plane_filter.svg");
  EXPECT_THAT(svg, HasSubstr("<circle cx=\"540.0\" cy=\"137.5\""));
}

TEST(Charts, LeaveOutVariantsAndWhatIsNotCounted) {
  EXPECT_THAT(charts_of({filter_line("blind_llm_context", "rsq"),
                         filter_line("llm_gpt4", "rsq_without_anchor")}),
              IsEmpty());
}

TEST(Charts, DetectionOverTheNumberOfPoisons) {
  ResultLine one = filter_line("llm_gpt4", "rsq");
  one.key.per_target = 1;
  ResultLine ten = filter_line("poisonedrag_llm+llm_gpt4", "rsq");
  const std::string svg = chart(charts_of({one, ten}), "poisons_filter.svg");
  EXPECT_THAT(svg, HasSubstr("<path d=\"M117.0 "));  // x = 1 of 10 on 470 points
  EXPECT_THAT(svg, HasSubstr(" L540.0 "));
}

TEST(Svg, EscapesNamesAndSkipsWhatIsNotFinite) {
  const Chart chart{"a <b> & \"c\"",
                    {"x", 0, 1},
                    {"y", 0, 1},
                    {{"<n>", {{0.5, 0.5}}}, {"nan", {{0.0 / 0.0, 1}}}}};
  const std::string svg = scatter_svg(chart);
  EXPECT_THAT(svg, HasSubstr("a &lt;b&gt; &amp; &quot;c&quot;"));
  EXPECT_THAT(svg, HasSubstr("&lt;n&gt;"));
  EXPECT_THAT(svg, Not(HasSubstr(">nan<")));
}

}  // namespace
}  // namespace ragsieve::eval
