#include <gmock/gmock.h>

#include "ragsieve/config/injection_rules.h"
#include "ragsieve/pipeline/gate.h"
#include "ragsieve/pipeline/pipeline_testing.h"

namespace ragsieve {
namespace {

using testing::ElementsAre;

class LeaningTest : public testing::Test, protected PipelineFixture {
 protected:
  // A word's end that no other number has.
  static std::string letters(int i) {
    return {static_cast<char>('b' + i / 8), static_cast<char>('k' + i % 8)};
  }

  std::unique_ptr<Gate> open() {
    GateOptions options;
    std::string lines;
    for (int i = 0; i < 60; ++i) {
      const std::string tag = letters(i);
      lines += line("note" + std::to_string(i), "station" + tag + " river" + tag + " town" + tag +
                                                    " mast" + tag + " keeper" + tag);
    }
    options.corpus = write("corpus.jsonl", lines);
    options.rules = builtin_injection_rules<InjectionRules>().value();
    std::erase_if(options.rules.rules,
                  [](const InjectionRule& rule) { return rule.language != "en"; });
    options.probes = std::vector<Probe>{{"p", "who is mastbr townbp", "", 1, "file"}};
    options.score.candidate_probes = 0;
    options.score.conflict_neighbours = 1;
    options.score.evidence.rsg.k_g = 1;
    options.score.answers.top_k = 2;
    return Gate::open(std::move(options), ModelsInUse{&wide_}, {}).value();
  }

  std::vector<bool> leans(const Gate& gate, const std::vector<std::string>& texts,
                          const std::vector<std::string>& ids,
                          const std::vector<Digest>& probes = {}) {
    std::vector<ScreenCandidate> candidates;
    for (const std::string& text : texts) {
      candidates.push_back(candidate_of("c", text, {}).value());
    }
    return gate.leans_on(candidates, {ids, probes}, {}).value();
  }

  FakeEncoder wide_{1024};  // so that words without a letter in common are far apart
};

TEST_F(LeaningTest, OnWhatItsSentencesAreComparedWith) {
  const auto gate = open();
  const std::vector<std::string> texts = {"stationbn riverbn townbn pier",
                                          "stationck riverck quay"};
  EXPECT_THAT(leans(*gate, texts, {"note3"}), ElementsAre(true, false));
  EXPECT_THAT(leans(*gate, texts, {"note8"}), ElementsAre(false, true));
  EXPECT_THAT(leans(*gate, texts, {"note3", "note8"}), ElementsAre(true, true));
  EXPECT_THAT(leans(*gate, texts, {"note40"}), ElementsAre(false, false));
}

TEST_F(LeaningTest, OnWhatAProbeRetrievesBesideIt) {
  const auto gate = open();
  // The first is retrieved for the probe, as the document is, and shares no word with it.
  const std::vector<std::string> texts = {"who is townbp", "stationbp riverbp"};
  EXPECT_THAT(leans(*gate, texts, {"note7"}), ElementsAre(true, false));
}

TEST_F(LeaningTest, OnAProbeThatRetrievesIt) {
  const auto gate = open();
  const std::vector<std::string> texts = {"who is townbp", "stationbp riverbp"};
  EXPECT_THAT(leans(*gate, texts, {}, gate->probe_digests()), ElementsAre(true, false));
  EXPECT_THAT(leans(*gate, texts, {}, {Digest{}}), ElementsAre(false, false));
}

TEST_F(LeaningTest, OnNothingThatTheCorpusDoesNotHold) {
  const auto gate = open();
  EXPECT_THAT(leans(*gate, {"stationbn riverbn"}, {"gone", ""}), ElementsAre(false));
  EXPECT_THAT(leans(*gate, {"stationbn riverbn"}, {}), ElementsAre(false));
}

TEST_F(LeaningTest, AsksTheEncoderForNoTextOfTheCorpus) {
  const auto gate = open();
  const std::size_t before = wide_.n_encoded();
  leans(*gate, {"stationbn riverbn"}, {"note3"});
  EXPECT_EQ(wide_.n_encoded() - before, 3U);  // document, chunk, sentence
}

}  // namespace
}  // namespace ragsieve
