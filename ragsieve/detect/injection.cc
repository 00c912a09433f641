#include "ragsieve/detect/injection.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "ragsieve/detect/injection_classifier.h"
#include "ragsieve/detect/injection_context.h"
#include "ragsieve/detect/injection_windows.h"
#include "ragsieve/detect/rule_pattern.h"
#include "ragsieve/detect/rule_set.h"
#include "ragsieve/text/sentences.h"
#include "ragsieve/text/views.h"

namespace ragsieve {
namespace {

constexpr std::array kHiddenWeights{0.9, 0.7, 0.6, 0.9};  // by HiddenKind
constexpr std::size_t kMostFindings = 200;
constexpr std::size_t kMostMatches = 32;  // of one rule in one view
constexpr std::size_t kWindowBytes = 1500;
constexpr double kQuotedShare = 0.15;
constexpr double kDiscussedShare = 0.35;
constexpr std::string_view kClassifierRule = "any.classifier";
constexpr double kWeakRule = 0.65;  // the heaviest rule that the classifier can doubt
constexpr double kDoubt = 2;        // log odds below its alarm level
constexpr double kDoubtedShare = 0.8;
constexpr double kHidingBonus = 0.5;  // a rule that only a de-obfuscated view shows

struct Found {
  InjectionFinding finding;
  ByteRange range;  // in indexed_text
};

InjectionRule classifier_rule() {
  InjectionRule rule;
  rule.id = kClassifierRule;
  rule.category = "sentence";
  rule.language = "any";
  rule.soft = true;
  return rule;
}

bool overlap(ByteRange a, ByteRange b) { return a.start < b.end && b.start < a.end; }

// One document's scan.
class Scan {
 public:
  Scan(const Document& document, const DiscussionWords& words)
      : document_(document),
        text_(document.indexed_text),
        views_(views_of(text_)),
        sentences_(document_sentences(document)),
        words_(words) {}

  const std::vector<TextView>& views() const { return views_.views; }

  void find(const CompiledRule& rule, const TextView& view) {
    const RE2* regex = rule.pattern->regex();
    if (regex == nullptr) return;  // a set that holds it would not have compiled
    const re2::StringPiece text(view.text());
    re2::StringPiece groups[2];
    std::size_t at = 0;
    for (std::size_t n = 0; n < kMostMatches; ++n) {
      if (!regex->Match(text, at, text.size(), RE2::UNANCHORED, groups, 2)) return;
      const auto start = static_cast<std::size_t>(groups[1].data() - text.data());
      const ByteRange match = trimmed(view.text(), {start, start + groups[1].size()});
      at = std::max(start + groups[1].size(), at + 1);
      if (match.start < match.end) take(rule, view, match);
    }
    cut_off_ = true;
  }

  void classify(const InjectionClassifier& classifier, const TextView& view,
                const std::function<void(const SentenceWindow&)>& take) const {
    for_each_window(classifier, view, sentences_of(view), FiredIndex(fired()), take);
  }

  void add_classified(const InjectionClassifier& classifier, const TextView& view) {
    struct Hit {
      double score = 0;
      ByteRange source;
      std::vector<std::string> words;
    };
    std::vector<Hit> hits;
    const auto n_sentences = static_cast<double>(std::max(sentences_.size(), std::size_t{1}));
    const double allowance = std::log(n_sentences);
    std::vector<Believed> believed;
    classify(classifier, view, [&](const SentenceWindow& window) {
      const double score = classifier.score(window.sentence, window.rules) - allowance;
      if (!window.rules.names.empty()) believed.push_back({window.source, score});
      if (score < classifier.alarm()) return;
      hits.push_back({score, window.source, classifier.heaviest_words(window.sentence, 3)});
    });
    if (view.kind() == ViewKind::kClean) doubt(believed, classifier.alarm() - kDoubt);
    std::ranges::sort(hits, {}, [](const Hit& hit) {
      return std::tuple(-hit.score, hit.source.start, hit.source.end);
    });
    if (hits.size() > kMostMatches) hits.resize(kMostMatches);
    for (Hit& hit : hits) {
      const auto same = [&](const Found& found) {
        return found.finding.rule == kClassifierRule && overlap(found.range, hit.source);
      };
      if (std::ranges::any_of(found_, same)) continue;
      add(classifier_rule(), view_name(view.kind()), hit.source, classifier.weight_of(hit.score));
      found_.back().finding.words = std::move(hit.words);
    }
  }

