#include "ragsieve/pipeline/explain_default_filter.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>
#include <string>

#include "ragsieve/core/span.h"

namespace ragsieve {
namespace {

constexpr double kWorthNaming = 0.1;  // part of the score
constexpr double kRare = 0.05;        // p of a term that is named
constexpr std::size_t kReasons = 4;
constexpr std::size_t kNamedWords = 4;
constexpr double kNamedWordP = 1e-3;  // further ones only this rare

std::string number(double value, const char* format) {
  std::array<char, 32> buffer;
  std::snprintf(buffer.data(), buffer.size(), format, value);
  return buffer.data();
}

std::string percent(double share) { return number(100 * share, "%.0f") + " %"; }

std::string answer_of(const JudgedCandidate& judged) {
  std::string named;
  for (std::size_t i = 0; i < std::min(kNamedWords, judged.terms.shared.size()); ++i) {
    const SharedWord& word = judged.terms.shared[i];
    if (i > 0 && word.p > kNamedWordP) break;
    named += (i > 0 ? ", \"" : "\"") + word.text + "\" in " + std::to_string(word.candidates) +
             " of the top " + std::to_string(judged.k) + " and " + std::to_string(word.documents) +
             " of " + std::to_string(judged.n);
  }
  return "an answer is concentrated at the top of the ranking: " + named;
}

std::string reason_of(FilterTerm term, const JudgedCandidate& judged) {
  const double value = judged.terms.of(term);
  switch (term) {
    case FilterTerm::kDensity:
      return "other candidates say the same in other words: " + number(value, "%.2f") +
             " nearer in meaning than the rest of the ranking";
    case FilterTerm::kSimilarity:
      return "nearer to the question than the rest of the ranking by " + number(value, "%.2f");
    case FilterTerm::kQuestionPairs:
      return "repeats the question's wording: " + percent(value) +
             " of its word pairs more than the rest of the ranking";
    case FilterTerm::kQuestionWords:
      return "holds " + percent(value) + " more of the question's words, by weight, than the rest";
    case FilterTerm::kFocus:
      return "is made of the question's words: " + percent(value) +
             " of the text more than the rest";
    case FilterTerm::kAnchor:
      return answer_of(judged);
    case FilterTerm::kFluency:
      return "a stretch of text that does not fit the corpus's language: " + number(value, "%.1f") +
             " bits a word";
    case FilterTerm::kRarity:
      return "consists of words that the corpus rarely uses: " + number(value, "%.1f") +
             " bits a word";
    case FilterTerm::kInjection:
      return "sentences that may address a language model, injection score " +
             number(value, "%.2f");
  }
  return "";
}

void explain(const JudgedCandidate& judged, CandidateRecord& record) {
  std::array<std::size_t, kFilterTerms> order;
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto& parts = judged.verdict.parts;
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return parts[a] != parts[b] ? parts[a] > parts[b] : a < b;
  });
  for (const std::size_t t : order) {
    const bool named = parts[t] >= kWorthNaming && judged.verdict.p_terms[t] <= kRare;
    if (record.reasons.size() == kReasons || (!named && !record.reasons.empty())) break;
    const auto term = static_cast<FilterTerm>(t);
    record.reasons.push_back(reason_of(term, judged) + " (+" + number(parts[t], "%.2f") + ")");
    const ByteRange stretch = judged.terms.fluency.range;
    if (term == FilterTerm::kFluency && stretch.end > stretch.start) {
      record.spans.push_back(span_of(judged.document, stretch, "filter.fluency", parts[t]));
    }
  }
}

}  // namespace

CandidateRecord candidate_record(const JudgedCandidate& judged) {
  CandidateRecord record;
  record.id = judged.document.id;
  record.score = judged.verdict.score;
  record.p = judged.verdict.p;
  record.flagged = judged.verdict.flagged;
  for (std::size_t t = 0; t < kFilterTerms; ++t) {
    const auto term = static_cast<FilterTerm>(t);
    record.terms.push_back({std::string(filter_term_name(term)), judged.verdict.parts[t],
                            judged.terms.of(term), judged.verdict.p_terms[t]});
  }
  for (const SharedWord& word : judged.terms.shared) {
    record.anchors.push_back({word.text, word.candidates, word.documents, word.p});
  }
  if (record.flagged) explain(judged, record);
  return record;
}

}  // namespace ragsieve
