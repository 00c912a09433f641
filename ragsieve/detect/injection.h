// Is a text addressing the model? (B of methods.md 3.2.) Rules on the de-obfuscated views of the
// text, each with its exact span, hidden characters as findings of their own, and the context that
// tells an attack from a text about attacks. Compile once, scan from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/core/document.h"
#include "ragsieve/core/injection_rules.h"
#include "ragsieve/core/screen_records.h"
#include "ragsieve/core/span.h"

namespace ragsieve {

struct InjectionResult {
  double score = 0;                        // B, [0, 1]; an alarm from kInjectionAlarm on
  std::vector<InjectionFinding> findings;  // heaviest first, at most 200
  std::vector<std::size_t> offsets;        // of each finding, in indexed_text
  bool cut_off = false;                    // there were more findings than are listed
};

inline constexpr double kInjectionAlarm = 0.5;

// What the classifier saw in one or two sentences of a view: for training it.
struct InjectionWindow {
  ByteRange range;     // in indexed_text
  bool whole = false;  // of a view that covers the text
  double score = 0;    // log odds
  double rule_score = 0;
  std::vector<std::string> concepts, rules;
  std::vector<std::uint32_t> grams;  // buckets
};

class InjectionDetector {
 public:
  // With the classifier where `rules` has one. kInvalidConfig names the rule whose pattern does
  // not compile, or says what is wrong with the classifier.
  [[nodiscard]] static Result<InjectionDetector> compile(const InjectionRules& rules);
  InjectionDetector(InjectionDetector&&) noexcept;
  InjectionDetector& operator=(InjectionDetector&&) noexcept;
  ~InjectionDetector();

  // `indexed_text` is valid UTF-8 of at most limits::kDocumentBytes.
  [[nodiscard]] InjectionResult scan(const Document& document) const;

  // Of every window of `document`; none without a classifier.
  [[nodiscard]] std::vector<InjectionWindow> windows(const Document& document) const;

 private:
  struct Compiled;
  explicit InjectionDetector(std::unique_ptr<Compiled> compiled);
  std::unique_ptr<Compiled> compiled_;
};

// B of the findings: over every stretch of 1,500 bytes, 1 - prod(1 - w) of the distinct rules that
// are found in it (of quoted and discussed ones only the heaviest); the largest of these.
[[nodiscard]] double injection_score(const InjectionResult& result);

// B with the findings left out that `is_silenced` names: how an allow-list entry silences one rule
// for one span and nothing else.
[[nodiscard]] double score_without(const InjectionResult& result,
                                   const std::function<bool(const InjectionFinding&)>& is_silenced);

}  // namespace ragsieve