  void add_hidden() {
    for (const HiddenRun& run : views_.hidden) {
      add_hidden(std::string(hidden_name(run.kind)), run.range,
                 kHiddenWeights[static_cast<std::size_t>(run.kind)]);
    }
    constexpr std::size_t kMany = 3;
    const bool many = views_.look_alikes.size() >= kMany;
    for (const LookAlikeWord& word : views_.look_alikes) {
      add_hidden("look_alikes", word.range, many ? 0.6 : word.switches > 1 ? 0.4 : 0.2);
    }
  }

  InjectionResult result() {
    std::ranges::sort(found_, [](const Found& a, const Found& b) {
      if (a.finding.weight != b.finding.weight) return a.finding.weight > b.finding.weight;
      if (a.range.start != b.range.start) return a.range.start < b.range.start;
      return a.finding.rule < b.finding.rule;
    });
    InjectionResult result;
    result.cut_off = cut_off_ || found_.size() > kMostFindings;
    if (found_.size() > kMostFindings) found_.resize(kMostFindings);
    for (Found& found : found_) {
      InjectionFinding& finding = found.finding;
      finding.span = span_of(document_, found.range, finding.rule, finding.weight);
      result.offsets.push_back(found.range.start);
      result.findings.push_back(std::move(finding));
    }
    result.score = injection_score(result);
    return result;
  }

 private:
  // Sentences of a view, as ranges of its text.
  [[nodiscard]] std::vector<ByteRange> sentences_of(const TextView& view) const {
    if (!covers_text(view.kind())) return sentences(view.text());
    std::vector<ByteRange> ranges;
    for (const ByteRange source : sentences_) {
      const ByteRange range{view.first_from(source.start), view.first_from(source.end)};
      if (range.start < range.end) ranges.push_back(range);
    }
    return ranges;
  }

  // A sentence in which a rule matched, with the classifier's log odds.
  struct Believed {
    ByteRange source;
    double score = 0;
  };

  // Weak rules lose weight where the classifier takes their sentence for a harmless one.
  void doubt(const std::vector<Believed>& windows, double least) {
    for (Found& found : found_) {
      InjectionFinding& finding = found.finding;
      if (finding.quoted || finding.weight > kWeakRule ||
          finding.view != view_name(ViewKind::kClean))
        continue;
      if (finding.rule == kClassifierRule) continue;
      const auto agrees = [&](const Believed& window) {
        return overlap(window.source, found.range) && window.score >= least;
      };
      if (std::ranges::none_of(windows, agrees)) finding.weight *= kDoubtedShare;
    }
  }

  // What matched outside of quotations, without the language: "ignore_previous".
  [[nodiscard]] std::vector<FiredRule> fired() const {
    std::vector<FiredRule> rules;
    for (const Found& found : found_) {
      std::string_view name(found.finding.rule);
      if (found.finding.quoted || name == kClassifierRule) continue;
      name.remove_prefix(std::min(name.find('.') + 1, name.size()));
      rules.push_back({found.range, name, found.finding.weight});
    }
    return rules;
  }

  static ByteRange trimmed(std::string_view text, ByteRange range) {
    const auto white = [&](std::size_t i) { return text[i] == ' ' || text[i] == '\n'; };
    while (range.start < range.end && white(range.start)) ++range.start;
    while (range.start < range.end && white(range.end - 1)) --range.end;
    return range;
  }

