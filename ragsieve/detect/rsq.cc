#include "ragsieve/detect/rsq.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "ragsieve/detect/option_error.h"
#include "ragsieve/stats/hypergeometric.h"
#include "ragsieve/stats/midrank.h"
#include "ragsieve/stats/simes.h"
#include "ragsieve/text/words.h"

namespace ragsieve {
namespace {

using Types = std::vector<std::string>;  // sorted, without repeats

bool all_digits(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

Types content_types(std::string_view text, const Types& query_words, std::size_t min_bytes) {
  Types types = word_set(text);
  std::erase_if(types, [&](const std::string& word) {
    const bool short_word = word.size() < min_bytes && !all_digits(word);
    return short_word || std::binary_search(query_words.begin(), query_words.end(), word);
  });
  return types;
}

// The tested types: those that enough candidates hold, with their counts and p-values.
std::map<std::string_view, Anchor> tested_types(const std::vector<Types>& types,
                                                const RsqOptions& options) {
  std::map<std::string_view, Anchor> tested;
  for (std::size_t i = 0; i < options.k; ++i) {
    for (const std::string& type : types[i]) ++tested[type].candidates;
  }
  std::erase_if(
      tested, [&](const auto& entry) { return entry.second.candidates < options.min_candidates; });
  for (auto& [type, anchor] : tested) {
    anchor.token = type;
    anchor.documents = anchor.candidates;
    for (std::size_t i = options.k; i < types.size(); ++i) {
      anchor.documents += std::binary_search(types[i].begin(), types[i].end(), type) ? 1 : 0;
    }
    anchor.p = hypergeometric_tail(options.n, anchor.documents, options.k, anchor.candidates);
  }
  return tested;
}

// -log(p) in units where `one` scores 1. Never -0.
double strength(double p, double log_of_one) { return std::max(0.0, -std::log(p) / log_of_one); }

void set_anchors(std::string_view query, std::span<const RsqDocument> documents,
                 const RsqOptions& options, std::vector<RsqCandidate>& candidates) {
  const Types query_words = word_set(query);
  std::vector<Types> types;
  types.reserve(documents.size());
  for (const RsqDocument& document : documents) {
    types.push_back(content_types(document.text, query_words, options.min_word_bytes));
  }
  const std::map<std::string_view, Anchor> tested = tested_types(types, options);
  for (std::size_t i = 0; i < options.k; ++i) {
    RsqCandidate& candidate = candidates[i];
    std::vector<double> p_values;
    for (const std::string& type : types[i]) {
      const auto found = tested.find(type);
      if (found == tested.end()) continue;
      candidate.anchors.push_back(found->second);
      p_values.push_back(found->second.p);
    }
    std::sort(candidate.anchors.begin(), candidate.anchors.end(),
              [](const Anchor& a, const Anchor& b) {
                return a.p != b.p ? a.p < b.p : a.token < b.token;
              });
    candidate.anchor_p = simes(std::move(p_values));
    candidate.anchor = strength(candidate.anchor_p, log_binomial(options.n, options.k));
  }
}

void set_integrity(std::span<const RsqDocument> documents, const RsqOptions& options,
                   std::vector<RsqCandidate>& candidates) {
  std::vector<double> tail;
  for (std::size_t i = options.k; i < options.n; ++i) {
    tail.push_back(script_profile(documents[i].text, 0).foreign_fraction);
  }
  const double log_of_one = std::log(2 * static_cast<double>(tail.size() + 1));
  for (std::size_t i = 0; i < options.k; ++i) {
    RsqCandidate& candidate = candidates[i];
    candidate.scripts = script_profile(documents[i].text);
    candidate.integrity_p = midrank(candidate.scripts.foreign_fraction, tail);
    candidate.integrity = strength(candidate.integrity_p, log_of_one);
  }
}

void set_alignment(std::span<const RsqDocument> documents, const RsqOptions& options,
                   std::vector<RsqCandidate>& candidates) {
  std::vector<double> tail;
  for (std::size_t i = options.k; i < options.n; ++i) tail.push_back(documents[i].jump);
  for (std::size_t i = 0; i < options.k; ++i) {
    RsqCandidate& candidate = candidates[i];
    candidate.jump_p = midrank(documents[i].jump, tail);
    candidate.alignment =
        std::max(0.0, std::log(options.alpha_s / candidate.jump_p) / std::log(1 / options.alpha_s));
  }
}

Status check_documents(std::span<const RsqDocument> documents, const RsqOptions& options) {
  RAGSIEVE_CHECK(options.validate());
  if (documents.size() != options.n) {
    return option_error(
        "documents", std::to_string(documents.size()),
        std::to_string(options.n) + " ranked documents; retrieve at least that deep");
  }
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const std::string at = "document " + std::to_string(i + 1) + " by rank: ";
    const RsqDocument& document = documents[i];
    if (!(document.jump >= 0) || !std::isfinite(document.jump)) {
      return option_error(at + "jump", std::to_string(document.jump), "a finite number from 0");
    }
    if (i >= options.k) continue;
    if (!(document.surprisal >= 0) || !std::isfinite(document.surprisal)) {
      return option_error(at + "surprisal", std::to_string(document.surprisal),
                          "a finite number from 0");
    }
  }
  return ok_status();
}

}  // namespace

Status RsqOptions::validate() const {
  if (k < 1) return option_error("k", "0", "at least 1 candidate");
  if (n <= k) {
    return option_error("n", std::to_string(n),
                        "more than k = " + std::to_string(k) + " documents");
  }
  if (n > 10000) return option_error("n", std::to_string(n), "at most 10000 documents");
  if (min_word_bytes < 1) return option_error("min_word_bytes", "0", "at least 1");
  if (min_candidates < 1 || min_candidates > k) {
    return option_error("min_candidates", std::to_string(min_candidates), "1 to k");
  }
  if (!(alpha_s > 0 && alpha_s < 1)) {
    return option_error("alpha_s", std::to_string(alpha_s), "a number between 0 and 1");
  }
  if (!std::isfinite(eta_q)) {
    return option_error("eta_q", std::to_string(eta_q), "a finite number");
  }
  return surprisal.validate();
}

Result<std::vector<RsqCandidate>> rsq(std::string_view query,
                                      std::span<const RsqDocument> documents,
                                      const RsqOptions& options) {
  RAGSIEVE_CHECK(check_documents(documents, options));
  std::vector<RsqCandidate> candidates(options.k);
  set_anchors(query, documents, options, candidates);
  set_integrity(documents, options, candidates);
  set_alignment(documents, options, candidates);
  for (std::size_t i = 0; i < options.k; ++i) {
    RsqCandidate& candidate = candidates[i];
    candidate.surprisal = documents[i].surprisal;
    candidate.score =
        candidate.anchor + candidate.integrity + candidate.surprisal + candidate.alignment;
    candidate.flagged = candidate.score >= options.eta_q;
  }
  return candidates;
}

}  // namespace ragsieve
