#include "ragsieve/pipeline/explain_filter.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace ragsieve {
namespace {

constexpr std::size_t kNamedAnchors = 4;
constexpr double kNamedAnchorP = 1e-3;  // further ones only this rare
constexpr double kWorthNaming = 0.05;   // a term below this explains nothing

std::string number(double value, const char* format) {
  char buffer[32];
  std::snprintf(buffer, sizeof(buffer), format, value);
  return buffer;
}

std::string points(double term) { return " (+" + number(term, "%.2f") + ")"; }

void explain_anchor(const RsqOptions& options, CandidateRecord& record) {
  if (record.anchor < kWorthNaming || record.anchors.empty()) return;
  std::string named;
  for (std::size_t i = 0; i < std::min(kNamedAnchors, record.anchors.size()); ++i) {
    const AnchorRecord& anchor = record.anchors[i];
    if (i > 0 && anchor.p > kNamedAnchorP) break;
    if (i > 0) named += ", ";
    named += "\"" + anchor.token + "\" in " + std::to_string(anchor.candidates) + " of the top " +
             std::to_string(options.k) + " and " + std::to_string(anchor.documents) + " of " +
             std::to_string(options.n);
  }
  record.reasons.push_back("an answer is concentrated at the top of the ranking: " + named +
                           points(record.anchor));
}

// With no letter of a second script every tail document ties and the term is the constant of a
// mid-rank of one half: nothing to tell.
void explain_integrity(CandidateRecord& record) {
  if (record.scripts.foreign_fraction == 0) return;
  std::string counts;
  for (const auto& [script, letters] : record.scripts.counts) {
    if (!counts.empty()) counts += ", ";
    counts += script + " " + std::to_string(letters);
  }
  record.reasons.push_back("mixes scripts more than the rest of the ranking (letters: " + counts +
                           ")" + points(record.integrity));
}

void explain_surprisal(const Document& document, ByteRange range, CandidateRecord& record) {
  if (record.surprisal < kWorthNaming) return;
  const bool burst = record.window.kind == "burst";
  record.reasons.push_back(
      std::string(burst ? "a stretch of text that a language model finds unreadable: "
                        : "a hard seam between unreadable and fluent text: ") +
      number(record.window.nats / std::log(2.0), "%.1f") + " bits a token over " +
      std::to_string(record.window.tokens) + " tokens from token " +
      std::to_string(record.window.start_token) + points(record.surprisal));
  if (range.end > range.start) {
    record.spans.push_back(span_of(document, range, "rsq.surprisal", record.surprisal));
  }
}

void explain_alignment(const Document& document, ByteRange range, CandidateRecord& record) {
  if (record.alignment < kWorthNaming) return;
  record.reasons.push_back(
      "one part repeats the question and the next does not: similarity to the "
      "question jumps by " +
      number(record.jump.value, "%.2f") +
      " between two windows, more than in the rest of the ranking" + points(record.alignment));
  if (range.end > range.start) {
    record.spans.push_back(span_of(document, range, "rsq.alignment", record.alignment));
  }
}

}  // namespace

void explain_candidate(const Document& document, const CandidateEvidence& evidence,
                       const RsqOptions& options, CandidateRecord& record) {
  if (!record.flagged) return;
  explain_anchor(options, record);
  explain_integrity(record);
  explain_surprisal(document, evidence.surprisal_range, record);
  explain_alignment(document, evidence.jump_range, record);
}

}  // namespace ragsieve
