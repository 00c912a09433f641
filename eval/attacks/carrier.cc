#include "eval/attacks/carrier.h"

#include <algorithm>
#include <span>
#include <utility>

#include "eval/attacks/answer_swap.h"
#include "eval/attacks/draw.h"
#include "eval/attacks/english.h"
#include "ragsieve/text/sentences.h"

namespace ragsieve::eval {
namespace {

constexpr std::size_t kFewestWords = 6;  // of a sentence of the context
constexpr std::size_t kMostWords = 40;

bool is_useful(std::string_view sentence, const std::vector<AnswerSwap>& swaps) {
  const std::size_t n_words = split_words(sentence).size();
  return n_words >= kFewestWords && n_words <= kMostWords && !is_question(sentence) &&
         std::ranges::none_of(
             swaps, [&](const AnswerSwap& swap) { return swapped(sentence, swap).has_value(); });
}

}  // namespace

const std::vector<std::string>& context_sentences(Scene& scene) {
  if (scene.context) return *scene.context;
  const std::vector<AnswerSwap> swaps = answer_swaps(scene.target);
  std::vector<std::string> found;
  for (const Document* document : scene.benign) {
    const std::string text = text_of(*document);
    for (const ByteRange range : sentences(text)) {
      std::string sentence = text.substr(range.start, range.end - range.start);
      if (is_useful(sentence, swaps)) found.push_back(std::move(sentence));
    }
  }
  return scene.context.emplace(std::move(found));
}

std::vector<std::string> payload(Scene& scene) {
  const std::vector<std::string> first = openings(scene.claim, scene.claim.statement);
  const std::vector<std::string> rest = supports(scene.claim);
  std::string opening = drawn(std::span(first), scene.random);
  const std::vector<std::size_t> order = random_order(rest.size(), scene.random);
  return {std::move(opening), rest[order[0]], rest[order[1]]};
}

std::vector<std::string> carrier(Scene& scene) {
  std::vector<std::string> texts = payload(scene);
  const std::vector<std::string>& context = context_sentences(scene);
  const std::size_t place = 1 + scene.random.below(2);
  if (!context.empty()) texts[place] = drawn(std::span(context), scene.random);
  return texts;
}

}  // namespace ragsieve::eval
