// Hypergeometric tails and mid-ranks against the reference numbers: relative 1e-9.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ragsieve/stats/hypergeometric.h"
#include "ragsieve/stats/midrank.h"
#include "tests/golden/golden.h"

namespace ragsieve {
namespace {

constexpr double kRelative = 1e-9;

std::uint64_t count(const json::Value& record, std::string_view name) {
  return static_cast<std::uint64_t>(record.find(name)->number());
}

double computed(const json::Value& record, const std::string& kind) {
  if (kind == "hypergeometric_tail") {
    return hypergeometric_tail(count(record, "n"), count(record, "K"), count(record, "k"),
                               count(record, "x"));
  }
  if (kind != "midrank") return std::nan("");
  std::vector<double> reference;
  for (const json::Value& value : *record.find("reference")->array()) {
    reference.push_back(value.number());
  }
  return midrank(record.find("value")->number(), reference);
}

TEST(StatisticsGolden, TailsAndMidranks) {
  RAGSIEVE_NEEDS_SHARED("golden/statistics.jsonl");
  std::map<std::string, int> seen;
  for (const json::Value& record : read_jsonl(shared_path("golden/statistics.jsonl"))) {
    const std::string& kind = *record.find("kind")->string();
    const double expected = record.find("p")->number();
    EXPECT_NEAR(computed(record, kind), expected, kRelative * expected) << json::dump(record);
    ++seen[kind];
  }
  EXPECT_GT(seen["hypergeometric_tail"], 100);
  EXPECT_GT(seen["midrank"], 0);
}

}  // namespace
}  // namespace ragsieve
