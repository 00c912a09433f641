#include "ragsieve/detect/injection_windows.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace ragsieve {
namespace {

constexpr std::size_t kPairBytes = 800;

SentenceWindow pair_of(const SentenceWindow& first, const SentenceWindow& second,
                       const FiredIndex& fired) {
  SentenceWindow pair;
  pair.source = {std::min(first.source.start, second.source.start),
                 std::max(first.source.end, second.source.end)};
  pair.n_bytes = first.n_bytes + second.n_bytes;
  pair.sentence = joined(first.sentence, second.sentence);
  pair.rules = fired.in(pair.source);
  return pair;
}

}  // namespace

FiredIndex::FiredIndex(std::vector<FiredRule> fired) : fired_(std::move(fired)) {
  std::ranges::sort(fired_, {}, [](const FiredRule& rule) {
    return std::tuple(rule.range.start, rule.range.end, rule.name, rule.weight);
  });
  std::size_t latest = 0;
  for (const FiredRule& rule : fired_) {
    latest = std::max(latest, rule.range.end);
    latest_end_.push_back(latest);
  }
}

FiredRules FiredIndex::in(ByteRange range) const {
  const auto start_of = [](const FiredRule& rule) { return rule.range.start; };
  const auto behind = std::ranges::lower_bound(fired_, range.end, {}, start_of);
  FiredRules found;
  double rest = 1;
  for (auto i = static_cast<std::size_t>(behind - fired_.begin()); i-- > 0;) {
    if (latest_end_[i] <= range.start) break;
    if (fired_[i].range.end <= range.start) continue;
    if (found.names.emplace(fired_[i].name).second) rest *= 1 - fired_[i].weight;
  }
  found.score = 1 - rest;
  return found;
}

void for_each_window(const InjectionClassifier& classifier, const TextView& view,
                     const std::vector<ByteRange>& sentences, const FiredIndex& fired,
                     const std::function<void(const SentenceWindow&)>& take) {
  const std::string_view text(view.text());
  std::optional<SentenceWindow> before;
  for (const ByteRange range : sentences) {
    SentenceWindow window;
    window.source = view.source_of(range);
    window.n_bytes = range.end - range.start;
    window.sentence = classifier.read(text.substr(range.start, window.n_bytes));
    window.rules = fired.in(window.source);
    take(window);
    if (before && before->n_bytes + window.n_bytes <= kPairBytes) {
      take(pair_of(*before, window, fired));
    }
    before = std::move(window);
  }
}

}  // namespace ragsieve
