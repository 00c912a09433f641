#include "ragsieve/detect/baselines/porter_stem.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace ragsieve::baselines {
namespace {

// Worked by hand from the rules of the article.
TEST(PorterStem, WordsOfEachStep) {
  const std::vector<std::pair<std::string, std::string>> words{{"caresses", "caress"},
                                                               {"ponies", "poni"},
                                                               {"cats", "cat"},
                                                               {"caress", "caress"},
                                                               {"feed", "feed"},
                                                               {"agreed", "agre"},
                                                               {"plastered", "plaster"},
                                                               {"bled", "bled"},
                                                               {"motoring", "motor"},
                                                               {"sing", "sing"},
                                                               {"conflated", "conflat"},
                                                               {"hopping", "hop"},
                                                               {"falling", "fall"},
                                                               {"filing", "file"},
                                                               {"happy", "happi"},
                                                               {"sky", "sky"},
                                                               {"relational", "relat"},
                                                               {"rational", "ration"},
                                                               {"digitizer", "digit"},
                                                               {"operator", "oper"},
                                                               {"hopefulness", "hope"},
                                                               {"triplicate", "triplic"},
                                                               {"electrical", "electr"},
                                                               {"goodness", "good"},
                                                               {"revival", "reviv"},
                                                               {"replacement", "replac"},
                                                               {"adoption", "adopt"},
                                                               {"angularity", "angular"},
                                                               {"probate", "probat"},
                                                               {"rate", "rate"},
                                                               {"controlling", "control"},
                                                               {"roll", "roll"},
                                                               {"possibly", "possibl"},
                                                               {"archaeology", "archaeolog"},
                                                               {"is", "is"},
                                                               {"y", "y"}};
  for (const auto& [word, stem] : words) EXPECT_EQ(porter_stem(word), stem) << word;
}

TEST(PorterStem, DigitsStay) { EXPECT_EQ(porter_stem("1994"), "1994"); }

}  // namespace
}  // namespace ragsieve::baselines
