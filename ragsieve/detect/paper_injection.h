// B of the `paper` profile (methods.md 3.1): the listed patterns with their weights on the raw and
// the cleaned text, and flags for hidden characters; B = 1 - prod(1 - w), each pattern and flag
// counted once. English, whole text, no context: what the default profile is compared with.
#pragma once

#include "ragsieve/core/document.h"
#include "ragsieve/detect/injection.h"

namespace ragsieve {

// Findings are the first match of each pattern and the first character of each flag; rule ids are
// "paper.ignore_previous" and so on. `indexed_text` is valid UTF-8. Thread-safe.
[[nodiscard]] InjectionResult paper_injection(const Document& document);

}  // namespace ragsieve
