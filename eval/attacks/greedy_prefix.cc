// greedy_prefix: PoisonedRAG in the white box (Zou et al., USENIX Security 2025), where words in
// front of the payload are optimised until the poison is near the question, by HotFlip (Ebrahimi et
// al., ACL 2018); also the adversarial passages of Zhong et al. (EMNLP 2023).
//
// Deviations: there are no gradients. One word of the prefix at a time, in turn, is replaced by the
// best of forty candidates, where that is nearer to the question than what stands there: a greedy
// coordinate search by trial, about 2,000 encodings a target, against the very encoder that
// retrieves. Half of the candidates are words of the documents that the question retrieves, half of
// random documents; whole words, no word pieces. The prefix starts from twelve random words of the
// corpus, not from the question; the payload has two sentences. So it is weaker than as many steps
// along gradients. The note of each poison states the encodings and the similarity before and
// after.
#include <cstdio>

#include "eval/attacks/attack_kinds.h"
#include "eval/attacks/carrier.h"
#include "eval/attacks/draw.h"

namespace ragsieve::eval {
namespace {

constexpr std::size_t kPrefixWords = 12;
constexpr std::size_t kCandidates = 40;  // of a step, encoded together
constexpr std::size_t kSteps = 50;       // 50 x 40 = 2,000 encodings, and two

class PrefixSearch {
 public:
  PrefixSearch(Scene& scene, std::string payload) : scene_(scene), payload_(std::move(payload)) {
    for (const Document* document : scene.benign) {
      for (std::string& word : usable_words(document->indexed_text)) {
        near_.push_back(std::move(word));
      }
    }
  }

  Result<Draft> run(const RunOptions& run) {
    const std::size_t encoded = scene_.material->n_encodings();
    for (std::size_t i = 0; i < kPrefixWords; ++i) {
      prefix_.push_back(scene_.material->corpus_word(scene_.random));
    }
    RAGSIEVE_TRY(const std::vector<double> start, similarities({text_of(prefix_)}, run));
    best_ = start.front();
    for (std::size_t step = 0; step < kSteps; ++step) {
      RAGSIEVE_CHECK(improve(step % kPrefixWords, run));
    }
    char note[160];
    std::snprintf(note, sizeof(note),
                  "search without gradients, %zu encodings, similarity %.3f to %.3f",
                  scene_.material->n_encodings() - encoded, start.front(), best_);
    return Draft{"", text_of(prefix_), scene_.target.query, note};
  }

 private:
  [[nodiscard]] std::string text_of(const std::vector<std::string>& prefix) const {
    return joined(prefix) + " " + payload_;
  }

  Result<std::vector<double>> similarities(const std::vector<std::string>& texts,
                                           const RunOptions& run) {
    return scene_.material->similarities(scene_.target.query, texts, run);
  }

  std::string candidate(std::size_t i) {
    if (i % 2 == 0 && !near_.empty()) return near_[scene_.random.below(near_.size())];
    return scene_.material->corpus_word(scene_.random);
  }

  Status improve(std::size_t place, const RunOptions& run) {
    std::vector<std::vector<std::string>> prefixes(kCandidates, prefix_);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < kCandidates; ++i) {
      prefixes[i][place] = candidate(i);
      texts.push_back(text_of(prefixes[i]));
    }
    RAGSIEVE_TRY(const std::vector<double> found, similarities(texts, run));
    for (std::size_t i = 0; i < kCandidates; ++i) {
      if (found[i] <= best_) continue;
      best_ = found[i];
      prefix_ = prefixes[i];
    }
    return ok_status();
  }

  Scene& scene_;
  std::string payload_;
  std::vector<std::string> near_;  // words of the retrieved documents, with repeats
  std::vector<std::string> prefix_;
  double best_ = 0;
};

}  // namespace

Result<std::vector<Draft>> greedy_prefix(Scene& scene, const RunOptions& run) {
  std::vector<std::string> payload = carrier(scene);
  payload.pop_back();
  if (scene.material->corpus_word(scene.random).empty()) return std::vector<Draft>{};
  RAGSIEVE_TRY(Draft draft, PrefixSearch(scene, joined(payload)).run(run));
  return std::vector<Draft>{std::move(draft)};
}

}  // namespace ragsieve::eval
