#include "ragsieve/detect/audit_terms.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "ragsieve/base/parallel.h"
#include "ragsieve/base/utf8.h"
#include "ragsieve/detect/option_error.h"
#include "ragsieve/text/scripts.h"

namespace ragsieve {
namespace {

constexpr std::size_t kChunk = 16;  // documents of one work item

struct Letter {
  Script script = Script::kNone;
  ByteRange range;
};

// Whether the letters of one run are of two alphabets that do not belong together.
bool is_mixed(const std::vector<Letter>& run) {
  std::size_t first = 0;
  std::size_t last = run.size();
  if (last - first < 2) return false;
  // One Greek letter at an end: a unit, a protein, a difference.
  const auto is_greek = [&](std::size_t i) { return run[i].script == Script::kGreek; };
  if (is_greek(first) && !is_greek(first + 1)) ++first;
  if (last - first >= 2 && is_greek(last - 1) && !is_greek(last - 2)) --last;
  Script alphabet = Script::kNone;
  for (std::size_t i = first; i < last; ++i) {
    const Script script = run[i].script;
    if (script == Script::kEastAsian || script == Script::kOther) continue;
    if (alphabet != Script::kNone && script != alphabet) return true;
    alphabet = script;
  }
  return false;
}

// The number of other texts that are the same, by row.
std::vector<std::size_t> copies_of(std::span<const std::string_view> texts) {
  std::unordered_map<std::string_view, std::size_t> counts;
  for (const std::string_view text : texts) ++counts[text];
  std::vector<std::size_t> copies;
  copies.reserve(texts.size());
  for (const std::string_view text : texts) copies.push_back(counts[text] - 1);
  return copies;
}

void set_crowd(std::span<const RsgNeighbour> neighbours, const AuditTermOptions& options,
               AuditTerms& terms) {
  double sum = 0;
  double heaviest = 0;
  for (const RsgNeighbour& pair : neighbours) {
    if (pair.neighbour.cosine < options.tau_near || pair.jaccard <= options.tau_l) continue;
    const double closeness = (pair.neighbour.cosine - options.tau_near) / (1 - options.tau_near);
    ++terms.near_copies;
    sum += closeness;
    heaviest = std::max(heaviest, closeness);
  }
  terms.of(AuditTerm::kCrowd) = std::max(0.0, sum - heaviest);
}

Result<std::vector<double>> injection_of(std::span<const std::string_view> texts,
                                         const InjectionScorer* scorer, const RunOptions& run) {
  if (scorer == nullptr) return std::vector<double>(texts.size(), 0.0);
  std::vector<InjectionText> whole;
  whole.reserve(texts.size());
  for (const std::string_view text : texts) whole.push_back({text, 0});
  return scorer->scores(whole, run);
}

}  // namespace

std::string_view audit_term_name(AuditTerm term) {
  constexpr std::array<std::string_view, kAuditTerms> kNames{"density", "crowd", "fluency",
                                                             "injection", "scripts"};
  return kNames[static_cast<std::size_t>(term)];
}

Status AuditTermOptions::validate() const {
  if (!(tau_near >= 0 && tau_near < 1)) {
    return option_error("tau_near", std::to_string(tau_near), "a number from 0 to below 1");
  }
  return fluency.validate();
}

std::vector<ByteRange> mixed_words(std::string_view text, std::size_t most) {
  std::vector<ByteRange> words;
  std::vector<Letter> run;
  const auto end_run = [&] {
    if (is_mixed(run)) words.push_back({run.front().range.start, run.back().range.end});
    run.clear();
  };
  for (std::size_t at = 0; at < text.size() && words.size() < most;) {
    const auto point = decode_utf8(text, at);
    const std::size_t n_bytes = point ? point->n_bytes : 1;
    const Script script = point ? script_of(point->value) : Script::kNone;
    if (script == Script::kNone) {
      end_run();
    } else {
      run.push_back({script, {at, at + n_bytes}});
    }
    at += n_bytes;
  }
  if (words.size() < most) end_run();
  return words;
}

Result<std::vector<AuditTerms>> audit_terms(std::span<const std::string_view> texts,
                                            const RsgResult& rsg, const AuditTermOptions& options,
                                            const RunOptions& run) {
  RAGSIEVE_CHECK(options.validate());
  if (texts.size() != rsg.documents.size()) {
    return option_error("texts", std::to_string(texts.size()),
                        std::to_string(rsg.documents.size()) + ", one for each scored document");
  }
  RAGSIEVE_TRY(const std::vector<Fluency> fluency, corpus_fluency(texts, options.fluency, run));
  RAGSIEVE_TRY(const std::vector<double> injection, injection_of(texts, options.injection, run));
  const std::vector<std::size_t> copies = copies_of(texts);
  std::vector<AuditTerms> all(texts.size());
  const auto work = [&](std::size_t row) {
    AuditTerms& terms = all[row];
    terms.copies = copies[row];
    terms.fluency = fluency[row];
    terms.of(AuditTerm::kDensity) = rsg.documents[row].density;
    set_crowd(std::span(rsg.neighbours).subspan(row * rsg.k, rsg.k), options, terms);
    terms.of(AuditTerm::kFluency) = fluency[row].bits;
    terms.of(AuditTerm::kInjection) = injection[row];
    terms.of(AuditTerm::kScripts) = static_cast<double>(mixed_words(texts[row]).size());
  };
  RAGSIEVE_CHECK(parallel_for(
      (texts.size() + kChunk - 1) / kChunk, "terms", run, [&](std::size_t chunk, int) -> Status {
        const std::size_t last = std::min((chunk + 1) * kChunk, texts.size());
        for (std::size_t row = chunk * kChunk; row < last; ++row) work(row);
        return ok_status();
      }));
  return all;
}

}  // namespace ragsieve
