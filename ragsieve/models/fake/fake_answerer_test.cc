#include "ragsieve/models/fake/fake_answerer.h"

#include <gtest/gtest.h>

#include <array>

namespace ragsieve {
namespace {

constexpr std::array<std::string_view, 2> kPassages{"The office opens at nine. Lunch is free.",
                                                    "The warranty on sensors is five years."};

TEST(FakeAnswerer, GivesTheSentenceThatSharesMostWords) {
  FakeAnswerer answerer;
  const Answer answer =
      answerer.answer("How long is the warranty on sensors?", kPassages, RunOptions{}).value();
  EXPECT_EQ(answer.text, kPassages[1]);
  EXPECT_EQ(answer.passage, 1U);
  EXPECT_EQ(answer.range, (ByteRange{0, kPassages[1].size()}));
  EXPECT_EQ(answerer.answer("Why?", kPassages, RunOptions{})->text, "");
  EXPECT_EQ(answerer.n_answered(), 2U);
}

TEST(FakeAnswerer, FailsFromTheCallThatWasAsked) {
  FakeAnswererOptions options;
  options.fail_from = 2;
  FakeAnswerer answerer(options);
  EXPECT_TRUE(answerer.answer("a", kPassages, RunOptions{}).ok());
  for (int i = 0; i < 2; ++i) {
    const Error error = answerer.answer("a", kPassages, RunOptions{}).error();
    EXPECT_EQ(error.code, Code::kUnavailable);
    EXPECT_EQ(error.message, options.error.message);
  }
}

TEST(FakeAnswerer, HangsUntilItIsCancelled) {
  FakeAnswererOptions options;
  options.hang_at = 1;
  FakeAnswerer answerer(options);
  RunOptions run;
  int reports = 0;
  run.progress = [&](const ProgressEvent&) {
    if (++reports == 3) run.cancel.request();
  };
  EXPECT_EQ(answerer.answer("a", kPassages, run).error().code, Code::kCancelled);
  EXPECT_EQ(reports, 3);
}

}  // namespace
}  // namespace ragsieve
