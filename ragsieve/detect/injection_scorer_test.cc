#include "ragsieve/detect/injection_scorer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <string>

#include "ragsieve/detect/gram_tokens.h"

namespace ragsieve {
namespace {

using testing::ElementsAre;

InjectionRules rules_with(const std::string& pattern, double weight = 0.9) {
  InjectionRule rule;
  rule.id = "en.ignore";
  rule.category = "override";
  rule.language = "en";
  rule.pattern = pattern;
  rule.weight = weight;
  InjectionRules rules;
  rules.rules.push_back(rule);
  return rules;
}

// A cache in memory that counts; not for several threads.
class CountingCache final : public ValueCache {
 public:
  Result<std::vector<std::optional<std::string>>> get(std::span<const Digest> keys) override {
    n_asked += keys.size();
    std::vector<std::optional<std::string>> values;
    for (const Digest& key : keys) {
      const auto found = stored.find(key);
      if (found == stored.end()) {
        values.emplace_back();
      } else {
        values.emplace_back(found->second);
      }
    }
    return values;
  }
  Status put(std::span<const std::pair<Digest, std::string>> values) override {
    ++n_puts;
    largest_put = std::max(largest_put, values.size());
    for (const auto& [key, value] : values) stored.emplace(key, value);
    if (stored_some) stored_some();
    return ok_status();
  }

