// The terms of the default audit: what makes a document of a corpus suspicious, one number each,
// larger = more suspicious, 0 = nothing there. Beside RSG's density: near copies in company and
// floods of the same text, an unreadable stretch, text that addresses a model, words that mix
// alphabets. No term knows a label; what counts as rare is decided elsewhere (audit_default.h).
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/detect/fluency.h"
#include "ragsieve/detect/injection_scorer.h"
#include "ragsieve/detect/rsg.h"

namespace ragsieve {

enum class AuditTerm : std::size_t { kDensity, kCrowd, kFluency, kInjection, kScripts };
inline constexpr std::size_t kAuditTerms = 5;
inline constexpr std::array<AuditTerm, kAuditTerms> kAllAuditTerms{
    AuditTerm::kDensity, AuditTerm::kCrowd, AuditTerm::kFluency, AuditTerm::kInjection,
    AuditTerm::kScripts};

// "density", "crowd", "fluency", "injection", "scripts".
[[nodiscard]] std::string_view audit_term_name(AuditTerm term);

struct AuditTerms {
  std::array<double, kAuditTerms> values{};
  std::size_t copies = 0;       // other documents with exactly this text
  std::size_t near_copies = 0;  // neighbours that are nearly the same, copies included
  Fluency fluency;
  [[nodiscard]] double of(AuditTerm term) const { return values[static_cast<std::size_t>(term)]; }
  [[nodiscard]] double& of(AuditTerm term) { return values[static_cast<std::size_t>(term)]; }
};

struct AuditTermOptions {
  double tau_near = 0.95;  // cosine from which a neighbour can be a near copy, below 1
  double tau_l = 0.60;     // Jaccard overlap that it must exceed, as RSG's tau_l
  FluencyOptions fluency;
  const InjectionScorer* injection = nullptr;  // without it the term is 0
  [[nodiscard]] Status validate() const;
};

// Terms of texts[i] by row; `rsg` is the result of the same texts. crowd: every neighbour with
// cosine >= tau_near and an overlap above tau_l weighs (cosine - tau_near) / (1 - tau_near), the
// heaviest of them is left out (one clean duplicate is nothing), the others are summed.
// kInvalidArgument when the counts differ, errors of the rules, kCancelled. The same at any
// run.threads. A title is part of the text here.
[[nodiscard]] Result<std::vector<AuditTerms>> audit_terms(std::span<const std::string_view> texts,
                                                          const RsgResult& rsg,
                                                          const AuditTermOptions& options,
                                                          const RunOptions& run);

// Words that mix alphabets and are no name, unit, formula or gloss: runs of letters and marks with
// letters of two scripts, other than East Asian letters beside any other, and a single Greek letter
// at the end of a run (`TNFα`, `Δx`). At most `most` ranges, in order.
[[nodiscard]] std::vector<ByteRange> mixed_words(std::string_view text, std::size_t most = 64);

}  // namespace ragsieve
