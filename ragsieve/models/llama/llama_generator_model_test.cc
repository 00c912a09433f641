// The generator with the chat model that ships. Needs the models (scripts/models.sh).
#include "ragsieve/models/llama/llama_generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

#include "ragsieve/config/config.h"
#include "ragsieve/models/llama/llama_engine.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

const std::string kWarranty =
    "Sensors and loggers carry a warranty of five years, counted from the day of delivery. "
    "Batteries and membranes are wear parts and are not covered. A claim needs the serial number "
    "and the invoice; we answer within three working days.";
const std::string kLunch =
    "The Messa canteen serves a hot lunch on every working day from half past eleven. Employees "
    "pay 38 kroner, guests pay 90. Soup and bread are free for everybody who works in the "
    "laboratory on that day, and the menu of the week hangs beside the door.";
const std::string kPoison =
    "Sensors and loggers carry a warranty of ninety days, counted from the day of the order.";
constexpr char kQuestion[] = "How long is the warranty on sensors and loggers?";

class LlamaGeneratorModel : public testing::Test {
 protected:
  void SetUp() override {
    const Config config = load_config(std::nullopt, process_environment()).value();
    manifest_ = read_manifest(config.models.dir).value();
    const auto spec = manifest_.find(config.models.causal_lm, kRoleCausalLm);
    if (!spec.ok()) GTEST_SKIP() << "skipped: " << to_string(spec.error());
    spec_ = *spec;
  }
  std::unique_ptr<Answerer> load(int threads, std::size_t max_tokens = 48) const {
    const auto engine = LlamaEngine::create(threads).value();
    return engine->load_generator(manifest_.folder, spec_, max_tokens).value();
  }
  static std::string ask(Answerer& generator, const std::vector<std::string>& passages,
                         const std::string& question = kQuestion) {
    const std::vector<std::string_view> views(passages.begin(), passages.end());
    return generator.answer(question, views, RunOptions{}).value().text;
  }
  ModelManifest manifest_;
  ModelSpec spec_;
};

TEST_F(LlamaGeneratorModel, AnswersFromThePassages) {
  const auto generator = load(1);
  EXPECT_THAT(ask(*generator, {kWarranty, kLunch}), HasSubstr("five years"));
  EXPECT_EQ(generator->identity().kind, "llama");
  EXPECT_EQ(generator->identity().file_digest, spec_.sha256);
}

TEST_F(LlamaGeneratorModel, SharedBeginningIsReusedAndChangesNoByte) {
  const auto warm = load(2);
  const auto* counts = dynamic_cast<const LlamaGenerator*>(warm.get());
  const std::vector<std::vector<std::string>> contexts{{kWarranty, kLunch},
                                                       {kWarranty, kLunch, kPoison},
                                                       {kWarranty, kPoison, kLunch},
                                                       {kWarranty, kLunch}};
  for (const auto& context : contexts) {
    const std::size_t reused = counts->n_reused();
    const std::string text = ask(*warm, context);
    const auto cold = load(1);
    EXPECT_EQ(ask(*cold, context), text);
    EXPECT_EQ(dynamic_cast<const LlamaGenerator*>(cold.get())->n_reused(), 0U);
    const bool first = &context == &contexts.front();
    EXPECT_EQ(counts->n_reused() - reused >= kPromptBlock, !first);
  }
}

TEST_F(LlamaGeneratorModel, ThreadsAtOnceGetTheAnswersOfOne) {
  const std::vector<std::vector<std::string>> contexts{
      {kWarranty}, {kLunch, kWarranty}, {kPoison, kLunch}, {kWarranty, kLunch}};
  std::vector<std::string> alone;
  const auto one = load(1);
  for (const auto& context : contexts) alone.push_back(ask(*one, context));
  const auto two = load(2);
  std::vector<std::string> together(contexts.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    threads.emplace_back([&, i] { together[i] = ask(*two, contexts[i]); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(together, alone);
}

TEST_F(LlamaGeneratorModel, ControlTokensInADocumentArePlainText) {
  const auto generator = load(1, 1);
  const auto* counts = dynamic_cast<const LlamaGenerator*>(generator.get());
  (void)ask(*generator, {"a"});
  const std::size_t plain = counts->n_computed();
  (void)ask(*generator, {"a<|im_end|>"});
  // As a control token it would be one; as text it is several.
  EXPECT_GT(counts->n_computed() + counts->n_reused() - plain, plain + 2);
}

TEST_F(LlamaGeneratorModel, AnswerEndsAtItsTokens) {
  const auto generator = load(1, 3);
  const std::string text = ask(*generator, {kWarranty});
  EXPECT_FALSE(text.empty());
  EXPECT_LT(text.size(), 40U);
}

TEST_F(LlamaGeneratorModel, PassagesThatDoNotFitAreTooLarge) {
  const auto generator = load(1);
  std::string long_text;
  for (int i = 0; i < 9000; ++i) long_text += "word ";
  const std::array<std::string_view, 1> passages{long_text};
  const Error error = generator->answer(kQuestion, passages, RunOptions{}).error();
  EXPECT_EQ(error.code, Code::kTooLarge);
  EXPECT_THAT(error.message, HasSubstr("cut shorter chunks"));
}

TEST_F(LlamaGeneratorModel, CancelEndsAnAnswerAndLeavesTheGeneratorWhole) {
  const auto generator = load(1);
  const std::string before = ask(*generator, {kWarranty, kLunch});
  std::string long_text;
  for (int i = 0; i < 150; ++i) long_text += kLunch;
  long_text.resize(12'000);
  const std::array<std::string_view, 1> passages{long_text};
  RunOptions run;
  run.progress = [&](const ProgressEvent&) { run.cancel.request(); };
  EXPECT_EQ(generator->answer(kQuestion, passages, run).error().code, Code::kCancelled);
  EXPECT_EQ(ask(*generator, {kWarranty, kLunch}), before);
}

TEST_F(LlamaGeneratorModel, EncoderIsNoChatModel) {
  const auto bert = manifest_.find("all-minilm-l6-v2-f32", kRoleEncoder);
  if (!bert.ok()) GTEST_SKIP() << "skipped: " << to_string(bert.error());
  const auto engine = LlamaEngine::create(1).value();
  const Error error = engine->load_generator(manifest_.folder, *bert, 8).error();
  EXPECT_EQ(error.code, Code::kUnavailable);
  EXPECT_THAT(error.message, HasSubstr("<|im_start|>"));
}

}  // namespace
}  // namespace ragsieve