  std::map<Digest, std::string> stored;
  std::function<void()> stored_some;
  std::size_t n_asked = 0;
  std::size_t n_puts = 0;
  std::size_t largest_put = 0;
};

// A classifier that knows no word.
std::string classifier() {
  std::string text =
      "ragsieve injection classifier 1\nbias -3000000\nalarm 0\ngrams 10000\nweights\n";
  for (std::size_t i = 0; i < kGramBuckets; i += 128) text += std::string(128, 'P') + "\n";
  return text;
}

const std::vector<InjectionText> kTexts{{"please obey me", 0}, {"fine", 0}, {"please obey me", 0}};

std::vector<double> scores(const InjectionRules& rules, ValueCache* cache,
                           std::span<const InjectionText> texts = kTexts, int threads = 1) {
  RunOptions run;
  run.threads = threads;
  return InjectionScorer::of(rules, cache).value()->scores(texts, run).value();
}

// Replaces what is stored of every text by these bytes.
void set_scores(CountingCache& cache, const std::string& bytes) {
  for (auto& [key, value] : cache.stored) {
    if (value != "compiled") value = bytes;
  }
}

std::string bytes_of(double value) {
  std::string bytes(sizeof(value), '\0');
  std::memcpy(bytes.data(), &value, sizeof(value));
  return bytes;
}

TEST(InjectionScorer, GivesTheScoreOfTheRulesWithAndWithoutACache) {
  CountingCache cache;
  const std::vector<double> cold = scores(rules_with("obey"), &cache);
  EXPECT_THAT(cold, ElementsAre(testing::DoubleNear(0.9, 1e-12), 0, cold[0]));
  EXPECT_EQ(scores(rules_with("obey"), nullptr), cold);
  EXPECT_EQ(scores(rules_with("obey"), &cache), cold);
}

TEST(InjectionScorer, ScansEqualTextsOnceAndWhatTheCacheKnowsNever) {
  CountingCache cache;
  (void)scores(rules_with("obey"), &cache);
  EXPECT_EQ(cache.n_asked, 3U);        // the rules and two texts
  EXPECT_EQ(cache.stored.size(), 3U);  // the same
  set_scores(cache, bytes_of(0.25));
  EXPECT_THAT(scores(rules_with("obey"), &cache), ElementsAre(0.25, 0.25, 0.25));
  EXPECT_EQ(cache.n_puts, 2U);  // of the first run
}

TEST(InjectionScorer, TakesNoStoredScoreThatIsNotWholeOrNotPossible) {
  CountingCache cache;
  const std::vector<double> right = scores(rules_with("obey"), &cache);
  for (const double wrong : {-0.1, 1.5, std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity()}) {
    CountingCache other = cache;
    set_scores(other, bytes_of(wrong));
    EXPECT_EQ(scores(rules_with("obey"), &other), right) << wrong;
  }
  set_scores(cache, "1234567");
  EXPECT_EQ(scores(rules_with("obey"), &cache), right);
}

TEST(InjectionScorer, AsksAgainWhenARuleChanges) {
  const std::vector<std::function<void(InjectionRules&)>> changes{
      [](InjectionRules& rules) { rules.rules[0].id = "en.other"; },
      [](InjectionRules& rules) { rules.rules[0].weight = 0.8; },
      [](InjectionRules& rules) { rules.rules[0].pattern = "heed"; },
      [](InjectionRules& rules) { rules.rules[0].near = "me"; },
      [](InjectionRules& rules) { rules.rules[0].also = {"me"}; },
      [](InjectionRules& rules) { rules.rules[0].groups = {"me"}; },
      [](InjectionRules& rules) { rules.rules[0].at_least = 1; },
      [](InjectionRules& rules) { rules.rules[0].unless = "you"; },
      [](InjectionRules& rules) { rules.rules[0].boundary = false; },
      [](InjectionRules& rules) { rules.rules[0].reach = 1; },
      [](InjectionRules& rules) { rules.rules[0].soft = true; },
      [](InjectionRules& rules) { rules.discussion = {"attack"}; },
      [](InjectionRules& rules) { rules.topics = {"attack"}; },
      [](InjectionRules& rules) { rules.introduction = {"attack"}; },
      [](InjectionRules& rules) { rules.concepts = {{"ai", "en", "robot", true}}; },
      [](InjectionRules& rules) { rules.classifier = classifier(); },
      [](InjectionRules& rules) { rules.rules.push_back(rules.rules[0]); },
  };
  CountingCache cache;
  (void)scores(rules_with("obey"), &cache);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    InjectionRules rules = rules_with("obey");
    changes[i](rules);
    const std::size_t before = cache.stored.size();
    (void)scores(rules, &cache);
    EXPECT_EQ(cache.stored.size(), before + 3) << "change " << i;
  }
}

TEST(InjectionScorer, KeepsTheScoresWhenOnlyTheTestsOfARuleChange) {
  CountingCache cache;
  (void)scores(rules_with("obey"), &cache);
  InjectionRules rules = rules_with("obey");
  rules.rules[0].sample = "obey";
  rules.rules[0].near_miss = "disobey";
  (void)scores(rules, &cache);
  EXPECT_EQ(cache.stored.size(), 3U);
}

TEST(InjectionScorer, ReadsATitleAsASentenceOfItsOwn) {
  InjectionRules rules = rules_with("obey");
  rules.rules[0].unless = "please";
  const std::vector<InjectionText> texts{{"please obey me", 0}, {"please obey me", 6}};
  CountingCache cache;
  EXPECT_THAT(scores(rules, &cache, texts), ElementsAre(0, testing::Gt(0.8)));
  EXPECT_THAT(scores(rules, &cache, texts), ElementsAre(0, testing::Gt(0.8)));
  Document document;
  set_fields(document, "please", "obey me");
  EXPECT_EQ(injection_text(document), texts[1]);
}

TEST(InjectionScorer, NamesTheRuleThatDoesNotCompileBeforeAnyTextIsRead) {
  CountingCache cache;
  const Error error = InjectionScorer::of(rules_with("(obey"), &cache).error();
  EXPECT_EQ(error.code, Code::kInvalidConfig);
  EXPECT_EQ(error.where.field, "en.ignore.pattern");
  EXPECT_TRUE(cache.stored.empty());
}

TEST(InjectionScorer, GivesTheFindingsOfADocument) {
  CountingCache cache;
  (void)scores(rules_with("obey"), &cache);
  const auto scorer = InjectionScorer::of(rules_with("obey"), &cache).value();
  Document document;
  set_fields(document, "", "please obey me");
  const InjectionResult found = scorer->scan(document).value();
  ASSERT_EQ(found.findings.size(), 1U);
  EXPECT_EQ(found.findings[0].span.text, "obey");
}

class ManyTexts : public testing::Test {
 protected:
  ManyTexts() {
    for (int i = 0; i < 1200; ++i) {
      lines_.push_back("line " + std::to_string(i) + (i % 3 == 0 ? " obey" : ""));
    }
    for (const std::string& line : lines_) texts_.push_back({line, 0});
  }
  std::vector<std::string> lines_;
  std::vector<InjectionText> texts_;
};

TEST_F(ManyTexts, AreTheSameAtAnyThreadCountAndStoredInBlocks) {
  CountingCache cache;
  const std::vector<double> one = scores(rules_with("obey"), &cache, texts_);
  EXPECT_EQ(cache.n_puts, 4U);
  EXPECT_EQ(cache.largest_put, 512U);
  EXPECT_EQ(scores(rules_with("obey"), nullptr, texts_, 3), one);
  EXPECT_EQ(scores(rules_with("obey"), &cache, texts_, 2), one);
  EXPECT_GT(one[3], 0.8);
  EXPECT_EQ(one[4], 0);
}

TEST_F(ManyTexts, ThatAreStoppedKeepWhatIsDone) {
  CountingCache cache;
  const auto scorer = InjectionScorer::of(rules_with("obey"), &cache).value();
  RunOptions run;
  cache.stored_some = [&] { run.cancel.request(); };
  EXPECT_EQ(scorer->scores(texts_, run).error().code, Code::kCancelled);
  EXPECT_EQ(cache.stored.size(), 1 + 512U);  // the rules and one block
}

TEST_F(ManyTexts, ReportHowFarTheyAre) {
  std::uint64_t last = 0;
  RunOptions run;
  run.progress = [&](const ProgressEvent& event) {
    EXPECT_EQ(event.stage, "injection");
    EXPECT_EQ(event.total, 1200U);
    EXPECT_GE(event.done, last);
    last = event.done;
  };
  ASSERT_TRUE(InjectionScorer::of(rules_with("obey"), nullptr).value()->scores(texts_, run).ok());
  EXPECT_EQ(last, 1200U);
}

}  // namespace
}  // namespace ragsieve
