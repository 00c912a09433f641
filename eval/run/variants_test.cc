#include "eval/run/variants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace ragsieve::eval {
namespace {

using testing::Contains;
using testing::ElementsAre;

TEST(Variants, AreOnRequestAndHaveNamesAndConfigurationsOfTheirOwn) {
  std::set<std::string> names;
  std::size_t n = 0;
  for (const OnlineDetector& detector : known_online_detectors()) {
    names.insert(detector.name);
    ++n;
  }
  EXPECT_EQ(names.size(), n);
  for (const OnlineDetector& detector : online_ablations()) EXPECT_TRUE(detector.on_request);
  for (const OfflineDetector& detector : offline_sensitivity()) {
    EXPECT_TRUE(detector.on_request);
    EXPECT_NE(detector.config, rsg_config({})) << detector.name;
  }
}

TEST(Variants, KindsStandForTheirNames) {
  EXPECT_THAT(offline_names({"rsg", kAblations}),
              ElementsAre("rsg", "rsg_topology_alone", "rsg_scripts_alone"));
  EXPECT_THAT(online_names({kAblations}), Contains("filter_default_reference_without_rarity"));
  EXPECT_THAT(online_names({kSensitivity}), Contains("rsq_n10"));
  EXPECT_EQ(offline_names({kSensitivity}).size(), 8U);
}

}  // namespace
}  // namespace ragsieve::eval
