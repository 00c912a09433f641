#include "ragsieve/pipeline/opened_filter.h"

#include <gmock/gmock.h>

#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "ragsieve/connect/jsonl/contexts.h"
#include "ragsieve/json/reader.h"
#include "ragsieve/pipeline/filter.h"
#include "ragsieve/pipeline/pipeline_testing.h"
#include "ragsieve/report/record_json.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

constexpr int kCorpus = 60;

std::string plain(int i) {
  const std::string tag = std::to_string(i);
  return "document" + tag + " tells of town" + tag + " and river" + tag + " and more";
}

std::string document(const std::string& id, const std::string& text) {
  return R"({"id":")" + id + R"(","text":")" + text + "\"}";
}

std::string context_line(const std::string& id, const std::vector<std::string>& documents) {
  std::string list;
  for (const std::string& one : documents) list += (list.empty() ? "" : ",") + one;
  return R"({"query_id":")" + id + R"(","query":"where is the office of )" + id +
         R"(","documents":[)" + list + "]}\n";
}

// Documents of the corpus from `first` on.
std::vector<std::string> own(int first, int n) {
  std::vector<std::string> documents;
  for (int i = first; i < first + n; ++i) {
    documents.push_back(document("c" + std::to_string(i), plain(i)));
  }
  return documents;
}

// The fake does not count its calls safely.
class OneAtATime final : public Encoder {
 public:
  explicit OneAtATime(Encoder& encoder) : encoder_(encoder) {}
  [[nodiscard]] const ModelIdentity& identity() const override { return encoder_.identity(); }
  [[nodiscard]] Result<Matrix> encode(std::span<const std::string_view> texts, TextKind kind,
                                      const RunOptions& run) override {
    const std::lock_guard lock(mutex_);
    return encoder_.encode(texts, kind, run);
  }

 private:
  Encoder& encoder_;
  std::mutex mutex_;
};

class OpenedFilterTest : public testing::Test, protected PipelineFixture {
 protected:
  std::string corpus() const {
    std::string lines;
    for (int i = 0; i < kCorpus; ++i) lines += line("c" + std::to_string(i), plain(i));
    return write("c.jsonl", lines);
  }

  std::unique_ptr<const OpenedFilter> opened(bool with_corpus) {
    OpenedFilterOptions options;
    if (with_corpus) options.corpus = corpus();
    auto filter = OpenedFilter::open(options, models(), {});
    EXPECT_TRUE(filter.ok()) << to_string(filter.error());
    return std::move(filter).value();
  }

  // `lines` as values that are at hand.
  static FilterContexts at_hand(std::string lines) {
    for (char& c : lines) c = c == '\n' ? ',' : c;
    lines.back() = ']';
    const auto values = json::Reader().parse("[" + lines);
    return {contexts_of(*values.value().array()), "", {}};
  }

  static std::string dump(const FilterReport& report) {
    std::string text;
    for (const QueryRecord& query : report.queries) text += json::dump(to_json(query, true)) + "\n";
    return text + json::dump(to_json(report.summary));
  }
};

TEST_F(OpenedFilterTest, GivesTheRecordsOfAFile) {
  std::vector<std::string> poisoned = own(0, 36);
  for (int i = 0; i < 4; ++i) {
    poisoned.insert(poisoned.begin(),
                    document("p" + std::to_string(i),
                             "where is the office of a? in Zanzibar, note" + std::to_string(i)));
  }
  const std::string lines = context_line("a", poisoned) + context_line("b", own(20, 40));
  for (const bool with_corpus : {true, false}) {
    FilterOptions options;
    options.contexts = write("x.jsonl", lines);
    if (with_corpus) options.corpus = corpus();
    const FilterReport of_file = filter(options, models(), {}).value();
    ASSERT_EQ(of_file.queries.size(), 2U);
    EXPECT_GE(of_file.queries[0].removed.size(), 4U);
    EXPECT_EQ(dump(opened(with_corpus)->filter(at_hand(lines), {}).value()), dump(of_file));
  }
}

TEST_F(OpenedFilterTest, AsksTheEncoderForNothingThatIsKnown) {
  const auto filter = opened(true);
  const std::string lines = context_line("a", own(0, 40)) + context_line("b", own(10, 40));
  for (int turn = 0; turn < 3; ++turn) {
    const std::size_t before = encoder_.n_encoded();
    ASSERT_EQ(filter->filter(at_hand(lines), {}).value().queries.size(), 2U);
    EXPECT_EQ(encoder_.n_encoded() - before, 2U);  // the questions
  }
}