  // Sentence `reach` before the one at `source` to `reach` behind it, in the source.
  [[nodiscard]] ByteRange window(ByteRange source, std::size_t reach) const {
    const auto behind = [](const ByteRange& sentence, std::size_t at) {
      return sentence.end <= at;
    };
    auto first = std::lower_bound(sentences_.begin(), sentences_.end(), source.start, behind);
    if (first == sentences_.end()) return source;
    auto last = std::lower_bound(first, sentences_.end(), source.end - 1, behind);
    if (last == sentences_.end()) --last;
    first -= static_cast<std::ptrdiff_t>(
        std::min(reach, static_cast<std::size_t>(first - sentences_.begin())));
    last += static_cast<std::ptrdiff_t>(
        std::min(reach, static_cast<std::size_t>(sentences_.end() - last) - 1));
    return {std::min(first->start, source.start), std::max(last->end, source.end)};
  }

  // The window in the view's text; all of a view that holds a piece only.
  [[nodiscard]] std::string_view window_text(const TextView& view, ByteRange source,
                                             std::size_t reach) const {
    const std::string_view text = view.text();
    if (!covers_text(view.kind())) return text;
    const ByteRange range = window(source, reach);
    const std::size_t start = view.first_from(range.start);
    return text.substr(start, view.first_from(range.end) - start);
  }

  [[nodiscard]] static bool has_groups(const CompiledRule& rule, std::string_view sentence) {
    std::size_t missing = rule.rule.at_least;
    for (const auto& group : rule.groups) {
      if (missing == 0) return true;
      if (group->matches(sentence, true)) --missing;
    }
    return missing == 0;
  }

  void take(const CompiledRule& rule, const TextView& view, ByteRange match) {
    const ByteRange source = view.source_of(match);
    for (const Found& found : found_) {
      if (found.finding.rule == rule.rule.id && overlap(found.range, source)) return;
    }
    const std::string_view around = window_text(view, source, rule.rule.reach);
    for (const auto& near : rule.near) {
      if (!near->matches(around, true)) return;
    }
    const std::string_view sentence = window_text(view, source, 0);
    if (!has_groups(rule, sentence)) return;
    if (rule.unless && rule.unless->matches(sentence, false)) return;
    double weight = rule.rule.weight;
    if (view.kind() != ViewKind::kClean) weight = 1 - (1 - weight) * (1 - kHidingBonus);
    add(rule.rule, view_name(view.kind()), source, weight);
  }

  void add_hidden(const std::string& name, ByteRange range, double weight) {
    InjectionRule rule;
    rule.id = "any.hidden_" + name;
    rule.category = "hidden";
    rule.language = "any";
    add(rule, "raw", range, weight);
  }

  void add(const InjectionRule& rule, std::string_view view, ByteRange source, double weight) {
    if (!context_) context_.emplace(words_, text_, views_.views[1]);
    const Context context = context_->of(source, window(source, 0), rule.soft);
    if (context == Context::kQuoted) weight *= kQuotedShare;
    if (context == Context::kDiscussed) weight *= kDiscussedShare;
    InjectionFinding finding;
    finding.rule = rule.id;
    finding.category = rule.category;
    finding.language = rule.language;
    finding.view = view;
    finding.weight = weight;
    finding.quoted = context != Context::kNone;
    found_.push_back({std::move(finding), source});
  }

  const Document& document_;
  std::string_view text_;
  TextViews views_;
  std::vector<ByteRange> sentences_;
  const DiscussionWords& words_;
  std::optional<InjectionContext> context_;  // only where something was found
  std::vector<Found> found_;
  bool cut_off_ = false;
};

// 1 - prod(1 - w) of the heaviest finding of each rule among `members`.
double saturate(const InjectionResult& result, const std::vector<std::size_t>& members) {
  std::map<std::string_view, double> weights;
  double quoted = 0;
  for (const std::size_t i : members) {
    const InjectionFinding& finding = result.findings[i];
    if (finding.quoted) {
      quoted = std::max(quoted, finding.weight);
    } else {
      double& weight = weights[finding.rule];
      weight = std::max(weight, finding.weight);
    }
  }
  double rest = 1 - quoted;
  for (const auto& [rule, weight] : weights) rest *= 1 - weight;
  return 1 - rest;
}

}  // namespace

struct InjectionDetector::Compiled {
  RuleSet rules;
  DiscussionWords words;
  std::optional<InjectionClassifier> classifier;

