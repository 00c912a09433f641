#include "ragsieve/detect/paper_injection.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/utf8.h"
#include "ragsieve/text/folding.h"

namespace ragsieve {
namespace {

struct PaperRule {
  std::string_view id;
  std::string_view category;
  double weight;
  const char* pattern;
};

constexpr std::array<PaperRule, 9> kRules = {{
    {"paper.ignore_previous", "override", 1.0, R"(ignore\s+(?:\pL+\s+){0,3}previous)"},
    {"paper.disregard_above", "override", 1.0, R"(disregard\s+(?:\pL+\s+){0,3}above)"},
    {"paper.role_header", "role_header", 0.9, R"((?m)^\s*(?:system|assistant|user)\s*:)"},
    {"paper.new_task", "override", 0.9, R"(your\s+new\s+task)"},
    {"paper.important_instruction", "authority", 0.9,
     R"(important\s+instructions?\s+(?:for|to)\s+(?:the\s+)?(?:ai|assistant|model))"},
    {"paper.end_of_context", "delimiter", 0.8,
     R"(</\s*(?:context|document|documents)\s*>|[-=#]{2,}\s*end\s+of\s+(?:context|document|input))"},
    {"paper.you_are_now", "role", 0.7, R"(you\s+are\s+now)"},
    {"paper.conceal", "conceal", 0.7, R"((?:do\s+not|don['’]t|never)\s+(?:mention|reveal|tell))"},
    {"paper.always_answer", "target", 0.6, R"((?:always|instead)\s+answer)"},
}};

// Compiled once; RE2 objects may be used by many threads.
class PaperPatterns {
 public:
  PaperPatterns() {
    for (const PaperRule& rule : kRules) {
      patterns_.push_back(std::make_unique<RE2>(std::string("(?i)") + rule.pattern));
    }
  }
  // Where rule `i` matches first in the view, in its source.
  [[nodiscard]] std::optional<ByteRange> find(std::size_t i, const TextView& view) const {
    const re2::StringPiece text(view.text());
    re2::StringPiece match;
    if (!patterns_[i]->Match(text, 0, text.size(), RE2::UNANCHORED, &match, 1)) return std::nullopt;
    const auto start = static_cast<std::size_t>(match.data() - text.data());
    return view.source_of({start, start + match.size()});
  }

 private:
  std::vector<std::unique_ptr<RE2>> patterns_;
};

const PaperPatterns& paper_patterns() {
  static const PaperPatterns patterns;
  return patterns;
}

struct Flag {
  std::string_view id;
  double weight;
  bool (*holds)(char32_t);
};

constexpr std::array<Flag, 3> kFlags = {{
    {"paper.tag_characters", 0.9, [](char32_t c) { return c >= 0xE0000 && c <= 0xE007F; }},
    {"paper.right_to_left_override", 0.7, [](char32_t c) { return c == 0x202E; }},
    {"paper.zero_width", 0.6,
     [](char32_t c) { return (c >= 0x200B && c <= 0x200D) || c == 0x2060 || c == 0xFEFF; }},
}};

std::optional<ByteRange> first_of(std::string_view text, const Flag& flag) {
  for (std::size_t at = 0; at < text.size();) {
    const auto point = decode_utf8(text, at);
    const std::size_t length = point ? point->n_bytes : 1;
    if (point && flag.holds(point->value)) return ByteRange{at, at + length};
    at += length;
  }
  return std::nullopt;
}

void add(InjectionResult& result, const Document& document, const PaperRule& rule,
         std::string_view view, ByteRange range) {
  InjectionFinding finding;
  finding.rule = rule.id;
  finding.category = rule.category;
  finding.language = "en";
  finding.view = view;
  finding.weight = rule.weight;
  finding.span = span_of(document, range, finding.rule, rule.weight);
  result.findings.push_back(std::move(finding));
  result.offsets.push_back(range.start);
  result.score = 1 - (1 - result.score) * (1 - rule.weight);
}

}  // namespace

InjectionResult paper_injection(const Document& document) {
  const std::string_view text = document.indexed_text;
  const TextView raw = TextView::identity(ViewKind::kRaw, text);
  const TextView clean = folded_view(text);
  InjectionResult result;
  for (std::size_t i = 0; i < kRules.size(); ++i) {
    for (const TextView* view : {&raw, &clean}) {
      const auto range = paper_patterns().find(i, *view);
      if (!range) continue;
      add(result, document, kRules[i], view_name(view->kind()), *range);
      break;
    }
  }
  for (const Flag& flag : kFlags) {
    if (const auto range = first_of(text, flag)) {
      add(result, document, {flag.id, "hidden", flag.weight, nullptr}, "raw", *range);
    }
  }
  if (const auto range = compatibility_difference(text)) {
    add(result, document, {"paper.homoglyph", "hidden", 0.5, nullptr}, "raw", *range);
  }
  return result;
}

}  // namespace ragsieve
