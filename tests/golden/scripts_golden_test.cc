// Scripts and words against the reference numbers: exact, the foreign fraction to 1e-12.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ragsieve/text/scripts.h"
#include "ragsieve/text/words.h"
#include "tests/golden/golden.h"

namespace ragsieve {
namespace {

std::vector<std::string> strings(const json::Value& list) {
  std::vector<std::string> values;
  for (const json::Value& value : *list.array()) values.push_back(*value.string());
  return values;
}

TEST(ScriptsGolden, FractionsIntegrityAndWords) {
  RAGSIEVE_NEEDS_SHARED("golden/scripts.jsonl");
  const std::vector<json::Value> records = read_jsonl(shared_path("golden/scripts.jsonl"));
  EXPECT_GT(records.size(), 100U);
  for (const json::Value& record : records) {
    const std::string& text = *record.find("text")->string();
    const ScriptProfile profile = script_profile(text);
    EXPECT_NEAR(profile.foreign_fraction, record.find("foreign_fraction")->number(), 1e-12) << text;
    EXPECT_EQ(profile.mixed, record.find("integrity")->number() != 0) << text;
    EXPECT_EQ(words(text), strings(*record.find("words"))) << text;
  }
}

}  // namespace
}  // namespace ragsieve
