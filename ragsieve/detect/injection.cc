#include "ragsieve/detect/injection.h"

#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "ragsieve/detect/injection_context.h"
#include "ragsieve/detect/rule_pattern.h"
#include "ragsieve/detect/rule_set.h"
#include "ragsieve/text/sentences.h"
#include "ragsieve/text/views.h"

namespace ragsieve {
namespace {

constexpr std::size_t kMostFindings = 200;
constexpr std::size_t kMostMatches = 32;  // of one rule in one view
constexpr std::size_t kWindowBytes = 1500;
constexpr double kQuotedShare = 0.15;
constexpr double kDiscussedShare = 0.35;
constexpr double kHidingBonus = 0.5;  // a rule that only a de-obfuscated view shows

struct Found {
  InjectionFinding finding;
  ByteRange range;  // in indexed_text
};

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

  void add_hidden() {
    for (const HiddenRun& run : views_.hidden) {
      const double weight = run.kind == HiddenKind::kTags       ? 0.9
                            : run.kind == HiddenKind::kOverride ? 0.7
                                                                : 0.6;
      add_hidden(std::string(hidden_name(run.kind)), run.range, weight);
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
};

InjectionDetector::InjectionDetector(std::unique_ptr<Compiled> compiled)
    : compiled_(std::move(compiled)) {}
InjectionDetector::InjectionDetector(InjectionDetector&&) noexcept = default;
InjectionDetector& InjectionDetector::operator=(InjectionDetector&&) noexcept = default;
InjectionDetector::~InjectionDetector() = default;

Result<InjectionDetector> InjectionDetector::compile(const InjectionRules& rules) {
  RAGSIEVE_TRY(RuleSet set, RuleSet::compile(rules.rules));
  RAGSIEVE_TRY(DiscussionWords words, DiscussionWords::compile(rules));
  return InjectionDetector(
      std::unique_ptr<Compiled>(new Compiled{std::move(set), std::move(words)}));
}

InjectionResult InjectionDetector::scan(const Document& document) const {
  Scan scan(document, compiled_->words);
  for (const TextView& view : scan.views()) {
    if (view.kind() == ViewKind::kRaw) continue;
    for (const CompiledRule* rule : compiled_->rules.candidates(view.text())) {
      scan.find(*rule, view);
    }
  }
  scan.add_hidden();
  return scan.result();
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
