// RSQ from given jumps and token NLLs against the reference: the four terms and the score to 1e-6,
// foreign fractions to 1e-12. What the models compute has its own golden test.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ragsieve/detect/rsq.h"
#include "tests/golden/golden.h"

namespace ragsieve {
namespace {

constexpr double kTolerance = 1e-6;

const json::Array& list(const json::Value& record, std::string_view name) {
  return *record.find(name)->array();
}

std::string dataset_of(const std::string& id) {
  const std::string prefix = id.substr(0, id.find('-'));
  return prefix == "hp" ? "hotpotqa" : prefix == "rgb" ? "rgb_fact" : "msmarco";
}

double surprisal_of(const json::Value& profile) {
  std::vector<float> nats;
  for (const json::Value& value : *profile.array()) {
    nats.push_back(static_cast<float>(value.number()));
  }
  return surprisal(nats, {}).term;
}

void expect_case(const json::Value& record) {
  const json::Array& ids = list(record, "ids");
  std::vector<std::string> texts;
  for (const json::Value& id : ids) {
    texts.push_back(text_of(dataset_of(*id.string()), *id.string()));
  }
  std::vector<RsqDocument> documents;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    documents.push_back({texts[i], list(record, "jump")[i].number(), 0});
    EXPECT_NEAR(script_profile(texts[i]).foreign_fraction, list(record, "foreign")[i].number(),
                1e-12);
  }
  for (std::size_t i = 0; i < 5; ++i) {
    documents[i].surprisal = surprisal_of(list(record, "nll")[i]);
  }
  const auto result = rsq(*record.find("query")->string(), documents, {});
  ASSERT_TRUE(result.ok()) << to_string(result.error());
  ASSERT_EQ(result->size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    SCOPED_TRACE("candidate " + std::to_string(i + 1) + ", " + *ids[i].string());
    const RsqCandidate& candidate = (*result)[i];
    EXPECT_NEAR(candidate.anchor, list(record, "anchor")[i].number(), kTolerance);
    EXPECT_NEAR(candidate.integrity, list(record, "integrity")[i].number(), kTolerance);
    EXPECT_NEAR(candidate.surprisal, list(record, "surprisal")[i].number(), kTolerance);
    EXPECT_NEAR(candidate.alignment, list(record, "alignment")[i].number(), kTolerance);
    EXPECT_NEAR(candidate.score, list(record, "score")[i].number(), kTolerance);
  }
}

TEST(RsqGolden, TermsOfEveryCase) {
  RAGSIEVE_NEEDS_SHARED("golden/rsq.jsonl");
  const std::vector<json::Value> records = read_jsonl(shared_path("golden/rsq.jsonl"));
  ASSERT_EQ(records.size(), 27U);
  for (const json::Value& record : records) {
    SCOPED_TRACE(*record.find("attack")->string() + ": " + *record.find("query")->string());
    expect_case(record);
  }
}

}  // namespace
}  // namespace ragsieve
