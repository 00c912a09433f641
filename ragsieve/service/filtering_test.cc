#include "ragsieve/service/filtering.h"

#include <gmock/gmock.h>

#include <atomic>
#include <future>
#include <map>
#include <thread>
#include <vector>

#include "ragsieve/json/reader.h"
#include "ragsieve/pipeline/index.h"
#include "ragsieve/pipeline/pipeline_testing.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::size_t kDocuments = 60;

// Counts from any thread, and can be held at its first call.
class HeldEncoder final : public Encoder {
 public:
  [[nodiscard]] const ModelIdentity& identity() const override { return encoder_.identity(); }
  [[nodiscard]] Result<Matrix> encode(std::span<const std::string_view> texts, TextKind kind,
                                      const RunOptions& run) override {
    begun = true;
    while (held) std::this_thread::yield();
    const std::lock_guard lock(mutex_);
    n_texts += texts.size();
    return encoder_.encode(texts, kind, run);
  }
  std::atomic<bool> held = false;
  std::atomic<bool> begun = false;
  std::atomic<std::size_t> n_texts = 0;

 private:
  std::mutex mutex_;
  FakeEncoder encoder_;
};

class FilteringTest : public testing::Test, protected PipelineFixture {
 protected:
  Filtering filtering(std::size_t kept = 4) {
    FilteringOptions options;
    options.kept = kept;
    options.calibration.questions = 0;
    ModelsInUse models;
    models.encoder = &held_;
    return {options, models, [this](const std::string& name) -> Result<std::string> {
              const auto found = paths_.find(name);
              if (found != paths_.end()) return found->second;
              return make_error(Code::kNotFound, "there is no corpus '" + name + "'");
            }};
  }

  void add_corpus(const std::string& name) {
    paths_[name] = write(name + ".jsonl", plain_corpus(kDocuments));
  }

  // Twenty documents of the corpora above.
  static FilterRequest request(const std::optional<std::string>& corpus) {
    std::string documents;
    for (int i = 0; i < 20; ++i) {
      const std::string tag = std::to_string(i);
      documents += std::string(i == 0 ? "" : ",") + R"({"id":"clean)" + tag + R"(","text":"alpha)" +
                   tag + " beta" + tag + " gamma" + tag + " delta" + tag + R"( of the city"})";
    }
    const std::string body =
        R"({"contexts":[{"query_id":"q","query":"where","documents":[)" + documents + "]}]}";
    FilterRequest made = filter_request_of(json::Reader().parse(body).value()).value();
    made.corpus = corpus;
    return made;
  }

  // Texts that one request has encoded.
  std::size_t texts_of(Filtering& filtering, const std::optional<std::string>& corpus) {
    const std::size_t before = held_.n_texts;
    const auto report = filtering.filter(request(corpus), {});
    EXPECT_TRUE(report.ok()) << to_string(report.error());
    EXPECT_EQ(report.ok() ? report->queries.size() : 0, 1U);
    return held_.n_texts - before;
  }

  HeldEncoder held_;
  std::map<std::string, std::string> paths_;
};

TEST_F(FilteringTest, OpensACorpusAtItsFirstRequestAndKeepsIt) {
  add_corpus("wiki");
  Filtering filters = filtering();
  EXPECT_EQ(texts_of(filters, "wiki"), kDocuments + 1);
  EXPECT_EQ(texts_of(filters, "wiki"), 1U);
  EXPECT_EQ(texts_of(filters, std::nullopt), 21U);
  EXPECT_EQ(texts_of(filters, "wiki"), 1U);
}

TEST_F(FilteringTest, TheLeastRecentlyUsedGoesFirst) {
  for (const char* name : {"a", "b", "c"}) add_corpus(name);
  Filtering filters = filtering(2);
  EXPECT_EQ(texts_of(filters, "a"), kDocuments + 1);
  EXPECT_EQ(texts_of(filters, "b"), kDocuments + 1);
  EXPECT_EQ(texts_of(filters, "a"), 1U);
  EXPECT_EQ(texts_of(filters, "c"), kDocuments + 1);
  EXPECT_EQ(texts_of(filters, "a"), 1U);
  EXPECT_EQ(texts_of(filters, "b"), kDocuments + 1);
}

TEST_F(FilteringTest, AnIndexThatWasBuiltAgainIsOpenedAgain) {
  const auto build = [&](int n) {
    IndexBuildOptions options;
    options.corpus = write("c.jsonl", plain_corpus(n));
    options.out = path("index");
    return build_index(options, models(), {});
  };
  ASSERT_TRUE(build(60).ok());
  paths_["wiki"] = path("index");
  Filtering filters = filtering();
  const auto reference = [&] {
    return filters.filter(request("wiki"), {}).value().summary.digests.at(0).second;
  };
  const std::string before = reference();
  EXPECT_EQ(reference(), before);
  ASSERT_TRUE(build(61).ok());
  EXPECT_NE(reference(), before);
}

TEST_F(FilteringTest, AFileThatWasWrittenAgainIsOpenedAgain) {
  add_corpus("wiki");
  Filtering filters = filtering();
  EXPECT_EQ(texts_of(filters, "wiki"), kDocuments + 1);
  paths_["wiki"] = write("wiki.jsonl", plain_corpus(kDocuments + 1));
  EXPECT_EQ(texts_of(filters, "wiki"), kDocuments + 2);
  EXPECT_EQ(texts_of(filters, "wiki"), 1U);
}

TEST_F(FilteringTest, FaultsOfACorpusAreTold) {
  paths_["gone"] = path("gone.jsonl");
  Filtering filters = filtering();
  EXPECT_EQ(filters.filter(request("none"), {}).error().code, Code::kNotFound);
  const Error error = filters.filter(request("gone"), {}).error();
  EXPECT_EQ(error.code, Code::kUnavailable);
  EXPECT_THAT(error.message, HasSubstr("the corpus 'gone' cannot be opened"));
  EXPECT_THAT(to_string(error), Not(HasSubstr(folder_)));
  add_corpus("gone");
  EXPECT_TRUE(filters.filter(request("gone"), {}).ok());
}

TEST_F(FilteringTest, ManyRequestsOpenACorpusOnce) {
  add_corpus("wiki");
  Filtering filters = filtering();
  std::vector<std::thread> threads;
  std::atomic<int> n_good = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] { n_good += filters.filter(request("wiki"), {}).ok() ? 1 : 0; });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(n_good, 4);
  EXPECT_EQ(held_.n_texts, kDocuments + 4);
}

TEST_F(FilteringTest, WhoWaitsForACorpusMayGiveUpAndWhoOpensItToo) {
  add_corpus("wiki");
  Filtering filters = filtering();
  held_.held = true;
  CancelToken opener;
  auto opening =
      std::async(std::launch::async, [&] { return filters.filter(request("wiki"), opener).ok(); });
  while (!held_.begun) std::this_thread::yield();
  CancelToken waiter;
  auto waiting = std::async(std::launch::async,
                            [&] { return filters.filter(request("wiki"), waiter).error().code; });
  waiter.request();
  EXPECT_EQ(waiting.get(), Code::kCancelled);
  opener.request();
  held_.held = false;
  EXPECT_FALSE(opening.get());
  EXPECT_EQ(texts_of(filters, "wiki"), kDocuments + 1);  // opened by the next one
}

}  // namespace
}  // namespace ragsieve
