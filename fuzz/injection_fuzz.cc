// Any text through the views and the injection signal, classifier and all: every span and window
// lies in the document, every score in [0, 1], and with all findings silenced nothing is left.
// Bytes that are no UTF-8 end the text (a document is repaired before it is scanned).
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "ragsieve/base/utf8.h"
#include "ragsieve/config/injection_rules.h"
#include "ragsieve/core/injection_rules.h"
#include "ragsieve/detect/gram_tokens.h"
#include "ragsieve/detect/injection.h"
#include "ragsieve/detect/paper_injection.h"
#include "ragsieve/text/views.h"

namespace {

using ragsieve::InjectionDetector;
using ragsieve::InjectionResult;

const InjectionDetector& detector() {
  static const InjectionDetector made = [] {
    auto rules = ragsieve::builtin_injection_rules<ragsieve::InjectionRules>();
    if (!rules.ok()) std::abort();
    auto compiled = InjectionDetector::compile(*rules);
    if (!compiled.ok()) std::abort();
    return std::move(compiled).value();
  }();
  return made;
}

void check_views(std::string_view text) {
  for (const ragsieve::TextView& view : ragsieve::views_of(text).views) {
    if (ragsieve::first_invalid_utf8(view.text())) std::abort();
    const auto source = view.source_of({0, view.text().size()});
    if (source.start > source.end || source.end > text.size()) std::abort();
  }
}

void check_result(const InjectionResult& result, std::size_t n_bytes) {
  if (!(result.score >= 0 && result.score <= 1)) std::abort();
  if (result.offsets.size() != result.findings.size()) std::abort();
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    const auto& finding = result.findings[i];
    if (!(finding.weight > 0 && finding.weight <= 1) || result.offsets[i] > n_bytes) std::abort();
    if (finding.span.range.end > n_bytes || finding.span.range.start > finding.span.range.end) {
      std::abort();
    }
  }
  const auto all = [](const ragsieve::InjectionFinding&) { return true; };
  if (ragsieve::score_without(result, all) != 0) std::abort();
}

void check_windows(const ragsieve::Document& document, std::size_t n_bytes) {
  for (const ragsieve::InjectionWindow& window : detector().windows(document)) {
    if (window.range.start > window.range.end || window.range.end > n_bytes) std::abort();
    if (!std::isfinite(window.score)) std::abort();
    if (!(window.rule_score >= 0 && window.rule_score <= 1)) std::abort();
    for (const std::uint32_t bucket : window.grams) {
      if (bucket >= ragsieve::kGramBuckets) std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto invalid = ragsieve::first_invalid_utf8(text)) text = text.substr(0, *invalid);
  check_views(text);
  ragsieve::Document document;
  set_fields(document, "", text);
  check_result(detector().scan(document), text.size());
  check_windows(document, text.size());
  check_result(ragsieve::paper_injection(document), text.size());
  return 0;
}
