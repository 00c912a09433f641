#include "ragsieve/detect/injection_context.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "ragsieve/detect/quoted_ranges.h"
#include "ragsieve/detect/rule_pattern.h"

namespace ragsieve {
namespace {

constexpr std::size_t kDiscussionReach = 900;    // bytes on either side of a quotation
constexpr std::size_t kIntroductionReach = 160;  // bytes before it
constexpr std::size_t kMostHits = 5000;

// Scripts without spaces have no edges of words.
bool has_edges(std::string_view pattern) {
  return std::ranges::none_of(pattern,
                              [](char c) { return static_cast<unsigned char>(c) >= 0xE3; });
}

using Alternatives = std::vector<RulePattern>;

Result<Alternatives> compile_all(const std::vector<std::string>& patterns, const char* field) {
  Alternatives compiled;
  for (const bool edges : {true, false}) {
    std::string all;
    for (const std::string& pattern : patterns) {
      if (has_edges(pattern) != edges) continue;
      if (auto alone = compile_pattern(pattern, edges); !alone.ok()) {
        Error error = std::move(alone).error();
        error.where.field = field;
        return error;
      }
      all += (all.empty() ? "" : "|") + std::string("(?:") + pattern + ")";
    }
    if (all.empty()) continue;
    RAGSIEVE_TRY(RulePattern one, compile_pattern(all, edges));
    compiled.push_back(std::move(one));
  }
  return compiled;
}

// Hits as ranges of the source, in order.
std::vector<ByteRange> find_all(const Alternatives& patterns, const TextView& view) {
  std::vector<ByteRange> hits;
  const re2::StringPiece text(view.text());
  for (const RulePattern& pattern : patterns) {
    re2::StringPiece groups[2];
    std::size_t at = 0;
    while (hits.size() < kMostHits &&
           pattern.regex->Match(text, at, text.size(), RE2::UNANCHORED, groups, 2)) {
      const auto start = static_cast<std::size_t>(groups[1].data() - text.data());
      const std::size_t end = start + groups[1].size();
      hits.push_back(view.source_of({start, end}));
      at = std::max(end, at + 1);
    }
  }
  std::ranges::sort(hits, {}, &ByteRange::start);
  return hits;
}

bool overlap(ByteRange a, ByteRange b) { return a.start < b.end && b.start < a.end; }

}  // namespace

struct DiscussionWords::Patterns {
  Alternatives discussion;
  Alternatives topics;
  Alternatives introduction;
};

DiscussionWords::DiscussionWords(std::unique_ptr<Patterns> patterns)
    : patterns_(std::move(patterns)) {}
DiscussionWords::DiscussionWords(DiscussionWords&&) noexcept = default;
DiscussionWords& DiscussionWords::operator=(DiscussionWords&&) noexcept = default;
DiscussionWords::~DiscussionWords() = default;

Result<DiscussionWords> DiscussionWords::compile(const InjectionRules& rules) {
  auto patterns = std::make_unique<Patterns>();
  RAGSIEVE_TRY(patterns->discussion, compile_all(rules.discussion, "discussion"));
  RAGSIEVE_TRY(patterns->topics, compile_all(rules.topics, "topics"));
  RAGSIEVE_TRY(patterns->introduction, compile_all(rules.introduction, "introduction"));
  return DiscussionWords(std::move(patterns));
}

InjectionContext::InjectionContext(const DiscussionWords& words, std::string_view text,
                                   const TextView& clean)
    : text_(text),
      quotations_(quoted_ranges(text)),
      discussion_(find_all(words.patterns_->discussion, clean)),
      topics_(find_all(words.patterns_->topics, clean)),
      introduction_(find_all(words.patterns_->introduction, clean)) {}

bool InjectionContext::is_discussed(ByteRange quotation) const {
  const auto beside = [&](ByteRange hit) {
    return !overlap(hit, quotation) && hit.end + kDiscussionReach >= quotation.start &&
           hit.start <= quotation.end + kDiscussionReach;
  };
  return std::ranges::any_of(discussion_, beside) || std::ranges::any_of(topics_, beside);
}

bool InjectionContext::is_introduced(ByteRange quotation) const {
  const std::size_t line_end = std::min(text_.find('\n', quotation.end), text_.size());
  return std::ranges::any_of(introduction_, [&](ByteRange hit) {
    const bool before =
        hit.end <= quotation.start && hit.end + kIntroductionReach >= quotation.start;
    return before || (hit.start >= quotation.end && hit.end <= line_end &&
                      hit.start <= quotation.end + kIntroductionReach);
  });
}

Context InjectionContext::of(ByteRange match, ByteRange sentence, bool soft) const {
  for (const ByteRange quotation : quotations_) {
    if (quotation.start > match.start) break;
    if (quotation.end < match.end) continue;
    if (is_discussed(quotation) || is_introduced(quotation)) return Context::kQuoted;
  }
  const bool here = std::ranges::any_of(
      discussion_, [&](ByteRange hit) { return overlap(hit, sentence) && !overlap(hit, match); });
  const bool around = (soft || is_introduced(match)) && is_discussed(sentence);
  return here || around ? Context::kDiscussed : Context::kNone;
}

}  // namespace ragsieve