TEST_F(OpenedFilterTest, ATextThatIsNotKnownIsEncodedOnceForAllContexts) {
  const auto filter = opened(true);
  std::vector<std::string> one = own(0, 30);
  one.push_back(document("new", "what nobody has seen before"));
  one.push_back(document("c50", "another text under an id of the corpus"));
  std::vector<std::string> two = own(5, 30);
  two.push_back(document("other", "what nobody has seen before"));
  two.push_back(document("c2x", plain(2)));  // a text of the corpus under another id
  const std::size_t before = encoder_.n_encoded();
  const auto report = filter->filter(at_hand(context_line("a", one) + context_line("b", two)), {});
  ASSERT_EQ(report.value().queries.size(), 2U);
  EXPECT_EQ(encoder_.n_encoded() - before, 5U);  // two questions, three texts
}

TEST_F(OpenedFilterTest, EncodesNothingOfWhatIsNotJudged) {
  const auto filter = opened(false);
  std::vector<std::string> deep = own(0, 60);
  for (int i = 0; i < 100; ++i) deep.push_back(document("d" + std::to_string(i), plain(100 + i)));
  ASSERT_TRUE(filter->filter(at_hand(context_line("a", own(0, 19))), {}).ok());
  EXPECT_EQ(encoder_.n_encoded(), 0U);
  ASSERT_TRUE(filter->filter(at_hand(context_line("a", deep)), {}).ok());
  EXPECT_EQ(encoder_.n_encoded(), 61U);
}

TEST_F(OpenedFilterTest, WhatCannotBeJudgedIsNamedByItsPlace) {
  const std::string lines = "{\"query_id\":\"x\"}\n" + context_line("a", own(0, 20)) +
                            context_line("b", own(0, 12)) + context_line("c", own(0, 20));
  const FilterReport report = opened(true)->filter(at_hand(lines), {}).value();
  EXPECT_EQ(report.queries.size(), 2U);
  ASSERT_EQ(report.errors.size(), 2U);
  EXPECT_EQ(to_string(report.errors[0]), "contexts[0]: query: is missing, expected a string");
  EXPECT_THAT(to_string(report.errors[1]), HasSubstr("contexts[2]: documents: query has 12"));
  EXPECT_THAT(report.summary.unscored, testing::ElementsAre("contexts[0]", "contexts[2]"));
}

TEST_F(OpenedFilterTest, AnswersManyThreadsAlike) {
  OneAtATime encoder(encoder_);
  ModelsInUse with_lock;
  with_lock.encoder = &encoder;
  OpenedFilterOptions options;
  options.corpus = corpus();
  const auto filter = OpenedFilter::open(options, with_lock, {}).value();
  const std::string lines = context_line("a", own(0, 30)) + context_line("b", own(20, 40));
  const std::string expected = dump(filter->filter(at_hand(lines), {}).value());
  std::vector<std::string> found(4);
  std::vector<std::thread> threads;
  for (std::string& text : found) {
    threads.emplace_back([&] { text = dump(filter->filter(at_hand(lines), {}).value()); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& text : found) EXPECT_EQ(text, expected);
}

TEST_F(OpenedFilterTest, StopsWhenAsked) {
  const auto filter = opened(true);
  RunOptions run;
  run.cancel.request();
  EXPECT_EQ(filter->filter(at_hand(context_line("a", own(0, 20))), run).error().code,
            Code::kCancelled);
}

TEST_F(OpenedFilterTest, NeedsAnEncoderOfTheCorpussWidth) {
  EXPECT_EQ(OpenedFilter::open({}, ModelsInUse{}, {}).error().code, Code::kUnavailable);
  CorpusVectors loaded = load_corpus_vectors(corpus(), std::nullopt, &encoder_, {}).value();
  const auto known = std::make_shared<const CorpusVectors>(std::move(loaded));
  FakeEncoder wide(64);
  ModelsInUse other;
  other.encoder = &wide;
  const auto refused = OpenedFilter::over({known, nullptr, {}}, {}, other, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, HasSubstr("has vectors of 32 components, expected 64"));
}

}  // namespace
}  // namespace ragsieve