  // Every rule on every view.
  void find_rules(Scan& scan) const {
    for (const TextView& view : scan.views()) {
      if (view.kind() == ViewKind::kRaw) continue;
      for (const CompiledRule* rule : rules.candidates(view.text())) scan.find(*rule, view);
    }
  }
};

InjectionDetector::InjectionDetector(std::unique_ptr<Compiled> compiled)
    : compiled_(std::move(compiled)) {}
InjectionDetector::InjectionDetector(InjectionDetector&&) noexcept = default;
InjectionDetector& InjectionDetector::operator=(InjectionDetector&&) noexcept = default;
InjectionDetector::~InjectionDetector() = default;

Result<InjectionDetector> InjectionDetector::compile(const InjectionRules& rules) {
  RAGSIEVE_TRY(RuleSet set, RuleSet::compile(rules.rules));
  RAGSIEVE_TRY(DiscussionWords words, DiscussionWords::compile(rules));
  std::optional<InjectionClassifier> classifier;
  if (!rules.classifier.empty()) {
    RAGSIEVE_TRY(classifier, InjectionClassifier::compile(rules));
  }
  return InjectionDetector(std::unique_ptr<Compiled>(
      new Compiled{std::move(set), std::move(words), std::move(classifier)}));
}

InjectionResult InjectionDetector::scan(const Document& document) const {
  Scan scan(document, compiled_->words);
  compiled_->find_rules(scan);
  if (compiled_->classifier) {
    for (const TextView& view : scan.views()) {
      if (view.kind() != ViewKind::kRaw) scan.add_classified(*compiled_->classifier, view);
    }
  }
  scan.add_hidden();
  return scan.result();
}

std::vector<InjectionWindow> InjectionDetector::windows(const Document& document) const {
  std::vector<InjectionWindow> windows;
  if (!compiled_->classifier) return windows;
  const InjectionClassifier& classifier = *compiled_->classifier;
  Scan scan(document, compiled_->words);
  compiled_->find_rules(scan);
  for (const TextView& view : scan.views()) {
    if (view.kind() == ViewKind::kRaw) continue;
    scan.classify(classifier, view, [&](const SentenceWindow& window) {
      InjectionWindow& made = windows.emplace_back();
      made.range = window.source;
      made.whole = covers_text(view.kind());
      made.score = classifier.score(window.sentence, window.rules);
      made.rule_score = window.rules.score;
      made.concepts = classifier.concept_names(window.sentence.concepts);
      made.rules.assign(window.rules.names.begin(), window.rules.names.end());
      made.grams = gram_buckets(window.sentence.tokens);
    });
  }
  return windows;
}

double score_without(const InjectionResult& result,
                     const std::function<bool(const InjectionFinding&)>& is_silenced) {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    if (!is_silenced(result.findings[i])) kept.push_back(i);
  }
  std::ranges::sort(kept, {}, [&](std::size_t i) { return result.offsets[i]; });
  double score = 0;
  for (std::size_t first = 0; first < kept.size(); ++first) {
    std::vector<std::size_t> members;
    for (std::size_t i = first; i < kept.size(); ++i) {
      if (result.offsets[kept[i]] > result.offsets[kept[first]] + kWindowBytes) break;
      members.push_back(kept[i]);
    }
    score = std::max(score, saturate(result, members));
  }
  return score;
}

double injection_score(const InjectionResult& result) {
  return score_without(result, [](const InjectionFinding&) { return false; });
}

}  // namespace ragsieve
