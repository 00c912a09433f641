// joint: one fluent text a target that is near to the question AND makes the reader give the target
// answer (CPA-RAG, Li et al. 2025: texts that meet a condition of retrieval, one of generation and
// one of stealth together, found by trying prompts and rewordings against retrievers and readers).
//
// Deviations: no language model writes or judges. The text is chosen slot by slot (way of stating
// the claim, lead, two supports or sentences of retrieved documents, their order, synonyms), each
// time the variant nearest to the question of those that hold both other conditions (four are read
// at most): the extractive reader, given the text and the four nearest clean documents, answers
// with a sentence that supports the target and not the correct answer; and the worst stretch of the
// text is no less fluent than that of nine tenths of the corpus (carrier_fluency.h). One retriever
// and one reader, which are those of the evaluation. A target without such a text gives no poison.
#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <string_view>

#include "eval/attacks/attack_kinds.h"
#include "eval/attacks/carrier.h"
#include "eval/attacks/draw.h"
#include "eval/attacks/synonyms.h"
#include "eval/measures/answers.h"

namespace ragsieve::eval {
namespace {

enum Slot : std::size_t { kStating, kLead, kFirst, kSecond, kOrder, kSynonyms, kSlots };
using Choice = std::array<std::size_t, kSlots>;
constexpr std::size_t kSweeps = 3;
constexpr std::size_t kSynonymDraws = 6;
constexpr std::size_t kSupports = 24;  // ours and sentences of the context
constexpr std::size_t kReadings = 4;   // of a slot, at most
constexpr std::size_t kBeside = 4;     // clean documents that the reader sees too

class JointSearch {
 public:
  explicit JointSearch(Scene& scene)
      : scene_(scene),
        stating_(openings(scene.claim, scene.claim.statement)),
        supports_(supports(scene.claim)) {
    if (!scene.claim.sentence) {
      for (std::string& text : openings(scene.claim, scene.claim.indirect))
        stating_.push_back(std::move(text));
    }
    const std::string names = names_in(scene.claim);
    leads_ = {"", "This note is about " + names + ".",
              "What is known about " + names + " is brief."};
    const std::vector<std::string>& context = context_sentences(scene);
    for (const std::size_t i : random_order(context.size(), scene.random)) {
      if (supports_.size() < kSupports) supports_.push_back(context[i]);
    }
    supports_.emplace_back();
    seed_ = scene.random.next();
  }

  // Whether a text was found that holds all conditions.
  Result<bool> search(const RunOptions& run) {
    RAGSIEVE_TRY(fluency_, scene_.material->fluency(run));
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      choice_[slot] = scene_.random.below(n_variants(slot));
    }
    for (std::size_t sweep = 0; sweep < kSweeps; ++sweep) {
      for (const std::size_t slot : random_order(kSlots, scene_.random)) {
        RAGSIEVE_CHECK(improve(slot, run));
      }
    }
    return found_;
  }

  [[nodiscard]] Draft draft() const {
    const std::string text = text_of(choice_);
    char note[160];
    std::snprintf(note, sizeof(note), "similarity %.3f, %.2f bits a word (limit %.2f)", best_,
                  fluency_->bits(text), fluency_->limit_bits());
    return {"", text, scene_.target.query, note};
  }

 private:
  [[nodiscard]] std::size_t n_variants(std::size_t slot) const {
    const std::array<std::size_t, kSlots> n{
        stating_.size(), leads_.size(), supports_.size(), supports_.size(), 3, kSynonymDraws};
    return n[slot];
  }

  [[nodiscard]] std::string text_of(const Choice& choice) const {
    std::vector<std::string> parts{supports_[choice[kFirst]]};
    if (choice[kSecond] != choice[kFirst]) parts.push_back(supports_[choice[kSecond]]);
    const std::size_t at = std::min(choice[kOrder], parts.size());
    parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(at), stating_[choice[kStating]]);
    parts.insert(parts.begin(), leads_[choice[kLead]]);
    std::erase(parts, "");
    Random random(seed_, choice[kSynonyms]);
    return choice[kSynonyms] == 0 ? joined(parts)
                                  : with_synonyms(joined(parts), scene_.claim.answer, random);
  }

  // The nearest variant of the slot that holds the conditions and is nearer than what was found.
  Status improve(std::size_t slot, const RunOptions& run) {
    std::vector<Choice> choices(n_variants(slot), choice_);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      choices[i][slot] = i;
      texts.push_back(text_of(choices[i]));
    }
    RAGSIEVE_TRY(const std::vector<double> similarities,
                 scene_.material->similarities(scene_.target.query, texts, run));
    std::vector<std::size_t> order(choices.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
      return similarities[a] != similarities[b] ? similarities[a] > similarities[b] : a < b;
    });
    std::size_t n_read = 0;
    for (const std::size_t i : order) {
      if ((found_ && similarities[i] <= best_) || n_read == kReadings) break;
      if (fluency_->bits(texts[i]) > fluency_->limit_bits()) continue;
      ++n_read;
      RAGSIEVE_TRY(const bool misled, misleads(texts[i], run));
      if (!misled) continue;
      found_ = true;
      best_ = similarities[i];
      choice_ = choices[i];
      break;
    }
    return ok_status();
  }

  // Whether the reader gives the target answer with the text among what it reads.
  Result<bool> misleads(const std::string& text, const RunOptions& run) {
    std::vector<std::string_view> passages{text};
    for (const Document* document : scene_.benign) {
      if (passages.size() <= kBeside) passages.push_back(document->indexed_text);
    }
    RAGSIEVE_TRY(const Answer answer, scene_.material->read(scene_.target.query, passages, run));
    const std::vector<std::string> references{scene_.target.correct_answer};
    return attack_succeeds(answer.text, scene_.target.target_answer, references);
  }

  Scene& scene_;
  std::vector<std::string> stating_;
  std::vector<std::string> leads_;
  std::vector<std::string> supports_;  // the last one is empty: none
  std::uint64_t seed_ = 0;             // of the synonyms
  const CarrierFluency* fluency_ = nullptr;
  Choice choice_{};
  bool found_ = false;
  double best_ = 0;
};

}  // namespace

Result<std::vector<Draft>> joint(Scene& scene, const RunOptions& run) {
  JointSearch search(scene);
  RAGSIEVE_TRY(const bool found, search.search(run));
  if (!found) return std::vector<Draft>{};
  return std::vector<Draft>{search.draft()};
}

}  // namespace ragsieve::eval
