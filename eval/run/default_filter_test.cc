#include "eval/run/default_filter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace ragsieve::eval {
namespace {

std::vector<FilterTerms> numbered(std::size_t n, double first) {
  std::vector<FilterTerms> terms(n);
  for (std::size_t i = 0; i < n; ++i) terms[i].values[0] = first + static_cast<double>(i);
  return terms;
}

TEST(ReferenceRows, AreDrawnEvenlyAndWithoutRepeats) {
  const std::vector<std::vector<FilterTerms>> datasets{numbered(50, 0), numbered(80, 1000)};
  std::istringstream text(reference_rows(datasets, 40));
  std::set<std::string> lines;
  std::size_t of_second = 0;
  for (std::string line; std::getline(text, line);) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 9) << line;
    of_second += line.starts_with("    {1") && line.find(',') == 9 ? 1 : 0;
    lines.insert(line);
  }
  EXPECT_EQ(lines.size(), 40U);
  EXPECT_EQ(of_second, 20U);
}

TEST(ReferenceRows, AreAtMostWhatThereIs) {
  const std::string text = reference_rows(std::vector<std::vector<FilterTerms>>{numbered(3, 0)}, 9);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
}

TEST(DefaultFilters, NameWhatTheirReferenceIs) {
  const auto detectors = default_filters();
  ASSERT_EQ(detectors.size(), 2U);
  EXPECT_EQ(detectors[0].name, "filter_default");
  EXPECT_TRUE(detectors[0].of_snapshot);
  EXPECT_EQ(detectors[1].name, "filter_default_reference");
  EXPECT_FALSE(detectors[1].of_snapshot);
}

}  // namespace
}  // namespace ragsieve::eval
